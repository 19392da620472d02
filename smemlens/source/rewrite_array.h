#pragma once

// A layout, written into the source that declares and indexes a shared array.
//
//   float tile[32][32]; tile[x][y]    rows of 33    →  float tile[32][33]; tile[x][y]
//                                     by columns    →  float tile[32][32]; tile[y][x]
//                                     c ^ r         →  float tile[32][32]; tile[x][y ^ x]
//   int sum[256]; sum[i] += 1         i + i >> 5    →  int sum[264]; sum[i + (i >> 5)] += 1
//   float tile[N][N]; tile[x][y]      c ^ r         →  … tile[x][y ^ x], and, as N may be another
//                                                      number elsewhere, static_assert(N == 32,
//                                                      "…")
//   int sum[256]; sum[f(i)] += 1      i + i >> 5    →  sum[sum_at(f(i))] += 1, with
//                                                      const auto sum_at = [](int i) { return …; };

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

struct ArrayChange {
  Layout layout;
  TileShape shape;                      // of the array as declared
  std::vector<std::string> parameters;  // names of the indices: row, col
  std::string place;                    // of an element, by these names, or by `i`
  std::string number;                   // of the element: what `i` is; empty if `place` has no `i`
  bool has_fixed_sizes = true;          // else a layout that needs the shape's asserts them
};

// In the message of that assertion.
inline constexpr std::string_view kForThisSize = "is for this size";

// An error says what can't be written.
Expected<std::vector<Edit>> rewritten(const CodeFile& file, const SharedArrayCode& array,
                                      const std::vector<ArrayUse>& uses, const ArrayChange& change);

// What stands for the place of an element: "tile_at".
std::string place_function_of(const SharedArrayCode& array);

}  // namespace smemlens::source
