#pragma once

// One kernel launch of the program: decode, run, report.

#include <cstddef>

#include "cuda_runtime_api.h"

namespace smemlens::cuda {

class Process;

struct LaunchRequest {
  const void* function = nullptr;  // the host's function, or a handle of __cudaGetKernel
  dim3 grid;
  dim3 block;
  void** arguments = nullptr;  // a pointer to each parameter, in order
  std::size_t shared_bytes = 0;
};

// Runs the kernel to its end. A launch that a GPU would refuse gives the error it would give; a
// kernel fault becomes the process's sticky error; what cannot be run exactly ends the program.
cudaError_t launch(Process& process, const LaunchRequest& request);

}  // namespace smemlens::cuda
