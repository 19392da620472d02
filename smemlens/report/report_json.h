#pragma once

// The report of a run as JSON, schema "smemlens.report/1" (docs/schema/report.schema.json).

#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"

namespace smemlens {

// One object and a final line end. `version` is the program's own.
std::string report_json(const Analysis& analysis, std::string_view version);

}  // namespace smemlens
