#pragma once

// A change of layout, written back into the pattern that the user typed.
//
//   float s[32][32]; s[lane][0]   with rows of 33       →  float s[32][33]; s[lane][0]
//                                 with c ^ r            →  float s[32][32]; s[lane][0 ^ lane]

#include <cstdint>
#include <string>

#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"

namespace smemlens {

// The text of `pattern` with array number `array` changed: by one of the layouts of writable.h.
std::string rewritten(const Pattern& pattern, std::uint32_t array, const Layout& change);

// What the change does: "pad each row by 1 element", "XOR the column with the row".
std::string described(const Pattern& pattern, std::uint32_t array, const Layout& change);

}  // namespace smemlens
