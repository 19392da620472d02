#include "smemlens/solve/layout.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

std::uint32_t low_bits(std::uint32_t value, std::uint32_t bits) {
  return value & ((std::uint32_t{1} << bits) - 1);
}

// Finds the place of one element after another: one function a kind of layout.
class Placer {
 public:
  Placer(const TileShape& shape, std::span<const std::uint32_t> elements)
      : shape_(shape), elements_(elements), places_(elements.size()) {}

  std::vector<std::uint32_t> operator()(const AxisLayout& layout) {
    return each([&](std::uint32_t element) {
      std::uint32_t place = 0;
      for (std::size_t axis = shape_.sizes.size(); axis-- > 0;) {
        const std::uint32_t size = shape_.sizes[axis];
        place += element % size * layout.strides[axis];
        element /= size;
      }
      return place;
    });
  }

  std::vector<std::uint32_t> operator()(const BlockPad& pad) {
    return each(
        [&](std::uint32_t element) { return element + (element / pad.every * pad.elements); });
  }

  std::vector<std::uint32_t> operator()(const Rotation& rotation) {
    const std::uint32_t columns = shape_.columns();
    const std::uint32_t chunks = columns / rotation.chunk;
    return each([&](std::uint32_t element) {
      const std::uint32_t row = element / columns;
      const std::uint32_t column = element % columns;
      const std::uint32_t turned =
          (column / rotation.chunk + row % chunks * rotation.step) % chunks;
      return (row * columns) + (turned * rotation.chunk) + (column % rotation.chunk);
    });
  }

  std::vector<std::uint32_t> operator()(const RowXor& swizzle) {
    const std::uint32_t stride = shape_.natural_strides()[swizzle.axis];
    const std::uint32_t size = shape_.sizes[swizzle.axis];
    const std::uint32_t columns = shape_.columns();
    return each([&](std::uint32_t element) {
      const std::uint32_t index = element / stride % size;
      const std::uint32_t flips = low_bits(index >> swizzle.shift, swizzle.bits) << swizzle.base;
      const std::uint32_t column = element % columns;
      return element - column + (column ^ flips);
    });
  }

  std::vector<std::uint32_t> operator()(const IndexXor& swizzle) {
    return each([&](std::uint32_t element) {
      const std::uint32_t source = element >> (swizzle.base + swizzle.shift);
      return element ^ (low_bits(source, swizzle.bits) << swizzle.base);
    });
  }

  std::vector<std::uint32_t> operator()(const BitSpread& spread) {
    return each([&](std::uint32_t element) {
      return element ^ (spread.mask * ((element >> spread.source) & 1U));
    });
  }

  std::vector<std::uint32_t> operator()(const LinearMap& map) {
    // By columns: the place of a sum is the XOR of its bits' places.
    std::vector<std::uint32_t> columns(map.rows.size());
    for (std::size_t bit = 0; bit < columns.size(); ++bit) {
      for (std::size_t row = 0; row < map.rows.size(); ++row)
        columns[bit] |= ((map.rows[row] >> bit) & 1U) << row;
    }
    return each([&](std::uint32_t element) {
      std::uint32_t place = 0;
      for (; element != 0; element &= element - 1)
        place ^= columns[static_cast<std::size_t>(std::countr_zero(element))];
      return place;
    });
  }

  std::vector<std::uint32_t> operator()(const TurnTable& table) {
    const std::uint32_t columns = shape_.columns();
    const auto chunks = static_cast<std::uint32_t>(table.turns.size() / 2);
    const std::uint32_t mask = chunks - 1;
    return each([&](std::uint32_t element) {
      const std::uint32_t row = element / columns;
      const std::uint32_t column = element % columns;
      const std::uint32_t along = row * static_cast<std::uint32_t>(table.step);
      const std::uint32_t from = ((column / table.chunk) + along) & mask;
      const std::uint32_t to = (table.turns[(row % 2 * chunks) + from] - along) & mask;
      return (row * columns) + (to * table.chunk) + (column % table.chunk);
    });
  }

  std::vector<std::uint32_t> operator()(const PlaceTable& table) {
    return each([&](std::uint32_t element) { return table.places[element]; });
  }

 private:
  template <typename Place>
  std::vector<std::uint32_t> each(Place place) {
    std::ranges::transform(elements_, places_.begin(), place);
    return std::move(places_);
  }

