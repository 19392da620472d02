#include "smemlens/cuda/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): POSIX's own
#include <sys/poll.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/unique_fd.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has no header for it

namespace smemlens::cuda {
namespace {

struct Pipe {
  UniqueFd reading;
  UniqueFd writing;
};

Pipe make_pipe() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return {};
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// One stream of the tool; what is over the limit is read and dropped, so that the tool goes on.
struct Stream {
  int fd = -1;
  std::string* text = nullptr;
  std::size_t limit = 0;
};

void read_available(Stream& stream) {
  std::array<char, 16384> buffer{};
  const ssize_t length = read(stream.fd, buffer.data(), buffer.size());
  if (length < 0 && errno == EINTR) return;
  if (length <= 0) {
    stream.fd = -1;  // poll ignores it from now on
    return;
  }
  const std::size_t room = stream.limit - stream.text->size();
  stream.text->append(buffer.data(), std::min(room, static_cast<std::size_t>(length)));
}

void read_both(Stream first, Stream second) {
  while (first.fd >= 0 || second.fd >= 0) {
    std::array<pollfd, 2> polled = {
        pollfd{first.fd,  POLLIN, 0},
        pollfd{second.fd, POLLIN, 0}
    };
    if (poll(polled.data(), polled.size(), -1) < 0) continue;
    if (polled[0].revents != 0) read_available(first);
    if (polled[1].revents != 0) read_available(second);
  }
}

int spawn(pid_t& pid, const std::vector<std::string>& words, int output, int error) {
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  pointers.reserve(copies.size());
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, error, STDERR_FILENO);
  const int result =
      posix_spawn(&pid, words.front().c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

bool needs_quotes(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=/.,:@%";
  return word.empty() || word.find_first_not_of(kPlain) != std::string_view::npos;
}

std::string quoted(const std::string& word) {
  std::string result = "'";
  for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + '\'';
}

}  // namespace

Expected<ToolRun> run_tool(const std::vector<std::string>& words) {
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  pid_t pid = -1;
  const int failure = spawn(pid, words, output.writing.get(), error.writing.get());
  if (failure != 0) {
    return tl::unexpected(
        Diagnostic{.code = "tool",
                   .message = "cannot start " + words.front() + ": " + std::strerror(failure)});
  }
  output.writing.reset();
  error.writing.reset();
  ToolRun run;
  read_both({output.reading.get(), &run.standard_output, 1U << 16U},
            {error.reading.get(), &run.standard_error, 1U << 20U});
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  run.exit_status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return run;
}

std::string find_in_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/usr/bin:/bin" : path;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string candidate = std::string(rest.substr(0, end)) + '/' + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return {};
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    line += needs_quotes(word) ? quoted(word) : word;
  }
  return line;
}

}  // namespace smemlens::cuda
