
#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/exit_code.h"

namespace smemlens::cli {
namespace {

struct RunCommand {
  ExitCode operator()(const ExplainArguments& arguments) const { return explain(arguments); }
  ExitCode operator()(const FixArguments& arguments) const { return fix(arguments); }
  ExitCode operator()(const CostArguments& arguments) const { return cost(arguments); }
  ExitCode operator()(const ArchsArguments& arguments) const { return archs(arguments); }
  ExitCode operator()(const FiguresArguments& arguments) const { return figures(arguments); }
  ExitCode operator()(const PageArguments& arguments) const { return page(arguments); }
  ExitCode operator()(const RunArguments& arguments) const { return run(arguments); }
  ExitCode operator()(const LaunchArguments& arguments) const { return launch(arguments); }
};

ExitCode main_of(const std::vector<std::string>& words) {
  const auto parsed = parse_arguments(words);
  if (const auto* end = std::get_if<EarlyEnd>(&parsed)) {
    static_cast<void>(std::fputs(end->standard_output.c_str(), stdout));
    static_cast<void>(std::fputs(end->standard_error.c_str(), stderr));
    return end->code;
  }
  return std::visit(RunCommand{}, std::get<Arguments>(parsed));
}

}  // namespace
}  // namespace smemlens::cli

int main(int argc, char** argv) {
  using smemlens::cli::ExitCode;
  // A reader that closes early (`| head`) ends our output, not our program.
  static_cast<void>(std::signal(SIGPIPE, SIG_IGN));
  try {
    return static_cast<int>(smemlens::cli::main_of({argv + (argc > 0 ? 1 : 0), argv + argc}));
  } catch (const std::exception& problem) {
    static_cast<void>(std::fprintf(stderr,
                                   "smemlens: error: internal fault: %s\n"
                                   "hint: this is a fault of smemlens; please report it\n",
                                   problem.what()));
    return static_cast<int>(ExitCode::kInternal);
  }
}
