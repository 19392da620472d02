#pragma once

// From a pattern to requests: which element each lane of each warp names, and at which address.
//
//   float s[32][33]; s[lane][1]   →  warp 0: lane l at row l, column 1, address 4 * (33 l + 1)

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {

// What `lane` of `warp` knows by itself, in a block of that shape.
LaneVariables variables_of(const Geometry& geometry, std::uint32_t warp_size, std::uint32_t warp,
                           std::uint32_t lane);

// Where in its array a lane's access lies, before the array is laid out in memory. A layout that
// moves rows or columns keeps this.
struct LanePlace {
  std::uint32_t row = 0;         // all subscripts but the last, in row-major order
  std::uint32_t column = 0;      // the last subscript
  std::int64_t inner_bytes = 0;  // from the element on: members, and indices of cast pointers

  bool operator==(const LanePlace&) const = default;
};

struct WarpPlaces {
  std::uint32_t warp = 0;
  LaneMask active = 0;
  std::array<LanePlace, kMaxLanes> lanes{};
};

struct WarpRequest {
  std::uint32_t warp = 0;
  Request request;
};

// Every warp of the block, in order; a warp whose lanes are all inactive has active == 0.
//   access    index into pattern.accesses
//   bindings  a value for each of pattern.bound_names; others are ignored
// An error names the place in the pattern and the lane: an unknown name, an index outside its
// dimension, a misaligned vector, a division by zero, an operation that the architecture lacks.
Expected<std::vector<WarpPlaces>> places_of(const Pattern& pattern, std::size_t access,
                                            const Architecture& architecture,
                                            const Geometry& geometry, const Bindings& bindings);

Expected<std::vector<WarpRequest>> evaluate(const Pattern& pattern, std::size_t access,
                                            const Architecture& architecture,
                                            const Geometry& geometry, const Bindings& bindings);

// The request that `places` are when the array is laid out as declared.
Request request_of(const Pattern& pattern, const Access& access, const WarpPlaces& places);

}  // namespace smemlens
