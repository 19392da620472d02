#include "smemlens/simt/block_executor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/rounding.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/call.h"
#include "smemlens/simt/endless.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/frame.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_shape.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/turn.h"
#include "smemlens/simt/waiting_loop.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// Warp instructions that a warp runs before limits are checked and another warp gets its turn. Few,
// as the warps of a block stay close together on a GPU, and programs that race may count on it.
// They leave a barrier evenly, so the first turn after it is shorter still. (What shorter turns
// cost: docs/performance.md.)
constexpr std::uint64_t kTurn = 512;
constexpr std::uint64_t kTurnAfterBarrier = 32;
// That a block runs before the caller's wish is looked at.
constexpr std::uint64_t kUnchecked = 16384;

// The lanes of warp `warp` that exist in a block of `threads`.
WarpMask lanes_of(std::uint64_t threads, std::uint32_t warp) {
  const std::uint64_t rest = threads - (std::uint64_t{warp} * kLanes);
  return rest >= kLanes ? kAllLanes : (WarpMask{1} << rest) - 1;
}

void start_warp(ExecutionState& state, Warp& warp, bool is_prepared) {
  const Launch& launch = state.launch.launch;
  warp.alive = lanes_of(launch.threads_per_block(), warp.index);
  warp.status = WarpStatus::kReady;
  warp.reduction = {};
  warp.shared_accesses = 0;
  warp.is_spinning = false;
  warp.leaves_barrier = false;
  warp.spins = 0;
  warp.paths.assign(1, {.pc = 0, .reconvergence = kNoPc, .lanes = warp.alive});
  if (is_prepared && warp.calls.size() == 1) {
    CallFrame& call = warp.calls.front();
    call.local_end = state.launch.kernel.functions.front().local_bytes;
    call.stack.clear();
    refill_frame(warp.frame(), state.launch.kernel.functions.front(),
                 {.kernel = state.launch.kernel,
                  .launch = launch,
                  .block = state.block->position,
                  .warp = warp.index});
  } else {
    warp.calls.clear();
    enter_frame(state, warp, {});
  }
  std::fill(warp.local.begin(), warp.local.end(), std::byte{0});
}

// Ends the run with a fault that names the first warp which isn't done.
void stop(ExecutionState& state, std::string_view code, std::string message, std::string hint) {
  auto& warps = state.block->warps;
  const auto warp = std::find_if(warps.begin(), warps.end(),
                                 [](const Warp& w) { return w.status != WarpStatus::kDone; });
  if (warp != warps.end()) state.warp = &*warp;
  report_fault(state, {.lane = lowest_lane(state.warp->alive | 1U << (kLanes - 1)),
                       .code = code,
                       .message = std::move(message),
                       .notes = standing_notes(state),
                       .hint = std::move(hint)});
}

bool is_over_limit(ExecutionState& state) {
  const std::uint64_t most = state.launch.launch.max_steps;
  if (most == 0 || state.block->steps <= most) return false;
  stop(state, "step-limit",
       "the block has executed more than " + std::to_string(most) + " thread-instructions",
       "if the kernel is meant to run so long, raise --max-steps");
  return true;
}

bool is_interrupted(ExecutionState& state) {
  const std::atomic<bool>* const interrupted = state.launch.launch.interrupted;
  if (interrupted == nullptr || !interrupted->load(std::memory_order_relaxed)) return false;
  if (state.block->warps_done == state.block->warps.size()) return false;  // it has ended itself
  stop(state, "interrupted", "the kernel was stopped before its end", "");
  return true;
}

// The next warp that can run, from the block's turn on; null pointer: none.
Warp* next_ready(BlockState& block) {
  const auto is_ready = [](const Warp& warp) { return warp.status == WarpStatus::kReady; };
  const auto turn = block.warps.begin() + block.turn;
  const auto behind = std::find_if(turn, block.warps.end(), is_ready);
  if (behind != block.warps.end()) return &*behind;
  const auto before = std::find_if(block.warps.begin(), turn, is_ready);
  return before != turn ? &*before : nullptr;
}

// No warp of the block can run: they are all done, or wait for each other.
Progress end_of(ExecutionState& state) {
  if (state.block->warps_done == state.block->warps.size()) return Progress::kDone;
  stop(state, "barrier-deadlock", "no warp of the block can go on: all wait at barriers",
       "every barrier needs as many threads as it was told to wait for");
  return Progress::kFault;
}

