#pragma once

// Bounds by which words are asked for together, where no phase alone is to blame.
//
//   2 banks; rows, columns and diagonals of a 2 x 2 tile: any two of the 4 words meet in some line,
//   and 4 words in 2 banks make at least 2 pairs that share one → at least 2 lines take a second
//   wavefront
//
// Proofs: docs/fix.md, "What no layout can undercut".

#include <cstdint>
#include <span>
#include <string>

#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/phase_words.h"

namespace smemlens {

struct PairBound {
  std::uint64_t extra_wavefronts = 0;  // weighted, above the sum of `by_phase`; 0: nothing proved
  bool is_of_diagonals = false;
  std::string because;  // no full stop
};

//   phases    of the problem
//   by_phase  what each takes at least by itself
PairBound pair_bound_of(const LayoutProblem& problem, std::span<const PhaseWords> phases,
                        std::span<const std::uint32_t> by_phase);

}  // namespace smemlens
