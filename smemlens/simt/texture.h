#pragma once

// Texture objects as kernels see them, and what a fetch gives (CUDA C++ Programming Guide, "Texture
// Fetching").
//
//   coordinate  × size if normalised; wrap and mirror fold it first
//   point       the texel at floor(x)
//   linear      (1 − α) T[i] + α T[i + 1] in each dimension, i = floor(x − 0.5); α is the rest with
//               8 bits of fraction
//
// The guide leaves open how α is rounded: here to the nearest, so linear results are approximate.

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace smemlens::simt {

// The values are CUDA's (cudaTextureAddressMode).
enum class TextureEdge : std::uint8_t { kWrap, kClamp, kMirror, kBorder };
enum class TexelKind : std::uint8_t { kSigned, kUnsigned, kFloat };

struct Texture {
  const std::byte* texels = nullptr;  // host memory that outlives the launch
  std::array<std::uint64_t, 3> size{1, 1, 1};
  std::uint64_t row_bytes = 0;
  std::uint64_t slice_bytes = 0;
  std::uint8_t dimensions = 1;  // 1 to 3, layers not among them
  bool is_layered = false;      // size[2] are layers

  TexelKind kind = TexelKind::kFloat;
  std::uint8_t components = 1;  // 1, 2 or 4
  std::uint8_t component_bits = 32;

  std::array<TextureEdge, 3> edges{};
  bool is_filtered = false;       // linear; else the nearest texel
  bool is_normalized = false;     // coordinates go from 0 to 1
  bool reads_fractions = false;   // integers become floats from 0 (or −1) to 1
  std::array<float, 4> border{};  // beyond the edge of kBorder
};

// By the value of the object.
using Textures = std::unordered_map<std::uint64_t, Texture>;

using Texel = std::array<std::uint32_t, 4>;  // bits of floats or integers; 0 where there is none

// What tex gives there. Dimensions beyond the texture's own are 0.
//   layer  of a layered texture; one that isn't there counts as the nearest
Texel sample(const Texture& texture, const std::array<float, 3>& at, std::uint32_t layer);

// The texel of that number: tex1Dfetch. 0 if there is none.
Texel texel_at(const Texture& texture, std::int32_t index);

}  // namespace smemlens::simt
