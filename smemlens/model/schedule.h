#pragma once

// Which lanes each wavefront serves, and which words it reads.
//
//   words 0 32 64 33, one phase:   bank 0's queue: 0 32 64    bank 1's queue: 33
//     →  wavefront 0: lanes 0 3, words 0 33 · wavefront 1: lane 1, word 32 · wavefront 2: lane 2,
//     word 64
//
// Within a phase every bank has a queue: the words that lanes ask of it, each once, in the order
// of the lanes that first ask. Wavefront p of the phase reads the word in place p of each queue.
// A lane is served in the wavefront that reads its last word, so a lane that needs several words
// may occupy banks in earlier wavefronts too. What counts as one word is the architecture's rule:
// lanes that take turns (atomics, cp.async) have a place each; on sm_3x a place holds a word pair;
// on sm_1x the wavefronts are the broadcast steps of docs/model.md §8.1.
// This order is the simplest that takes cost_of's wavefronts; the hardware's own is not documented.

#include <cstdint>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

struct Wavefront {
  std::uint32_t phase = 0;       // index into RequestCost::phases()
  LaneMask lanes = 0;            // served: their last word is read here
  std::vector<WordIndex> words;  // read or written, ascending

  bool operator==(const Wavefront&) const = default;
};

// The wavefronts of a well-formed `request`, in order: cost_of(model, request).wavefronts of them.
std::vector<Wavefront> schedule(const BankModel& model, const Request& request);

}  // namespace smemlens
