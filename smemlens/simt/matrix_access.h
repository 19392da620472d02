#pragma once

// ldmatrix, stmatrix, movmatrix. Compiled once for each host instruction set.
//
// Lane l < 8 * matrices gives the address of row l % 8 of matrix l / 8: 8 elements of 16 bits.
// Matrix i lies in register i of every lane: lane 4r + c holds elements 2c and 2c + 1 of row r,
// with .trans those of column r (PTX ISA, "ldmatrix").

#include <cstdint>

#include "smemlens/simt/collective.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {

bool load_matrices(const CollectiveSite& site);
bool store_matrices(const CollectiveSite& site);
bool transpose_matrix(const CollectiveSite& site);

// One matrix, from rows that lanes first_row to first_row + 7 of `rows` point to, to a register.
void distribute(const Reach& rows, unsigned first_row, bool is_transposed, std::uint32_t* reg);

}  // namespace smemlens::simt::SMEMLENS_ISA
