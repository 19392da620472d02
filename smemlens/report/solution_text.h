#pragma once

// The answer to a layout problem, for people.
//
//   s: 32 x 32 of 4 bytes, 2 accesses, 64 requests, sm_80: 1056 wavefronts as declared
//   optimal: no layout takes fewer than 64 wavefronts, because …
//
//     wavefronts  bytes more  operations  layout
//             64           0           1  XOR 5 bits of col with row  row*32 + (col ^ row)
//             64         128           0  rows of 33 elements         row*33 + col
//           1056           0           0  as declared                 row*32 + col

#include <string>

#include "smemlens/report/text_style.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

std::string solution_text(const LayoutProblem& problem, const Solution& solution,
                          const TextStyle& style);

}  // namespace smemlens
