#include "bench/workload.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <ios>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bench/scalar.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/launch.h"
#include "smemlens/model/architecture.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"

namespace smemlens::bench {
namespace {

constexpr Workload kWorkloads[] = {
    {"transpose 1024", "transpose", {32, 32, 1}, {32, 32, 1}, 1024, 1U << 20U, scalar_transpose},
    {"matmul 256", "matmul", {16, 16, 1}, {16, 16, 1}, 256, 1U << 17U, scalar_matmul},
    {"matmul 1024", "matmul", {64, 64, 1}, {16, 16, 1}, 1024, 1U << 21U, scalar_matmul, 1},
    {"partial masks", "partial", {64, 1, 1}, {128, 1, 1}, 500, 1U << 13U, scalar_partial},
    {"divergence", "divergent", {64, 1, 1}, {128, 1, 1}, 200, 1U << 13U, scalar_divergent},
    {"64-bit integers", "wide", {64, 1, 1}, {128, 1, 1}, 300, 1U << 13U, scalar_wide},
    {"shared atomics", "atomics", {64, 1, 1}, {128, 1, 1}, 500, 1U << 13U, scalar_atomics},
    {"random loads", "scattered", {64, 1, 1}, {128, 1, 1}, 500, 1U << 13U, scalar_scattered},
};

constexpr Workload kSmallWorkloads[] = {
    {"transpose", "transpose", {4, 4, 1}, {32, 32, 1}, 128, 1U << 14U, scalar_transpose},
    {"matmul",    "matmul",    {4, 4, 1}, {16, 16, 1}, 64,  1U << 13U, scalar_matmul   },
    {"partial",   "partial",   {4, 1, 1}, {128, 1, 1}, 100, 1U << 9U,  scalar_partial  },
    {"divergent", "divergent", {4, 1, 1}, {128, 1, 1}, 50,  1U << 9U,  scalar_divergent},
    {"wide",      "wide",      {4, 1, 1}, {128, 1, 1}, 100, 1U << 9U,  scalar_wide     },
    {"atomics",   "atomics",   {4, 1, 1}, {128, 1, 1}, 100, 1U << 9U,  scalar_atomics  },
    {"scattered", "scattered", {4, 1, 1}, {128, 1, 1}, 100, 1U << 9U,  scalar_scattered},
};

[[noreturn]] void give_up(const Diagnostic& problem) {
  static_cast<void>(std::fputs(to_text(problem).c_str(), stderr));
  std::exit(EXIT_FAILURE);
}

// Small whole numbers as floats, whose products add up without rounding; or any words.
Words input_of(const Workload& workload) {
  const bool is_float = workload.kernel == "matmul" || workload.kernel == "transpose";
  Words words(workload.in_words);
  std::uint32_t x = 1;
  for (std::uint32_t& word : words) {
    x = (x * 1664525U) + 1013904223U;
    const auto value = static_cast<float>((x >> 16U) % 13) - 6;
    word = x;
    if (is_float) std::memcpy(&word, &value, sizeof(word));
  }
  return words;
}

}  // namespace

std::span<const Workload> workloads() {
  return kWorkloads;
}
std::span<const Workload> small_workloads() {
  return kSmallWorkloads;
}

std::string ptx_text(std::string_view compiler) {
  const std::string path =
      SMEMLENS_SOURCE_DIR "/bench/kernels/bench_" + std::string(compiler) + ".ptx";
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up({.code = "bench", .message = "no " + path});
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

struct PreparedWorkload::State {
  Workload workload;
  ptx::ParseResult parsed;
  simt::GlobalMemory memory;
  std::optional<simt::ModuleImage> image;
  std::optional<simt::Kernel> kernel;
  Words in;
  Words out;
  Words expected;
  simt::Launch launch;
};

PreparedWorkload::PreparedWorkload(const Workload& workload, std::string_view compiler,
                                   simt::HostIsa isa)
    : state_(std::make_unique<State>()) {
  State& state = *state_;
  state.workload = workload;
  state.parsed = ptx::parse_module({"bench.ptx", ptx_text(compiler)});
  auto image = simt::ModuleImage::load(state.parsed.module, state.memory);
  if (!image) give_up(image.error());
  state.image = std::move(*image);
  auto kernel = simt::prepare(*state.image, workload.kernel, isa);
  if (!kernel) give_up(kernel.error());
  state.kernel = std::move(*kernel);
  state.launch.grid = workload.grid;
  state.launch.block = workload.block;
  state.in = input_of(workload);
  state.out.resize(state.launch.blocks() * state.launch.threads_per_block());
  state.expected.resize(state.out.size());
  struct Parameters {
    std::uint64_t out;
    std::uint64_t in;
    std::uint32_t n;
  };
  Parameters parameters{simt::address_of(state.out.data()), simt::address_of(state.in.data()),
                        workload.n};
  for (Words* const words : {&state.out, &state.in}) {
    state.memory.add({.begin = simt::address_of(words->data()),
                      .bytes = words->size() * sizeof(std::uint32_t),
                      .name = "buffer"});
  }
  state.launch.parameters.resize(sizeof(parameters));
  std::memcpy(state.launch.parameters.data(), &parameters, sizeof(parameters));
}

PreparedWorkload::~PreparedWorkload() = default;

cuda::LaunchResult PreparedWorkload::run(unsigned threads, bool is_counted) const {
  cuda::LaunchResult result =
      cuda::run_launch({.kernel = *state_->kernel,
                        .launch = state_->launch,
                        .memory = state_->memory,
                        .model = find_architecture("sm_80")->bank_model,
                        .is_counted = is_counted},
                       {.threads = threads, .timeout_seconds = 0, .blocks = {}});
  if (result.fault) give_up(*result.fault);
  return result;
}

void PreparedWorkload::run_scalar() {
  state_->workload.scalar(state_->expected, state_->in, state_->workload.n);
}

bool PreparedWorkload::is_right() const {
  return state_->out == state_->expected;
}

}  // namespace smemlens::bench
