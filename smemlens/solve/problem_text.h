#pragma once

// A layout problem as it is written: accesses as index expressions over lanes and loops.
//
//   array {32, 32} of 4 bytes; "ld": load of 4 bytes, index ["lane", "k"], loops k = 0 … 31
//     →  32 requests, request k with lane l at element 32 l + k
//
// Reading (JSON or other) and meaning are apart: this is the meaning.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {

// name = first, first + step, … before end.
struct LoopText {
  std::string name;
  std::int32_t first = 0;
  std::int32_t end = 0;  // excluded
  std::int32_t step = 1;
};

struct AccessText {
  std::string name;
  // "load", "store", "atomic", "ldmatrix", "stmatrix" or "cp.async". A load or store whose name
  // begins with ldmatrix, stmatrix or cp.async is that instruction.
  std::string kind;
  std::uint32_t width_bytes = 4;
  std::vector<std::string> index;  // an expression a dimension
  std::vector<LoopText> loops;
  std::string active;  // a condition; empty: all lanes
  std::uint64_t weight = 1;
};

struct ProblemText {
  std::string id;
  TileShape shape;
  std::vector<AccessText> accesses;
  SolveLimits limits;
};

// More requests than this are refused.
inline constexpr std::uint64_t kMaxProblemRequests = 65536;
inline constexpr std::uint64_t kMaxAccessWeight = 0xffffffff;
inline constexpr std::size_t kMaxProblemAxes = 8;

// An error names the access and what is wrong with it: an index outside its dimension with lane
// and loop values, a misaligned vector, an operation that the architecture lacks, an array that
// doesn't fit in its shared memory. Caret and excerpt, where there are any, are of the expression.
Expected<LayoutProblem> layout_problem_of(const ProblemText& text,
                                          const Architecture& architecture);

}  // namespace smemlens
