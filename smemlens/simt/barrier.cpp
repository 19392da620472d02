#include "smemlens/simt/barrier.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/simt/block_state.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

constexpr ControlResult kGoOn{};
constexpr ControlResult kWait{.stops = true, .outcome = WarpOutcome::kWaiting};
constexpr ControlResult kFault{.stops = true, .outcome = WarpOutcome::kFault};

std::uint32_t value_in(Warp& warp, SlotOffset slot, unsigned lane) {
  return reinterpret_cast<const std::uint32_t*>(warp.frame() + slot)[lane];
}

// --- lanes of one warp that arrive along several paths -------------------------------------------

// Where the block's warps stand, and the lanes of this one that didn't come.
std::vector<std::string> barrier_notes(const ExecutionState& state, WarpMask lanes) {
  std::vector<std::string> notes = path_notes(state, state.warp->alive & ~lanes);
  for (std::string& note : standing_notes(state)) notes.push_back(std::move(note));
  return notes;
}

ControlResult divergence_fault(ExecutionState& state, WarpMask lanes) {
  const Warp& warp = *state.warp;
  report_fault(state, {.lane = lowest_lane(lanes),
                       .code = "divergent-barrier",
                       .message = "only " + std::to_string(std::popcount(lanes)) + " of the " +
                                  std::to_string(std::popcount(warp.alive)) +
                                  " running threads of the warp reach this barrier",
                       .notes = barrier_notes(state, lanes),
                       .hint = "move the barrier to where all threads of the warp come"});
  return kFault;
}

// The lanes that `required` names and that run, but wait for the ones here, or are gone past.
ControlResult mask_fault(ExecutionState& state, WarpMask required, Parked at) {
  const Warp& warp = *state.warp;
  WarpMask missing = required & warp.alive;
  for (const Path& path : warp.paths) {
    if (path.parked == at) missing &= ~path.lanes;
  }
  report_fault(state, {.lane = lowest_lane(warp.paths.back().lanes),
                       .code = "warp-mask",
                       .message = "the member mask " + mask_text(required) + " names " +
                                  lanes_text(missing) + " of the warp, which can't come here",
                       .notes = path_notes(state, missing),
                       .hint = "name only threads that execute this instruction; before a branch "
                               "__ballot_sync(mask, condition) tells which will take it"});
  return kFault;
}

// All lanes of the warp have come: to one instruction, if it asks for that.
bool has_come_together(const Warp& warp, bool is_aligned) {
  return !is_aligned || warp.paths.back().lanes == warp.alive;
}

// --- warps of the block --------------------------------------------------------------------------

void write_reduction(Warp& warp, const Barrier& barrier) {
  const BarrierSite& site = *warp.reduction.site;
  std::byte* const slot = warp.frame() + site.result;
  const WarpMask lanes = warp.reduction.lanes;
  if (site.action == BarrierSite::Action::kReducePopulation) {
    for (unsigned lane = 0; lane < kLanes; ++lane) {
      if ((lanes >> lane & 1U) != 0) {
        reinterpret_cast<std::uint32_t*>(slot)[lane] = barrier.population;
      }
    }
    return;
  }
  const bool holds = site.action == BarrierSite::Action::kReduceAnd
                         ? barrier.population == barrier.participants
                         : barrier.population != 0;
  auto& predicate = *reinterpret_cast<WarpMask*>(slot);
  predicate = (predicate & ~lanes) | (holds ? lanes : 0);
}

bool is_complete(const BlockState& block, const Barrier& barrier) {
  if (barrier.arrived_warps == 0) return false;
  if (barrier.expected_threads != 0) {
    return barrier.arrived_warps * kLanes >= barrier.expected_threads;
  }
  return barrier.arrived_warps + block.warps_done >= block.warps.size();
}

void complete(BlockState& block, unsigned id) {
  Barrier& barrier = block.barriers[id];
  for (Warp& warp : block.warps) {
    if (warp.status != WarpStatus::kWaiting || warp.barrier != id) continue;
    if (warp.reduction.site != nullptr) write_reduction(warp, barrier);
    warp.reduction = {};
    warp.status = WarpStatus::kReady;
    warp.leaves_barrier = true;
  }
  barrier = {};
}

void join(Barrier& barrier, Warp& warp, const BarrierSite& site) {
  ++barrier.arrived_warps;
  const WarpMask lanes = warp.paths.back().lanes;
  if (site.action == BarrierSite::Action::kSync || site.action == BarrierSite::Action::kArrive) {
    return;
  }
  const WarpMask bits = *reinterpret_cast<const WarpMask*>(warp.frame() + site.predicate);
  const WarpMask holding = lanes & (site.predicate_is_negated ? ~bits : bits);
  barrier.population += static_cast<std::uint32_t>(std::popcount(holding));
  barrier.participants += static_cast<std::uint32_t>(std::popcount(lanes));
  warp.reduction = {.site = &site, .lanes = lanes};
}

// The paths that wait at barriers of this kind, all of which have come, go on behind them.
void pass(Warp& warp, Parked at) {
  for (Path& path : warp.paths) {
    if (path.parked != at) continue;
    ++path.pc;
    path.parked = Parked::kNo;
  }
}

ControlResult bad_operand(ExecutionState& state, const std::string& message) {
  report_fault(state, {.lane = lowest_lane(state.warp->paths.back().lanes),
                       .code = "barrier-operand",
                       .message = message});
  return kFault;
}

// --- the barrier of a cluster, which is one block ------------------------------------------------

