#include "smemlens/simt/block_executor.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/barrier.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/call.h"
#include "smemlens/simt/control.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/frame.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/launch_shape.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {
namespace {

// Warp instructions that a warp runs before limits are checked and another warp gets its turn.
constexpr std::uint64_t kTurn = 16384;

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
  warp.spins = 0;
  warp.paths.assign(1, {.pc = 0, .reconvergence = kNoPc, .lanes = warp.alive});
  if (is_prepared && warp.calls.size() == 1) {
    refill_frame(warp.frame(), state.launch.kernel.functions.front(),
                 {.launch = launch,
                  .block = state.block->position,
                  .warp = warp.index,
                  .shared = state.launch.kernel.shared});
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

// True if the run must end here: a limit, or the caller's wish.
bool is_over_limit(ExecutionState& state) {
  const Launch& launch = state.launch.launch;
  if (launch.interrupted != nullptr && launch.interrupted->load(std::memory_order_relaxed)) {
    stop(state, "interrupted", "the kernel was stopped before its end", "");
    return true;
  }
  if (launch.max_steps == 0 || state.block->steps <= launch.max_steps) return false;
  stop(state, "step-limit",
       "the block has executed more than " + std::to_string(launch.max_steps) +
           " thread-instructions",
       "if the kernel is meant to run so long, raise --max-steps");
  return true;
}

// The next warp that can run, from the block's turn on; null pointer: none.
Warp* next_ready(BlockState& block) {
  const auto count = static_cast<std::uint32_t>(block.warps.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    Warp& warp = block.warps[(block.turn + i) % count];
    if (warp.status == WarpStatus::kReady) return &warp;
  }
  return nullptr;
}

void report_deadlock(ExecutionState& state) {
  stop(state, "barrier-deadlock", "no warp of the block can go on: all wait at barriers",
       "every barrier needs as many threads as it was told to wait for");
}

// Lets one warp run until it waits, ends or has used its turn.
WarpOutcome run_turn(ExecutionState& state, Warp& warp) {
  state.warp = &warp;
  state.function = &state.launch.kernel.functions[warp.calls.back().function];
  const WarpOutcome outcome =
      resume(state) ? state.isa->run_warp(state, kTurn) : WarpOutcome::kDone;
  BlockState& block = *state.block;
  block.turn = (warp.index + 1) % static_cast<std::uint32_t>(block.warps.size());
  if (outcome == WarpOutcome::kDone) {
    ++block.warps_done;
    complete_barriers(state);
  }
  return outcome;
}

}  // namespace

BlockExecutor::BlockExecutor(const Execution& execution)
    : state_(new ExecutionState{.launch = execution}) {
  state_->isa = &functions_of(execution.kernel.isa);
  state_->sites.resize(execution.kernel.site_count);
  state_->parameters = execution.launch.parameters;
  state_->parameters.resize(
      std::max<std::size_t>(state_->parameters.size(), execution.kernel.parameter_bytes));
}

BlockExecutor::~BlockExecutor() = default;

std::optional<Diagnostic> BlockExecutor::run_block(std::uint64_t index) {
  start(state_->own_block, index);
  Progress progress = Progress::kRunning;
  while (progress == Progress::kRunning) progress = step(state_->own_block, kTurn * kLanes);
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
  block.barriers = {};
  block.warps_done = 0;
  block.turn = 0;
  block.steps = 0;
  block.warps.resize((launch.threads_per_block() + kLanes - 1) / kLanes);
  for (std::uint32_t i = 0; i < block.warps.size(); ++i) {
    block.warps[i].index = i;
    start_warp(state, block.warps[i], is_prepared);
  }
}

Progress BlockExecutor::step(BlockState& block, std::uint64_t budget) {
  ExecutionState& state = *state_;
  state.block = &block;
  state.shared = block.shared_memory();
  state.shared_bytes = block.shared_bytes;
  std::uint64_t unchecked = 0;  // warp instructions since limits were last looked at
  for (std::uint64_t used = 0; used < budget;) {
    Warp* const warp = next_ready(block);
    if (warp == nullptr) {
      if (block.warps_done == block.warps.size()) return Progress::kDone;
      report_deadlock(state);
      return Progress::kFault;
    }
    const std::uint64_t before = state.steps;
    const WarpOutcome outcome = run_turn(state, *warp);
    if (outcome == WarpOutcome::kFault) return Progress::kFault;
    const std::uint64_t steps = state.steps - before;
    block.steps += steps;
    used += 1 + steps / kLanes;
    unchecked += 1 + steps / kLanes;
    if (unchecked < kTurn && used < budget) continue;
    unchecked = 0;
    if (block.warps_done < block.warps.size() && is_over_limit(state)) return Progress::kFault;
  }
  return Progress::kRunning;
}

const Diagnostic& BlockExecutor::fault() const {
  return state_->fault.value();  // NOLINT(bugprone-unchecked-optional-access): step() said kFault
}

std::uint64_t BlockExecutor::thread_instructions() const {
  return state_->steps;
}

}  // namespace smemlens::simt
