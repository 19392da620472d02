#include "smemlens/simt/isspacep.h"

#include <cstdint>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

ControlResult test_space(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const bool wants_constant = static_cast<TestedSpace>(operation.immediate) == TestedSpace::kConst;
  const auto* const addresses =
      reinterpret_cast<const std::uint64_t*>(warp.frame() + operation.slots[1]);
  WarpMask inside = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t address = addresses[lane];
    const bool is_constant = state.launch.memory.is_in_constant_bank(address);
    const bool is_own = is_in_window(address, kSharedWindow) || is_in_window(address, kLocalWindow);
    const bool holds = wants_constant ? is_constant : !is_constant && !is_own;
    inside |= holds ? WarpMask{1} << lane : 0;
  }
  auto& predicate = *reinterpret_cast<WarpMask*>(warp.frame() + operation.slots[0]);
  predicate = (predicate & ~lanes) | (inside & lanes);
  ++warp.paths.back().pc;
  return {};
}

}  // namespace smemlens::simt
