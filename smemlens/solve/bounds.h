#pragma once

// What no layout can undercut.
//
//   32 lanes read 8 bytes each of a column, scalar by scalar, of an array that is also read as
//   float4: words at one place in their chunk share 8 of the 32 banks → 4 wavefronts
//
// Each bound holds for every layout that gives each element a place of its own and keeps vectors
// whole and aligned; docs/fix.md proves them:
//   counting   a phase that touches b bytes takes at least b / (bytes of all banks)
//   aligned    words at one place in their vectors share (banks / words of a vector)
//   pairs      words that are all asked for together, two by two, and are more than the banks
//   diagonals  rows, columns and wrapped diagonals of a square of an even number of banks

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/solve/layout_problem.h"

namespace smemlens {

enum class BoundKind : std::uint8_t { kCounting, kTurns, kAligned, kPairs, kDiagonals };

struct LowerBound {
  std::uint64_t wavefronts = 0;           // the highest bound, weighted, over all requests
  std::uint64_t counting = 0;             // by counting bytes alone
  std::uint64_t aligned = 0;              // and by the place of words in vectors
  BoundKind kind = BoundKind::kCounting;  // what the highest one needs
  std::string because;                    // its sentence, no full stop
  std::vector<std::uint32_t> by_request;  // what each request takes at least, once
};

// Of all requests, each of which the architecture must have.
LowerBound lower_bound_of(const LayoutProblem& problem);

// The same without the bounds of pairs and diagonals: quick, each phase by itself.
LowerBound phase_bound_of(const LayoutProblem& problem);

}  // namespace smemlens
