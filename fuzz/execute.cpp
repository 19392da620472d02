// Any PTX that can be prepared must run to an end, a limit or a fault: no crash, no hang. It has
// no memory but its own: every pointer that it makes up is a fault.

#include <cstddef>
#include <cstdint>
#include <string>

#include "smemlens/ptx/module.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/block_executor.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/module_image.h"

namespace {

using namespace smemlens;  // NOLINT(google-build-using-namespace): one function

constexpr std::uint64_t kSteps = 20'000;
constexpr std::uint32_t kSharedBytes = 64 * 1024;

void run(const simt::ModuleImage& image, const std::string& name, const simt::GlobalMemory& memory,
         simt::HostIsa isa) {
  const auto kernel = simt::prepare(image, name, isa);
  if (!kernel) return;
  simt::Launch launch{
      .grid = {2,  1, 1},
        .block = {35, 2, 1},
        .dynamic_shared_bytes = 256, .max_steps = kSteps
  };
  if (kernel->parameter_bytes > kSharedBytes) return;
  launch.parameters.resize(kernel->parameter_bytes);
  if (simt::why_refused(*kernel, launch, kSharedBytes)) return;
  simt::BlockExecutor executor({*kernel, launch, memory});
  for (std::uint64_t block = 0; block < launch.blocks(); ++block) {
    if (executor.run_block(block)) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const ptx::ParseResult parsed = ptx::parse_module({"fuzz.ptx", text});
  if (ptx::has_errors(parsed)) return 0;
  simt::GlobalMemory memory;
  const auto image = simt::ModuleImage::load(parsed.module, memory);
  if (!image) return 0;
  for (const ptx::Function& function : parsed.module.functions) {
    if (!function.is_entry) continue;
    run(*image, function.name, memory, simt::HostIsa::kBaseline);
    run(*image, function.name, memory, simt::best_host_isa());
  }
  return 0;
}