  const TileShape& shape_;
  std::span<const std::uint32_t> elements_;
  std::vector<std::uint32_t> places_;
};

// One more than the highest place that a map linear over GF(2) gives to a number below `count`.
//   columns  the places of 1, 2, 4, …
// The numbers below `count` fall into one class for each of its bits that is set: they agree with
// it above that bit, have 0 there, and are free below. So their places are one place XORed with any
// sum of lower columns.
std::uint64_t linear_footprint(std::span<const std::uint32_t> columns, std::uint64_t count) {
  std::uint32_t highest = 0;
  std::vector<std::uint32_t> basis;  // of the lower columns; the leading bits differ, and fall
  for (std::size_t bit = 0; bit <= columns.size(); ++bit) {
    if ((count >> bit & 1U) != 0) {
      std::uint32_t place = 0;
      for (std::size_t above = bit + 1; above < columns.size(); ++above)
        if ((count >> above & 1U) != 0) place ^= columns[above];
      for (const std::uint32_t vector : basis) place = std::max(place, place ^ vector);
      highest = std::max(highest, place);
    }
    if (bit == columns.size()) break;
    std::uint32_t rest = columns[bit];
    for (const std::uint32_t vector : basis) rest = std::min(rest, rest ^ vector);
    if (rest != 0)
      basis.insert(std::upper_bound(basis.begin(), basis.end(), rest, std::greater{}), rest);
  }
  return std::uint64_t{highest} + 1;
}

struct Footprint {
  const TileShape& shape;

  std::uint64_t operator()(const AxisLayout& layout) const {
    std::uint64_t most = 0;
    for (std::size_t axis = 0; axis < layout.strides.size(); ++axis)
      most = std::max(most, std::uint64_t{layout.strides[axis]} * shape.sizes[axis]);
    return most;
  }
  std::uint64_t operator()(const BlockPad& pad) const {
    return shape.elements() + ((shape.elements() - 1) / pad.every * pad.elements);
  }
  std::uint64_t operator()(const Rotation& /*rotation*/) const { return shape.elements(); }
  std::uint64_t operator()(const RowXor& /*swizzle*/) const { return shape.elements(); }
  std::uint64_t operator()(const IndexXor& swizzle) const { return of_linear(swizzle); }
  std::uint64_t operator()(const BitSpread& spread) const { return of_linear(spread); }
  std::uint64_t operator()(const LinearMap& map) const { return of_linear(map); }
  std::uint64_t operator()(const TurnTable& /*table*/) const { return shape.elements(); }
  std::uint64_t operator()(const PlaceTable& table) const {
    return std::uint64_t{*std::ranges::max_element(table.places)} + 1;
  }

 private:
  std::uint64_t of_linear(const Layout& layout) const {
    if (shape.elements() > kMaxTileElements) return shape.elements();  // no layout: is_injective
    std::vector<std::uint32_t> powers(index_bits_of(shape.elements()));
    for (std::size_t bit = 0; bit < powers.size(); ++bit) powers[bit] = std::uint32_t{1} << bit;
    return linear_footprint(places_of(layout, shape, powers), shape.elements());
  }
};

struct Operations {
  const TileShape& shape;

