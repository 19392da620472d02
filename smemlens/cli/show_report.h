#pragma once

// The last step of run and launch: from Analysis to the format, file and exit code asked for.

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/exit_code.h"

namespace smemlens::cli {

// A problem as people read it: names as in the source, paths relative to the current folder.
Diagnostic readable(Diagnostic diagnostic);

// Writes the report. Files below the current folder are named relative to it. kContent if the
// analysis holds a problem of severity error, else kDone.
ExitCode show_report(Analysis analysis, const CommonOptions& options);

}  // namespace smemlens::cli
