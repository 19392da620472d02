#include "smemlens/cli/pattern_options.h"

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/model/architecture.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/report/explanation.h"

namespace smemlens::cli {

Expected<ExplainOptions> pattern_options(const std::string& arch, const std::string& block,
                                         const std::vector<std::string>& lets) {
  ExplainOptions options;
  const auto architecture = architecture_named(arch);
  if (!architecture) return tl::unexpected(architecture.error());
  options.architecture = *architecture;
  if (!block.empty()) {
    const auto geometry = parse_block({"--block", block});
    if (!geometry) return tl::unexpected(geometry.error());
    options.block = *geometry;
  }
  for (const std::string& text : lets) {
    auto let = parse_let({"--let", text});
    if (!let) return tl::unexpected(let.error());
    options.lets.push_back(std::move(*let));
  }
  return options;
}

ExitCode code_of_pattern_problem(const Diagnostic& diagnostic) {
  const bool is_about_an_option =
      diagnostic.code == "pattern-let" || diagnostic.code == "pattern-block";
  return is_about_an_option ? ExitCode::kUsage : ExitCode::kContent;
}

}  // namespace smemlens::cli
