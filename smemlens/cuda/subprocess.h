#pragma once

// Runs a tool (a compiler) to its end.

#include <string>
#include <vector>

#include "smemlens/base/expected.h"

namespace smemlens::cuda {

struct ToolRun {
  int exit_status = 0;           // 128 + n after signal n
  std::string standard_output;   // at most 64 KiB
  std::string standard_error;    // at most 1 MiB
  bool was_interrupted = false;  // SIGINT, SIGTERM or SIGHUP came to us: the tool was stopped
};

// `words[0]` is the path of the tool; both of its streams are kept, its standard input is empty.
// No answer: it could not be started.
Expected<ToolRun> run_tool(const std::vector<std::string>& words);

// The file called `name` that may be executed, looked for along PATH; empty if there is none.
std::string find_in_path(const std::string& name);

// The words as one would type them in a shell.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace smemlens::cuda
