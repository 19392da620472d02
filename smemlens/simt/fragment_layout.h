#pragma once

// The places of a fragment's elements. Included only by the sources that are compiled once for
// each host instruction set. Cited: PTX ISA, "Matrix Fragments for mma.…".

#include "smemlens/simt/fragment.h"

namespace smemlens::simt::SMEMLENS_ISA {

struct Place {
  unsigned row = 0;
  unsigned column = 0;
};

// Layout kCore. A and B are cut into parts of 8 rows (columns of B) by 128 bits, one register each;
// accumulators into parts of 8 rows by 8 columns, two elements of a lane each. Parts of 8 rows come
// in pairs (rows r and r + 8) before the next part along the row.
//   lane     0 to 31
//   element  of the register, lowest bits first
inline Place core_place(const Fragment& fragment, unsigned reg, unsigned lane, unsigned element) {
  const unsigned group = lane / 4;
  const unsigned thread = lane % 4;
  const unsigned packed = packed_in_register(fragment.element);
  const unsigned halves = fragment.rows >= 16 ? 2 : 1;  // parts of 8 rows that stand together
  if (fragment.role == MatrixRole::kA) {
    const unsigned parts = fragment.columns / (4 * packed);
    const unsigned in_slab = reg % (halves * parts);
    return {.row = (reg / (halves * parts) * 16) + (in_slab % halves * 8) + group,
            .column = (((in_slab / halves * 4) + thread) * packed) + element};
  }
  if (fragment.role == MatrixRole::kB) {
    const unsigned parts = fragment.rows / (4 * packed);
    return {.row = (((reg % parts * 4) + thread) * packed) + element,
            .column = (reg / parts * 8) + group};
  }
  const unsigned index = (reg * packed) + element;
  const unsigned tile = index / (2 * halves);
  const unsigned in_tile = index % (2 * halves);
  const unsigned tiles = fragment.columns / 8U;
  return {.row = (tile / tiles * 16) + (in_tile / 2 * 8) + group,
          .column = (tile % tiles * 8) + (2 * thread) + (in_tile % 2)};
}

// The layouts of mma.m8n8k4 with f16: lanes 4p to 4p + 3 and 16 + 4p to 16 + 4p + 3 hold the p-th
// of four matrices.
inline Place quad_pair_place(const Fragment& fragment, unsigned reg, unsigned lane,
                             unsigned element) {
  const unsigned i = (reg * packed_in_register(fragment.element)) + element;
  const unsigned high = lane < 16 ? 0 : 4;
  const unsigned thread = lane % 4;
  if (fragment.layout == FragmentLayout::kQuadPairWord) {
    return {.row = (lane & 1U) + (i & 2U) + high, .column = (i & 4U) + (lane & 2U) + (i & 1U)};
  }
  const bool is_column = fragment.layout == FragmentLayout::kQuadPairColumn;
  if (fragment.role == MatrixRole::kB) {
    return is_column ? Place{.row = thread, .column = i + high}
                     : Place{.row = i, .column = thread + high};
  }
  return is_column ? Place{.row = i + high, .column = thread}
                   : Place{.row = thread + high, .column = i};
}

// Where an element of the fragment lies among the elements of its matrices, row by row.
inline unsigned index_of(const Fragment& fragment, unsigned reg, unsigned lane, unsigned element) {
  if (fragment.layout == FragmentLayout::kCore) {
    const Place place = core_place(fragment, reg, lane, element);
    return (place.row * fragment.columns) + place.column;
  }
  const Place place = quad_pair_place(fragment, reg, lane, element);
  return (((lane % 16 / 4 * fragment.rows) + place.row) * fragment.columns) + place.column;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