// Warp instructions of a turn: no more than bring the block one over its limit.
std::uint64_t turn_of(const ExecutionState& state, const Warp& warp) {
  const std::uint64_t turn = warp.leaves_barrier ? kTurnAfterBarrier : kTurn;
  const std::uint64_t most = state.launch.launch.max_steps;
  if (most == 0) return turn;
  const std::uint64_t left = most - std::min(most, state.block->steps);
  return std::min(turn, (left / kLanes) + 1);
}

WarpOutcome run_next(ExecutionState& state, Warp& warp) {
  const std::uint64_t turn = turn_of(state, warp);
  warp.leaves_barrier = false;
  WarpOutcome outcome = run_turn(state, warp, turn);
  if (outcome == WarpOutcome::kBudget && stands_in_waiting_loop(state, warp)) {
    outcome = WarpOutcome::kSpinning;
  }
  warp.is_spinning = outcome == WarpOutcome::kSpinning;
  return outcome;
}

// How a block that repeats itself is told.
struct StandstillText {
  std::string_view code;
  std::string_view message;
  std::string_view hint;
};

StandstillText text_of(Standstill standstill) {
  if (standstill == Standstill::kReadsNothing) {
    return {"endless-loop",
            "the kernel never ends: the block's warps repeat their loops, and nothing in them "
            "changes",
            "the compiler may have taken a load out of the loop: a flag that others set must be "
            "volatile or atomic"};
  }
  if (standstill == Standstill::kForEver) {
    return {"endless-wait",
            "the kernel never ends: the block's warps wait in loops for a change of shared memory "
            "that none of them makes",
            "count the arrivals, and look for a thread that waits before it does its part"};
  }
  return {
      "endless-wait",
      "the kernel never ends: its warps wait in loops for a change of memory that none of them "
      "makes",
      "launches run one after the other here: what another launch, or the host meanwhile, would "
      "change on a GPU doesn't change"};
}

void report_standstill(ExecutionState& state, Standstill standstill, std::size_t others = 0) {
  const StandstillText text = text_of(standstill);
  stop(state, text.code, std::string(text.message), std::string(text.hint));
  if (others == 0 || !state.fault) return;
  state.fault->notes.push_back(others == 1 ? "another block waits too"
                                           : std::to_string(others) + " other blocks wait too");
}

// A block is looked at when it has executed this many thread-instructions, and twice as many, …; a
// part of them that costs next to nothing is spent on it.
constexpr std::uint64_t kFirstLook = std::uint64_t{1} << 22;
constexpr std::uint64_t kLookShare = 2048;
constexpr std::uint64_t kLeastLook = 4096;

std::uint64_t look_budget(const BlockState& block) {
  return std::max(kLeastLook, block.steps / kLookShare);
}

// Looks if it is time to.
Progress look(ExecutionState& state) {
  BlockState& block = *state.block;
  if (block.steps < block.next_look) return Progress::kRunning;
  block.next_look = 2 * block.steps;
  const Standstill standstill = look_for_standstill(state, look_budget(block));
  if (state.fault) return Progress::kFault;
  if (standstill == Standstill::kNo) return Progress::kRunning;
  if (standstill == Standstill::kUnlessOthers) return Progress::kStuck;
  report_standstill(state, standstill);
  return Progress::kFault;
}

// One turn of `warp`, and whether the block may go on after it.
Progress run_and_look(ExecutionState& state, Warp& warp) {
  if (run_next(state, warp) == WarpOutcome::kFault || is_over_limit(state)) {
    return Progress::kFault;
  }
  return look(state);
}

// Of each place its own value, of all magnitudes: a sum or a comparison shows it.
void fill_with_noise(std::vector<FrameLine>& memory) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  constexpr unsigned kShift = 32;
  std::uint64_t number = 0;
  for (FrameLine& line : memory) {
    for (std::size_t at = 0; at < sizeof line.bytes; at += sizeof number) {
      std::uint64_t word = ++number * kOdd;
      word = (word ^ (word >> kShift)) * kOdd;
      std::memcpy(line.bytes + at, &word, sizeof word);
    }
  }
}

}  // namespace

