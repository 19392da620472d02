#pragma once

// What `fix PROGRAM.cu` found as JSON: docs/schema/fix_program.schema.json.

#include <string>
#include <string_view>

#include "smemlens/report/program_fix.h"

namespace smemlens {

// One object and a final line end. `version` is the program's own.
std::string program_fix_json(const ProgramFix& fix, std::string_view version);

}  // namespace smemlens
