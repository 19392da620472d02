#pragma once

// What the best layout of a problem changes, as a picture.

#include <string>

#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

// Memory and queues of the request with the most excess, as declared and in the best layout, side
// by side: one SVG document.
std::string solution_svg(const LayoutProblem& problem, const Solution& solution);

}  // namespace smemlens
