#include "smemlens/cuda/subprocess.h"

#include <bits/types/sigset_t.h>
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
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/interrupts.h"
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

// How an interrupted tool's process group is brought to its end: it is asked every kPatience, so
// that a process which its shell started while the first signal came hears it too (dash holds
// signals back while it forks), and killed after kRequests requests.
constexpr int kPatienceMs = 50;
constexpr int kRequests = 40;

// Reads both streams to their ends; true if `interrupt_fd` became readable meanwhile: then the
// process group `group` has been brought to its end. Its leader must not have been waited for.
bool read_both(Stream first, Stream second, int interrupt_fd, pid_t group) {
  int requests = 0;
  while (first.fd >= 0 || second.fd >= 0) {
    const bool was_interrupted = requests > 0;
    std::array<pollfd, 3> polled = {
        pollfd{first.fd,                            POLLIN, 0},
        pollfd{second.fd,                           POLLIN, 0},
        pollfd{was_interrupted ? -1 : interrupt_fd, POLLIN, 0}
    };
    const int ready = poll(polled.data(), polled.size(), was_interrupted ? kPatienceMs : -1);
    if (ready < 0) continue;
    if (polled[0].revents != 0) read_available(first);
    if (polled[1].revents != 0) read_available(second);
    const bool is_due = was_interrupted ? ready == 0 : polled[2].revents != 0;
    if (!is_due) continue;
    kill(-group, requests < kRequests ? SIGTERM : SIGKILL);  // SIGTERM: it removes what it made
    if (requests == kRequests) break;  // who still holds a stream has left the group
    ++requests;
  }
  return requests > 0;
}

// Starts the tool as the leader of a process group of its own, with the signal mask `mask`.
int spawn(pid_t& pid, const std::vector<std::string>& words, const std::array<int, 2>& streams,
          const sigset_t& mask) {
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  pointers.reserve(copies.size());
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, streams[0], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, streams[1], STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigmask(&attributes, &mask);
  const int result =
      posix_spawn(&pid, words.front().c_str(), &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
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
  const Interrupts interrupts;
  pid_t pid = -1;
  const int failure =
      spawn(pid, words, {output.writing.get(), error.writing.get()}, interrupts.child_mask());
  if (failure != 0) {
    return tl::unexpected(
        Diagnostic{.code = "tool",
                   .message = "cannot start " + words.front() + ": " + std::strerror(failure)});
  }
  output.writing.reset();
  error.writing.reset();
  ToolRun run;
  run.was_interrupted =
      read_both({output.reading.get(), &run.standard_output, 1U << 16U},
                {error.reading.get(), &run.standard_error, 1U << 20U}, interrupts.get(), pid);
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
