#include "smemlens/cuda/child.h"

#include <bits/types/sigset_t.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <poll.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): POSIX's own
#include <string.h>  // NOLINT(modernize-deprecated-headers): POSIX's own
#include <sys/poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/record.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/executable.h"
#include "smemlens/cuda/installation.h"
#include "smemlens/cuda/interrupts.h"
#include "smemlens/cuda/launch.h"
#include "smemlens/cuda/protocol.h"
#include "smemlens/cuda/unique_fd.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX has no header for it

namespace smemlens::cuda {
namespace {

using Clock = std::chrono::steady_clock;

// Above the descriptors that programs open and close by number, and below the usual limit of 1024;
// where the limit is lower, whatever is free.
constexpr std::array<int, 2> kLeastReportFds = {1000, 3};
constexpr int kNotStarted = 127;
constexpr const char* kRuntimeLibrary = "libcudart.so.13";
constexpr std::size_t kLongestRecord = 256U << 20U;

tl::unexpected<Diagnostic> system_error(const std::string& what) {
  return tl::unexpected(
      Diagnostic{.code = "program", .message = what + ": " + std::strerror(errno)});
}

// While the program runs it owns the terminal, as under a shell: it may read from it, and Ctrl-C
// goes to it.
class Foreground {
 public:
  explicit Foreground(pid_t group) : has_terminal_(isatty(STDIN_FILENO) == 1) {
    if (has_terminal_) give_to(group);
  }
  Foreground(const Foreground&) = delete;
  Foreground& operator=(const Foreground&) = delete;
  Foreground(Foreground&&) = delete;
  Foreground& operator=(Foreground&&) = delete;
  ~Foreground() {
    if (has_terminal_) give_to(getpgrp());
  }

 private:
  static void give_to(pid_t group) {
    sigset_t output;
    sigset_t before;
    sigemptyset(&output);
    sigaddset(&output, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &output, &before);
    (void)tcsetpgrp(STDIN_FILENO, group);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  bool has_terminal_;
};

std::string library_path(const std::filesystem::path& ours) {
  const char* const before = std::getenv("LD_LIBRARY_PATH");
  const std::string first = ours.string();
  return before == nullptr || *before == '\0' ? first : first + ':' + before;
}

// What is loaded before the program: also what the environment asks for, and first, since it may
// be a sanitizer that must be.
std::string preload_list(const std::filesystem::path& runtime) {
  const char* const before = std::getenv("LD_PRELOAD");
  return before == nullptr || *before == '\0' ? runtime.string()
                                              : std::string(before) + ':' + runtime.string();
}

// The environment of the child: ours, with the runtime's settings and its place. Into a program
// that has a runtime of its own, ours is loaded first.
std::vector<std::string> environment_of(const ProgramOptions& options, const Settings& settings,
                                        const std::filesystem::path& runtime_directory) {
  std::vector<std::string> entries = to_environment(settings);
  entries.push_back("LD_LIBRARY_PATH=" + library_path(runtime_directory));
  if (has_static_runtime(options.program)) {
    entries.push_back("LD_PRELOAD=" + preload_list(runtime_directory / kRuntimeLibrary));
  }
  const auto is_replaced = [&entries](std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('=') + 1);
    return std::ranges::any_of(entries,
                               [name](const std::string& ours) { return ours.starts_with(name); });
  };
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!is_replaced(*entry)) result.emplace_back(*entry);
  }
  result.insert(result.end(), entries.begin(), entries.end());
  return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

// In the child: between fork and exec, so only what is safe there.
[[noreturn]] void become_program(const ProgramOptions& options, char* const* arguments,
                                 char* const* environment, const sigset_t& mask) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // nothing else would end it when the command is killed
  if (options.input_fd >= 0) dup2(options.input_fd, STDIN_FILENO);
  if (options.output_to_standard_error) dup2(STDERR_FILENO, STDOUT_FILENO);
  if (options.output_fd >= 0) dup2(options.output_fd, STDOUT_FILENO);
  if (options.error_fd >= 0) dup2(options.error_fd, STDERR_FILENO);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  (void)std::signal(SIGPIPE, SIG_DFL);  // the command ignores it
  execve(options.program.c_str(), arguments, environment);
  _exit(kNotStarted);
}

