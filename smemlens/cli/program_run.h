#pragma once

// From the arguments of `run` to what compiles and runs the program.

#include <string>

#include "smemlens/cli/arguments.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {

cuda::CompileOptions compile_options(const RunArguments& arguments,
                                     const Architecture& architecture);

cuda::ProgramOptions program_options(const RunArguments& arguments, std::string program);

}  // namespace smemlens::cli
