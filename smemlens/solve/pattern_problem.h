#pragma once

// From a pattern to a layout problem: one array of it, and what its accesses ask for.
//
//   struct { float x, y, z; } p[32]; p[lane].y
//     by elements  {32} of 12 bytes, lane l at element l, 4 bytes in
//     by units     {32, 3} of 4 bytes, lane l at element 3 l + 1: members are an axis

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

// One request of the pattern: which access it is of, and where its lanes are.
struct PlacedRequest {
  std::size_t access = 0;       // index into pattern.accesses
  std::size_t combination = 0;  // of the bound values
  WarpPlaces places;
};

enum class StructView : std::uint8_t {
  kElements,  // a struct is one element, never taken apart
  kUnits,     // its parts, of one alignment each, are a last axis
};

// Whether accesses stay near what their subscripts name: a cast pointer may walk away from it, and
// then a change of the subscripts doesn't move what is accessed.
struct NamedPlaces {
  bool begin_in_element = true;  // every access begins in the element named
  bool stay_in_row = true;       // and ends in its row
};
NamedPlaces named_places_of(const Pattern& pattern, std::uint32_t array,
                            std::span<const PlacedRequest> requests);

TileShape shape_of(const Pattern& pattern, std::uint32_t array, StructView view);

// One request of a pattern as declared.
struct AccessRequest {
  std::size_t access = 0;  // index into pattern.accesses
  Request request;
};
std::vector<AccessRequest> requests_of(const Pattern& pattern,
                                       std::span<const PlacedRequest> requests);

// The requests of `array`, and its accesses in the pattern's order, each of weight 1.
LayoutProblem problem_of(const Pattern& pattern, std::uint32_t array, StructView view,
                         const Architecture& architecture, std::span<const AccessRequest> requests);

}  // namespace smemlens
