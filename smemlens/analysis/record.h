#pragma once

// An Analysis as one line of JSON and back, with nothing lost: how a program under analysis hands
// the result of each launch to the command that started it. Not a promised format; reports are
// (report/report_json.h).

#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/expected.h"

namespace smemlens {

// One line, ending in '\n'.
std::string to_record(const Analysis& analysis);

// The error names what is missing or malformed.
Expected<Analysis> from_record(std::string_view line);

}  // namespace smemlens
