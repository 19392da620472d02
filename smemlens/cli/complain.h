#pragma once

// How commands tell news: on standard error, bad news in the one form of base/diagnostic.h.

#include <string>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cli {

// Prints `diagnostic`; returns `code`.
ExitCode complain(const Diagnostic& diagnostic, ExitCode code = ExitCode::kContent);

// Prints `text` as it is.
void tell(const std::string& text);

// The row of `name`, if kernels can be executed for it: sm_50 and newer.
Expected<const Architecture*> architecture_that_runs(const std::string& name);

}  // namespace smemlens::cli
