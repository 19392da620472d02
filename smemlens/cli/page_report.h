#pragma once

// What the page's viewer shows of a report (docs/schema/report.schema.json), checked before a
// report goes into a page: a member that is missing or of another kind would be shown as nothing or
// as 0.
//
//   … "kernels":[{ … "sites":[{"line":-9, …  →  kernels[0].sites[0].line must be a count

#include <optional>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"

namespace smemlens::cli {

// The first that is wrong with `report`, read from `file`; none if the viewer can show it.
std::optional<Diagnostic> report_problem(const JsonValue& report, const std::string& file);

}  // namespace smemlens::cli
