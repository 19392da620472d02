#pragma once

// Grids and blocks: how large they may be, and where the n-th of them lies.

#include <cstdint>
#include <optional>

#include "smemlens/base/diagnostic.h"
#include "smemlens/simt/launch.h"

namespace smemlens::simt {

// Why no kernel can be launched so: an empty or too large grid or block.
std::optional<Diagnostic> shape_problem(const Extent& grid, const Extent& block);

// The n-th position of `extent`, x first: position_of(5, {4, 2, 1}) is {1, 1, 0}.
constexpr Extent position_of(std::uint64_t index, const Extent& extent) {
  return {static_cast<std::uint32_t>(index % extent[0]),
          static_cast<std::uint32_t>(index / extent[0] % extent[1]),
          static_cast<std::uint32_t>(index / extent[0] / extent[1])};
}

}  // namespace smemlens::simt
