#pragma once

// Runs a CUDA program against our runtime and adds up what its launches report.
//
//   const auto run = run_program({.program = "./transpose", .arguments = {"1024"}});
//   run->analysis  →  the sum of all launches, and why the program stopped if it did not end well

#include <functional>
#include <string>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/expected.h"
#include "smemlens/cuda/protocol.h"

namespace smemlens::cuda {

struct ProgramOptions {
  std::string program;  // path of an executable linked to libcudart.so.13
  std::vector<std::string> arguments;
  Settings settings;           // report_fd is chosen here
  double timeout_seconds = 0;  // 0: none
  bool output_to_standard_error = false;
  // Instead of ours: what the program's standard input, output and error are; -1: ours.
  int input_fd = -1;
  int output_fd = -1;
  int error_fd = -1;
  // Called once if the program has ended and a process that it has started hasn't a second later:
  // that one may still launch kernels, so it is waited for.
  std::function<void()> on_lingering;
};

struct ProgramRun {
  // `problems` also tells a signal, a non-zero exit status and a time limit.
  Analysis analysis;
  bool was_interrupted = false;  // by SIGINT, SIGTERM or SIGHUP, here or there
};

// Returns when the program and what it has started have ended. No answer: it could not be started.
Expected<ProgramRun> run_program(const ProgramOptions& options);

}  // namespace smemlens::cuda
