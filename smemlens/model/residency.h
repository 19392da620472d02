#pragma once

// How many blocks one multiprocessor holds, as far as shared memory decides it.
//
//   sm_80: 164 KiB, 1 KiB of each block reserved, at most 32 blocks
//     16384 bytes a block → 9 blocks     16896 bytes (rows of 33 instead of 32) → 9

#include <cstdint>
#include <optional>

#include "smemlens/model/architecture.h"

namespace smemlens {

struct Residency {
  std::uint32_t shared_bytes = 0;    // of a multiprocessor
  std::uint32_t reserved_bytes = 0;  // that the system takes of each block
  std::uint32_t most_blocks = 0;     // however little each uses

  // Blocks of `bytes` bytes of shared memory each; 0 if one doesn't fit.
  std::uint32_t blocks_of(std::uint64_t bytes) const;
};

// None where the vendor's limits aren't in the table (AMD).
std::optional<Residency> residency_of(const Architecture& architecture);

}  // namespace smemlens
