#pragma once

// The cheapest layouts of an array for all its accesses together, with what is proved of them.
//
//   const Solution solution = solve(problem);
//   solution.best().wavefronts  →  64      solution.statement  →  "optimal: no layout takes …"
//
// Whole families of layouts, cheap ones first; then, if none meets the lower bound, the exact
// search of all linear maps over GF(2); then a search by exchanges, which proves nothing. A family
// ends early where nothing in it could be worth having any more. docs/fix.md explains the choice.

#include <cstdint>

#include "smemlens/solve/families.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

// How long the searches that can't be enumerated may go on; what was cut is said.
struct SolveEffort {
  std::uint64_t requests = std::uint64_t{1} << 23U;      // costed for layouts of whole families
  std::uint64_t linear_steps = std::uint64_t{1} << 30U;  // words looked at: about a second
  std::uint64_t exchanges = 300'000;
};

// `problem` is well formed: every request's access exists in the architecture, its addresses in
// the declared layout are aligned and inside the array, which has at most kMaxTileElements.
Solution solve(const LayoutProblem& problem, const SolveEffort& effort = {});

// The same, of these layouts of one family alone.
Solution solve_among(const LayoutProblem& problem, LayoutFamily family, FamilyMembers members);

}  // namespace smemlens
