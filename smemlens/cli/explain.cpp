#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/cli/terminal.h"
#include "smemlens/model/architecture.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explain_json.h"
#include "smemlens/report/explain_svg.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"

namespace smemlens::cli {
namespace {

Expected<ExplainOptions> options_of(const ExplainArguments& arguments) {
  ExplainOptions options;
  const auto architecture = architecture_named(arguments.common.arch);
  if (!architecture) return tl::unexpected(architecture.error());
  options.architecture = *architecture;
  if (!arguments.block.empty()) {
    const auto block = parse_block({"--block", arguments.block});
    if (!block) return tl::unexpected(block.error());
    options.block = *block;
  }
  for (const std::string& text : arguments.lets) {
    auto let = parse_let({"--let", text});
    if (!let) return tl::unexpected(let.error());
    options.lets.push_back(std::move(*let));
  }
  return options;
}

// A pattern may be fine and the options around it not.
ExitCode code_of(const Diagnostic& diagnostic) {
  const bool is_about_an_option =
      diagnostic.code == "pattern-let" || diagnostic.code == "pattern-block";
  return is_about_an_option ? ExitCode::kUsage : ExitCode::kContent;
}

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
  const auto options = options_of(arguments);
  if (!options) return complain(options.error(), ExitCode::kUsage);
  const auto pattern = parse_pattern({"pattern", arguments.pattern});
  if (!pattern) return complain(pattern.error());
  if (!arguments.common.is_quiet) {
    for (const Diagnostic& note : pattern->notes) complain(note);
  }
  const auto explanation = smemlens::explain(*pattern, *options);
  if (!explanation) return complain(explanation.error(), code_of(explanation.error()));
  const auto problem = write_output(arguments.common.output, rendered(*explanation, arguments));
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
