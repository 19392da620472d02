#pragma once

// One kernel of bench/kernels/bench.cu with a grid and a size, ready to run.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "bench/scalar.h"
#include "smemlens/cuda/launch.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"

namespace smemlens::bench {

struct Workload {
  std::string_view label;
  std::string_view kernel;
  simt::Extent grid{};
  simt::Extent block{};
  std::uint32_t n = 0;
  std::uint64_t in_words = 0;
  Scalar scalar = nullptr;
  int runs = 5;  // the best counts
};

// Those of the table in docs/performance.md, and small ones for an instruction count.
std::span<const Workload> workloads();
std::span<const Workload> small_workloads();

// bench/kernels/bench.cu as `compiler` ("nvcc" or "clang") has compiled it.
std::string ptx_text(std::string_view compiler);

// A workload with its memory. Ends the program with a message if its PTX can't be used.
class PreparedWorkload {
 public:
  PreparedWorkload(const Workload& workload, std::string_view compiler, simt::HostIsa isa);
  PreparedWorkload(const PreparedWorkload&) = delete;
  PreparedWorkload& operator=(const PreparedWorkload&) = delete;
  PreparedWorkload(PreparedWorkload&&) = delete;
  PreparedWorkload& operator=(PreparedWorkload&&) = delete;
  ~PreparedWorkload();

  // Every request is counted, with `sm_80`'s rules; or none, and only the kernel's effects are had.
  cuda::LaunchResult run(unsigned threads, bool is_counted = true) const;
  void run_scalar();
  // True if the kernel has left what the plain C++ leaves.
  bool is_right() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace smemlens::bench