  std::uint32_t operator()(const AxisLayout& /*layout*/) const { return 0; }
  std::uint32_t operator()(const BlockPad& pad) const {
    const std::uint32_t shift = pad.every > 1 ? 1U : 0U;
    const std::uint32_t quotient = std::has_single_bit(pad.every) ? shift : kSlowOperation;
    return 1U + quotient + (pad.elements > 1 ? 1U : 0U);
  }
  std::uint32_t operator()(const Rotation& rotation) const {
    const std::uint32_t chunks = shape.columns() / rotation.chunk;
    const bool wraps_by_mask = std::has_single_bit(chunks);
    return 1U + (rotation.step * rotation.chunk > 1 ? 1U : 0U) +
           (wraps_by_mask ? 1U : kSlowOperation);
  }
  // One for the ^ itself; then as the index is written: ((r >> shift) & mask) << base.
  std::uint32_t operator()(const RowXor& swizzle) const {
    const bool needs_mask = swizzle.shift + swizzle.bits < index_bits_of(shape.sizes[swizzle.axis]);
    return 1U + (swizzle.shift > 0 ? 1U : 0U) + (needs_mask ? 1U : 0U) +
           (swizzle.base > 0 ? 1U : 0U);
  }
  std::uint32_t operator()(const IndexXor& swizzle) const {
    const std::uint32_t source = swizzle.base + swizzle.shift;
    const bool needs_mask = source + swizzle.bits < index_bits_of(shape.elements());
    return 2U + (needs_mask ? 1U : 0U) + (swizzle.base > 0 ? 1U : 0U);
  }
  std::uint32_t operator()(const BitSpread& spread) const {
    const bool needs_mask = spread.source + 1 < index_bits_of(shape.elements());
    return 2U + (needs_mask ? 1U : 0U) + (spread.mask > 1 ? 1U : 0U);
  }
  std::uint32_t operator()(const LinearMap& map) const {
    std::uint32_t operations = 0;
    for (const LinearTerm& term : terms_of(map)) {
      const bool is_whole = term.shift == 0 && std::popcount(term.mask) == std::ssize(map.rows);
      if (!is_whole) operations += 1U + (term.shift != 0 ? 1U : 0U) + 1U;
    }
    return operations;
  }
  // Parity, the table's row (shift and sum), the diagonal and its mask; back, and its mask. Chunks:
  // a quotient, a remainder, a product and a sum.
  std::uint32_t operator()(const TurnTable& table) const {
    constexpr std::uint32_t kAround = 7;
    return kAround + kSlowOperation + (table.chunk > 1 ? 4U : 0U);
  }
  std::uint32_t operator()(const PlaceTable& /*table*/) const { return kSlowOperation; }
};

// Whether it is a pad, which leaves the elements in their order.
bool moves_apart(const Layout& layout, const TileShape& shape) {
  if (std::holds_alternative<BlockPad>(layout)) return true;
  const auto* axes = std::get_if<AxisLayout>(&layout);
  if (axes == nullptr) return false;
  std::uint64_t extent = 1;
  for (std::size_t axis = axes->strides.size(); axis-- > 0;) {
    if (axes->strides[axis] < extent) return false;
    extent = std::uint64_t{axes->strides[axis]} * shape.sizes[axis];
  }
  return true;
}

}  // namespace

std::uint32_t index_bits_of(std::uint64_t size) {
  return static_cast<std::uint32_t>(std::bit_width(size - 1));
}

Layout natural_layout(const TileShape& shape) {
  return AxisLayout{shape.natural_strides()};
}

std::vector<std::uint32_t> places_of(const Layout& layout, const TileShape& shape,
                                     std::span<const std::uint32_t> elements) {
  return std::visit(Placer(shape, elements), layout);
}

std::uint64_t footprint_of(const Layout& layout, const TileShape& shape) {
  return std::visit(Footprint{shape}, layout);
}

std::uint32_t address_operations(const Layout& layout, const TileShape& shape) {
  return std::visit(Operations{shape}, layout);
}

bool is_injective(const Layout& layout, const TileShape& shape) {
  const std::uint64_t footprint = footprint_of(layout, shape);
  if (shape.elements() > kMaxTileElements) return moves_apart(layout, shape);
  std::vector<std::uint32_t> elements(static_cast<std::size_t>(shape.elements()));
  std::iota(elements.begin(), elements.end(), 0U);
  std::vector<std::uint32_t> places = places_of(layout, shape, elements);
  std::ranges::sort(places);
  return std::ranges::adjacent_find(places) == places.end() && places.back() < footprint;
}

std::vector<LinearTerm> terms_of(const LinearMap& map) {
  std::vector<LinearTerm> terms;
  const auto bits = static_cast<std::int32_t>(map.rows.size());
  const auto add = [&](std::int32_t shift) {
    LinearTerm term{.shift = shift};
    for (std::int32_t target = std::max(0, -shift); target < bits && target + shift < bits;
         ++target)
      term.mask |= ((map.rows[static_cast<std::size_t>(target)] >> (target + shift)) & 1U)
                   << target;
    if (term.mask != 0) terms.push_back(term);
  };
  add(0);
  for (std::int32_t distance = 1; distance < bits; ++distance) {
    add(distance);
    add(-distance);
  }
  return terms;
}

}  // namespace smemlens
