#include "smemlens/simt/endless.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "smemlens/simt/block_state.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/lane_memory.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/turn.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// --- the state that a warp's next instructions hang on -------------------------------------------

struct Snapshot {
  std::vector<Path> paths;
  std::vector<CallFrame> calls;
  std::vector<FrameLine> registers;
  std::vector<std::byte> local;
  std::uint32_t spins = 0;
};

Snapshot snapshot_of(const Warp& warp) {
  return {.paths = warp.paths,
          .calls = warp.calls,
          .registers = warp.registers,
          .local = warp.local,
          .spins = warp.spins};
}

bool is_same(const Path& a, const Path& b) {
  return a.pc == b.pc && a.reconvergence == b.reconvergence && a.lanes == b.lanes &&
         a.parked == b.parked;
}

bool is_same(const CallFrame& a, const CallFrame& b) {
  return a.function == b.function && a.path_base == b.path_base && a.lanes == b.lanes &&
         a.target == b.target;
}

bool is_back(const Warp& warp, const Snapshot& before) {
  const auto same = [](const auto& a, const auto& b) { return is_same(a, b); };
  return warp.spins == before.spins && std::ranges::equal(warp.paths, before.paths, same) &&
         std::ranges::equal(warp.calls, before.calls, same) &&
         warp.registers.size() == before.registers.size() && warp.local == before.local &&
         (warp.registers.empty() || std::memcmp(warp.registers.data(), before.registers.data(),
                                                warp.registers.size() * sizeof(FrameLine)) == 0);
}

// --- what an instruction does to memory ----------------------------------------------------------

// Whose memory the warps read.
struct Reads {
  bool own = false;     // the block's shared memory
  bool global = false;  // other blocks may change it
};

// One lane's bytes of an access, before it.
struct Bytes {
  const std::byte* where = nullptr;
  std::array<std::byte, 32> content{};  // the widest access
};

// Watches the next instruction of the state's warp; may_change() is asked after it.
class Witness {
 public:
  Witness(const ExecutionState& state, Reads& reads) : state_(&state), reads_(&reads) {
    const Path& path = state.warp->paths.back();
    if (path.pc == path.reconvergence) return;
    const Operation& operation = state.function->code[path.pc];
    switch (operation.kind) {
      case OperationKind::kCompute:
      case OperationKind::kSequence:
      case OperationKind::kNothing:
      case OperationKind::kBranch:
      case OperationKind::kBranchIndexed:
      case OperationKind::kWarpBarrier:
      case OperationKind::kReturn:
      case OperationKind::kSpaceTest:
        return;
      case OperationKind::kPhaseWait:
        reads.own = true;
        has_read_ = true;
        return;
      case OperationKind::kMemory:
        see(operation, path.lanes);
        return;
      case OperationKind::kCall:
        is_unknown_ = state.function->calls[operation.detail].native != NativeCall::kNone;
        return;
      case OperationKind::kCollective:
      case OperationKind::kBarrier:
      case OperationKind::kExit:
      case OperationKind::kTrap:
      case OperationKind::kClock:
      case OperationKind::kStack:
        is_unknown_ = true;
    }
  }

  bool has_read() const { return has_read_; }

  bool may_change() const {
    return is_unknown_ || std::ranges::any_of(before_, [this](const Bytes& bytes) {
             return std::memcmp(bytes.where, bytes.content.data(), bytes_) != 0;
           });
  }

 private:
  void see(const Operation& operation, WarpMask lanes) {
    const std::vector<MemoryAccess>& accesses = state_->function->accesses;
    const MemoryAccess& access = accesses[operation.detail];
    const std::size_t next = operation.detail + std::size_t{1};
    const bool has_more =  // addresses: a copy
        next < accesses.size() && accesses[next].instruction == access.instruction;
    const bool is_simple = access.action == AccessAction::kLoad ||
                           access.action == AccessAction::kStore ||
                           access.action == AccessAction::kAtomic;
    is_unknown_ = has_more || !is_simple;
    bytes_ = access.bytes_per_lane();
    for (; lanes != 0 && !is_unknown_; lanes &= lanes - 1) see(access, lowest_lane(lanes));
  }

