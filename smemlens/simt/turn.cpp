#include "smemlens/simt/turn.h"

#include <cstdint>

#include "smemlens/simt/barrier.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

WarpOutcome run_turn(ExecutionState& state, Warp& warp, std::uint64_t budget) {
  const std::uint64_t before = state.steps;
  state.warp = &warp;
  const WarpOutcome outcome =
      resume(state) ? state.isa->run_warp(state, budget) : WarpOutcome::kDone;
  BlockState& block = *state.block;
  block.steps += state.steps - before;
  block.turn = (warp.index + 1) % static_cast<std::uint32_t>(block.warps.size());
  if (outcome == WarpOutcome::kDone) {
    ++block.warps_done;
    complete_barriers(state);
  }
  return outcome;
}

}  // namespace smemlens::simt
