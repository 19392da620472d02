#include "smemlens/solve/pattern_problem.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

ElementRequest element_request(const LayoutProblem& problem, std::uint32_t access,
                               const Request& request) {
  ElementRequest result{.access = access, .active = request.active};
  for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const std::uint32_t byte = request.addresses[lane].value - problem.base_bytes;
    result.lanes[lane] = {byte / problem.shape.element_bytes, byte % problem.shape.element_bytes};
  }
  return result;
}

}  // namespace

NamedPlaces named_places_of(const Pattern& pattern, std::uint32_t array,
                            std::span<const PlacedRequest> requests) {
  NamedPlaces named;
  const SharedArray& declared = pattern.arrays[array];
  const std::int64_t element_bytes = pattern.types[declared.type.value].bytes;
  const std::int64_t columns = declared.dimensions.empty() ? 1 : declared.dimensions.back().size;
  for (const PlacedRequest& placed : requests) {
    const Access& access = pattern.accesses[placed.access];
    if (access.place.array != array) continue;
    for (LaneMask rest = placed.places.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const LanePlace& place = placed.places.lanes[lane];
      const std::int64_t begin = (place.column * element_bytes) + place.inner_bytes;
      if (place.inner_bytes < 0 || place.inner_bytes >= element_bytes)
        named.begin_in_element = false;
      if (begin < 0 || begin + access.bytes > columns * element_bytes) named.stay_in_row = false;
    }
  }
  return named;
}

TileShape shape_of(const Pattern& pattern, std::uint32_t array, StructView view) {
  const SharedArray& declared = pattern.arrays[array];
  const ElementType& type = pattern.types[declared.type.value];
  TileShape shape{.sizes = {}, .element_bytes = type.bytes};
  for (const Dimension& dimension : declared.dimensions) shape.sizes.push_back(dimension.size);
  const bool is_struct_row = type.is_struct && shape.sizes.size() == 1;
  if (view == StructView::kUnits && (type.bytes > type.alignment || is_struct_row)) {
    shape.element_bytes = type.alignment;
    shape.sizes.push_back(type.bytes / type.alignment);
  }
  if (shape.sizes.empty()) shape.sizes.push_back(1);
  return shape;
}

std::vector<AccessRequest> requests_of(const Pattern& pattern,
                                       std::span<const PlacedRequest> requests) {
  std::vector<AccessRequest> result;
  result.reserve(requests.size());
  for (const PlacedRequest& placed : requests) {
    result.push_back(
        {placed.access, request_of(pattern, pattern.accesses[placed.access], placed.places)});
  }
  return result;
}

LayoutProblem problem_of(const Pattern& pattern, std::uint32_t array, StructView view,
                         const Architecture& architecture,
                         std::span<const AccessRequest> requests) {
  const SharedArray& declared = pattern.arrays[array];
  LayoutProblem problem{.id = {},
                        .array = declared.name,
                        .shape = shape_of(pattern, array, view),
                        .base_bytes = declared.offset_bytes,
                        .architecture = &architecture};
  const ElementType& type = pattern.types[declared.type.value];
  if (!type.is_struct && type.bytes == problem.shape.element_bytes)
    problem.element_type = type.name;
  std::vector<std::uint32_t> numbers(pattern.accesses.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const Access& access = pattern.accesses[i];
    if (access.place.array != array) continue;
    numbers[i] = static_cast<std::uint32_t>(problem.accesses.size());
    problem.accesses.push_back({.name = std::string(text_of(pattern, access.span)),
                                .operation = access.operation,
                                .bytes = access.bytes,
                                .matrices = access.matrices});
  }
  for (const AccessRequest& request : requests) {
    const bool is_of_array = pattern.accesses[request.access].place.array == array;
    if (!is_of_array || request.request.active == 0) continue;
    problem.requests.push_back(element_request(problem, numbers[request.access], request.request));
  }
  merge_equal_requests(problem);
  return problem;
}

}  // namespace smemlens
