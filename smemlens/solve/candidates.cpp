#include "smemlens/solve/candidates.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "smemlens/base/sort_few.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout_change.h"

namespace smemlens {
namespace {

// Elements after which the same banks come again.
std::uint32_t period_elements(const ArrayForm& form, std::uint32_t period_bytes) {
  return period_bytes / std::gcd(period_bytes, form.element_bytes);
}

void narrow_limits(LayoutLimits& limits, const ArrayForm& form, const Access& access,
                   const LanePlace& place) {
  const std::int64_t element = form.element_bytes;
  const std::int64_t begin = (place.column * element) + place.inner_bytes;
  if (begin < 0 || begin + access.bytes > form.columns * element) limits.stays_in_row = false;
  if (place.inner_bytes >= 0 && place.inner_bytes + access.bytes <= element) return;
  limits.stays_in_element = false;
  const bool is_whole = place.inner_bytes == 0 && access.bytes % element == 0;
  if (!is_whole || place.column % (access.bytes / element) != 0) {
    limits.stays_in_chunk = false;
    return;
  }
  limits.chunk_elements =
      std::max(limits.chunk_elements, static_cast<std::uint32_t>(access.bytes / element));
}

// A pad of k units of `unit` bytes for k from 1 on, as long as it is below one period.
std::vector<LayoutChange> struct_pads(const ElementType& type, std::uint32_t period_bytes) {
  std::vector<LayoutChange> pads;
  for (std::uint32_t bytes = type.alignment; bytes < period_bytes; bytes += type.alignment)
    pads.emplace_back(StructPad{bytes});
  return pads;
}

std::vector<LayoutChange> row_pads(const ArrayForm& form, const LayoutLimits& limits,
                                   std::uint32_t period) {
  std::vector<LayoutChange> pads;
  for (std::uint32_t elements = 1; elements < period; ++elements) {
    const std::uint64_t row_bytes = (std::uint64_t{form.columns} + elements) * form.element_bytes;
    if (row_bytes % limits.widest_bytes == 0) pads.emplace_back(RowPad{elements});
  }
  return pads;
}

// A candidate and what it costs: bytes of a pad, address operations of an XOR.
struct Priced {
  LayoutChange change;
  std::uint64_t price = 0;
};

// The changes alone, the cheapest first, of equal ones in the order given.
std::vector<LayoutChange> cheapest_first(std::span<const Priced> priced) {
  std::vector<std::size_t> order(priced.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  sort_few(order, {}, [&](std::size_t i) { return priced[i].price; });
  std::vector<LayoutChange> changes;
  changes.reserve(priced.size());
  for (const std::size_t i : order) changes.push_back(priced[i].change);
  return changes;
}

std::vector<LayoutChange> block_pads(const ArrayForm& form, const LayoutLimits& limits,
                                     std::uint32_t period) {
  std::vector<Priced> pads;
  const std::uint32_t chunk = limits.chunk_elements;
  const auto lowest = static_cast<std::uint32_t>(std::countr_zero(chunk));
  for (std::uint32_t log2_every = lowest; log2_every < 31; ++log2_every) {
    if (std::uint32_t{1} << log2_every >= form.columns) break;
    for (std::uint32_t elements = chunk; elements < period; elements += chunk) {
      const BlockPad pad{log2_every, elements};
      pads.push_back({pad, bytes_of(form, pad)});
    }
  }
  return cheapest_first(pads);
}

// Which bits of a column or index an XOR may change.
struct TargetBits {
  std::uint32_t lowest = 0;   // below are the chunks that stay together
  std::uint32_t banks = 0;    // a change must reach below: bits from here on choose no bank
  std::uint32_t highest = 0;  // whole blocks of 2^highest elements fit in a row
};

TargetBits target_bits(const ArrayForm& form, const LayoutLimits& limits, std::uint32_t period) {
  return {static_cast<std::uint32_t>(std::countr_zero(limits.chunk_elements)),
          index_bits_of(period), static_cast<std::uint32_t>(std::countr_zero(form.columns))};
}

std::vector<Priced> row_xors(const ArrayForm& form, const TargetBits& target) {
  std::vector<Priced> changes;
  const auto add = [&](const RowXor& swizzle) {
    changes.push_back({swizzle, address_operations(form, swizzle)});
  };
  const std::uint32_t row_bits = index_bits_of(form.last_rows);
  for (std::uint32_t bits = 1; bits <= std::min(target.highest, row_bits); ++bits) {
    for (std::uint32_t base = target.lowest; base + bits <= target.highest; ++base) {
      for (std::uint32_t shift = 0; base < target.banks && shift + bits <= row_bits; ++shift)
        add(RowXor{bits, base, shift});
    }
  }
  return changes;
}

std::vector<Priced> index_xors(const ArrayForm& form, const TargetBits& target) {
  std::vector<Priced> changes;
  const auto add = [&](const IndexXor& swizzle) {
    changes.push_back({swizzle, address_operations(form, swizzle)});
  };
  const std::uint32_t index_bits = index_bits_of(form.columns);
  for (std::uint32_t bits = 1; bits <= target.highest; ++bits) {
    for (std::uint32_t base = target.lowest; base + bits <= target.highest; ++base) {
      const std::uint32_t most = base < target.banks ? index_bits : 0;
      for (std::uint32_t shift = bits; base + shift + bits <= most; ++shift)
        add(IndexXor{bits, base, shift});
    }
  }
  return changes;
}

}  // namespace

LayoutLimits limits_of(const Pattern& pattern, std::uint32_t array,
                       std::span<const PlacedRequest> requests) {
  LayoutLimits limits;
  const ArrayForm form = form_of(pattern, pattern.arrays[array]);
  for (const PlacedRequest& request : requests) {
    const Access& access = pattern.accesses[request.access];
    if (access.place.array != array) continue;
    limits.widest_bytes = std::max<std::uint32_t>(limits.widest_bytes, access.bytes);
    if (access.place.subscripts.size() != form.dimensions) limits.has_all_subscripts = false;
    for (LaneMask rest = request.places.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      narrow_limits(limits, form, access, request.places.lanes[lane]);
    }
  }
  return limits;
}

std::vector<LayoutChange> pads_of(const ArrayForm& form, const ElementType& type,
                                  const LayoutLimits& limits, std::uint32_t period_bytes) {
  const std::uint32_t period = period_elements(form, period_bytes);
  if (form.dimensions >= 2) {
    return limits.stays_in_row ? row_pads(form, limits, period) : std::vector<LayoutChange>{};
  }
  if (form.dimensions == 0) return {};
  if (type.is_struct) {
    return limits.stays_in_element ? struct_pads(type, period_bytes) : std::vector<LayoutChange>{};
  }
  const bool can_be_written = limits.stays_in_chunk && limits.has_all_subscripts;
  return can_be_written ? block_pads(form, limits, period) : std::vector<LayoutChange>{};
}

std::vector<LayoutChange> swizzles_of(const ArrayForm& form, const LayoutLimits& limits,
                                      std::uint32_t period_bytes) {
  const bool can_be_written = limits.stays_in_chunk && limits.has_all_subscripts;
  if (form.dimensions == 0 || !can_be_written || form.elements() > kMaxEnumerated) return {};
  const TargetBits target = target_bits(form, limits, period_elements(form, period_bytes));
  const std::vector<Priced> priced =
      form.dimensions >= 2 ? row_xors(form, target) : index_xors(form, target);
  return cheapest_first(priced);
}

}  // namespace smemlens
