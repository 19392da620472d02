#pragma once

// The layouts that can be written back into a pattern as it was typed: `explain` shows no others.
//
//   float s[32][32]       rows of 33 … 63; the column XORed with bits of the row
//   float s[1024]         unused elements after every 2^k; the index XORed with higher bits
//   struct { … } p[32]    structs that are some alignments longer

#include <cstdint>
#include <vector>

#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_problem.h"

namespace smemlens {

// Whether a longer struct is what pads this array: an array of structs with one dimension. Its
// layouts are of StructView::kUnits, those of every other array of kElements.
bool pads_structs(const Pattern& pattern, std::uint32_t array);

// Fewer bytes first. `problem` is that of the array, in the view that pads_structs tells.
std::vector<Layout> writable_pads(const Pattern& pattern, std::uint32_t array,
                                  const LayoutProblem& problem, const NamedPlaces& named);

// Fewest operations first. `problem` is that of the array in StructView::kElements.
std::vector<Layout> writable_swizzles(const Pattern& pattern, std::uint32_t array,
                                      const LayoutProblem& problem, const NamedPlaces& named);

}  // namespace smemlens
