#pragma once

// From the rows of a matrix that choose the bank to a whole layout, as short as it can be written.
//
//   bank rows 100001, 1000010 (bits 0 and 5, bits 1 and 6)  →  i ^ ((i >> 5) & 3)
//
// Which bits lead the rows, and which address bits follow them, changes no cost: so rows are
// reduced to lead with the lowest bits, bits that change nothing are dropped, and the rest of the
// number stays as it is.

#include <cstdint>
#include <span>

#include "smemlens/solve/granules.h"
#include "smemlens/solve/layout.h"

namespace smemlens {

struct BankRows {
  std::span<const GranulePhase> phases;      // whose cost must not rise
  std::span<const std::uint32_t> bank_rows;  // masks on granule numbers, linearly independent
  std::uint32_t slot_bits = 5;               // at least as many as there are rows
  std::uint32_t granule_bits = 10;           // of the array, at least slot_bits
  std::uint32_t element_bits = 0;            // of an element's number within its granule
};

// On element numbers of granule_bits + element_bits bits. Invertible.
LinearMap completed_map(const BankRows& given);

// Wavefronts of the phases if bit j of a granule's bank is the parity of its number & rows[j].
std::uint64_t wavefronts_under(std::span<const std::uint32_t> rows,
                               std::span<const GranulePhase> phases);

}  // namespace smemlens
