#pragma once

// Runs the built program as a user's shell would, and keeps what it wrote and how it ended.

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <string>

#include "tests/folders.h"

namespace smemlens {

struct CommandResult {
  std::string output;  // standard output and standard error, as they came
  int code = -1;
};

// `words` is shell text behind the program's name: quoting, pipes and redirections work. `before`
// stands before it: "printf '…' |" or "NO_COLOR=1". Standard input is empty unless a pipe feeds it.
inline CommandResult run_smemlens(const std::string& words, const std::string& before = {}) {
  const std::string command =
      "(" + before + " " + in_build("bin/smemlens") + " " + words + ") 2>&1 </dev/null";
  CommandResult result;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    result.output.append(buffer.data(), size);
  }
  const int status = pclose(pipe);
  result.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

}  // namespace smemlens
