#include "smemlens/simt/launch_limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/rounding.h"
#include "smemlens/simt/kernel.h"
#include "smemlens/simt/launch.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

constexpr std::uint64_t kMostLocalBytesOfABlock = std::uint64_t{128} << 20U;
constexpr std::uint64_t kMostBytesOfResidentBlocks = std::uint64_t{4} << 30U;
constexpr std::uint64_t kMostResidentBlocks = 2048;

// Whole warps are held.
std::uint64_t held_threads(const Launch& launch) {
  return rounded_up(launch.threads_per_block(), kLanes);
}

}  // namespace

std::uint32_t most_local_bytes(const Launch& launch) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kMaxLocalBytes, kMostLocalBytesOfABlock / held_threads(launch)));
}

std::optional<Diagnostic> local_memory_problem(const Kernel& kernel, const Launch& launch) {
  const std::uint32_t needed = kernel.functions.front().local_bytes;
  const std::uint32_t most = most_local_bytes(launch);
  if (needed <= most) return std::nullopt;
  return Diagnostic{.code = "local-memory-limit",
                    .message = "kernel '" + kernel.name() + "' needs " + std::to_string(needed) +
                               " bytes of local memory a thread; in blocks of " +
                               std::to_string(launch.threads_per_block()) +
                               " threads smemlens gives at most " + std::to_string(most),
                    .hint = "launch smaller blocks, or make the arrays of a thread smaller"};
}

std::size_t resident_blocks(const Kernel& kernel, const Launch& launch) {
  const std::uint64_t bytes = held_threads(launch) * kernel.functions.front().local_bytes;
  const std::uint64_t fitting = kMostBytesOfResidentBlocks / std::max<std::uint64_t>(bytes, 1);
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(fitting, 1, kMostResidentBlocks));
}

}  // namespace smemlens::simt
