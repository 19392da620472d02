#pragma once

// Other ways to lay out an array: what a fix may do to it.
//
//   RowPad{1} of float s[32][32]      element (r, c) at 33 r + c      4224 bytes instead of 4096
//   RowXor{5, 0, 0}                   element (r, c) at 32 r + (c ^ r & 31), no byte more
//
// Each is injective, so every lane still finds its own element.

#include <cstdint>
#include <variant>

#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {

// Each row is longer by `elements`.
struct RowPad {
  std::uint32_t elements = 0;
};

// `elements` unused ones after every 2^log2_every elements of a one-dimensional array.
struct BlockPad {
  std::uint32_t log2_every = 0;
  std::uint32_t elements = 0;
};

// Each struct is longer by `bytes`.
struct StructPad {
  std::uint32_t bytes = 0;
};

// `bits` bits of the column, from bit `base` on, are XORed with those of the row from `row_shift`
// on. The row is the last subscript but one.
struct RowXor {
  std::uint32_t bits = 0;
  std::uint32_t base = 0;
  std::uint32_t row_shift = 0;
};

// The same within the index of a one-dimensional array: bits from `base` on are XORed with those
// `shift` places higher. CuTe's Swizzle<bits, base, shift> on elements.
struct IndexXor {
  std::uint32_t bits = 0;
  std::uint32_t base = 0;
  std::uint32_t shift = 0;
};

using LayoutChange = std::variant<RowPad, BlockPad, StructPad, RowXor, IndexXor>;

// An array as rows of elements.
struct ArrayForm {
  std::uint64_t rows = 1;       // product of all dimensions but the last
  std::uint32_t last_rows = 1;  // the last dimension but one: what RowXor takes its bits from
  std::uint32_t columns = 1;    // the last dimension
  std::uint32_t element_bytes = 4;
  std::uint32_t dimensions = 0;

  std::uint64_t elements() const { return rows * columns; }
};
// Bits of an index below `size`.
std::uint32_t index_bits_of(std::uint32_t size);

ArrayForm form_of(const Pattern& pattern, const SharedArray& array);

// Bytes of the array when it is changed.
std::uint64_t bytes_of(const ArrayForm& form, const LayoutChange& change);

// Operations that an index costs more, at most: a shift or mask where the compiler finds none to
// share. Longer rows and structs cost none.
std::uint32_t address_operations(const ArrayForm& form, const LayoutChange& change);

// `request`, whose lanes are at `places` of an array that begins at `base_bytes`, after the change.
// Only the addresses are written.
void change_addresses(Request& request, const WarpPlaces& places, const ArrayForm& form,
                      const LayoutChange& change, std::uint32_t base_bytes);

// Whether the change gives every element a place of its own inside the array, found by enumerating
// them all: at most kMaxEnumerated.
bool is_injective(const ArrayForm& form, const LayoutChange& change);
inline constexpr std::uint64_t kMaxEnumerated = std::uint64_t{1} << 20U;

}  // namespace smemlens
