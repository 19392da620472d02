#include <optional>
#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/pattern_options.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explain_json.h"
#include "smemlens/report/explain_svg.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/solve/fix.h"

namespace smemlens::cli {
namespace {

// A terminal may be narrower; our pictures are drawn for 100 columns.
constexpr unsigned kColumns = 100;

std::string rendered(const Explanation& explanation, const ExplainArguments& arguments) {
  const CommonOptions& common = arguments.common;
  switch (common.format) {
    case Format::kJson:
      return explain_json(explanation);
    case Format::kSvg:
      return explain_svg(explanation, arguments.language);
    case Format::kText:
      break;
  }
  const Terminal terminal = terminal_for(common);
  return explain_text(explanation,
                      {.color = terminal.has_color, .utf8 = terminal.is_utf8, .columns = kColumns},
                      arguments.language);
}

}  // namespace

ExitCode explain(const ExplainArguments& arguments) {
  auto options = pattern_options(arguments.common.arch, arguments.block, arguments.lets);
  if (!options) return complain(options.error(), ExitCode::kUsage);
  options->find_fix = cheapest_fix;
  const auto pattern = parse_pattern({"pattern", arguments.pattern});
  if (!pattern) return complain(pattern.error());
  if (!arguments.common.is_quiet) {
    for (const Diagnostic& note : pattern->notes) complain(note);
  }
  const auto explanation = smemlens::explain(*pattern, *options);
  if (!explanation) {
    return complain(explanation.error(), code_of_pattern_problem(explanation.error()));
  }
  const auto problem = write_output(arguments.common.output, rendered(*explanation, arguments));
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
