#pragma once

// An explanation as JSON, schema "smemlens.explain/1" (docs/schema/explain.schema.json).

#include <string>

#include "smemlens/report/explanation.h"

namespace smemlens {

// One object and a final line end.
std::string explain_json(const Explanation& explanation);

}  // namespace smemlens
