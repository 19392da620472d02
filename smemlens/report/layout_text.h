#pragma once

// A layout as somebody would write it: a C index, a CuTe layout, a CUDA declaration.
//
//   RowXor{0, 5, 0, 0} of float s[32][32]
//     index  row*32 + (col ^ row)
//     cute   Swizzle<5,0,5> o (32,32):(32,1)
//     cuda   __shared__ float s[1024];
//            __device__ int s_at(int row, int col) { return row*32 + (col ^ row); }

#include <optional>
#include <string>
#include <vector>

#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {

// What the indices of the axes are called: {"i"}, {"row", "col"}, {"plane", "row", "col"}, or i0 ….
std::vector<std::string> index_names(const TileShape& shape);

// The place of an element, in elements, by index_names.
struct IndexText {
  std::string expression;  // "i ^ ((i >> 5) & 31)", "place[i]"
  std::string number;  // of i, where the expression uses it: "row*32 + col"; empty if it doesn't
};
IndexText index_text(const Layout& layout, const TileShape& shape);

// "row*32 + (col ^ row)"; "i ^ ((i >> 5) & 31), i = row*32 + col".
std::string one_line(const IndexText& text);

// CuTe's notation, slowest mode first; none for what it can't say (rotations, tables).
std::optional<std::string> cute_text(const Layout& layout, const TileShape& shape);

// Lines of CUDA C++ for the problem's array, without a line end behind the last. Where no
// declaration tells the type of its elements, they are of `T`, and its first line says what that
// may be.
std::string cuda_text(const LayoutProblem& problem, const Layout& layout);

// One line for a picture: "float s[32][33]" where a declaration says it all, else
// "s[row*32 + (col ^ row)]".
std::string code_text(const LayoutProblem& problem, const Layout& layout);

// What the layout does: "rows of 33 elements", "XOR 5 bits of col with row".
std::string described(const Layout& layout, const TileShape& shape);

// The same of an answer's point; of one for TMA its mode, and where the tile has to begin.
std::string described(const SolutionPoint& point, const TileShape& shape);

}  // namespace smemlens
