// How fast kernels run, with every shared request counted, beside the same work as plain C++.
//
//   kernel           PTX    build     thread-inst.   CPU s    M/s   C++ s  times C++
//   transpose 1024   nvcc   avx2          37748736   0.010   3900   0.006        1.6
//
// A last column, «counting», says how many times longer a launch takes than one whose requests
// aren't counted.
//
// Usage: smemlens_executor_bench [WORD]             those whose name begins so
//        smemlens_executor_bench --once NAME PTX    a small one, once, for tools/count-instructions
//
// Figures of a busy machine: CPU seconds are those of the one thread, so they bear other work,
// except for what it does to caches. What two threads gain is wall time, and needs two idle cores.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/scalar.h"
#include "bench/workload.h"
#include "smemlens/cuda/subprocess.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/kernel.h"

namespace smemlens::bench {
namespace {

double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double best_of(int runs, double (*clock)(), const std::function<void()>& work) {
  double best = 1e9;
  for (int run = 0; run < runs; ++run) {
    const double start = clock();
    work();
    best = std::min(best, clock() - start);
  }
  return best;
}

// Megabytes a second of memory that the process gets and writes to for the first time: what
// starting a process and parsing a large text wait for on some virtual machines.
double fresh_memory_rate() {
  constexpr std::size_t kBytes = 64 << 20;
  constexpr std::size_t kPage = 4096;
  const double seconds = best_of(3, cpu_seconds, [] {
    const std::unique_ptr<volatile char[]> memory(new volatile char[kBytes]);
    for (std::size_t at = 0; at < kBytes; at += kPage) memory[at] = 1;
  });
  return static_cast<double>(kBytes) / seconds / 1e6;
}

void print_calibration() {
  constexpr std::uint64_t kSteps = 200'000'000;
  static std::uint64_t kept = 0;
  const double seconds = best_of(3, cpu_seconds, [] { kept += calibration_steps(kSteps); });
  std::printf(
      "calibration: %.0f M dependent 64-bit multiply-adds a second (%llu), %.0f MB/s of fresh "
      "memory\n\n",
      static_cast<double>(kSteps) / seconds / 1e6, static_cast<unsigned long long>(kept % 10),
      fresh_memory_rate());
}

bool measure(const Workload& workload, std::string_view compiler, simt::HostIsa isa) {
  PreparedWorkload prepared(workload, compiler, isa);
  std::uint64_t instructions = 0;
  const double seconds = best_of(workload.runs, cpu_seconds,
                                 [&] { instructions = prepared.run(1).thread_instructions; });
  const double uncounted = best_of(workload.runs, cpu_seconds, [&] {
    static_cast<void>(prepared.run(1, /*is_counted=*/false));
  });
  const double scalar = best_of(workload.runs, cpu_seconds, [&] { prepared.run_scalar(); });
  std::printf("%-16.*s %-6.*s %-8s %12llu %8.3f %6.0f %7.4f %10.1f %9.2f %s\n",
              static_cast<int>(workload.label.size()), workload.label.data(),
              static_cast<int>(compiler.size()), compiler.data(),
              isa == simt::HostIsa::kAvx2 ? "avx2" : "baseline",
              static_cast<unsigned long long>(instructions), seconds,
              static_cast<double>(instructions) / seconds / 1e6, scalar, seconds / scalar,
              seconds / uncounted, prepared.is_right() ? "" : "WRONG");
  return prepared.is_right();
}

// On idle cores the first figure should be near 2. The second, which other work hardly touches, is
// what a second thread costs: near 1.
void measure_threads(const Workload& workload) {
  const PreparedWorkload prepared(workload, "nvcc", simt::best_host_isa());
  const auto one = [&] { static_cast<void>(prepared.run(1)); };
  const auto two = [&] { static_cast<void>(prepared.run(2)); };
  constexpr int kRuns = 9;
  std::printf("%-16.*s %17.2f %27.2f\n", static_cast<int>(workload.label.size()),
              workload.label.data(),
              best_of(kRuns, wall_seconds, one) / best_of(kRuns, wall_seconds, two),
              best_of(kRuns, cpu_seconds, two) / best_of(kRuns, cpu_seconds, one));
}

void measure_parser() {
  const std::string text = ptx_text("nvcc");
  constexpr int kTimes = 50;
  const double seconds = best_of(5, cpu_seconds, [&] {
    for (int i = 0; i < kTimes; ++i) static_cast<void>(ptx::parse_module({"bench.ptx", text}));
  });
  std::printf("\nparser: %.0f MB/s\n", kTimes * static_cast<double>(text.size()) / seconds / 1e6);
}

double run_time(const std::vector<std::string>& command) {
  return best_of(20, wall_seconds, [&] { static_cast<void>(cuda::run_tool(command)); });
}

// One small block, from the command's start to its report, beside a start that does nothing.
void measure_start() {
  const std::vector<std::string> command = {
      SMEMLENS_BINARY_DIR "/bin/smemlens",
      "launch",
      SMEMLENS_SOURCE_DIR "/bench/kernels/bench_nvcc.ptx",
      "-k",
      "partial",
      "--grid",
      "1",
      "--block",
      "128",
      "--arg",
      "zeros:512",
      "--arg",
      "iota:u32:128",
      "--arg",
      "i32:10",
  };
  std::printf("launch of one block, from the command's start to its end: %.1f ms\n",
              run_time(command) * 1e3);
  std::printf("--version, the same: %.1f ms\n",
              run_time({SMEMLENS_BINARY_DIR "/bin/smemlens", "--version"}) * 1e3);
}

int run_all(std::string_view beginning) {
  print_calibration();
  std::printf("%-16s %-6s %-8s %12s %8s %6s %7s %10s %9s\n", "kernel", "PTX", "build",
              "thread-inst.", "CPU s", "M/s", "C++ s", "times C++", "counting");
  bool is_right = true;
  for (const Workload& workload : workloads()) {
    if (!workload.label.starts_with(beginning)) continue;
    for (const std::string_view compiler : {"nvcc", "clang"}) {
      for (const simt::HostIsa isa : {simt::HostIsa::kBaseline, simt::HostIsa::kAvx2}) {
        if (isa > simt::best_host_isa()) continue;
        is_right = measure(workload, compiler, isa) && is_right;
      }
    }
  }
  std::printf("\n%-16s wall time, 1 : 2 threads   processor time, 2 : 1 threads\n", "kernel");
  for (const Workload& workload : workloads()) {
    const bool is_asked = workload.label.starts_with(beginning);
    if (is_asked && workload.label != "matmul 1024") measure_threads(workload);
  }
  measure_parser();
  measure_start();
  return is_right ? EXIT_SUCCESS : EXIT_FAILURE;
}

// What callgrind counts; its name is in tools/count-instructions.
[[gnu::noinline]] std::uint64_t counted_run(const PreparedWorkload& prepared) {
  return prepared.run(1).thread_instructions;
}

int run_once(std::string_view kernel, std::string_view compiler) {
  const auto all = small_workloads();
  const auto found = std::ranges::find(all, kernel, &Workload::label);
  if (found == all.end()) return EXIT_FAILURE;
  PreparedWorkload prepared(*found, compiler, simt::best_host_isa());
  static_cast<void>(prepared.run(1));  // memory that comes from the system does so before
  std::printf("%llu\n", static_cast<unsigned long long>(counted_run(prepared)));
  prepared.run_scalar();
  return prepared.is_right() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace
}  // namespace smemlens::bench

int main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--once" && argc == 4) return smemlens::bench::run_once(argv[2], argv[3]);
  return smemlens::bench::run_all(first);
}
