#pragma once

// The best of all linear layouts, by exhaustive search.
//
//   rows, columns and XOR diagonals of a 32 x 32 tile: the bank is c ^ a·r over GF(32), which no
//   single swizzle is; the search finds such a matrix, or shows that there is none
//
// A linear layout is an invertible matrix over GF(2) on the bits of a granule's number (a granule
// is a vector, or a word where there are none). Only the rows that choose the bank count, and only
// the space that they span, restricted to the differences of granules that are asked for together.
// So the search goes through those spaces, each once, as matrices in reduced form: row by row,
// where row j has a leading bit above those of the rows before it, and zeros at their leading bits.
//
// After j of k rows a phase's words fall into 2^j classes; each further row at best halves a class,
// so a class of m words makes at least m / 2^(k - j) wavefronts. That prunes. For a phase whose
// words are an affine space this is 2^(dim - rank), the exact law.

#include <cstdint>
#include <optional>

#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

struct LinearSearchLimits {
  std::uint64_t at_least = 0;     // a result this good ends the search: a lower bound
  std::uint64_t better_than = 0;  // results that aren't better than this are of no interest
  std::uint64_t max_steps = 0;    // words of phases looked at
};

struct LinearSearchResult {
  std::optional<LinearMap> map;  // on element numbers; none: nothing better was found
  std::uint64_t wavefronts = 0;  // of `map`
  bool is_complete = false;  // true: no linear layout of granules is better, or `at_least` was met
  std::uint64_t steps = 0;
};

// Whether the problem has linear layouts that can be searched: vectors aligned by number, a model
// whose banks serve one word a wavefront, words that begin on the array's begin.
bool has_linear_layouts(const LayoutProblem& problem, const LayoutConstraints& constraints);

// Bytes of a granule: what a linear layout or a table moves as a whole.
std::uint32_t granule_bytes_of(const LayoutProblem& problem, const LayoutConstraints& constraints);

LinearSearchResult search_linear(const LayoutProblem& problem, const LayoutConstraints& constraints,
                                 const LinearSearchLimits& limits);

}  // namespace smemlens
