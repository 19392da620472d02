#pragma once

// Will a block ever end? A loop that waits for what nobody does repeats itself exactly:
//
//   WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0;      nobody arrives
//         @!%p1 bra WAIT;
//
// A warp that has come back to a state (paths, registers, local memory) which it was in before,
// while no byte of memory has changed, will do so for ever, unless somebody else changes memory. If
// that holds for every warp of the block that can run, none of them is that somebody.

#include <cstdint>

namespace smemlens::simt {

struct ExecutionState;

enum class Standstill : std::uint8_t {
  kNo,            // not seen: something changes, or takes longer to repeat than was looked
  kUnlessOthers,  // they read global memory, which another block may change
  kForEver,       // they read memory that only the block itself could change
  kReadsNothing,  // for ever too: they read no memory at all
};

// Goes on with the state's block by about `budget` warp instructions and looks. A fault that this
// runs into is kept in the state.
Standstill look_for_standstill(ExecutionState& state, std::uint64_t budget);

}  // namespace smemlens::simt
