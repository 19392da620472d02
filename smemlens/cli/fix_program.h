#pragma once

// `smemlens fix PROGRAM.cu`.

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/exit_code.h"

namespace smemlens::cli {

ExitCode fix_program(const FixArguments& arguments);

}  // namespace smemlens::cli
