#include "smemlens/model/residency.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "smemlens/model/architecture.h"

namespace smemlens {
namespace {

struct Row {
  std::uint32_t compute_capability;  // from this one on
  std::uint32_t shared_kib;          // of a multiprocessor
  std::uint32_t most_blocks;
};

// CUDA C Programming Guide, "Technical Specifications per Compute Capability".
constexpr Row kRows[] = {
    {10,  16,  8 },
    {30,  48,  16},
    {37,  112, 16},
    {50,  64,  32},
    {52,  96,  32},
    {53,  64,  32},
    {60,  64,  32},
    {61,  96,  32},
    {62,  64,  32},
    {70,  96,  32},
    {75,  64,  16},
    {80,  164, 32},
    {86,  100, 16},
    {87,  164, 16},
    {88,  100, 16},
    {89,  100, 24},
    {90,  228, 32},
    {120, 100, 24},
};

// From compute capability 8.0 on the system keeps 1 KiB of each block.
constexpr std::uint32_t kFirstWithReserve = 80;
constexpr std::uint32_t kReservedBytes = 1024;

}  // namespace

std::uint32_t Residency::blocks_of(std::uint64_t bytes) const {
  const std::uint64_t block_bytes = bytes + reserved_bytes;
  if (block_bytes == 0) return most_blocks;
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(most_blocks, shared_bytes / block_bytes));
}

std::optional<Residency> residency_of(const Architecture& architecture) {
  const std::uint32_t capability = architecture.compute_capability;
  if (capability == 0) return std::nullopt;
  const Row* chosen = &kRows[0];
  for (const Row& row : kRows) {
    if (row.compute_capability <= capability) chosen = &row;
  }
  return Residency{.shared_bytes = chosen->shared_kib * 1024,
                   .reserved_bytes = capability >= kFirstWithReserve ? kReservedBytes : 0,
                   .most_blocks = chosen->most_blocks};
}

}  // namespace smemlens
