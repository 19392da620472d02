#include "smemlens/simt/control.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/barrier.h"
#include "smemlens/simt/call.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/isspacep.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/phase_wait.h"
#include "smemlens/simt/special_registers.h"
#include "smemlens/simt/spin.h"
#include "smemlens/simt/stack.h"
#include "smemlens/simt/waiting_loop.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// How often a path that waits (spin.h) goes backward before others get their turn. Lanes that meet
// later than they could change what is counted, so a loop which only may be a wait gets longer.
constexpr std::uint32_t kPatience = 256;
constexpr std::uint32_t kLongPatience = 1U << 20;

constexpr ControlResult kGoOn{};
constexpr ControlResult kStop{.stops = true, .outcome = WarpOutcome::kFault};
constexpr ControlResult kSpins{.stops = true, .outcome = WarpOutcome::kSpinning};

// The top path has gone backward while lanes of its warp are elsewhere.
ControlResult count_spin(ExecutionState& state, std::uint32_t target, std::uint32_t pc) {
  Warp& warp = *state.warp;
  if (++warp.spins % kPatience != 0) return kGoOn;
  const LoopKind kind = kind_of_loop(state, target, pc);
  const bool is_wait = kind == LoopKind::kHangsOnOrdered ||
                       (kind == LoopKind::kHangsOnLoads && warp.spins >= kLongPatience);
  if (!is_wait) return kGoOn;
  warp.spins = 0;
  return rotate(warp) ? kGoOn : kSpins;
}

ControlResult branch(ExecutionState& state, const Operation& operation, WarpMask taken) {
  Warp& warp = *state.warp;
  Path& top = warp.paths.back();
  const std::uint32_t pc = top.pc;
  const std::uint32_t target = operation.detail;
  if (taken == top.lanes) {
    top.pc = target;
  } else {
    diverge(warp, taken, target, state.function->reconvergence[pc]);
  }
  return target <= pc ? count_spin(state, target, pc) : kGoOn;
}

ControlResult branch_indexed(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const std::uint32_t pc = warp.paths.back().pc;
  const BranchTable& table = state.function->branch_tables[operation.detail];
  const auto* const index =
      reinterpret_cast<const std::uint32_t*>(warp.frame() + operation.slots[0]);
  std::vector<BranchArm> arms;
  const auto add = [&arms](std::uint32_t target, WarpMask lane) {
    const auto arm = std::find_if(arms.begin(), arms.end(),
                                  [target](const BranchArm& a) { return a.pc == target; });
    if (arm != arms.end()) {
      arm->lanes |= lane;
    } else {
      arms.push_back({.pc = target, .lanes = lane});
    }
  };
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const WarpMask bit = WarpMask{1} << lane;
    if ((warp.paths.back().lanes & bit) == 0) continue;
    if ((lanes & bit) == 0) {
      add(pc + 1, bit);
    } else if (index[lane] < table.targets.size()) {
      add(table.targets[index[lane]], bit);
    } else {
      report_fault(state, {.lane = lane,
                           .code = "branch-table",
                           .message = "brx.idx with an index past the end of its table"});
      return kStop;
    }
  }
  diverge(warp, arms, state.function->reconvergence[pc]);
  return kGoOn;
}

ControlResult leave(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  ++warp.paths.back().pc;  // for lanes whose guard doesn't hold
  const bool is_kernel = warp.calls.size() == 1;
  if (operation.kind == OperationKind::kExit || is_kernel) {
    remove_from_warp(warp, lanes);
  } else {
    remove_from_call(warp, lanes);
  }
  return kGoOn;
}

ControlResult trap(ExecutionState& state, WarpMask lanes) {
  if (lanes == 0) {
    ++state.warp->paths.back().pc;
    return kGoOn;
  }
  report_fault(
      state,
      {.lane = lowest_lane(lanes), .code = "device-trap", .message = "the kernel executed trap"});
  return kStop;
}

ControlResult read_clock(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  Warp& warp = *state.warp;
  const auto clock = static_cast<ptx::SpecialRegister>(operation.detail);
  const std::uint64_t value = clock_value(clock, state.steps);
  const bool is_wide = operation.immediate == sizeof(std::uint64_t);
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    if ((lanes >> lane & 1U) == 0) continue;
    std::byte* const slot = warp.frame() + operation.slots[0];
    if (is_wide) {
      reinterpret_cast<std::uint64_t*>(slot)[lane] = value;
    } else {
      reinterpret_cast<std::uint32_t*>(slot)[lane] = static_cast<std::uint32_t>(value);
    }
  }
  ++warp.paths.back().pc;
  return kGoOn;
}

}  // namespace

ControlResult control(ExecutionState& state, const Operation& operation, WarpMask lanes) {
  switch (operation.kind) {
    case OperationKind::kBranch:
      return branch(state, operation, lanes);
    case OperationKind::kBranchIndexed:
      return branch_indexed(state, operation, lanes);
    case OperationKind::kBarrier:
      return arrive(state, operation, lanes);
    case OperationKind::kPhaseWait:
      return wait_for_phase(state, operation, lanes);
    case OperationKind::kWarpBarrier:
      return meet(state, operation, lanes);
    case OperationKind::kCollective:
      return assemble(state, operation, lanes);
    case OperationKind::kCompute:
      return exchange(state, operation, lanes);
    case OperationKind::kCall:
      return call(state, operation, lanes);
    case OperationKind::kReturn:
    case OperationKind::kExit:
      return leave(state, operation, lanes);
    case OperationKind::kTrap:
      return trap(state, lanes);
    case OperationKind::kClock:
      return read_clock(state, operation, lanes);
    case OperationKind::kSpaceTest:
      return test_space(state, operation, lanes);
    case OperationKind::kStack:
      return use_stack(state, operation, lanes);
    case OperationKind::kNothing:
    case OperationKind::kSequence:
    case OperationKind::kMemory:
      break;
  }
  return kGoOn;
}

bool resume(ExecutionState& state) {
  Warp& warp = *state.warp;
  while (!settle(warp)) {
    if (warp.calls.size() == 1) {
      warp.status = WarpStatus::kDone;
      return false;
    }
    leave_call(state);
  }
  state.function = &state.launch.kernel.functions[warp.calls.back().function];
  const bool is_whole = warp.paths.back().lanes == warp.alive;
  if (is_whole) warp.spins = 0;
  state.is_divergent = !is_whole && is_divergent(warp);
  return true;
}

}  // namespace smemlens::simt
