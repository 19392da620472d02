#include "smemlens/simt/collective.h"

#include <bit>
#include <string>

#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

ControlResult missing_lanes(ExecutionState& state, WarpMask lanes) {
  report_fault(state, {.lane = lowest_lane(lanes),
                       .code = "partial-warp",
                       .message = "only " + std::to_string(std::popcount(lanes)) +
                                  " of the warp's 32 threads execute this instruction, which "
                                  "needs all of them",
                       .notes = {},
                       .hint = {}});
  return {.stops = true, .outcome = WarpOutcome::kFault};
}

}  // namespace

ControlResult assemble(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  if (lanes == 0) {
    ++warp.paths.back().pc;
    return {};
  }
  if (lanes != warp.paths.back().lanes) return missing_lanes(state, lanes);
  const Gathered gathered = gather(warp, Parked::kAtExchange, warp.alive);
  if (gathered == Gathered::kOthersFirst) return {};
  Path& top = warp.paths.back();
  top.parked = Parked::kNo;
  if (top.lanes != kAllLanes) return missing_lanes(state, top.lanes);
  const Collective& collective = state.function->collectives[operation.detail];
  if (!collective.function({state, warp.frame(), operation, collective})) {
    return {.stops = true, .outcome = WarpOutcome::kFault};
  }
  ++warp.paths.back().pc;
  return {};
}

}  // namespace smemlens::simt