  void see(const MemoryAccess& access, unsigned lane) {
    const auto [space, address] = lane_place(access, state_->warp->frame(), lane);
    if (space == AccessSpace::kLocal || space == AccessSpace::kParameter) return;
    if (space == AccessSpace::kShared) {
      if (address > state_->shared_bytes || bytes_ > state_->shared_bytes - address) return;
      see(access, state_->shared + address, reads_->own);
      return;
    }
    const MemoryRange* const range = state_->launch.memory.find(address);
    if (range == nullptr || bytes_ > range->end() - address) return;
    if (range->kind == RangeKind::kConstant) return;
    // The host may change it meanwhile.
    is_unknown_ = range->kind == RangeKind::kHost || range->kind == RangeKind::kManaged;
    see(access, host_pointer(address), reads_->global);
  }

  void see(const MemoryAccess& access, const std::byte* where, bool& is_read) {
    if (access.action != AccessAction::kStore) is_read = has_read_ = true;
    if (access.action == AccessAction::kLoad) return;
    Bytes& bytes = before_.emplace_back(Bytes{.where = where});
    std::memcpy(bytes.content.data(), where, bytes_);
  }

  const ExecutionState* state_;
  Reads* reads_;
  std::vector<Bytes> before_;
  std::uint32_t bytes_ = 0;
  bool has_read_ = false;
  bool is_unknown_ = false;
};

// Where a warp that repeats itself is told to stand, wherever it was found: at the first
// instruction that asks memory, or at the first of all.
class Round {
 public:
  void pass(std::uint32_t pc, const Witness& witness) {
    first_ = std::min(first_, pc);
    if (witness.has_read()) first_read_ = std::min(first_read_, pc);
  }
  std::uint32_t place() const { return first_read_ != kNoPc ? first_read_ : first_; }

 private:
  std::uint32_t first_ = kNoPc;
  std::uint32_t first_read_ = kNoPc;
};

void go_to(ExecutionState& state, Warp& warp, std::uint32_t pc) {
  while (warp.paths.back().pc != pc && run_turn(state, warp, 1) != WarpOutcome::kFault) {
  }
}

// True if the warp is back where it was before the budget is used up, and no memory has changed.
// The state to come back to is a later one each time (Brent's way to find a cycle).
bool repeats_itself(ExecutionState& state, Warp& warp, std::uint64_t& budget, Reads& reads) {
  Snapshot before = snapshot_of(warp);
  Round round;
  std::uint64_t longest = 1;
  for (std::uint64_t length = 0; budget != 0; --budget) {
    state.warp = &warp;
    if (!resume(state)) return false;
    const Witness witness(state, reads);
    round.pass(warp.paths.back().pc, witness);
    const WarpOutcome outcome = run_turn(state, warp, 1);
    const bool goes_on = outcome == WarpOutcome::kBudget || outcome == WarpOutcome::kSpinning;
    if (!goes_on || witness.may_change()) return false;
    if (is_back(warp, before)) {
      go_to(state, warp, round.place());
      return true;
    }
    if (++length < longest) continue;
    before = snapshot_of(warp);
    round = {};
    longest *= 2;
    length = 0;
  }
  return false;
}

}  // namespace

Standstill look_for_standstill(ExecutionState& state, std::uint64_t budget) {
  Reads reads;
  for (Warp& warp : state.block->warps) {
    if (warp.status != WarpStatus::kReady) continue;
    if (!repeats_itself(state, warp, budget, reads)) return Standstill::kNo;
  }
  if (reads.global) return Standstill::kUnlessOthers;
  return reads.own ? Standstill::kForEver : Standstill::kReadsNothing;
}

}  // namespace smemlens::simt
