#include "smemlens/cuda/launch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/block_state.h"
#include "smemlens/simt/launch_limits.h"

namespace smemlens::cuda {
namespace {

// A block of an order-dependent kernel that runs longer than this many warp instructions may be
// waiting for another block: the next one gets its turn. In a cooperative launch waiting is the
// rule, and what a waiting block spends of its turn is lost.
constexpr std::uint64_t kTurn = 1'000'000;
constexpr std::uint64_t kCooperativeTurn = 16'384;
// Fewer threads than this are not worth a second host thread.
constexpr std::uint64_t kThreadsWorthAWorker = 2048;

constexpr std::uint64_t kNoBlock = std::numeric_limits<std::uint64_t>::max();

// One host thread's part of a launch.
struct Worker {
  explicit Worker(const LaunchJob& job)
      : launch(job.launch), sites(std::make_unique<SiteAccumulator>(job.model, job.kernel)) {
    launch.interrupted = &interrupted;
    if (job.records_requests) sites->record_requests();
  }

  simt::Launch launch;  // a copy, for its own `interrupted`
  std::atomic<bool> interrupted{false};
  std::atomic<std::uint64_t> block{kNoBlock};  // the one it runs
  std::unique_ptr<SiteAccumulator> sites;
  std::uint64_t thread_instructions = 0;
};

// Deals blocks out to workers and keeps the fault of the lowest block.
class Dealer {
 public:
  Dealer(const LaunchJob& job, const SelectedBlocks& blocks, unsigned worker_count)
      : blocks_(&blocks) {
    for (unsigned i = 0; i < worker_count; ++i) workers_.push_back(std::make_unique<Worker>(job));
  }

  std::span<const std::unique_ptr<Worker>> workers() const { return workers_; }

  // The next block, or kNoBlock when all are dealt or one has faulted.
  std::uint64_t next_block() {
    if (has_fault_.load(std::memory_order_relaxed)) return kNoBlock;
    const std::uint64_t next = next_.fetch_add(1, std::memory_order_relaxed);
    return next < blocks_->size() ? (*blocks_)[next] : kNoBlock;
  }

  // False if a lower block than `block`, just dealt, has faulted meanwhile.
  bool may_run(std::uint64_t block) {
    if (!has_fault_) return true;
    const std::lock_guard lock(mutex_);
    return block < fault_block_;
  }

  // Blocks below `block` go on, since one of them may fault too; those above are stopped.
  void report_fault(std::uint64_t block, const Diagnostic& fault) {
    const std::lock_guard lock(mutex_);
    has_fault_ = true;
    if (has_timed_out_) {
      tell_place(fault);
      return;
    }
    if (block >= fault_block_) return;
    fault_block_ = block;
    fault_ = fault;
    for (const auto& worker : workers_) {
      const std::uint64_t running = worker->block;
      if (running != kNoBlock && running > block) worker->interrupted = true;
    }
  }

  void time_out(double seconds) {
    const std::lock_guard lock(mutex_);
    has_fault_ = true;
    has_timed_out_ = true;  // no block's own fault is reported after this
    fault_ = timeout_problem("the kernel", seconds);
    for (const auto& worker : workers_) worker->interrupted = true;
  }

  const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  // The time limit knows no place; the first block that it interrupts does.
  void tell_place(const Diagnostic& interruption) {
    if (!fault_ || !fault_->notes.empty()) return;
    fault_->where = interruption.where;
    fault_->notes = interruption.notes;
  }

  const SelectedBlocks* blocks_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> has_fault_{false};
  std::mutex mutex_;
  std::uint64_t fault_block_ = kNoBlock;
  bool has_timed_out_ = false;
  std::optional<Diagnostic> fault_;
};

// Interrupts the launch after a while; its end ends the wait.
class Timer {
 public:
  Timer(Dealer& dealer, double seconds) {
    if (seconds <= 0) return;
    thread_ = std::jthread([this, &dealer, seconds](const std::stop_token& stop) {
      std::unique_lock lock(mutex_);
      const std::chrono::duration<double> wait(seconds);
      condition_.wait_for(lock, stop, wait, [] { return false; });
      if (!stop.stop_requested()) dealer.time_out(seconds);
    });
  }

