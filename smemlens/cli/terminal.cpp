#include "smemlens/cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "smemlens/cli/arguments.h"

namespace smemlens::cli {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): before any thread
  return value == nullptr ? std::string_view() : std::string_view(value);
}

bool decides_color(const CommonOptions& options) {
  if (options.color != ColorChoice::kAuto) return options.color == ColorChoice::kAlways;
  if (!environment("NO_COLOR").empty()) return false;
  for (const char* name : {"CLICOLOR_FORCE", "FORCE_COLOR"}) {
    const std::string_view value = environment(name);
    if (!value.empty() && value != "0") return true;
  }
  return options.output.empty() && isatty(STDOUT_FILENO) == 1 && environment("TERM") != "dumb";
}

// The first of the three that is set decides, as in POSIX; a file is UTF-8 always.
bool decides_utf8(const CommonOptions& options) {
  if (!options.output.empty()) return true;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string_view value = environment(name);
    if (value.empty()) continue;
    return value.find("UTF-8") != std::string_view::npos ||
           value.find("utf8") != std::string_view::npos;
  }
  return false;
}

}  // namespace

Terminal terminal_for(const CommonOptions& options) {
  return {.has_color = decides_color(options),
          .is_utf8 = decides_utf8(options),
          .shows_progress = !options.is_quiet && isatty(STDERR_FILENO) == 1 &&
                            environment("CI").empty() && environment("TERM") != "dumb"};
}

}  // namespace smemlens::cli
