#include "smemlens/cuda/runtime/not_supported.h"

#include <driver_types.h>

#include <cstdio>
#include <mutex>
#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/cuda/runtime/error_names.h"
#include "smemlens/cuda/runtime/process.h"

int smemlens_not_supported(const char* name) {
  using smemlens::cuda::Process;
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  const char* const error = smemlens::cuda::error_name(cudaErrorNotSupported, name);
  (void)std::fprintf(stderr, "smemlens: %s is not supported: it returns %s\n", name, error);
  smemlens::Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.notes.push_back("the program called " + std::string(name) +
                           ", which smemlens does not support: it returned " + error);
  smemlens::cuda::hand_over(process, analysis);
  // cudaGetLastError tells of the runtime's functions only.
  const bool is_runtimes = std::string_view(name).starts_with("cuda");
  return is_runtimes ? smemlens::cuda::remember(cudaErrorNotSupported) : cudaErrorNotSupported;
}
