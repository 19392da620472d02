#pragma once

// The one place that looks at the terminal and the environment.

#include <string_view>

#include "smemlens/cli/arguments.h"

namespace smemlens::cli {

struct Terminal {
  bool has_color = false;
  bool is_utf8 = false;
  bool shows_progress = false;  // standard error is a terminal, and this is no CI run
};

// --color beats NO_COLOR beats CLICOLOR_FORCE and FORCE_COLOR beats the terminal (no-color.org).
Terminal terminal_for(const CommonOptions& options);

}  // namespace smemlens::cli
