#pragma once

// What a layout changes, and what else there is to choose from, as a picture.

#include <cstddef>
#include <string>

#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

// Memory and queues of the request with the most excess, as declared and in the chosen layout, side
// by side; below them, where there are several, what each layout costs: one SVG document.
//   chosen  of the solution's layouts; 0: the best
std::string solution_svg(const LayoutProblem& problem, const Solution& solution,
                         std::size_t chosen = 0);

}  // namespace smemlens
