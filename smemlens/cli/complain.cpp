#include "smemlens/cli/complain.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {

ExitCode complain(const Diagnostic& diagnostic, ExitCode code) {
  static_cast<void>(std::fputs(to_text(diagnostic).c_str(), stderr));
  return code;
}

void tell(const std::string& text) {
  static_cast<void>(std::fputs(text.c_str(), stderr));
}

Expected<const Architecture*> architecture_that_runs(const std::string& name) {
  auto architecture = architecture_named(name);
  if (!architecture || (*architecture)->runs_programs) return architecture;
  const auto first = std::ranges::find_if(architectures(), &Architecture::runs_programs);
  return tl::unexpected(Diagnostic{
      .code = "architecture-cannot-run",
      .message = "programs cannot be run for '" + name + "'",
      .hint = "'explain', 'cost' and 'fix' of a pattern take it; 'run' and 'launch' take " +
              std::string(first->name) + " and newer"});
}

}  // namespace smemlens::cli
