#include "smemlens/simt/texture.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace smemlens::simt {
namespace {

using Place = std::array<std::int64_t, 3>;

// 16-bit floats, exactly.
float from_half(std::uint32_t bits) {
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  const int exponent = static_cast<int>(bits >> 10U & 0x1FU);
  const auto fraction = static_cast<float>(bits & 0x3FFU);
  if (exponent == 0x1F) {
    return std::bit_cast<float>((bits & 0x8000U) << 16U | 0x7F800000U | (bits & 0x3FFU) << 13U);
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024.0F + fraction, exponent - 25);
}

// The bits that a component gives without filtering.
std::uint32_t component_of(const Texture& texture, std::uint32_t bits) {
  if (texture.kind == TexelKind::kFloat) {
    return texture.component_bits == 16 ? std::bit_cast<std::uint32_t>(from_half(bits)) : bits;
  }
  const unsigned unused = 32U - texture.component_bits;
  const bool is_signed = texture.kind == TexelKind::kSigned;
  const auto value = static_cast<std::int32_t>(bits << unused) >> unused;
  if (!texture.reads_fractions) return is_signed ? static_cast<std::uint32_t>(value) : bits;
  const std::uint32_t largest = 0xFFFFFFFFU >> (unused + (is_signed ? 1U : 0U));
  const float fraction = is_signed ? static_cast<float>(value) / static_cast<float>(largest)
                                   : static_cast<float>(bits) / static_cast<float>(largest);
  return std::bit_cast<std::uint32_t>(std::max(fraction, -1.0F));
}

Texel texel_in(const Texture& texture, const Place& place) {
  const unsigned bytes = texture.component_bits / 8U;
  const std::byte* const first =
      texture.texels + (static_cast<std::uint64_t>(place[0]) * bytes * texture.components) +
      (static_cast<std::uint64_t>(place[1]) * texture.row_bytes) +
      (static_cast<std::uint64_t>(place[2]) * texture.slice_bytes);
  Texel texel{};
  for (unsigned i = 0; i < texture.components; ++i) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, first + (std::size_t{i} * bytes), bytes);
    texel[i] = component_of(texture, bits);
  }
  return texel;
}

std::int64_t size_of(const Texture& texture, unsigned dimension) {
  return static_cast<std::int64_t>(texture.size[dimension]);
}

// Wrap and mirror need normalised coordinates; others clamp.
TextureEdge edge_of(const Texture& texture, unsigned dimension) {
  const TextureEdge edge = texture.edges[dimension];
  const bool folds = edge == TextureEdge::kWrap || edge == TextureEdge::kMirror;
  return folds && !texture.is_normalized ? TextureEdge::kClamp : edge;
}

// The coordinate in texels. What is far outside, or no number, is one step outside.
double position_of(const Texture& texture, unsigned dimension, float coordinate) {
  const auto size = static_cast<double>(texture.size[dimension]);
  auto x = static_cast<double>(coordinate);
  if (!(std::abs(x) < 1e30)) x = x > 0 ? 1e30 : -1e30;
  if (texture.is_normalized) {
    const TextureEdge edge = edge_of(texture, dimension);
    const double whole = std::floor(x);
    if (edge == TextureEdge::kWrap) x -= whole;
    if (edge == TextureEdge::kMirror) {
      x = std::fmod(whole, 2) == 0 ? x - whole : 1 - (x - whole);
    }
    x *= size;
  }
  return std::clamp(x, -2.0, size + 2);
}

// The texel that stands for `index`, nullopt: the border.
std::optional<std::int64_t> resolved(const Texture& texture, unsigned dimension,
                                     std::int64_t index) {
  const std::int64_t size = size_of(texture, dimension);
  if (index >= 0 && index < size) return index;
  switch (edge_of(texture, dimension)) {
    case TextureEdge::kBorder:
      return std::nullopt;
    case TextureEdge::kWrap:
      return ((index % size) + size) % size;
    case TextureEdge::kClamp:
    case TextureEdge::kMirror:  // a mirror's neighbour at the edge is the edge itself
      break;
  }
  return std::clamp<std::int64_t>(index, 0, size - 1);
}

Texel border_of(const Texture& texture) {
  Texel texel{};
  for (unsigned i = 0; i < texture.components; ++i) {
    texel[i] = std::bit_cast<std::uint32_t>(texture.border[i]);
  }
  return texel;
}

Texel at_index(const Texture& texture, const Place& index) {
  Place place{};
  for (unsigned d = 0; d < 3; ++d) {
    const auto found = resolved(texture, d, index[d]);
    if (!found) return border_of(texture);
    place[d] = *found;
  }
  return texel_in(texture, place);
}

// `corner` has the lower texels; `weights` are those of the upper ones.
Texel filtered(const Texture& texture, const Place& corner, const std::array<double, 3>& weights) {
  const unsigned dimensions = texture.dimensions;
  std::array<double, 4> sum{};
  for (unsigned upper = 0; upper < 1U << dimensions; ++upper) {
    Place place = corner;
    double weight = 1;
    for (unsigned d = 0; d < dimensions; ++d) {
      const bool is_upper = (upper >> d & 1U) != 0;
      weight *= is_upper ? weights[d] : 1 - weights[d];
      place[d] += is_upper ? 1 : 0;
    }
    if (weight == 0) continue;  // not even a NaN there counts
    const Texel texel = at_index(texture, place);
    for (unsigned i = 0; i < 4; ++i)
      sum[i] += weight * static_cast<double>(std::bit_cast<float>(texel[i]));
  }
  Texel result{};
  for (unsigned i = 0; i < 4; ++i) {
    result[i] = std::bit_cast<std::uint32_t>(static_cast<float>(sum[i]));
  }
  return result;
}

}  // namespace

Texel sample(const Texture& texture, const std::array<float, 3>& at, std::uint32_t layer) {
  constexpr double kSteps = 256;  // 8 bits of fraction
  Place index{};
  std::array<double, 3> weights{};
  for (unsigned d = 0; d < texture.dimensions; ++d) {
    const double x = position_of(texture, d, at[d]) - (texture.is_filtered ? 0.5 : 0);
    index[d] = static_cast<std::int64_t>(std::floor(x));
    weights[d] = std::nearbyint((x - std::floor(x)) * kSteps) / kSteps;
  }
  if (texture.is_layered) index[2] = std::min<std::int64_t>(layer, size_of(texture, 2) - 1);
  return texture.is_filtered ? filtered(texture, index, weights) : at_index(texture, index);
}

Texel texel_at(const Texture& texture, std::int32_t index) {
  if (index < 0 || index >= size_of(texture, 0)) return {};
  return texel_in(texture, {index, 0, 0});
}

}  // namespace smemlens::simt
