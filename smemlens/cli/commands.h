#pragma once

// One function a sub-command: takes its arguments, writes its result, returns the exit code.

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/exit_code.h"

namespace smemlens::cli {

ExitCode explain(const ExplainArguments& arguments);
ExitCode fix(const FixArguments& arguments);
ExitCode cost(const CostArguments& arguments);
ExitCode archs(const ArchsArguments& arguments);
ExitCode figures(const FiguresArguments& arguments);
ExitCode page(const PageArguments& arguments);
ExitCode run(const RunArguments& arguments);
ExitCode launch(const LaunchArguments& arguments);

}  // namespace smemlens::cli
