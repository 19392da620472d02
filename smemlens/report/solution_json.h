#pragma once

// The answer to a layout problem in JSON, one object: docs/schema/fix.schema.json.
//
//   {"schema":"smemlens.fix/1","id":"t01","arch":"sm_80","naive":{"wavefronts":1056,…},
//    "best":{"family":"swizzle","wavefronts":64,"extra_bytes":0,…,"index":"row*32 + (col ^
//    row)"},…}

#include <string>

#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {

// Without a line end. `problem.id` is JSON text, or empty for null.
std::string solution_json(const LayoutProblem& problem, const Solution& solution);

}  // namespace smemlens
