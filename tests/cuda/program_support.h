#pragma once

// Runs a program on our runtime in a test, and keeps what it printed.

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): POSIX's own
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/child.h"
#include "tests/folders.h"

namespace smemlens::cuda {

inline std::string source(const std::string& name) {
  return in_sources("tests/cuda/programs/" + name);
}

// What the test's own process writes to standard output while this lives, children included.
class CapturedOutput {
 public:
  CapturedOutput() : file_(std::tmpfile()), before_(dup(STDOUT_FILENO)) {
    (void)std::fflush(stdout);
    dup2(fileno(file_), STDOUT_FILENO);
  }
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;
  ~CapturedOutput() { (void)std::fclose(file_); }

  std::string take() {
    (void)std::fflush(stdout);
    dup2(before_, STDOUT_FILENO);
    close(before_);
    std::string text(static_cast<std::size_t>(lseek(fileno(file_), 0, SEEK_END)), '\0');
    (void)pread(fileno(file_), text.data(), text.size(), 0);
    return text;
  }

 private:
  std::FILE* file_;
  int before_;
};

struct Observed {
  ProgramRun run;
  std::string output;
};

// An ordinary program does not know the sanitizer that our library is built with.
class SanitizerPreload {
 public:
  SanitizerPreload() {
    if (*kLibrary == '\0') return;
    setenv("LD_PRELOAD", kLibrary, 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0:handle_segv=0:handle_abort=0", 1);
  }
  SanitizerPreload(const SanitizerPreload&) = delete;
  SanitizerPreload& operator=(const SanitizerPreload&) = delete;
  ~SanitizerPreload() { unsetenv("LD_PRELOAD"); }

 private:
  static constexpr const char* kLibrary = SMEMLENS_SANITIZER_LIBRARY;
};

inline Observed observe(const ProgramOptions& options) {
  const SanitizerPreload preload;
  CapturedOutput output;
  Expected<ProgramRun> run = run_program(options);
  std::string text = output.take();
  if (!run) ADD_FAILURE() << to_text(run.error());
  return {run ? std::move(*run) : ProgramRun{}, std::move(text)};
}

}  // namespace smemlens::cuda
