#include "smemlens/cuda/launch.h"

#include <sys/eventfd.h>
#include <sys/poll.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "smemlens/analysis/accumulate.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/block_order.h"
#include "smemlens/cuda/block_selection.h"
#include "smemlens/cuda/unique_fd.h"
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
  // `shuffle`: as LaunchLimits::shuffle.
  Dealer(const LaunchJob& job, const SelectedBlocks& blocks, unsigned worker_count,
         std::uint64_t shuffle)
      : blocks_(&blocks), order_(blocks.size(), shuffle) {
    for (unsigned i = 0; i < worker_count; ++i) workers_.push_back(std::make_unique<Worker>(job));
  }

  std::span<const std::unique_ptr<Worker>> workers() const { return workers_; }

  // The next block, or kNoBlock when all are dealt or one has faulted.
  std::uint64_t next_block() {
    if (has_fault_.load(std::memory_order_relaxed)) return kNoBlock;
    const std::uint64_t next = next_.fetch_add(1, std::memory_order_relaxed);
    return next < blocks_->size() ? (*blocks_)[order_[next]] : kNoBlock;
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
    if (is_stopped_) {
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

  // From outside: no block's own fault is reported after this.
  void stop(Diagnostic why) {
    const std::lock_guard lock(mutex_);
    has_fault_ = true;
    is_stopped_ = true;
    fault_ = std::move(why);
    for (const auto& worker : workers_) worker->interrupted = true;
  }

  const std::optional<Diagnostic>& fault() const { return fault_; }

 private:
  // Who stops a launch knows no place; the first block that is interrupted does.
  void tell_place(const Diagnostic& interruption) {
    if (!fault_ || !fault_->notes.empty()) return;
    fault_->where = interruption.where;
    fault_->notes = interruption.notes;
  }

  const SelectedBlocks* blocks_;
  BlockOrder order_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> has_fault_{false};
  std::mutex mutex_;
  std::uint64_t fault_block_ = kNoBlock;
  bool is_stopped_ = false;
  std::optional<Diagnostic> fault_;
};

// Stops the launch when its time is over or somebody wants it to end; its end ends the watch.
class Watch {
 public:
  Watch(Dealer& dealer, const LaunchLimits& limits) {
    if (limits.timeout_seconds <= 0 && limits.stop_fd < 0) return;
    ended_ = UniqueFd(eventfd(0, EFD_CLOEXEC));
    thread_ = std::jthread([this, &dealer, limits] { watch(dealer, limits); });
  }
  Watch(const Watch&) = delete;
  Watch(Watch&&) = delete;
  Watch& operator=(const Watch&) = delete;
  Watch& operator=(Watch&&) = delete;
  ~Watch() {
    if (ended_.get() >= 0) eventfd_write(ended_.get(), 1);
  }

 private:
  using Clock = std::chrono::steady_clock;

  void watch(Dealer& dealer, const LaunchLimits& limits) const {
    const std::chrono::duration<double> limit(limits.timeout_seconds);
    const Clock::time_point start = Clock::now();
    std::array fds = {
        pollfd{ended_.get(),   POLLIN, 0},
        pollfd{limits.stop_fd, POLLIN, 0}
    };
    for (;;) {
      const std::chrono::duration<double> left = limit - (Clock::now() - start);
      if (limits.timeout_seconds > 0 && left.count() <= 0) {
        dealer.stop(timeout_problem("the kernel", limits.timeout_seconds));
        return;
      }
      poll(fds.data(), fds.size(), limits.timeout_seconds > 0 ? milliseconds(left) : -1);
      if (fds[0].revents != 0) return;
      if (fds[1].revents != 0) {
        dealer.stop({.code = "interrupted", .message = "the kernel was interrupted"});
        return;
      }
    }
  }

  // Rounded up; a long time is waited for in pieces.
  static int milliseconds(std::chrono::duration<double> time) {
    return static_cast<int>(std::min(std::ceil(time.count() * 1000), 1e9));
  }

  UniqueFd ended_;
  std::jthread thread_;  // ends before the members above do
};

simt::Execution execution_of(const LaunchJob& job, const Worker& worker) {
  return {job.kernel, worker.launch, job.memory, job.is_counted ? worker.sites.get() : nullptr,
          job.output, job.heap};
}

void run_blocks(const LaunchJob& job, Dealer& dealer, Worker& worker) {
  simt::BlockExecutor executor(execution_of(job, worker));
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

// The blocks of a launch that take turns: those that have begun and wait for their next one.
class Ring {
 public:
  Ring(const LaunchJob& job, Worker& worker)
      : executor_(execution_of(job, worker)),
        most_(job.launch.is_cooperative() ? job.launch.blocks()
                                          : simt::resident_blocks(job.kernel, job.launch)),
        turn_(job.launch.is_cooperative() ? kCooperativeTurn : kTurn) {}

  const simt::BlockExecutor& executor() const { return executor_; }
  bool has_room() const { return waiting_.size() < most_; }
  bool is_empty() const { return waiting_.empty(); }

  // One turn of block `next`, which begins, or (kNoBlock) of the one that has waited longest. The
  // block that faulted, if one did.
  std::optional<std::uint64_t> run_turn(std::uint64_t next) {
    if (next != kNoBlock) {
      executor_.start(block_, next);
    } else {
      block_ = std::move(waiting_.front());
      waiting_.pop_front();
    }
    const simt::Progress progress = executor_.step(block_, turn_);
    if (progress == simt::Progress::kFault) return block_.index;
    if (progress == simt::Progress::kDone) return std::nullopt;
    if (progress == simt::Progress::kStuck && next == kNoBlock) {
      if (const auto faulted = look_at_all()) return faulted;
    }
    waiting_.push_back(std::move(block_));
    block_ = {};
    return std::nullopt;
  }

 private:
  // The current block is stuck, and no other can begin. If all are, nothing will ever change.
  std::optional<std::uint64_t> look_at_all() {
    // First the one that wasn't stuck the last time.
    const auto last = std::ranges::find(waiting_, exception_, &simt::BlockState::index);
    if (last != waiting_.end()) std::iter_swap(last, waiting_.begin());
    for (simt::BlockState& other : waiting_) {
      const simt::Progress seen = executor_.look_at(other);
      if (seen == simt::Progress::kFault) return other.index;
      if (seen == simt::Progress::kStuck) continue;
      exception_ = other.index;
      return std::nullopt;
    }
    executor_.report_stuck(block_, waiting_.size());
    return block_.index;
  }

  simt::BlockExecutor executor_;
  std::size_t most_;
  std::uint64_t turn_;
  std::deque<simt::BlockState> waiting_;
  simt::BlockState block_;  // whose turn it is
  std::uint64_t exception_ = kNoBlock;
};

// In order on one thread; a block that does not end within its turn waits in a ring while later
// blocks run, so that a block may wait for any that a GPU would keep resident with it.
void run_blocks_in_turns(const LaunchJob& job, Dealer& dealer, Worker& worker) {
  Ring ring(job, worker);
  for (;;) {
    const std::uint64_t next = ring.has_room() ? dealer.next_block() : kNoBlock;
    if (next == kNoBlock && ring.is_empty()) break;
    if (const auto faulted = ring.run_turn(next)) {
      dealer.report_fault(*faulted, ring.executor().fault());
      break;
    }
  }
  worker.thread_instructions = ring.executor().thread_instructions();
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
  Dealer dealer(job, blocks, std::max(1U, worker_count_for(job, blocks.size(), limits)),
                runs_in_turns(job) ? 0 : limits.shuffle);
  {
    const Watch watch(dealer, limits);
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
