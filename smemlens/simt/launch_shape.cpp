#include "smemlens/simt/launch_shape.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/launch.h"

namespace smemlens::simt {
namespace {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr Extent kMostBlocks = {0x7fffffff, 65535, 65535};
constexpr Extent kMostThreads = {1024, 1024, 64};
constexpr std::array<char, 3> kDimensions = {'x', 'y', 'z'};

std::optional<Diagnostic> extent_problem(const Extent& extent, const Extent& most,
                                         const std::string& what) {
  for (std::size_t i = 0; i < extent.size(); ++i) {
    if (extent[i] != 0 && extent[i] <= most[i]) continue;
    return Diagnostic{.code = "launch-refused",
                      .message = what + "." + kDimensions[i] + " is " + std::to_string(extent[i]) +
                                 "; it must be 1 to " + std::to_string(most[i])};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> shape_problem(const Extent& grid, const Extent& block) {
  if (auto problem = extent_problem(grid, kMostBlocks, "grid")) return problem;
  if (auto problem = extent_problem(block, kMostThreads, "block")) return problem;
  if (count_of(block) <= kMaxThreadsPerBlock) return std::nullopt;
  return Diagnostic{.code = "launch-refused",
                    .message = "a block of " + std::to_string(count_of(block)) +
                               " threads; at most " + std::to_string(kMaxThreadsPerBlock) +
                               " are possible"};
}

}  // namespace smemlens::simt
