#pragma once

// A change of layout, written back into the pattern that the user typed.
//
//   float s[32][32]; s[lane][0]   with RowPad{1}        →  float s[32][33]; s[lane][0]
//                                 with RowXor{5, 0, 0}  →  float s[32][32]; s[lane][0 ^ lane]

#include <cstdint>
#include <string>

#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout_change.h"

namespace smemlens {

// The text of `pattern` with array number `array` changed.
std::string rewritten(const Pattern& pattern, std::uint32_t array, const LayoutChange& change);

// What the change does: "pad each row by 1 element", "XOR the column with the row".
std::string described(const Pattern& pattern, std::uint32_t array, const LayoutChange& change);

}  // namespace smemlens
