#pragma once

// ldmatrix, stmatrix, movmatrix. Compiled once for each host instruction set.
//
// Lane l < 8 * matrices gives the address of row l % 8 of matrix l / 8: 8 elements of 16 bits.
// Matrix i lies in register i of every lane: lane 4r + c holds elements 2c and 2c + 1 of row r,
// with .trans those of column r (PTX ISA, "ldmatrix").

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/collective.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {

bool load_matrices(const CollectiveSite& site);
bool store_matrices(const CollectiveSite& site);
bool transpose_matrix(const CollectiveSite& site);

// Where lane `lane` of a resolved access of `bytes` a lane is.
[[gnu::always_inline]] inline std::byte* pointer_of(const Reach& reach, unsigned lane,
                                                    unsigned bytes) {
  switch (reach.shape) {
    case Shape::kScattered:
      return reach.lane[lane];
    case Shape::kContiguous:
      return reach.first + (std::size_t{lane} * bytes);
    case Shape::kUniform:
      break;
  }
  return reach.first;
}

// One matrix, from rows that lanes first_row to first_row + 7 of `rows` point to, to a register.
void distribute(const Reach& rows, unsigned first_row, bool is_transposed, std::uint32_t* reg);

}  // namespace smemlens::simt::SMEMLENS_ISA
