#pragma once

// The layout problem of an explained pattern: that of the array with the most excess wavefronts.
//
//   float s[32][32]; s[k][lane] = 0; s[lane][k] @4     →  1056 … of s, the column four times

#include <cstdint>
#include <span>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/report/explanation.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"

namespace smemlens {

struct PatternProblem {
  LayoutProblem problem;
  std::uint32_t array = 0;   // into the pattern's arrays
  std::string other_arrays;  // of the pattern that have conflicts too: "a, b"; or empty
};

//   weights  one for each access of the pattern
// An error if the array is too large to be searched.
Expected<PatternProblem> layout_problem_of(const Explanation& explanation,
                                           std::span<const std::uint64_t> weights);

// Its solution, with a warning of the other arrays.
Solution solve(const PatternProblem& found, const SolveEffort& effort = {});

}  // namespace smemlens
