#pragma once

// What may be said of a solution: «optimal» only where a bound is met.

#include "smemlens/solve/layout_cost.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

// Fills verdict, statement and optimal_in from the points, the bound and what was searched.
void judge(Solution& solution, const LayoutProblem& problem);

// Fills the warnings: accesses that the best layout makes dearer than they are as declared, and
// accesses that rows longer by one element, the fix that everybody tries first, would break.
void warn_of_dearer_accesses(Solution& solution, const LayoutProblem& problem,
                             const LayoutCost& cost);

}  // namespace smemlens
