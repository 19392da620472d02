#include "smemlens/cli/program_run.h"

#include <cstdio>
#include <string>
#include <utility>

#include "smemlens/cli/arguments.h"
#include "smemlens/cuda/child.h"
#include "smemlens/cuda/compiler.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {

cuda::CompileOptions compile_options(const RunArguments& arguments,
                                     const Architecture& architecture) {
  return {.sources = arguments.inputs,
          .include_directories = arguments.include_directories,
          .definitions = arguments.definitions,
          .standard = arguments.standard,
          .options = arguments.compile_options,
          .compiler = arguments.compiler,
          .compute_capability = architecture.compute_capability};
}

cuda::ProgramOptions program_options(const RunArguments& arguments, std::string program) {
  return {
      .program = std::move(program),
      .arguments = arguments.program_arguments,
      .settings = {.architecture = arguments.common.arch,
                   .threads = arguments.execution.threads,
                   .max_steps = arguments.execution.max_steps,
                   .counts_every = arguments.execution.counts_every,
                   .selection = arguments.execution.selection},
      .timeout_seconds = arguments.execution.timeout_seconds,
      // A report for a machine has standard output for itself.
      .output_to_standard_error =
          arguments.common.output.empty() && arguments.common.format != Format::kText,
      .on_lingering =
          [is_quiet = arguments.common.is_quiet] {
            if (!is_quiet) {
              static_cast<void>(std::fputs(
                  "smemlens: the program has ended; waiting for what it has started (Ctrl-C ends "
                  "it)\n",
                  stderr));
            }
                   },
  };
}

}  // namespace smemlens::cli
