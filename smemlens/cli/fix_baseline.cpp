#include "smemlens/cli/fix_baseline.h"

#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/fix_lines.h"
#include "smemlens/cli/fix_trial.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/cli/program_input.h"
#include "smemlens/cli/program_run.h"
#include "smemlens/cli/show_report.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {
namespace {

OrFailure<cuda::BuiltProgram> build(const FixArguments& arguments,
                                    const Architecture& architecture) {
  auto built = cuda::compile(compile_options(arguments.program, architecture));
  if (!built) {
    tell(built.error().messages);
    return tl::unexpected(Failure{built.error().diagnostic, built.error().was_interrupted
                                                                ? ExitCode::kInterrupted
                                                                : ExitCode::kContent});
  }
  if (arguments.common.is_verbose) {
    for (const std::string& command : built->commands) tell(command + '\n');
  }
  if (!arguments.common.is_quiet) tell(built->messages);
  return std::move(*built);
}

Failure not_sound(const TrialRun& run, Diagnostic problem) {
  tell(run.output);
  tell(run.errors);
  problem = readable(std::move(problem));
  problem.notes.emplace_back(
      "fix changes only a program that ends well: what is broken can't show that a change is "
      "right");
  return {std::move(problem), ExitCode::kContent};
}

}  // namespace

Failure interrupted_failure() {
  return {
      {.code = "program-end", .message = "the run was interrupted"},
      ExitCode::kInterrupted
  };
}

OrFailure<Baseline> run_as_it_is(const FixArguments& arguments, const Architecture& architecture,
                                 ProgramFiles files, ProgramInput input) {
  auto built = build(arguments, architecture);
  if (!built) return tl::unexpected(std::move(built.error()));
  auto run = run_trial(arguments.program, *built, input, TrialKind::kRecord);
  if (!run) return tl::unexpected(Failure{run.error(), ExitCode::kContent});
  if (run->was_interrupted) return tl::unexpected(interrupted_failure());
  if (auto problem = why_unsound(*run)) return tl::unexpected(not_sound(*run, std::move(*problem)));
  if (run->analysis.kernels.empty()) {
    return tl::unexpected(Failure{
        {.code = "fix-program",
         .message = "the program launched no kernel that was to be run",
         .hint = "give it arguments after --, with which it does"},
        ExitCode::kContent
    });
  }
  LineSums sums = sums_of(run->analysis, files, {});
  return Baseline{std::move(files), std::move(input), std::move(*built), std::move(*run),
                  std::move(sums)};
}

}  // namespace smemlens::cli
