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
  const Operation* code;
  std::byte* frame;
  std::uint32_t pc;
  std::uint32_t reconvergence;
  WarpMask lanes;
  std::uint32_t lane_count;
  // No lane that is still alive is elsewhere: the lanes that are left over may be computed too,
  // nobody reads them.
  bool is_whole;
};

Cursor cursor_of(ExecutionState& state) {
  Warp& warp = *state.warp;
  const Path& path = warp.paths.back();
  return {.code = state.function->code.data(),
          .frame = warp.frame(),
          .pc = path.pc,
          .reconvergence = path.reconvergence,
          .lanes = path.lanes,
          .lane_count = static_cast<std::uint32_t>(std::popcount(path.lanes)),
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
[[gnu::always_inline]] inline bool branch(Cursor& cursor, const Operation& operation,
                                          WarpMask taken) {
  if (taken == 0) {
    ++cursor.pc;
    return true;
  }
  if (taken != cursor.lanes) return false;
  // A backward branch while lanes wait elsewhere is counted by control().
  if (operation.detail <= cursor.pc && !cursor.is_whole) return false;
  cursor.pc = operation.detail;
  return true;
}

enum class Step : std::uint8_t {
  kNext,     // the cursor stands at the next instruction
  kControl,  // the warp's paths change: control() does it
  kFault,
};

[[gnu::always_inline]] inline Step step(ExecutionState& state, Cursor& cursor,
                                        const Operation& operation, WarpMask mask) {
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
      return branch(cursor, operation, mask) ? Step::kNext : Step::kControl;
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
  ++cursor.pc;
  return Step::kNext;
}

}  // namespace

WarpOutcome run_warp(ExecutionState& state, std::uint64_t budget) {
  Cursor cursor = cursor_of(state);
  for (; budget != 0; --budget) {
    if (cursor.pc != cursor.reconvergence) {
      const Operation& operation = cursor.code[cursor.pc];
      const WarpMask mask = guarded(cursor, operation);
      state.steps += cursor.lane_count;
      const Step result = step(state, cursor, operation, mask);
      if (result == Step::kNext) continue;
      state.warp->paths.back().pc = cursor.pc;
      if (result == Step::kFault) return WarpOutcome::kFault;
      const ControlResult after = control(state, operation, mask);
      if (after.stops) return after.outcome;
    } else {
      state.warp->paths.back().pc = cursor.pc;
    }
    if (!resume(state)) return WarpOutcome::kDone;
    cursor = cursor_of(state);
  }
  state.warp->paths.back().pc = cursor.pc;
  return WarpOutcome::kBudget;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
