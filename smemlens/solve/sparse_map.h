#pragma once

// A linear map that is as cheap to compute as can be found: each bank bit keeps its own index bit
// and takes as few higher ones as will do.
//
//   bank of rows, columns and XOR diagonals: not any matrix over GF(32), but
//   i ^ ((i >> 5) & 31) ^ …  with the fewest bits
//
// Such maps leave all other bits of the number alone and are their own inverse.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smemlens/solve/granules.h"

namespace smemlens {

struct SparseMapSearch {
  std::span<const GranulePhase> phases;
  std::uint64_t wavefronts = 0;  // that the map must reach
  std::uint32_t slot_bits = 5;
  std::uint32_t granule_bits = 10;  // of the array
  std::uint64_t max_steps = 0;      // words of phases looked at
};

// Masks of the bank's bits on granule numbers: bit j of row j, and bits from slot_bits on. None if
// no such map was found.
std::optional<std::vector<std::uint32_t>> sparse_bank_rows(const SparseMapSearch& search);

}  // namespace smemlens
