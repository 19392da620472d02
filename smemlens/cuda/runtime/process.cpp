#include "smemlens/cuda/runtime/process.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/protocol.h"
#include "smemlens/cuda/runtime/device_properties.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/model/architecture.h"

namespace smemlens::cuda {
namespace {

thread_local cudaError_t last_error = cudaSuccess;

const Architecture& architecture_of(const Settings& settings) {
  const Architecture* const found = find_architecture(settings.architecture);
  if (found != nullptr && found->runs_programs) return *found;
  return *find_architecture(kDefaultArchitecture);
}

}  // namespace

Process& Process::instance() {
  static auto* const process =
      new Process(settings_from_environment());  // NOLINT(cppcoreguidelines-owning-memory): kept
  return *process;
}

Process::Process(const Settings& settings)
    : filter(settings.selection),
      settings_(settings),
      architecture_(&architecture_of(settings_)),
      properties_(properties_of(*architecture_)) {
  memory.set_capacity(properties_.totalGlobalMem);
  reporter.set_fd(settings_.report_fd);
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

KeptLastError::KeptLastError() : before_(last_error) {}

KeptLastError::~KeptLastError() {
  last_error = before_;
}

void end_program() {
  (void)std::fflush(stdout);
  _exit(kEndedByRuntime);
}

void hand_over(Process& process, const Analysis& analysis) {
  if (process.reporter.report(analysis)) return;
  (void)std::fputs(to_text(Diagnostic{.code = "report-lost",
                                      .message = "the program has closed the file descriptor " +
                                                 std::to_string(process.settings().report_fd) +
                                                 ", which its launches are reported on"})
                       .c_str(),
                   stderr);
  end_program();
}

void give_up(Process& process, const Diagnostic& problem) {
  Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.problems.push_back(problem);
  analysis.is_partial = true;
  hand_over(process, analysis);
  if (process.settings().report_fd < 0) (void)std::fputs(to_text(problem).c_str(), stderr);
  end_program();
}

void require_loaded(Process& process, FatModule& module) {
  const auto& problem = process.modules.load(module, process.architecture().compute_capability,
                                             process.memory.ranges());
  if (problem) give_up(process, *problem);
}

}  // namespace smemlens::cuda

using smemlens::cuda::Process;

extern "C" {

cudaError_t cudaPeekAtLastError() {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  return process.sticky_error != cudaSuccess ? process.sticky_error : smemlens::cuda::last_error;
}

cudaError_t cudaGetLastError() {
  const cudaError_t error = cudaPeekAtLastError();
  smemlens::cuda::last_error = cudaSuccess;
  return error;
}

}  // extern "C"
