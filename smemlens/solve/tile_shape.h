#pragma once

// An array as the solver sees it: axes of elements, the slowest first, laid out in row-major order
// until a layout says otherwise.
//
//   float s[32][48]  →  sizes {32, 48}, element_bytes 4: element (r, c) is number 48 r + c

#include <cstdint>
#include <vector>

namespace smemlens {

struct TileShape {
  std::vector<std::uint32_t> sizes{1};  // at least one axis, each of at least 1
  std::uint32_t element_bytes = 4;

  std::uint32_t columns() const { return sizes.back(); }
  std::uint64_t elements() const {
    std::uint64_t count = 1;
    for (const std::uint32_t size : sizes) count *= size;
    return count;
  }
  std::uint64_t bytes() const { return elements() * element_bytes; }
  // Elements from one index of each axis to the next, in row-major order.
  std::vector<std::uint32_t> natural_strides() const {
    std::vector<std::uint32_t> strides(sizes.size(), 1);
    for (std::size_t axis = sizes.size() - 1; axis > 0; --axis)
      strides[axis - 1] = strides[axis] * sizes[axis];
    return strides;
  }

  bool operator==(const TileShape&) const = default;
};

// Layouts are checked by enumerating every element; larger arrays are refused.
inline constexpr std::uint64_t kMaxTileElements = std::uint64_t{1} << 20U;

}  // namespace smemlens
