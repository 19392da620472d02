#pragma once

// The program as it is: compiled, run with every request recorded, and found sound.

#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/fix_lines.h"
#include "smemlens/cli/fix_trial.h"
#include "smemlens/cli/program_files.h"
#include "smemlens/cli/program_input.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {

// How a command ends early.
struct Failure {
  Diagnostic diagnostic;
  ExitCode code = ExitCode::kContent;
};
template <typename T>
using OrFailure = tl::expected<T, Failure>;

Failure interrupted_failure();

struct Baseline {
  ProgramFiles files;
  ProgramInput input;  // of every run
  cuda::BuiltProgram built;
  TrialRun run;  // with each request
  LineSums sums;
};

// A failure: it doesn't compile, launches no kernel, or doesn't end well; what it wrote is then
// told.
OrFailure<Baseline> run_as_it_is(const FixArguments& arguments, const Architecture& architecture,
                                 ProgramFiles files, ProgramInput input);

}  // namespace smemlens::cli
