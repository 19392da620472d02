// CuTe's notation of a layout: `Swizzle<B,M,S> o shape:stride`.
//
// Swizzle<B,M,S> XORs B bits from bit M on with those S places higher; for a negative S the higher
// ones with the lower. CuTe wants B <= |S|. A sum of such terms is a chain of swizzles as long as
// no term reads a bit that another one writes.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "smemlens/report/layout_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

std::string tuple_of(const std::vector<std::uint32_t>& values) {
  std::string text = "(";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : ",") + std::to_string(values[i]);
  return text + ")";
}

std::string shape_text(const TileShape& shape, const std::vector<std::uint32_t>& strides) {
  return tuple_of(shape.sizes) + ":" + tuple_of(strides);
}

std::string swizzle_text(std::uint32_t bits, std::uint32_t base, std::int32_t shift) {
  return "Swizzle<" + std::to_string(bits) + "," + std::to_string(base) + "," +
         std::to_string(shift) + "> o ";
}

// The swizzles of one term, each of at most |shift| neighbouring bits.
std::string swizzles_of(const LinearTerm& term) {
  std::string text;
  std::uint32_t rest = term.mask;
  const auto longest = static_cast<std::uint32_t>(std::abs(term.shift));
  while (rest != 0) {
    const auto target = static_cast<std::uint32_t>(std::countr_zero(rest));
    const auto run = static_cast<std::uint32_t>(std::countr_one(rest >> target));
    const std::uint32_t bits = std::min(run, longest);
    const std::uint32_t base = term.shift > 0 ? target : target - longest;
    text += swizzle_text(bits, base, term.shift);
    rest &= ~(((std::uint32_t{1} << bits) - 1) << target);
  }
  return text;
}

std::uint32_t sources_of(const LinearTerm& term) {
  return term.shift > 0 ? term.mask << term.shift : term.mask >> -term.shift;
}

class CuteWriter {
 public:
  explicit CuteWriter(const TileShape& shape) : shape_(shape) {}
  using Text = std::optional<std::string>;

  Text operator()(const AxisLayout& layout) const { return shape_text(shape_, layout.strides); }

  // Only one axis that splits into whole blocks: (every, blocks):(1, every + pad).
  Text operator()(const BlockPad& pad) const {
    if (shape_.sizes.size() != 1 || shape_.columns() % pad.every != 0) return std::nullopt;
    return tuple_of({pad.every, shape_.columns() / pad.every}) + ":" +
           tuple_of({1, pad.every + pad.elements});
  }

  Text operator()(const Rotation& /*rotation*/) const { return std::nullopt; }

  Text operator()(const RowXor& swizzle) const {
    const std::uint32_t stride = shape_.natural_strides()[swizzle.axis];
    if (!std::has_single_bit(stride) || !std::has_single_bit(shape_.columns())) return std::nullopt;
    // Above the index in the offset stand those of slower axes, unless its bits are whole ones.
    const std::uint32_t read = std::uint32_t{1} << (swizzle.shift + swizzle.bits);
    if (swizzle.axis != 0 && shape_.sizes[swizzle.axis] % read != 0) return std::nullopt;
    const auto shift =
        static_cast<std::uint32_t>(std::countr_zero(stride)) + swizzle.shift - swizzle.base;
    if (shift < swizzle.bits) return std::nullopt;
    return swizzle_text(swizzle.bits, swizzle.base, static_cast<std::int32_t>(shift)) + natural();
  }

  Text operator()(const IndexXor& swizzle) const {
    return swizzle_text(swizzle.bits, swizzle.base, static_cast<std::int32_t>(swizzle.shift)) +
           natural();
  }

  Text operator()(const BitSpread& spread) const {
    std::string text;
    for (std::uint32_t rest = spread.mask; rest != 0; rest &= rest - 1) {
      const auto target = static_cast<std::uint32_t>(std::countr_zero(rest));
      text += swizzle_text(1, target, static_cast<std::int32_t>(spread.source - target));
    }
    return text + natural();
  }

  Text operator()(const LinearMap& map) const {
    std::uint32_t targets = 0;
    std::uint32_t sources = 0;
    std::string text;
    for (const LinearTerm& term : terms_of(map)) {
      if (term.shift == 0) {
        if (std::popcount(term.mask) != std::ssize(map.rows)) return std::nullopt;
        continue;
      }
      targets |= term.mask;
      sources |= sources_of(term);
      text += swizzles_of(term);
    }
    if ((targets & sources) != 0) return std::nullopt;
    return text + natural();
  }

  Text operator()(const TurnTable& /*table*/) const { return std::nullopt; }
  Text operator()(const PlaceTable& /*table*/) const { return std::nullopt; }

 private:
  std::string natural() const { return shape_text(shape_, shape_.natural_strides()); }

  const TileShape& shape_;
};

}  // namespace

std::optional<std::string> cute_text(const Layout& layout, const TileShape& shape) {
  return std::visit(CuteWriter(shape), layout);
}

}  // namespace smemlens
