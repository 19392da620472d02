#include "smemlens/cli/complain.h"

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

Expected<const Architecture*> architecture_named(const std::string& name) {
  if (const Architecture* architecture = find_architecture(name)) return architecture;
  std::string names;
  for (const Architecture& architecture : architectures()) {
    names += (names.empty() ? "" : " ") + std::string(architecture.name);
  }
  return tl::unexpected(Diagnostic{.code = "unknown-architecture",
                                   .message = "there is no architecture '" + name + "'",
                                   .hint = "one of: " + names});
}

Expected<const Architecture*> architecture_that_runs(const std::string& name) {
  auto architecture = architecture_named(name);
  if (!architecture || (*architecture)->runs_programs) return architecture;
  return tl::unexpected(
      Diagnostic{.code = "architecture-cannot-run",
                 .message = "programs cannot be run for '" + name + "'",
                 .hint = "'explain' and 'cost' take it; 'run' and 'launch' take sm_50 and newer"});
}

}  // namespace smemlens::cli
