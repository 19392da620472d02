#pragma once

// Other places for the elements of an array: what the solver may choose from.
//
//   float s[32][32], element (r, c) = number i = 32 r + c
//     AxisLayout{{33, 1}}        33 r + c            rows of 33
//     BlockPad{32, 1}            i + i / 32          one element unused after every 32
//     RowXor{0, 5, 0, 0}         32 r + (c ^ r)
//     IndexXor{5, 0, 5}          i ^ ((i >> 5) & 31), CuTe's Swizzle<5, 0, 5>: the same places
//     BitSpread{5, 31}           i ^ 31 * ((i >> 5) & 1)
//     LinearMap{rows}            bit t of the place is the parity of i & rows[t]
//     TurnTable{-1, 1, turns}    32 r + (turns[r & 1][(c - r) & 31] + r) & 31
//
// A layout keeps element_bytes; it never takes an element apart.

#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "smemlens/solve/tile_shape.h"

namespace smemlens {

// Place = sum of index times stride: another order of the axes, or longer rows.
struct AxisLayout {
  std::vector<std::uint32_t> strides;  // elements, an axis each
  bool operator==(const AxisLayout&) const = default;
};

// `elements` unused ones after every `every`.
struct BlockPad {
  std::uint32_t every = 1;
  std::uint32_t elements = 0;
  bool operator==(const BlockPad&) const = default;
};

// The chunks of `chunk` elements of a row turn by `step` chunks a row: (c + step * r) mod columns.
// Row: the number of rows before this one, over all axes but the last.
struct Rotation {
  std::uint32_t step = 1;
  std::uint32_t chunk = 1;
  bool operator==(const Rotation&) const = default;
};

// `bits` bits of the last index, from bit `base` on, are XORed with those of the index of axis
// `axis` from `shift` on.
struct RowXor {
  std::uint32_t axis = 0;
  std::uint32_t bits = 0;
  std::uint32_t base = 0;
  std::uint32_t shift = 0;
  bool operator==(const RowXor&) const = default;
};

// `bits` bits of the element's number from bit `base` on are XORed with those `shift` >= `bits`
// places higher: CuTe's Swizzle<bits, base, shift> on elements.
struct IndexXor {
  std::uint32_t bits = 0;
  std::uint32_t base = 0;
  std::uint32_t shift = 0;
  bool operator==(const IndexXor&) const = default;
};

// All bits of `mask` are flipped where bit `source` of the number is set; the mask lies below it.
struct BitSpread {
  std::uint32_t source = 0;
  std::uint32_t mask = 0;
  bool operator==(const BitSpread&) const = default;
};

// An invertible matrix over GF(2): rows[t] says which bits of the number make bit t of the place.
struct LinearMap {
  std::vector<std::uint32_t> rows;
  bool operator==(const LinearMap&) const = default;
};

// The chunks of `chunk` elements of a row, of which there are C, a power of two: number c of row r
// goes to (turns[r mod 2][(c + step * r) mod C] - step * r) mod C. Row as for Rotation.
struct TurnTable {
  std::int32_t step = -1;  // or 1: along falling or rising diagonals
  std::uint32_t chunk = 1;
  std::vector<std::uint32_t> turns;  // two permutations of 0 … C - 1, one after the other
  bool operator==(const TurnTable&) const = default;
};

// Any permutation: a place for each element.
struct PlaceTable {
  std::vector<std::uint32_t> places;
  bool operator==(const PlaceTable&) const = default;
};

using Layout = std::variant<AxisLayout, BlockPad, Rotation, RowXor, IndexXor, BitSpread, LinearMap,
                            TurnTable, PlaceTable>;

// Row-major, as declared.
Layout natural_layout(const TileShape& shape);

// Where each of `elements` lies, in elements from the array's begin.
std::vector<std::uint32_t> places_of(const Layout& layout, const TileShape& shape,
                                     std::span<const std::uint32_t> elements);

// Elements that the array takes, with unused ones; 2^32 or more are possible.
std::uint64_t footprint_of(const Layout& layout, const TileShape& shape);

// Operations that an index costs more than row-major order does, at most: XORs, shifts, masks, each
// 1; a division or a look-up in a table kSlowOperation. Strides cost none: they are the factors of
// a sum that is there already.
std::uint32_t address_operations(const Layout& layout, const TileShape& shape);
inline constexpr std::uint32_t kSlowOperation = 8;

// Whether every element has a place of its own inside the footprint, found by enumerating them all.
// Of more than kMaxTileElements only pads are: they move elements apart and nothing else.
bool is_injective(const Layout& layout, const TileShape& shape);

// Bits of an index below `size`: 5 for 32, 6 for 33.
std::uint32_t index_bits_of(std::uint64_t size);

// One term of a linear map: ((i >> shift) & mask), or (i << -shift) & mask for a negative shift.
struct LinearTerm {
  std::int32_t shift = 0;
  std::uint32_t mask = 0;
  bool operator==(const LinearTerm&) const = default;
};
// The map as an XOR of terms, shift 0 first; `i` itself where that mask covers all bits.
std::vector<LinearTerm> terms_of(const LinearMap& map);

}  // namespace smemlens