struct Child {
  pid_t pid = -1;
  UniqueFd pid_fd;
  UniqueFd records;  // the pipe's reading end
};

// A copy without close-on-exec; -1 if there is none.
int inheritable_copy(int fd) {
  for (const int least : kLeastReportFds) {
    const int copy = fcntl(fd, F_DUPFD, least);
    if (copy >= 0) return copy;
  }
  return -1;
}

std::optional<Clock::time_point> deadline_of(const ProgramOptions& options) {
  if (options.timeout_seconds <= 0) return std::nullopt;
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(options.timeout_seconds));
}

Expected<Child> start(const ProgramOptions& options, const Installation& installation,
                      const sigset_t& mask) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return system_error("cannot make a pipe");
  Child child{.records = UniqueFd(ends[0])};
  const UniqueFd writing(ends[1]);
  const UniqueFd inherited(inheritable_copy(writing.get()));
  if (inherited.get() < 0) return system_error("cannot make a pipe");
  Settings settings = options.settings;
  settings.report_fd = inherited.get();
  if (const auto deadline = deadline_of(options)) {
    settings.timeout_seconds = options.timeout_seconds;
    settings.deadline =
        std::chrono::duration_cast<std::chrono::nanoseconds>(deadline->time_since_epoch()).count();
  }

  std::vector<std::string> words{options.program};
  words.insert(words.end(), options.arguments.begin(), options.arguments.end());
  std::vector<std::string> variables =
      environment_of(options, settings, installation.runtime_directory);
  const std::vector<char*> arguments = pointers_to(words);
  const std::vector<char*> environment = pointers_to(variables);
  child.pid = fork();
  if (child.pid < 0) return system_error("cannot start " + options.program);
  if (child.pid == 0) become_program(options, arguments.data(), environment.data(), mask);
  setpgid(child.pid, child.pid);  // here too: whoever is first
  // Not pidfd_open: glibc 2.36 declares it without extern "C".
  child.pid_fd = UniqueFd(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0)));
  if (child.pid_fd.get() < 0) return system_error("cannot watch " + options.program);
  return child;
}

// Takes the pipe's bytes apart into records.
class RecordReader {
 public:
  // Reads what is there; false when no writer is left.
  bool read_available(int fd) {
    std::array<char, 65536> buffer{};
    const ssize_t length = read(fd, buffer.data(), buffer.size());
    if (length < 0) return errno == EINTR || errno == EAGAIN;
    pending_.append(buffer.data(), static_cast<std::size_t>(length));
    take_records();
    return length > 0;
  }

  Analysis take() { return std::move(analysis_); }

 private:
  void take_records() {
    std::size_t begin = 0;
    for (std::size_t end = pending_.find('\n'); end != std::string::npos;
         end = pending_.find('\n', begin)) {
      add_record(std::string_view(pending_).substr(begin, end - begin));
      begin = end + 1;
    }
    pending_.erase(0, begin);
    if (pending_.size() > kLongestRecord) pending_.clear();  // not ours
  }

  void add_record(std::string_view line) {
    Expected<Analysis> launch = from_record(line);
    if (!launch) {
      analysis_.problems.push_back(launch.error());
      return;
    }
    add(analysis_, *launch);
  }

  std::string pending_;
  Analysis analysis_;
};

// Milliseconds until `deadline`, for poll: -1 is for ever.
int wait_milliseconds(const std::optional<Clock::time_point>& deadline) {
  if (!deadline) return -1;
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(*deadline - Clock::now()).count() + 1;
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1'000'000));
}

enum class Stop : std::uint8_t { kEnded, kTimeout, kInterrupted };

// How long what the program has started may go on before the user is told what is waited for.
constexpr int kLingeringMs = 1000;

