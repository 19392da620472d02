#include "smemlens/solve/layout_change.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

std::uint32_t low_bits(std::uint32_t value, std::uint32_t bits) {
  return value & ((std::uint32_t{1} << bits) - 1);
}

// Index of the element at (row, column), in elements of element_stride(form, change) bytes.
std::uint64_t element_at(const ArrayForm& form, const RowPad& pad, std::uint64_t row,
                         std::uint32_t column) {
  return (row * (std::uint64_t{form.columns} + pad.elements)) + column;
}

std::uint64_t element_at(const ArrayForm& /*form*/, const BlockPad& pad, std::uint64_t /*row*/,
                         std::uint32_t column) {
  return column + (std::uint64_t{column >> pad.log2_every} * pad.elements);
}

std::uint64_t element_at(const ArrayForm& form, const StructPad& /*pad*/, std::uint64_t row,
                         std::uint32_t column) {
  return (row * form.columns) + column;
}

std::uint64_t element_at(const ArrayForm& form, const RowXor& swizzle, std::uint64_t row,
                         std::uint32_t column) {
  const auto last_row = static_cast<std::uint32_t>(row % form.last_rows);
  return (row * form.columns) +
         (column ^ (low_bits(last_row >> swizzle.row_shift, swizzle.bits) << swizzle.base));
}

std::uint64_t element_at(const ArrayForm& /*form*/, const IndexXor& swizzle, std::uint64_t /*row*/,
                         std::uint32_t column) {
  const std::uint32_t source = column >> (swizzle.base + swizzle.shift);
  return column ^ (low_bits(source, swizzle.bits) << swizzle.base);
}

template <typename Change>
std::uint64_t element_stride(const ArrayForm& form, const Change& /*change*/) {
  return form.element_bytes;
}

std::uint64_t element_stride(const ArrayForm& form, const StructPad& pad) {
  return std::uint64_t{form.element_bytes} + pad.bytes;
}

}  // namespace

std::uint32_t index_bits_of(std::uint32_t size) {
  return static_cast<std::uint32_t>(std::bit_width(size - 1));
}

ArrayForm form_of(const Pattern& pattern, const SharedArray& array) {
  ArrayForm form{.element_bytes = pattern.types[array.type.value].bytes};
  form.dimensions = static_cast<std::uint32_t>(array.dimensions.size());
  for (std::size_t i = 0; i + 1 < array.dimensions.size(); ++i) {
    form.last_rows = array.dimensions[i].size;
    form.rows *= form.last_rows;
  }
  if (!array.dimensions.empty()) form.columns = array.dimensions.back().size;
  return form;
}

std::uint64_t bytes_of(const ArrayForm& form, const LayoutChange& change) {
  if (const auto* pad = std::get_if<RowPad>(&change))
    return form.rows * (std::uint64_t{form.columns} + pad->elements) * form.element_bytes;
  if (const auto* pad = std::get_if<BlockPad>(&change))
    return (element_at(form, *pad, 0, form.columns - 1) + 1) * form.element_bytes;
  if (const auto* pad = std::get_if<StructPad>(&change))
    return form.elements() * element_stride(form, *pad);
  return form.elements() * form.element_bytes;
}

std::uint32_t address_operations(const ArrayForm& form, const LayoutChange& change) {
  // One for the ^ or + itself.
  if (const auto* pad = std::get_if<BlockPad>(&change))
    return 1U + (pad->log2_every > 0 ? 1U : 0U) + (pad->elements > 1 ? 1U : 0U);
  if (const auto* swizzle = std::get_if<RowXor>(&change)) {
    const bool needs_mask = swizzle->row_shift + swizzle->bits < index_bits_of(form.last_rows);
    return 1U + (swizzle->row_shift > 0 ? 1U : 0U) + (needs_mask ? 1U : 0U) +
           (swizzle->base > 0 ? 1U : 0U);
  }
  if (const auto* swizzle = std::get_if<IndexXor>(&change)) {
    const std::uint32_t source = swizzle->base + swizzle->shift;
    const bool needs_mask = source + swizzle->bits < index_bits_of(form.columns);
    return 2U + (needs_mask ? 1U : 0U) + (swizzle->base > 0 ? 1U : 0U);
  }
  return 0;
}

void change_addresses(Request& request, const WarpPlaces& places, const ArrayForm& form,
                      const LayoutChange& change, std::uint32_t base_bytes) {
  const auto write_addresses = [&](const auto& concrete) {
    const std::uint64_t stride = element_stride(form, concrete);
    for (LaneMask rest = places.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const LanePlace& place = places.lanes[lane];
      const std::uint64_t element = element_at(form, concrete, place.row, place.column);
      request.addresses[lane] = {static_cast<std::uint32_t>(
          base_bytes + (element * stride) + static_cast<std::uint64_t>(place.inner_bytes))};
    }
  };
  std::visit(write_addresses, change);
}

bool is_injective(const ArrayForm& form, const LayoutChange& change) {
  const auto enumerate = [&](const auto& concrete) {
    std::vector<bool> taken(
        static_cast<std::size_t>(bytes_of(form, change) / element_stride(form, concrete)));
    for (std::uint64_t row = 0; row < form.rows; ++row) {
      for (std::uint32_t column = 0; column < form.columns; ++column) {
        const auto element = static_cast<std::size_t>(element_at(form, concrete, row, column));
        if (element >= taken.size() || taken[element]) return false;
        taken[element] = true;
      }
    }
    return true;
  };
  return form.elements() <= kMaxEnumerated && std::visit(enumerate, change);
}

}  // namespace smemlens
