#pragma once

// What commands that take a pattern have beside it: architecture, block, bound names.

#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/report/explanation.h"

namespace smemlens::cli {

//   block  "32,8"; empty: one warp
//   lets   "k=0..31"
Expected<ExplainOptions> pattern_options(const std::string& arch, const std::string& block,
                                         const std::vector<std::string>& lets);

// A pattern may be fine and the options around it not.
ExitCode code_of_pattern_problem(const Diagnostic& diagnostic);

}  // namespace smemlens::cli
