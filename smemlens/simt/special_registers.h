#pragma once

// Special registers that keep their value while a warp runs: %tid.x, %ctaid.y, %lanemask_lt, …

#include <cstdint>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/launch.h"

namespace smemlens::simt {

struct Kernel;

struct SpecialContext {
  const Kernel& kernel;
  const Launch& launch;
  Extent block{};  // its position in the grid
  std::uint32_t warp = 0;
};

// True for those that value_of() knows. The clocks aren't among them: they change as a warp runs.
bool is_constant_special(ptx::SpecialRegister special);
// True for the one of type .pred; the others are of 32 or 64 bits.
bool is_predicate(ptx::SpecialRegister special);
bool is_clock(ptx::SpecialRegister special);
// What a clock shows when the executor has done `steps` thread-instructions: a GPU's counters run
// with its clock, ours with the instructions, so that runs are repeatable.
std::uint64_t clock_value(ptx::SpecialRegister clock, std::uint64_t steps);
// True for %ctaid and its kind: one value for the whole block.
bool changes_with_block(ptx::SpecialRegister special);

std::uint64_t value_of(ptx::SpecialRegister special, const SpecialContext& context, unsigned lane);

}  // namespace smemlens::simt
