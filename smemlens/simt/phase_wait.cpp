#include "smemlens/simt/phase_wait.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/mbarrier.h"
#include "smemlens/simt/mbarrier_access.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// The parity of the phase that the lane asks for: the current one, or the one before it (PTX ISA,
// "mbarrier.test_wait, mbarrier.try_wait").
bool asked_parity(const AccessSite& site, unsigned lane) {
  const std::byte* const slot = site.frame + site.operation.slots[1];
  if (site.operation.immediate == kWaitsForParity) {
    return (reinterpret_cast<const std::uint32_t*>(slot)[lane] & 1U) != 0;
  }
  const auto token = decoded(reinterpret_cast<const std::uint64_t*>(slot)[lane]);
  return token && token->phase;
}

}  // namespace

ControlResult wait_for_phase(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const AccessSite site{state, warp.frame(), operation, state.function->accesses[operation.detail]};
  WarpMask complete = 0;
  for (WarpMask rest = lanes; rest != 0; rest &= rest - 1) {
    const unsigned lane = lowest_lane(rest);
    const std::optional<Mbarrier> barrier = mbarrier_of(site, lane);
    if (!barrier) return {.stops = true, .outcome = WarpOutcome::kFault};
    if (barrier->phase != asked_parity(site, lane)) complete |= WarpMask{1} << lane;
  }
  auto& result = *reinterpret_cast<WarpMask*>(site.frame + operation.slots[0]);
  result = (result & ~lanes) | complete;
  ++warp.paths.back().pc;
  if (complete == lanes) return {};
  return {.stops = true, .outcome = WarpOutcome::kSpinning};
}

}  // namespace smemlens::simt
