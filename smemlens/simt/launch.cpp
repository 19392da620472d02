#include "smemlens/simt/launch.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/kernel.h"

namespace smemlens::simt {
namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr Extent kMostBlocks = {0x7fffffff, 65535, 65535};
constexpr Extent kMostThreads = {1024, 1024, 64};
constexpr std::array<char, 3> kDimensions = {'x', 'y', 'z'};

Diagnostic refused(std::string message) {
  return {.code = "launch-refused", .message = std::move(message)};
}

std::optional<Diagnostic> extent_problem(const Extent& extent, const Extent& most,
                                         const std::string& what) {
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] != 0 && extent[i] <= most[i]) continue;
    return refused(what + "." + kDimensions[i] + " is " + std::to_string(extent[i]) +
                   "; it must be 1 to " + std::to_string(most[i]));
  }
  return std::nullopt;
}

std::optional<Diagnostic> required_threads_problem(const Kernel& kernel, const Launch& launch) {
  const ptx::Function& function = kernel.module->functions[kernel.entry];
  const Extent& required = function.required_threads;
  if (required[0] != 0 && required != launch.block) {
    return refused("kernel '" + kernel.name() + "' was compiled for blocks of " +
                   std::to_string(count_of(required)) + " threads (.reqntid), not " +
                   std::to_string(launch.threads_per_block()));
  }
  const Extent& most = function.max_threads;
  if (most[0] != 0 && count_of(most) < launch.threads_per_block()) {
    return refused("kernel '" + kernel.name() + "' was compiled for at most " +
                   std::to_string(count_of(most)) + " threads a block (__launch_bounds__), not " +
                   std::to_string(launch.threads_per_block()));
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> why_refused(const Kernel& kernel, const Launch& launch,
                                      std::uint32_t shared_limit_bytes) {
  if (auto problem = extent_problem(launch.grid, kMostBlocks, "grid")) return problem;
  if (auto problem = extent_problem(launch.block, kMostThreads, "block")) return problem;
  if (launch.threads_per_block() > kMaxThreadsPerBlock) {
    return refused("a block of " + std::to_string(launch.threads_per_block()) +
                   " threads; at most " + std::to_string(kMaxThreadsPerBlock) + " are possible");
  }
  if (auto problem = required_threads_problem(kernel, launch)) return problem;
  const std::uint64_t shared = kernel.shared.total_bytes(launch.dynamic_shared_bytes);
  if (shared > shared_limit_bytes) {
    return refused("the block needs " + std::to_string(shared) + " bytes of shared memory (" +
                   std::to_string(kernel.shared.static_bytes) + " static, " +
                   std::to_string(launch.dynamic_shared_bytes) + " dynamic); the limit is " +
                   std::to_string(shared_limit_bytes));
  }
  if (launch.parameters.size() < kernel.parameter_bytes) {
    return refused("the kernel takes " + std::to_string(kernel.parameter_bytes) +
                   " bytes of parameters, not " + std::to_string(launch.parameters.size()));
  }
  return std::nullopt;
}

}  // namespace smemlens::simt