// Reads records until the program and all that it has started (whoever may still report) have
// ended, the time is up or a signal asks us to stop.
Stop watch(const Child& child, int interrupt_fd, const ProgramOptions& options,
           RecordReader& reader) {
  const std::optional<Clock::time_point> deadline = deadline_of(options);
  std::array<pollfd, 3> polled = {
      pollfd{child.pid_fd.get(),  POLLIN, 0},
      pollfd{interrupt_fd,        POLLIN, 0},
      pollfd{child.records.get(), POLLIN, 0}
  };
  auto& [program, interrupt, records] = polled;
  bool is_to_be_told = options.on_lingering != nullptr;
  while (records.fd >= 0 || program.fd >= 0) {
    const bool lingers = is_to_be_told && program.fd < 0;
    const int left = wait_milliseconds(deadline);
    const bool waits_to_tell = lingers && (left < 0 || left > kLingeringMs);
    const int ready = poll(polled.data(), polled.size(), waits_to_tell ? kLingeringMs : left);
    if (records.revents != 0 && !reader.read_available(records.fd)) records.fd = -1;
    if (interrupt.revents != 0) return Stop::kInterrupted;
    if (program.revents != 0) program.fd = -1;
    if (ready == 0 && deadline && Clock::now() >= *deadline) return Stop::kTimeout;
    if (ready == 0 && lingers) {
      is_to_be_told = false;
      options.on_lingering();
    }
  }
  return Stop::kEnded;
}

void read_the_rest(int fd, RecordReader& reader) {
  fcntl(fd, F_SETFL, O_NONBLOCK);
  pollfd polled{fd, POLLIN, 0};
  while (poll(&polled, 1, 0) > 0 && (polled.revents & POLLIN) != 0) {
    if (!reader.read_available(fd)) return;
  }
}

Diagnostic end_diagnostic(std::string message, std::string hint) {
  return {.code = "program-end", .message = std::move(message), .hint = std::move(hint)};
}

bool has_error(const Analysis& analysis) {
  return std::ranges::any_of(analysis.problems, [](const Diagnostic& problem) {
    return problem.severity == Severity::kError;
  });
}

// Tells how the program ended, unless it ended well or the runtime has said why it ended it.
void tell_end(int status, ProgramRun& run) {
  Analysis& analysis = run.analysis;
  if (WIFSIGNALED(status)) {
    const int number = WTERMSIG(status);
    run.was_interrupted = number == SIGINT || number == SIGTERM || number == SIGHUP;
    analysis.is_partial = true;
    analysis.problems.push_back(end_diagnostic("the program was ended by signal " +
                                                   std::to_string(number) + " (" +
                                                   strsignal(number) + ")",
                                               {}));
    return;
  }
  const int code = WEXITSTATUS(status);
  if (code == 0 || (code == kEndedByRuntime && has_error(analysis))) return;
  if (code == kEndedByRuntime) {
    analysis.is_partial = true;
    analysis.problems.push_back(
        end_diagnostic("launches of the program are lost: it has closed the file descriptor that "
                       "they are reported on",
                       "let it close only what it has opened"));
    return;
  }
  analysis.problems.push_back(
      end_diagnostic("the program ended with exit status " + std::to_string(code), {}));
}

void tell_stop(Stop stop, double timeout_seconds, ProgramRun& run) {
  run.analysis.is_partial = true;
  if (stop == Stop::kInterrupted) {
    run.was_interrupted = true;
    run.analysis.problems.push_back(end_diagnostic("the run was interrupted", {}));
    return;
  }
  // A kernel that was stopped for it has said so, and where.
  const bool is_told = std::ranges::any_of(
      run.analysis.problems, [](const Diagnostic& problem) { return problem.code == "timeout"; });
  if (!is_told) run.analysis.problems.push_back(timeout_problem("the program", timeout_seconds));
}

}  // namespace

Expected<ProgramRun> run_program(const ProgramOptions& options) {
  if (auto problem = why_unrunnable(options.program)) return tl::unexpected(std::move(*problem));
  const Expected<Installation> installation = find_installation();
  if (!installation) return tl::unexpected(installation.error());
  const Interrupts interrupts;
  const Expected<Child> child = start(options, *installation, interrupts.child_mask());
  if (!child) return tl::unexpected(child.error());

  RecordReader reader;
  Stop stop = Stop::kEnded;
  {
    const Foreground foreground(child->pid);
    stop = watch(*child, interrupts.get(), options, reader);
  }
  if (stop != Stop::kEnded) kill(-child->pid, SIGKILL);
  int status = 0;
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) {
  }
  read_the_rest(child->records.get(), reader);
  ProgramRun run{.analysis = reader.take()};
  if (stop == Stop::kEnded) {
    tell_end(status, run);
  } else {
    tell_stop(stop, options.timeout_seconds, run);
  }
  return run;
}

}  // namespace smemlens::cuda
