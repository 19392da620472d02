#include "smemlens/solve/writable.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/families.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

// An index can be rewritten only where it was written.
bool has_all_subscripts(const Pattern& pattern, std::uint32_t array) {
  const std::size_t dimensions = pattern.arrays[array].dimensions.size();
  return std::ranges::all_of(pattern.accesses, [&](const Access& access) {
    return access.place.array != array || access.place.subscripts.size() == dimensions;
  });
}

bool is_addressable(const Layout& layout, const TileShape& shape) {
  return footprint_of(layout, shape) * shape.element_bytes <=
         std::numeric_limits<std::uint32_t>::max();
}

// Longer rows: the last axis but one, or the structs of StructView::kUnits.
std::vector<Layout> innermost_pads(const FamilySetting& setting) {
  std::vector<Layout> pads;
  const std::size_t axes = setting.shape.sizes.size();
  const std::uint32_t period = period_elements(setting);
  for (std::uint32_t elements = 1; elements < period; ++elements) {
    AxisLayout layout{setting.shape.natural_strides()};
    layout.strides[axes - 2] += elements;
    for (std::size_t axis = axes - 2; axis > 0; --axis)
      layout.strides[axis - 1] = layout.strides[axis] * setting.shape.sizes[axis];
    const std::uint64_t row_bytes =
        std::uint64_t{layout.strides[axes - 2]} * setting.shape.element_bytes;
    if (row_bytes % setting.constraints.widest_bytes == 0 && is_addressable(layout, setting.shape))
      pads.emplace_back(layout);
  }
  return pads;
}

}  // namespace

bool pads_structs(const Pattern& pattern, std::uint32_t array) {
  const SharedArray& declared = pattern.arrays[array];
  const ElementType& type = pattern.types[declared.type.value];
  return declared.dimensions.size() == 1 && type.is_struct;
}

std::vector<Layout> writable_pads(const Pattern& pattern, std::uint32_t array,
                                  const LayoutProblem& problem, const NamedPlaces& named) {
  const LayoutConstraints constraints = constraints_of(problem);
  const FamilySetting setting = setting_of(problem, constraints);
  const std::size_t dimensions = pattern.arrays[array].dimensions.size();
  if (dimensions == 0) return {};
  if (dimensions >= 2 || pads_structs(pattern, array)) {
    const bool stays = pads_structs(pattern, array) ? named.begin_in_element : named.stay_in_row;
    const bool has_rows = stays && constraints.stays_in_row && problem.shape.sizes.size() >= 2;
    return has_rows ? innermost_pads(setting) : std::vector<Layout>{};
  }
  if (!named.begin_in_element || !has_all_subscripts(pattern, array)) return {};
  std::vector<Layout> pads = block_pads(setting).layouts;
  std::erase_if(pads, [&](const Layout& pad) { return !is_addressable(pad, problem.shape); });
  return pads;
}

std::vector<Layout> writable_swizzles(const Pattern& pattern, std::uint32_t array,
                                      const LayoutProblem& problem, const NamedPlaces& named) {
  const LayoutConstraints constraints = constraints_of(problem);
  const FamilySetting setting = setting_of(problem, constraints);
  const std::size_t dimensions = pattern.arrays[array].dimensions.size();
  const bool can_be_written = dimensions > 0 && named.begin_in_element &&
                              has_all_subscripts(pattern, array) &&
                              problem.shape.elements() <= kMaxTileElements;
  if (!can_be_written) return {};
  if (dimensions >= 2) return row_xors(setting, static_cast<std::uint32_t>(dimensions - 2));
  return index_xors(setting);
}

}  // namespace smemlens
