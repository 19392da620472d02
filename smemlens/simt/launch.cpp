#include "smemlens/simt/launch.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch_shape.h"

namespace smemlens::simt {
namespace {

Diagnostic refused(std::string message) {
  return {.code = "launch-refused", .message = std::move(message)};
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

// Blocks run one by one, so a cluster has one block.
std::optional<Diagnostic> cluster_problem(const Kernel& kernel) {
  const Extent& cluster = kernel.module->functions[kernel.entry].required_cluster;
  if (count_of(cluster) <= 1) return std::nullopt;
  return refused("kernel '" + kernel.name() + "' was compiled for clusters of " +
                 std::to_string(count_of(cluster)) +
                 " blocks (.reqnctapercluster), which aren't supported");
}

}  // namespace

std::optional<Diagnostic> why_refused(const Kernel& kernel, const Launch& launch,
                                      std::uint32_t shared_limit_bytes) {
  if (auto problem = shape_problem(launch.grid, launch.block)) return problem;
  if (auto problem = required_threads_problem(kernel, launch)) return problem;
  if (auto problem = cluster_problem(kernel)) return problem;
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