BlockExecutor::BlockExecutor(const Execution& execution)
    : state_(new ExecutionState{.launch = execution}) {
  state_->isa = &functions_of(execution.kernel.isa);
  state_->sites.resize(execution.kernel.site_count);
  state_->patterns.resize(execution.kernel.site_count);
  state_->parameters = execution.launch.parameters;
  state_->parameters.resize(
      std::max<std::size_t>(state_->parameters.size(), execution.kernel.parameter_bytes));
}

BlockExecutor::~BlockExecutor() = default;

std::optional<Diagnostic> BlockExecutor::run_block(std::uint64_t index) {
  start(state_->own_block, index);
  Progress progress = Progress::kRunning;
  while (progress == Progress::kRunning || progress == Progress::kStuck) {
    progress = step(state_->own_block, kUnchecked * kLanes);
    // Another block, on another thread, may still change what this one waits for.
    if (progress == Progress::kStuck && state_->launch.launch.blocks() == 1) {
      report_stuck(state_->own_block, 0);
      break;
    }
  }
  state_->own_block.prepared_for = &state_->launch.kernel;
  return state_->fault;
}

void BlockExecutor::start(BlockState& block, std::uint64_t index) {
  ExecutionState& state = *state_;
  const Launch& launch = state.launch.launch;
  // Only the executor's own block is known to have run this very launch before.
  const bool is_prepared = &block == &state.own_block && block.prepared_for != nullptr;
  state.block = &block;
  block.index = index;
  block.position = position_of(index, launch.grid);
  block.shared_bytes = static_cast<std::uint32_t>(
      state.launch.kernel.shared.block_bytes(launch.dynamic_shared_bytes));
  block.shared.assign((block.shared_bytes + sizeof(FrameLine) - 1) / sizeof(FrameLine), {});
  if (launch.has_shared_noise) fill_with_noise(block.shared);
  block.barriers = {};
  block.cluster_barrier = {};
  block.warps_done = 0;
  block.turn = 0;
  block.steps = 0;
  block.next_look = kFirstLook;
  block.warps.resize(divided_up(launch.threads_per_block(), kLanes));
  for (std::uint32_t i = 0; i < block.warps.size(); ++i) {
    block.warps[i].index = i;
    start_warp(state, block.warps[i], is_prepared);
  }
}

void BlockExecutor::take_up(BlockState& block) {
  state_->block = &block;
  state_->shared = block.shared_memory();
  state_->shared_bytes = block.shared_bytes;
}

Progress BlockExecutor::step(BlockState& block, std::uint64_t budget) {
  take_up(block);
  ExecutionState& state = *state_;
  std::size_t spinning = 0;     // turns without another between, that ended in a spin
  std::uint64_t unchecked = 0;  // warp instructions since the caller's wish was last looked at
  // When all warps spin, somebody else must do something first.
  for (std::uint64_t used = 0; used < budget && spinning <= block.warps.size();) {
    Warp* const warp = next_ready(block);
    if (warp == nullptr) return end_of(state);
    const std::uint64_t before = block.steps;
    if (const Progress progress = run_and_look(state, *warp); progress != Progress::kRunning) {
      return progress;
    }
    spinning = warp->is_spinning ? spinning + 1 : 0;
    const std::uint64_t instructions = 1 + ((block.steps - before) / kLanes);
    used += instructions;
    unchecked += instructions;
    if (unchecked < kUnchecked) continue;
    unchecked = 0;
    if (is_interrupted(state)) return Progress::kFault;
  }
  return is_interrupted(state) ? Progress::kFault : Progress::kRunning;
}

Progress BlockExecutor::look_at(BlockState& block) {
  take_up(block);
  block.next_look = block.steps;
  return look(*state_);
}

void BlockExecutor::report_stuck(BlockState& block, std::size_t others) {
  take_up(block);
  report_standstill(*state_, Standstill::kUnlessOthers, others);
}

const Diagnostic& BlockExecutor::fault() const {
  return state_->fault.value();  // NOLINT(bugprone-unchecked-optional-access): step() said kFault
}

std::uint64_t BlockExecutor::thread_instructions() const {
  return state_->steps;
}

}  // namespace smemlens::simt