std::uint32_t bit_of(const Warp& warp) {
  return std::uint32_t{1} << warp.index;
}

void complete_cluster_barrier(BlockState& block) {
  ClusterBarrier& barrier = block.cluster_barrier;
  if (barrier.arrived == 0) return;
  std::uint32_t running = 0;
  for (const Warp& warp : block.warps) {
    if (warp.status != WarpStatus::kDone) running |= bit_of(warp);
  }
  if ((running & ~barrier.arrived) != 0) return;
  barrier.completed |= barrier.arrived;
  barrier.arrived = 0;
  for (Warp& warp : block.warps) {
    if (warp.status != WarpStatus::kWaiting || warp.barrier != kClusterBarrier) continue;
    warp.status = WarpStatus::kReady;
    warp.leaves_barrier = true;
    barrier.completed &= ~bit_of(warp);
  }
}

// Each thread arrives and then waits (PTX ISA, "barrier.cluster").
ControlResult pass_cluster_barrier(ExecutionState& state, bool waits) {
  Warp& warp = *state.warp;
  ClusterBarrier& barrier = state.block->cluster_barrier;
  const std::uint32_t bit = bit_of(warp);
  const bool has_arrived = ((barrier.arrived | barrier.completed) & bit) != 0;
  if (waits && !has_arrived) {
    return bad_operand(state, "barrier.cluster.wait without barrier.cluster.arrive before it");
  }
  if (!waits && has_arrived) {
    return bad_operand(state, "barrier.cluster.arrive twice, without barrier.cluster.wait between");
  }
  pass(warp, Parked::kAtBarrier);
  if (!waits) {
    barrier.arrived |= bit;
    complete_cluster_barrier(*state.block);
    return kGoOn;
  }
  if ((barrier.completed & bit) != 0) {
    barrier.completed &= ~bit;
    return kGoOn;
  }
  warp.status = WarpStatus::kWaiting;
  warp.barrier = kClusterBarrier;
  return kWait;
}

}  // namespace

ControlResult arrive(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const BarrierSite& site = state.function->barriers[operation.detail];
  if (lanes == 0) {
    ++warp.paths.back().pc;
    return kGoOn;
  }
  if (lanes != warp.paths.back().lanes) return divergence_fault(state, lanes);
  const Gathered gathered = gather(warp, Parked::kAtBarrier, warp.alive);
  if (gathered == Gathered::kOthersFirst) return kGoOn;
  if (gathered == Gathered::kImpossible || !has_come_together(warp, site.is_aligned)) {
    return divergence_fault(state, lanes);
  }
  if (site.is_cluster)
    return pass_cluster_barrier(state, site.action == BarrierSite::Action::kSync);
  const unsigned lane = lowest_lane(lanes);
  const std::uint32_t id = value_in(warp, site.id, lane);
  const std::uint32_t threads = site.threads ? value_in(warp, *site.threads, lane) : 0;
  if (id >= kNamedBarriers) {
    return bad_operand(state, "there is no barrier " + std::to_string(id) + ", only 0 to 15");
  }
  if (threads % kLanes != 0) {
    return bad_operand(
        state, "a barrier's thread count must be a multiple of 32, not " + std::to_string(threads));
  }
  BlockState& block = *state.block;
  Barrier& barrier = block.barriers[id];
  barrier.expected_threads = threads;
  join(barrier, warp, site);
  pass(warp, Parked::kAtBarrier);
  const bool waits = site.action != BarrierSite::Action::kArrive;
  if (waits) {
    warp.status = WarpStatus::kWaiting;
    warp.barrier = static_cast<std::uint8_t>(id);
  }
  if (is_complete(block, barrier)) complete(block, id);
  return waits ? kWait : kGoOn;  // the last one to come doesn't go ahead of the others
}

ControlResult meet(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  if (lanes == 0) {
    ++warp.paths.back().pc;
    return kGoOn;
  }
  const WarpMask required = value_in(warp, operation.slots[0], lowest_lane(lanes));
  switch (gather(warp, Parked::kAtWarpBarrier, required)) {
    case Gathered::kAll:
      pass(warp, Parked::kAtWarpBarrier);
      break;
    case Gathered::kOthersFirst:
      break;
    case Gathered::kImpossible:
      return mask_fault(state, required, Parked::kAtWarpBarrier);
  }
  return kGoOn;
}

ControlResult exchange(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  if (lanes != 0) {
    const SlotOffset slot = operation.slots[operation.detail - 1];
    const WarpMask required = value_in(warp, slot, lowest_lane(lanes));
    const WarpMask before = warp.paths.back().lanes;
    const Gathered gathered = gather(warp, Parked::kAtExchange, required);
    if (gathered == Gathered::kOthersFirst) return kGoOn;
    if (gathered == Gathered::kImpossible) return mask_fault(state, required, Parked::kAtExchange);
    Path& top = warp.paths.back();
    top.parked = Parked::kNo;
    if (top.lanes != before) return kGoOn;  // more lanes now: its guard is looked at again
    operation.compute.masked(warp.frame(), operation, lanes);
  }
  ++warp.paths.back().pc;
  return kGoOn;
}

void complete_barriers(ExecutionState& state) {
  complete_cluster_barrier(*state.block);
  for (unsigned id = 0; id < kNamedBarriers; ++id) {
    const Barrier& barrier = state.block->barriers[id];
    if (barrier.expected_threads == 0 && is_complete(*state.block, barrier)) {
      complete(*state.block, id);
    }
  }
}

}  // namespace smemlens::simt
