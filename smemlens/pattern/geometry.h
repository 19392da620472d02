#pragma once

// The block whose warps an access is shown for.
//
//   parse_block("32,8")  →  32 × 8 × 1 threads: on sm_80 8 warps, warp 1 is threadIdx.y = 1

#include <array>
#include <cstdint>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"

namespace smemlens {

struct Geometry {
  std::array<std::uint32_t, 3> block{1, 1, 1};  // x, y, z

  bool operator==(const Geometry&) const = default;
};

// The block that is exactly one warp.
Geometry one_warp(const Architecture& architecture);

std::uint32_t threads_of(const Geometry& geometry);

// Empty if `geometry` is within CUDA's limits; otherwise the sentence says which is exceeded.
std::string why_impossible(const Geometry& geometry);

// "X", "X,Y" or "X,Y,Z", within CUDA's limits: 1024 threads, z up to 64.
Expected<Geometry> parse_block(const SourceText& text);

}  // namespace smemlens
