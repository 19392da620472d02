#include "smemlens/cuda/runtime/process.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "cuda_runtime_api.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/cuda/protocol.h"
#include "smemlens/cuda/runtime/device_properties.h"
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
  static Process* const process = new Process();  // NOLINT(cppcoreguidelines-owning-memory): kept
  return *process;
}

Process::Process()
    : settings_(settings_from_environment()),
      architecture_(&architecture_of(settings_)),
      properties_(properties_of(*architecture_)) {
  memory.set_capacity(properties_.totalGlobalMem);
  reporter.set_fd(settings_.report_fd);
}

cudaError_t remember(cudaError_t error) {
  if (error != cudaSuccess && error != cudaErrorNotReady) last_error = error;
  return error;
}

void end_program() {
  (void)std::fflush(stdout);
  _exit(kEndedByRuntime);
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
