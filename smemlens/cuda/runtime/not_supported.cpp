#include "smemlens/cuda/runtime/not_supported.h"

#include <driver_types.h>

#include <cstdio>
#include <mutex>
#include <string>

#include "smemlens/analysis/analysis.h"
#include "smemlens/cuda/runtime/process.h"

int smemlens_not_supported(const char* name) {
  using smemlens::cuda::Process;
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  (void)std::fprintf(stderr, "smemlens: %s is not supported: it returns cudaErrorNotSupported\n",
                     name);
  smemlens::Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.notes.push_back("the program called " + std::string(name) +
                           ", which smemlens does not support: it returned cudaErrorNotSupported");
  smemlens::cuda::hand_over(process, analysis);
  return smemlens::cuda::remember(cudaErrorNotSupported);
}