 private:
  std::mutex mutex_;
  std::condition_variable_any condition_;
  std::jthread thread_;
};

void run_blocks(const LaunchJob& job, Dealer& dealer, Worker& worker) {
  simt::BlockExecutor executor(
      {job.kernel, worker.launch, job.memory, worker.sites.get(), job.output});
  for (;;) {
    const std::uint64_t block = dealer.next_block();
    if (block == kNoBlock) break;
    worker.block = block;
    if (!dealer.may_run(block)) break;
    if (const auto fault = executor.run_block(block)) {
      dealer.report_fault(block, *fault);
      break;
    }
  }
  worker.thread_instructions = executor.thread_instructions();
}

bool runs_in_turns(const LaunchJob& job) {
  return job.kernel.is_order_dependent || job.launch.is_cooperative();
}

// In order on one thread; a block that does not end within its turn waits in a ring while later
// blocks run, so that a block may wait for any that a GPU would keep resident with it.
void run_blocks_in_turns(const LaunchJob& job, Dealer& dealer, Worker& worker) {
  simt::BlockExecutor executor(
      {job.kernel, worker.launch, job.memory, worker.sites.get(), job.output});
  const bool is_cooperative = job.launch.is_cooperative();
  const std::size_t most_waiting =
      is_cooperative ? job.launch.blocks() : simt::resident_blocks(job.kernel, job.launch);
  const std::uint64_t turn = is_cooperative ? kCooperativeTurn : kTurn;
  std::deque<simt::BlockState> waiting;
  simt::BlockState block;
  for (;;) {
    const std::uint64_t next = waiting.size() < most_waiting ? dealer.next_block() : kNoBlock;
    if (next != kNoBlock) {
      executor.start(block, next);
    } else if (!waiting.empty()) {
      block = std::move(waiting.front());
      waiting.pop_front();
    } else {
      break;
    }
    const simt::Progress progress = executor.step(block, turn);
    if (progress == simt::Progress::kFault) {
      dealer.report_fault(block.index, executor.fault());
      break;
    }
    if (progress == simt::Progress::kRunning) {
      waiting.push_back(std::move(block));
      block = {};
    }
  }
  worker.thread_instructions = executor.thread_instructions();
}

unsigned worker_count_for(const LaunchJob& job, std::uint64_t blocks, const LaunchLimits& limits) {
  if (runs_in_turns(job)) return 1;
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  const std::uint64_t wanted = limits.threads == 0 ? cores : limits.threads;
  const std::uint64_t work = blocks * job.launch.threads_per_block();
  const std::uint64_t useful = 1 + (work / kThreadsWorthAWorker);
  return static_cast<unsigned>(std::min({wanted, useful, blocks}));
}

void run_workers(const LaunchJob& job, Dealer& dealer) {
  const auto workers = dealer.workers();
  if (runs_in_turns(job)) {
    run_blocks_in_turns(job, dealer, *workers.front());
    return;
  }
  std::vector<std::jthread> threads;
  for (const auto& worker : workers.subspan(1)) {
    threads.emplace_back([&job, &dealer, &worker] { run_blocks(job, dealer, *worker); });
  }
  run_blocks(job, dealer, *workers.front());
}

}  // namespace

Diagnostic timeout_problem(const std::string& subject, double seconds) {
  std::string number = std::to_string(seconds);
  number.erase(number.find_last_not_of('0') + 1);
  if (number.ends_with('.')) number.pop_back();
  return {.code = "timeout",
          .message = subject + " did not end within " + number + " s and was stopped",
          .hint = "give it more time with --timeout SECONDS (0: no limit), or less work"};
}

LaunchResult run_launch(const LaunchJob& job, const LaunchLimits& limits) {
  const SelectedBlocks blocks(job.launch.is_cooperative() ? BlockSelection{} : limits.blocks,
                              job.launch.blocks());
  Dealer dealer(job, blocks, std::max(1U, worker_count_for(job, blocks.size(), limits)));
  {
    const Timer timer(dealer, limits.timeout_seconds);
    run_workers(job, dealer);
  }
  LaunchResult result;
  result.fault = dealer.fault();
  if (result.fault) {
    result.sites = std::make_unique<SiteAccumulator>(job.model, job.kernel);
    return result;
  }
  result.blocks_run = blocks.size();
  for (const auto& worker : dealer.workers()) {
    result.thread_instructions += worker->thread_instructions;
    if (result.sites) {
      result.sites->merge(*worker->sites);
    } else {
      result.sites = std::move(worker->sites);
    }
  }
  return result;
}

}  // namespace smemlens::cuda
