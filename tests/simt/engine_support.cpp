#include "tests/simt/engine_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"

namespace smemlens::simt {
namespace {

class Recorder : public AccessObserver {
 public:
  Recorder(const Kernel& kernel, const SourceText& source, const BankModel& model, Outcome& outcome)
      : kernel_(kernel), source_(source), model_(model), outcome_(outcome) {}

  void observe(const SharedAccess& access) override {
    const RequestCost cost = cost_of(model_, access.request);
    const ptx::Instruction& instruction =
        kernel_.module->functions[access.function].instructions[access.instruction];
    outcome_.accesses.push_back(
        {.ptx_line = location_of(source_, instruction.span.begin).line,
         .warp = access.warp,
         .wavefronts = cost.wavefronts,
         .ideal_wavefronts = cost.ideal_wavefronts,
         .active = access.request.active,
         .is_divergent = access.is_divergent,
         .is_exact = cost.is_exact(),
         .operation = access.request.operation,
         .array = access.array == ptx::kNone ? "" : kernel_.shared.arrays[access.array].name});
  }

 private:
  const Kernel& kernel_;
  const SourceText& source_;
  const BankModel& model_;
  Outcome& outcome_;
};

class Output : public DeviceOutput {
 public:
  explicit Output(Outcome& outcome) : outcome_(outcome) {}
  void print(std::string_view text) override { outcome_.printed += text; }
  void assert_failed(std::string_view text) override { outcome_.asserted += text; }

 private:
  Outcome& outcome_;
};

}  // namespace

KernelUnderTest::KernelUnderTest(std::string ptx, std::string_view kernel)
    : text_(std::move(ptx)), name_(kernel), kernel_(tl::unexpected(Diagnostic{})) {
  parsed_ = ptx::parse_module({"kernel.ptx", text_});
  for (const Diagnostic& diagnostic : parsed_.diagnostics) {
    if (diagnostic.severity == Severity::kError) ADD_FAILURE() << to_text(diagnostic);
  }
  auto image = ModuleImage::load(parsed_.module, memory_);
  if (!image) {
    ADD_FAILURE() << to_text(image.error());
    return;
  }
  image_ = std::move(*image);
  kernel_ = prepare(*image_, name_, HostIsa::kBaseline);
}

void KernelUnderTest::append(const void* value, std::size_t bytes) {
  auto& parameters = launch_.parameters;
  parameters.resize((parameters.size() + bytes - 1) / bytes * bytes + bytes);
  std::memcpy(parameters.data() + parameters.size() - bytes, value, bytes);
}

void KernelUnderTest::add_buffer() {
  Buffer& bytes = buffers_.back();
  // Room behind the buffer that isn't announced: a store there is a fault, not a crash.
  const std::size_t size = bytes.size();
  bytes.reserve(size + 4096);
  const std::uint64_t address = address_of(bytes.data());
  memory_.add(
      {.begin = address, .bytes = size, .name = "buffer " + std::to_string(buffers_.size() - 1)});
  value(address);
}

Outcome KernelUnderTest::run_with(HostIsa isa) {
  Outcome outcome;
  const SourceText source{"kernel.ptx", text_};
  const Expected<Kernel> kernel = prepare(*image_, name_, isa, &source);
  if (!kernel) {
    outcome.fault = kernel.error();
    return outcome;
  }
  Recorder recorder(*kernel, source, find_architecture(architecture_)->bank_model, outcome);
  Output output(outcome);
  heap_.clear();
  BlockExecutor executor({*kernel, launch_, memory_, &recorder, &output, &heap_});
  for (std::uint64_t block = 0; block < launch_.blocks() && !outcome.fault; ++block) {
    outcome.fault = executor.run_block(block);
  }
  outcome.steps = executor.thread_instructions();
  return outcome;
}

Outcome KernelUnderTest::run() {
  if (best_host_isa() == HostIsa::kBaseline) return run_with(HostIsa::kBaseline);
  const auto before = buffers_;
  const Outcome expected = run_with(HostIsa::kBaseline);
  const auto after = buffers_;
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::copy(before[i].begin(), before[i].end(), buffers_[i].begin());
  }
  const Outcome outcome = run_with(HostIsa::kAvx2);
  EXPECT_EQ(buffers_, after) << "the two instruction sets of the host differ";
  EXPECT_EQ(outcome.fault_text(), expected.fault_text());
  EXPECT_EQ(outcome.printed, expected.printed);
  EXPECT_EQ(outcome.steps, expected.steps);
  return outcome;
}

std::string refusal_of(const std::string& module) {
  const ptx::ParseResult parsed = ptx::parse_module({"kernel.ptx", module});
  for (const Diagnostic& diagnostic : parsed.diagnostics) {
    if (diagnostic.severity == Severity::kError) return to_text(diagnostic);
  }
  GlobalMemory memory;
  const auto image = ModuleImage::load(parsed.module, memory);
  if (!image) return to_text(image.error());
  const Expected<Kernel> kernel = prepare(*image, "k");
  return kernel ? std::string() : to_text(kernel.error());
}

std::string module_around(std::string_view body, std::string_view module) {
  std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".extern .shared .align 16 .b8 dynamic[];\n";
  text += module;
  text +=
      "\n.visible .entry k(.param .u64 out, .param .u64 in, .param .u32 n)\n{\n"
      "  .reg .pred %p<16>; .reg .b16 %rs<16>; .reg .b32 %r<32>; .reg .f32 %f<16>;\n"
      "  .reg .b64 %rd<32>; .reg .f64 %fd<16>;\n"
      "  ld.param.u64 %rd30, [out]; ld.param.u64 %rd29, [in]; ld.param.u32 %r29, [n];\n"
      "  mov.u32 %r30, %tid.x;\n";
  text += body;
  text +=
      "\n  mul.wide.u32 %rd31, %r30, 4; add.s64 %rd31, %rd31, %rd30;\n"
      "  st.global.u32 [%rd31], %r31;\n  ret;\n}\n";
  return text;
}

namespace {

void fill(KernelUnderTest& bench, const RunOptions& shape) {
  bench.buffer(std::vector<std::uint32_t>(shape.threads, 0xdeadbeef));
  bench.buffer(shape.in.empty() ? std::vector<std::uint32_t>(64, 0) : shape.in);
  bench.value(shape.n);
  bench.launch().block = {shape.threads, 1, 1};
  bench.launch().grid = {shape.blocks, 1, 1};
  bench.launch().dynamic_shared_bytes = shape.dynamic_shared_bytes;
  bench.launch().max_steps = shape.max_steps;
  bench.architecture(shape.architecture);
}

}  // namespace

std::vector<std::uint32_t> lanes_of(std::string_view body, const RunOptions& shape) {
  KernelUnderTest bench(module_around(body, shape.module));
  fill(bench, shape);
  const Outcome outcome = bench.run();
  if (outcome.fault) {
    ADD_FAILURE() << outcome.fault_text();
    return {};
  }
  return bench.content<std::uint32_t>(0);
}

Outcome outcome_of(std::string_view body, const RunOptions& shape) {
  KernelUnderTest bench(module_around(body, shape.module));
  fill(bench, shape);
  return bench.run();
}

}  // namespace smemlens::simt
