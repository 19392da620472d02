#include "smemlens/solve/families.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

// More combinations of pads than this are not tried, over all axis orders: then one axis at a time
// is padded.
constexpr std::uint64_t kMaxPadCombinations = 40000;
constexpr std::size_t kMaxOrderedAxes = 4;
constexpr std::uint32_t kMaxRotations = 4096;

// Of equals the one given first.
void sort_by_price(std::vector<Layout>& layouts, const TileShape& shape) {
  struct Priced {
    std::uint64_t footprint;
    std::uint32_t operations;
    std::size_t index;
  };
  std::vector<Priced> order;
  order.reserve(layouts.size());
  for (std::size_t i = 0; i < layouts.size(); ++i)
    order.push_back({footprint_of(layouts[i], shape), address_operations(layouts[i], shape), i});
  std::ranges::sort(order, {}, [](const Priced& priced) {
    return std::tuple(priced.footprint, priced.operations, priced.index);
  });
  std::vector<Layout> sorted;
  sorted.reserve(layouts.size());
  for (const Priced& priced : order) sorted.push_back(std::move(layouts[priced.index]));
  layouts = std::move(sorted);
}

// Every axis order and pads after each axis but the slowest, one way of choosing the pads.
class AxisEnumerator {
 public:
  //   most  combinations of pads
  AxisEnumerator(const FamilySetting& setting, std::span<const std::size_t> order,
                 std::uint64_t most)
      : setting_(setting), order_(order), period_(period_elements(setting)) {
    const std::uint32_t unit = setting.constraints.chunk_elements;
    const std::uint64_t choices = divided_up(period_, unit);
    std::uint64_t combinations = 1;
    for (std::size_t i = 1; i < order.size(); ++i)
      combinations = std::min(combinations * choices, most + 1);
    pads_each_ = combinations <= most;
  }

  bool is_complete() const { return pads_each_; }

  void add_to(std::vector<Layout>& layouts) {
    layout_.strides.assign(order_.size(), 1);
    if (pads_each_) {
      add_levels(layouts, order_.size() - 1, false);
      return;
    }
    for (padded_level_ = 1; padded_level_ < order_.size(); ++padded_level_)
      add_levels(layouts, order_.size() - 1, true);
  }

 private:
  // Strides from the fastest axis, order_[level], to the slowest.
  void add_levels(std::vector<Layout>& layouts, std::size_t level, bool pads_one) {
    const std::size_t axis = order_[level];
    if (level == 0) {
      layouts.emplace_back(layout_);
      return;
    }
    const std::uint64_t full = std::uint64_t{layout_.strides[axis]} * setting_.shape.sizes[axis];
    const bool may_pad = !pads_one || level == padded_level_;
    for (std::uint32_t pad = 0; pad < (may_pad ? period_ : 1); ++pad) {
      const std::uint64_t stride = full + pad;
      if (stride * setting_.shape.element_bytes % setting_.constraints.widest_bytes != 0) continue;
      if (stride * setting_.shape.sizes[order_[level - 1]] > 4 * kMaxTileElements) continue;
      layout_.strides[order_[level - 1]] = static_cast<std::uint32_t>(stride);
      add_levels(layouts, level - 1, pads_one);
    }
  }

  const FamilySetting& setting_;
  std::span<const std::size_t> order_;
  std::uint32_t period_;
  bool pads_each_ = true;
  std::size_t padded_level_ = 0;
  AxisLayout layout_;
};

