#pragma once

// Special registers that keep their value while a warp runs: %tid.x, %ctaid.y, %lanemask_lt, …

#include <cstdint>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {

struct SpecialContext {
  const Launch& launch;
  Extent block{};  // its position in the grid
  std::uint32_t warp = 0;
  const SharedLayout& shared;
};

// True for those that value_of() knows. The clocks aren't among them: they change as a warp runs.
bool is_constant_special(ptx::SpecialRegister special);
bool is_clock(ptx::SpecialRegister special);
// True for %ctaid and its kind: one value for the whole block.
bool changes_with_block(ptx::SpecialRegister special);

std::uint64_t value_of(ptx::SpecialRegister special, const SpecialContext& context, unsigned lane);

}  // namespace smemlens::simt
