#pragma once

// A request as it is under another layout.
//
//   float s[32][32]; s[lane][0]   with rows of 33    →  lane l asks for byte 132 l, not 128 l

#include "smemlens/model/request.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

//   declared  a request of the problem's array as it is declared
Request moved(const LayoutProblem& problem, const Request& declared, const Layout& layout);

}  // namespace smemlens
