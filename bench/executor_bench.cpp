// How fast kernels run, with every shared access costed, beside the same work as plain scalar C++.
//
//   kernel              thread-instr.   CPU s   M/s   scalar C++ s
//   transpose 1024         37748736    0.035  1078         0.004
//
// Usage: smemlens_executor_bench [transpose_matmul.ptx]

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <ios>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"

namespace smemlens {
namespace {

constexpr int kRuns = 7;

class Coster : public simt::AccessObserver {
 public:
  explicit Coster(const BankModel& model) : model_(model) {}
  void observe(const simt::SharedAccess& access) override {
    wavefronts_ += cost_of(model_, access.request).wavefronts;
  }
  std::uint64_t wavefronts() const { return wavefronts_; }

 private:
  const BankModel& model_;
  std::uint64_t wavefronts_ = 0;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

double best_of(const std::function<void()>& work) {
  double best = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    const double start = cpu_seconds();
    work();
    best = std::min(best, cpu_seconds() - start);
  }
  return best;
}

struct Work {
  std::string label;
  std::string kernel;
  simt::Extent grid;
  simt::Extent block;
  std::uint32_t n;
  std::size_t buffers;
  std::uint64_t expected_wavefronts;
  void (*scalar)(std::vector<std::vector<float>>& buffers, std::uint32_t n);
};

void scalar_transpose(std::vector<std::vector<float>>& buffers, std::uint32_t n) {
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) buffers[0][(x * n) + y] = buffers[1][(y * n) + x];
  }
}

void scalar_matmul(std::vector<std::vector<float>>& buffers, std::uint32_t n) {
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      float sum = 0;
      for (std::uint32_t k = 0; k < n; ++k)
        sum += buffers[1][(y * n) + k] * buffers[2][(k * n) + x];
      buffers[0][(y * n) + x] = sum;
    }
  }
}

template <class Value>
void append(std::vector<std::byte>& bytes, Value value) {
  const std::size_t begin = (bytes.size() + sizeof(Value) - 1) / sizeof(Value) * sizeof(Value);
  bytes.resize(begin + sizeof(Value));
  std::memcpy(bytes.data() + begin, &value, sizeof(Value));
}

std::vector<std::vector<float>> make_buffers(const Work& work) {
  std::vector<std::vector<float>> buffers(work.buffers,
                                          std::vector<float>(std::size_t{work.n} * work.n));
  for (std::size_t b = 0; b < buffers.size(); ++b) {
    for (std::size_t i = 0; i < buffers[b].size(); ++i) {
      buffers[b][i] = static_cast<float>(((i * 7) + b) % 13) - 6;
    }
  }
  return buffers;
}

void measure(const ptx::Module& module, const Work& work, simt::HostIsa isa) {
  simt::GlobalMemory memory;
  auto image = simt::ModuleImage::load(module, memory);
  auto buffers = make_buffers(work);
  simt::Launch launch{.grid = work.grid, .block = work.block};
  for (auto& buffer : buffers) {
    memory.add({.begin = simt::address_of(buffer.data()),
                .bytes = buffer.size() * sizeof(float),
                .name = "buffer"});
    append(launch.parameters, simt::address_of(buffer.data()));
  }
  append(launch.parameters, work.n);
  auto kernel = simt::prepare(*image, work.kernel, isa);
  if (!kernel) {
    std::fputs(to_text(kernel.error()).c_str(), stderr);
    return;
  }
  std::uint64_t steps = 0;
  std::uint64_t wavefronts = 0;
  const auto& model = find_architecture("sm_80")->bank_model;
  const double seconds = best_of([&] {
    Coster coster(model);
    simt::BlockExecutor executor({*kernel, launch, memory, &coster});
    for (std::uint64_t b = 0; b < launch.blocks(); ++b) {
      if (const auto fault = executor.run_block(b)) std::fputs(to_text(*fault).c_str(), stderr);
    }
    steps = executor.thread_instructions();
    wavefronts = coster.wavefronts();
  });
  auto expected = make_buffers(work);
  const double scalar = best_of([&] { work.scalar(expected, work.n); });
  const bool is_right = expected[0] == buffers[0] && wavefronts == work.expected_wavefronts;
  std::printf("%-16s %-8s %12llu  %7.4f  %6.0f  %7.4f  %s\n", work.label.c_str(),
              isa == simt::HostIsa::kAvx2 ? "avx2" : "baseline",
              static_cast<unsigned long long>(steps), seconds,
              static_cast<double>(steps) / seconds / 1e6, scalar, is_right ? "" : "WRONG");
  if (!is_right) std::printf("wavefronts %llu\n", static_cast<unsigned long long>(wavefronts));
}

const std::array<Work, 2> works = {
    {
     // A block's warp stores a row (1) and loads a column (32): 32768 warps.
        {"transpose 1024",
         "_Z9transposePfPKfi",
         {32, 32, 1},
         {32, 32, 1},
         1024,
         2,
         std::uint64_t{32768} * 33,
         scalar_transpose},
     // A warp has two rows of 16 lanes. 2048 warps, 16 tiles: two stores of 32 words, then 16
        // times
        // two words of ta (2 rows 64 bytes apart: banks 0 and 16) and 16 of tb.
        {"matmul 256",
         "_Z6matmulPfPKfS1_i",
         {16, 16, 1},
         {16, 16, 1},
         256,
         3,
         std::uint64_t{2048} * 16 * (2 + 32),
         scalar_matmul},
     }
};

int run(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  const std::string text = content.str();
  const ptx::ParseResult parsed = ptx::parse_module({path, text});
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    std::fputs(to_text(diagnostic).c_str(), stderr);
  }
  std::printf("%-16s %-8s %12s  %7s  %6s  %7s\n", "kernel", "build", "thread-inst.", "CPU s", "M/s",
              "C++ s");
  for (const Work& work : works) {
    measure(parsed.module, work, simt::HostIsa::kBaseline);
    if (simt::best_host_isa() == simt::HostIsa::kAvx2) {
      measure(parsed.module, work, simt::HostIsa::kAvx2);
    }
  }
  return 0;
}

}  // namespace
}  // namespace smemlens

int main(int argc, char** argv) {
  return smemlens::run(argc > 1 ? argv[1]
                                : SMEMLENS_SOURCE_DIR "/bench/kernels/transpose_matmul.ptx");
}