std::vector<std::size_t> natural_order(const TileShape& shape) {
  std::vector<std::size_t> order(shape.sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

void drop_natural(std::vector<Layout>& layouts, const TileShape& shape) {
  const Layout natural = natural_layout(shape);
  std::erase_if(layouts, [&](const Layout& layout) { return layout == natural; });
}

// Which bits of a column or number an XOR may change.
struct TargetBits {
  std::uint32_t lowest = 0;   // below are the chunks that stay together
  std::uint32_t banks = 0;    // a change must reach below: bits from here on choose no bank
  std::uint32_t highest = 0;  // whole blocks of 2^highest elements fit in a row
};

TargetBits target_bits(const FamilySetting& setting) {
  return {static_cast<std::uint32_t>(std::countr_zero(setting.constraints.chunk_elements)),
          index_bits_of(period_elements(setting)),
          static_cast<std::uint32_t>(std::countr_zero(setting.shape.columns()))};
}

std::vector<Layout> index_xors_up_to(const FamilySetting& setting, std::uint32_t highest) {
  std::vector<Layout> layouts;
  if (!setting.constraints.has_aligned_numbers) return layouts;
  const TargetBits target = target_bits(setting);
  const std::uint32_t index_bits = index_bits_of(setting.shape.elements());
  for (std::uint32_t bits = 1; bits <= highest; ++bits) {
    for (std::uint32_t base = target.lowest; base + bits <= highest; ++base) {
      const std::uint32_t most = base < target.banks ? index_bits : 0;
      for (std::uint32_t shift = bits; base + shift + bits <= most; ++shift)
        layouts.emplace_back(IndexXor{bits, base, shift});
    }
  }
  sort_by_price(layouts, setting.shape);
  return layouts;
}

}  // namespace

FamilySetting setting_of(const LayoutProblem& problem, const LayoutConstraints& constraints) {
  return {.shape = problem.shape,
          .constraints = constraints,
          .period_bytes = problem.architecture->bank_model.period_bytes(),
          .row_lengths = problem.row_lengths};
}

std::uint32_t period_elements(const FamilySetting& setting) {
  return setting.period_bytes / std::gcd(setting.period_bytes, setting.shape.element_bytes);
}

FamilyMembers row_pads(const FamilySetting& setting) {
  FamilyMembers members;
  if (setting.shape.sizes.size() < 2 || !setting.constraints.stays_in_row) return members;
  const std::vector<std::size_t> order = natural_order(setting.shape);
  AxisEnumerator enumerator(setting, order, kMaxPadCombinations);
  enumerator.add_to(members.layouts);
  members.is_complete = enumerator.is_complete();
  drop_natural(members.layouts, setting.shape);
  sort_by_price(members.layouts, setting.shape);
  return members;
}

std::uint32_t misaligned_row_pads(const FamilySetting& setting) {
  if (setting.shape.sizes.size() < 2 || !setting.constraints.stays_in_row) return 0;
  const std::uint32_t widest = setting.constraints.widest_bytes;
  std::uint32_t pad = 1;
  while ((setting.shape.columns() + pad) * setting.shape.element_bytes % widest != 0) ++pad;
  return pad - 1;
}

FamilyMembers axis_orders(const FamilySetting& setting) {
  FamilyMembers members;
  const std::size_t axes = setting.shape.sizes.size();
  if (axes < 2 || !setting.constraints.has_aligned_columns) return members;
  if (axes > kMaxOrderedAxes) return {.layouts = {}, .is_complete = false};
  constexpr std::array<std::uint64_t, kMaxOrderedAxes + 1> kOrders = {1, 1, 2, 6, 24};
  const std::uint64_t orders = kOrders[axes];
  std::vector<std::size_t> order = natural_order(setting.shape);
  while (std::ranges::next_permutation(order).found) {
    // The elements of a vector stay neighbours, so their axis stays the fastest.
    if (setting.constraints.chunk_elements > 1 && order.back() != axes - 1) continue;
    AxisEnumerator enumerator(setting, order, kMaxPadCombinations / orders);
    enumerator.add_to(members.layouts);
    members.is_complete = members.is_complete && enumerator.is_complete();
  }
  drop_natural(members.layouts, setting.shape);
  sort_by_price(members.layouts, setting.shape);
  return members;
}

FamilyMembers block_pads(const FamilySetting& setting) {
  FamilyMembers members;
  if (!setting.constraints.has_aligned_numbers) return members;
  const std::uint32_t chunk = setting.constraints.chunk_elements;
  const std::uint32_t period = period_elements(setting);
  const auto add = [&](std::uint32_t every) {
    for (std::uint32_t elements = chunk; elements < period; elements += chunk) {
      const BlockPad pad{every, elements};
      if (footprint_of(pad, setting.shape) <= 4 * kMaxTileElements)
        members.layouts.emplace_back(pad);
    }
  };
  for (std::uint64_t every = chunk; every < setting.shape.elements(); every *= 2)
    add(static_cast<std::uint32_t>(every));
  for (const std::uint32_t length : setting.row_lengths)
    if (!std::has_single_bit(length) && length % chunk == 0) add(length);
  sort_by_price(members.layouts, setting.shape);
  return members;
}

FamilyMembers rotations(const FamilySetting& setting) {
  FamilyMembers members;
  const std::uint32_t chunk = setting.constraints.chunk_elements;
  const std::uint32_t columns = setting.shape.columns();
  const bool fits = setting.shape.sizes.size() >= 2 && setting.constraints.has_aligned_columns &&
                    columns % chunk == 0;
  if (!fits) return members;
  const std::uint32_t chunks = columns / chunk;
  // Steps that differ by whole periods of the banks are alike where a row is one of whole periods.
  const std::uint32_t period = std::max(1U, period_elements(setting) / chunk);
  const std::uint32_t steps = chunks % period == 0 ? period : chunks;
  members.is_complete = steps <= kMaxRotations;
  for (std::uint32_t step = 1; step < std::min(steps, kMaxRotations); ++step)
    members.layouts.emplace_back(Rotation{step, chunk});
  sort_by_price(members.layouts, setting.shape);
  return members;
}

std::vector<Layout> row_xors(const FamilySetting& setting, std::uint32_t axis) {
  std::vector<Layout> layouts;
  if (!setting.constraints.has_aligned_columns) return layouts;
  const TargetBits target = target_bits(setting);
  const std::uint32_t source_bits = index_bits_of(setting.shape.sizes[axis]);
  for (std::uint32_t bits = 1; bits <= std::min(target.highest, source_bits); ++bits) {
    for (std::uint32_t base = target.lowest; base + bits <= target.highest; ++base) {
      for (std::uint32_t shift = 0; base < target.banks && shift + bits <= source_bits; ++shift)
        layouts.emplace_back(RowXor{axis, bits, base, shift});
    }
  }
  sort_by_price(layouts, setting.shape);
  return layouts;
}

std::vector<Layout> index_xors(const FamilySetting& setting) {
  return index_xors_up_to(setting, target_bits(setting).highest);
}

FamilyMembers swizzles(const FamilySetting& setting) {
  FamilyMembers members;
  for (std::uint32_t axis = 0; axis + 1 < setting.shape.sizes.size(); ++axis)
    std::ranges::copy(row_xors(setting, axis), std::back_inserter(members.layouts));
  const std::uint32_t highest =
      std::min(index_bits_of(setting.shape.elements()), target_bits(setting).banks + 4);
  std::ranges::copy(index_xors_up_to(setting, highest), std::back_inserter(members.layouts));
  sort_by_price(members.layouts, setting.shape);
  return members;
}

FamilyMembers tma_swizzles(const FamilySetting& setting) {
  constexpr std::uint32_t kAtomBytes = 16;
  constexpr std::uint32_t kShift = 3;
  FamilyMembers members;
  const std::uint32_t element_bytes = setting.shape.element_bytes;
  if (!setting.constraints.has_aligned_numbers || kAtomBytes % element_bytes != 0 ||
      setting.constraints.widest_bytes > kAtomBytes)
    return members;
  const auto base = static_cast<std::uint32_t>(std::countr_zero(kAtomBytes / element_bytes));
  for (std::uint32_t bits = 1; bits <= kShift; ++bits)
    members.layouts.emplace_back(IndexXor{bits, base, kShift});
  return members;
}

FamilyMembers complements(const FamilySetting& setting) {
  FamilyMembers members;
  if (!setting.constraints.has_aligned_numbers) return members;
  const TargetBits target = target_bits(setting);
  const std::uint32_t index_bits = index_bits_of(setting.shape.elements());
  const std::uint32_t highest = std::min(target.banks, index_bits);
  if (highest <= target.lowest) return members;
  for (std::uint32_t bits = 1; bits < std::uint32_t{1} << (highest - target.lowest); ++bits) {
    const std::uint32_t mask = bits << target.lowest;
    for (auto source = static_cast<std::uint32_t>(std::bit_width(mask)); source < index_bits;
         ++source)
      members.layouts.emplace_back(BitSpread{source, mask});
  }
  sort_by_price(members.layouts, setting.shape);
  return members;
}

FamilyMembers members_of(LayoutFamily family, const FamilySetting& setting) {
  switch (family) {
    case LayoutFamily::kRowPad:
      return row_pads(setting);
    case LayoutFamily::kAxisOrder:
      return axis_orders(setting);
    case LayoutFamily::kBlockPad:
      return block_pads(setting);
    case LayoutFamily::kRotation:
      return rotations(setting);
    case LayoutFamily::kSwizzle:
      return swizzles(setting);
    case LayoutFamily::kTma:
      return tma_swizzles(setting);
    case LayoutFamily::kComplement:
      return complements(setting);
    case LayoutFamily::kNone:
    case LayoutFamily::kLinear:
    case LayoutFamily::kTable:
      break;
  }
  return {};
}

}  // namespace smemlens
