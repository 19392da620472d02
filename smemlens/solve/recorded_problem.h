#pragma once

// A layout problem from what a run recorded: every request that an array has seen.
//
//   tile[x][y] of 32 warps and 1024 blocks  →  access "transpose.cu:28 load",
//                                              32 requests, each 1024 times

#include <cstdint>
#include <span>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/expected.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

struct RecordedProblem {
  LayoutProblem problem;
  std::uint64_t left_out = 0;  // requests that weren't recorded: the problem is a sample
};

// `empty` with the requests of `sites`, which are all of its array; one access for each line,
// operation and width. An error: wmma, of which no one knows which lane touches what; or a request
// that leaves the array's shape.
Expected<RecordedProblem> recorded_problem_of(LayoutProblem empty,
                                              std::span<const Site* const> sites);

}  // namespace smemlens
