#pragma once

// Which changes of an array's layout a search tries: all of a family, over one period.
//
// Costs don't change when rows grow by a whole period of the banks (128 bytes on most
// architectures: docs/model.md §12, S7), so pads beyond one period bring nothing new.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout_change.h"

namespace smemlens {

// One request of the pattern: which access it is of, and where its lanes are.
struct PlacedRequest {
  std::size_t access = 0;       // index into pattern.accesses
  std::size_t combination = 0;  // of the bound values
  WarpPlaces places;
};

// What the accesses of one array allow.
struct LayoutLimits {
  std::uint32_t widest_bytes = 1;    // rows begin on a multiple of it
  std::uint32_t chunk_elements = 1;  // a power of two: neighbours that one access needs together
  bool stays_in_row = true;          // no access goes from one row into the next
  bool stays_in_chunk = true;        // every access begins and ends within one chunk
  bool stays_in_element = true;      // no access sees two elements
  bool has_all_subscripts = true;    // each access is written with a subscript a dimension
};
LayoutLimits limits_of(const Pattern& pattern, std::uint32_t array,
                       std::span<const PlacedRequest> requests);

// Cheapest first: fewer bytes. Pads that would move an access off its alignment are left out.
std::vector<LayoutChange> pads_of(const ArrayForm& form, const ElementType& type,
                                  const LayoutLimits& limits, std::uint32_t period_bytes);

// XORs, which keep the array's bytes: those with the fewest address operations first, then those of
// the fewest bits.
std::vector<LayoutChange> swizzles_of(const ArrayForm& form, const LayoutLimits& limits,
                                      std::uint32_t period_bytes);

}  // namespace smemlens
