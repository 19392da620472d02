#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/program_run.h"
#include "smemlens/cli/show_report.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/cuda/executable.h"
#include "smemlens/cuda/interrupts.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {
namespace {

ExitCode run_and_report(const RunArguments& arguments, const std::string& program,
                        const std::string& compiler) {
  auto ran = cuda::run_program(program_options(arguments, program));
  if (!ran) return complain(ran.error());
  ran->analysis.compiler = compiler;
  ran->analysis.architecture = arguments.common.arch;
  ran->analysis.selection = arguments.execution.selection;
  const ExitCode code = show_report(std::move(ran->analysis), arguments.common);
  return ran->was_interrupted ? ExitCode::kInterrupted : code;
}

ExitCode compile_and_run(const RunArguments& arguments, const Architecture& architecture) {
  const cuda::Interrupts interrupts;  // until the compiled program is removed
  const auto built = cuda::compile(compile_options(arguments, architecture));
  if (!built) {
    tell(built.error().messages);
    return complain(built.error().diagnostic,
                    built.error().was_interrupted ? ExitCode::kInterrupted : ExitCode::kContent);
  }
  if (arguments.common.is_verbose) {
    for (const std::string& command : built->commands) tell(command + '\n');
  }
  if (!arguments.common.is_quiet) tell(built->messages);
  return run_and_report(arguments, built->program, built->compiler);
}

}  // namespace

ExitCode run(const RunArguments& arguments) {
  const auto architecture = architecture_that_runs(arguments.common.arch);
  if (!architecture) return complain(architecture.error(), ExitCode::kUsage);
  if (const auto problem = overwrite_problem(arguments.common.output, arguments.inputs)) {
    return complain(*problem, ExitCode::kUsage);
  }
  if (std::ranges::any_of(arguments.inputs, cuda::is_source)) {
    return compile_and_run(arguments, **architecture);
  }
  if (arguments.inputs.size() > 1) {
    return complain({.code = "usage",
                     .message = "more than one program, or a file that is no source",
                     .hint = "sources end in .cu, .cpp, .cc, .cxx or .c; a program's own arguments "
                             "stand after --"},
                    ExitCode::kUsage);
  }
  if (const auto problem = cuda::why_unrunnable(arguments.inputs.front())) {
    return complain(*problem);
  }
  return run_and_report(arguments, arguments.inputs.front(), {});
}

}  // namespace smemlens::cli
