#include "smemlens/simt/execute.h"

#include <bit>
#include <cstddef>
#include <cstdint>

#include "smemlens/simt/collective.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

// The warp's top path, kept in host registers while it runs.
struct Cursor {
  const Operation* next;
  const Operation* reconvergence;  // null pointer: the path runs to its return
  std::byte* frame;
  WarpMask lanes;
  // No lane that is still alive is elsewhere: the lanes that are left over may be computed too,
  // nobody reads them.
  bool is_whole;
};

const Operation* operation_at(const ExecutionState& state, std::uint32_t pc) {
  return state.function->code.data() + pc;
}

Cursor cursor_of(ExecutionState& state) {
  Warp& warp = *state.warp;
  const Path& path = warp.paths.back();
  return {.next = operation_at(state, path.pc),
          .reconvergence =
              path.reconvergence == kNoPc ? nullptr : operation_at(state, path.reconvergence),
          .frame = warp.frame(),
          .lanes = path.lanes,
          .is_whole = path.lanes == warp.alive};
}

[[gnu::always_inline]] inline WarpMask guarded(const Cursor& cursor, const Operation& operation) {
  if (operation.guard == kNoGuard) return cursor.lanes;
  const WarpMask guard = *reinterpret_cast<const WarpMask*>(cursor.frame + operation.guard);
  return cursor.lanes & (operation.guard_is_negated ? ~guard : guard);
}

[[gnu::always_inline]] inline void compute(const Cursor& cursor, const Operation& operation,
                                           WarpMask mask) {
  if (mask == kAllLanes ||
      (cursor.is_whole && mask == cursor.lanes && !operation.reads_other_lanes)) {
    operation.compute.full(cursor.frame, operation, kAllLanes);
  } else if (mask != 0) {
    operation.compute.masked(cursor.frame, operation, mask);
  }
}

[[gnu::always_inline]] inline bool access_memory(ExecutionState& state, const Cursor& cursor,
                                                 const Operation& operation, WarpMask mask) {
  if (mask == 0) return true;
  const MemoryAccess& access = state.function->accesses[operation.detail];
  return access.function({state, cursor.frame, operation, access}, mask);
}

[[gnu::always_inline]] inline bool collect(ExecutionState& state, const Cursor& cursor,
                                           const Operation& operation) {
  const Collective& collective = state.function->collectives[operation.detail];
  return collective.function({state, cursor.frame, operation, collective});
}

// True if all lanes go the same way without meeting others: then only the pc changes.
[[gnu::always_inline]] inline bool branch(const ExecutionState& state, Cursor& cursor,
                                          WarpMask taken) {
  if (taken == 0) {
    ++cursor.next;
    return true;
  }
  if (taken != cursor.lanes) return false;
  const Operation* const target = operation_at(state, cursor.next->detail);
  // A backward branch while lanes wait elsewhere is counted by control().
  if (target <= cursor.next && !cursor.is_whole) return false;
  cursor.next = target;
  return true;
}

enum class Step : std::uint8_t {
  kNext,     // the cursor stands at the next instruction
  kControl,  // the warp's paths change: control() does it
  kFault,
};

[[gnu::always_inline]] inline Step step(ExecutionState& state, Cursor& cursor, WarpMask mask) {
  const Operation& operation = *cursor.next;
  switch (operation.kind) {
    case OperationKind::kCompute:
      if (operation.detail != 0 && !cursor.is_whole) return Step::kControl;
      compute(cursor, operation, mask);
      break;
    case OperationKind::kSequence:
      for (const Operation& part : state.function->sequences[operation.detail]) {
        compute(cursor, part, mask);
      }
      break;
    case OperationKind::kMemory:
      if (!access_memory(state, cursor, operation, mask)) return Step::kFault;
      break;
    case OperationKind::kCollective:
      if (mask != kAllLanes) return Step::kControl;
      if (!collect(state, cursor, operation)) return Step::kFault;
      break;
    case OperationKind::kNothing:
      break;
    case OperationKind::kBranch:
      return branch(state, cursor, mask) ? Step::kNext : Step::kControl;
    case OperationKind::kBranchIndexed:
    case OperationKind::kBarrier:
    case OperationKind::kPhaseWait:
    case OperationKind::kWarpBarrier:
    case OperationKind::kCall:
    case OperationKind::kReturn:
    case OperationKind::kExit:
    case OperationKind::kTrap:
    case OperationKind::kClock:
    case OperationKind::kSpaceTest:
    case OperationKind::kStack:
      return Step::kControl;
  }
  ++cursor.next;
  return Step::kNext;
}

struct PathEnd {
  Step step = Step::kNext;   // kNext: the budget is spent, or the path has come to its end
  WarpMask mask = 0;         // kControl: the lanes for which the operation is to be done
  std::uint64_t budget = 0;  // what is left of it
};

// Runs the top path until control() must help. A function of its own, so that what its loop needs
// fits the host's registers.
[[gnu::noinline]] PathEnd run_path(ExecutionState& state, std::uint64_t budget) {
  Cursor cursor = cursor_of(state);
  PathEnd end;
  while (budget != 0 && cursor.next != cursor.reconvergence) {
    --budget;
    const WarpMask mask = guarded(cursor, *cursor.next);
    const Step result = step(state, cursor, mask);
    if (result == Step::kNext) continue;
    end = {.step = result, .mask = mask};
    break;
  }
  state.warp->paths.back().pc =
      static_cast<std::uint32_t>(cursor.next - state.function->code.data());
  end.budget = budget;
  return end;
}

}  // namespace

WarpOutcome run_warp(ExecutionState& state, std::uint64_t budget) {
  while (budget != 0) {
    const PathEnd end = run_path(state, budget);
    const Path& path = state.warp->paths.back();
    state.steps += (budget - end.budget) * static_cast<unsigned>(std::popcount(path.lanes));
    budget = end.budget;
    if (end.step == Step::kFault) return WarpOutcome::kFault;
    if (end.step == Step::kControl) {
      const ControlResult after = control(state, state.function->code[path.pc], end.mask);
      if (after.stops) return after.outcome;
    } else if (budget == 0) {
      break;
    } else {
      --budget;  // the end of a path takes a turn too
    }
    if (!resume(state)) return WarpOutcome::kDone;
  }
  return WarpOutcome::kBudget;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
