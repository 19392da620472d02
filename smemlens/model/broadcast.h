#pragma once

// Compute capability 1.x: how a half-warp empties its banks when one word a step is broadcast.
//
//   lanes ask for words 0 0 0 16:  broadcast word 0  → step 0 serves lanes 0 1 2, step 1 lane 3
//                                  broadcast word 16 → lane 3, then 0 1 2: each bank once a step,
//                                  so here both orders take two steps
//
// In every step one word that lanes still wait for is the broadcast word: all lanes that ask for
// it are served, and of each other bank one lane is. Rule: docs/model.md §8.1.

#include <array>
#include <cstdint>
#include <span>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/units.h"

namespace smemlens {

struct BroadcastSteps {
  std::uint32_t count = 0;
  std::array<LaneMask, kMaxLanes> served{};  // bit i is words[i]
};

// words  word that the i-th lane of the phase asks for, at most kMaxLanes
// banks  a power of two
BroadcastSteps broadcast_steps(std::span<const std::uint32_t> words, std::uint32_t banks,
                               Counting counting);

}  // namespace smemlens
