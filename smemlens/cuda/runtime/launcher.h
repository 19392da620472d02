#pragma once

// One kernel launch of the program: decode, run, report.

#include <cstddef>
#include <optional>
#include <vector>

#include "cuda_runtime_api.h"

namespace smemlens::cuda {

class Process;

struct LaunchRequest {
  const void* function = nullptr;  // the host's function, or a handle of __cudaGetKernel
  dim3 grid;
  dim3 block;
  void** arguments = nullptr;  // a pointer to each parameter, in order
  std::size_t shared_bytes = 0;
  bool is_cooperative = false;  // all blocks resident together, so that grid.sync() ends
};

// Runs the kernel to its end. A launch that a GPU would refuse gives the error it would give; a
// kernel fault becomes the process's sticky error; what cannot be run exactly ends the program.
// A launch that the selection leaves out does nothing and is listed.
cudaError_t launch(Process& process, const LaunchRequest& request);

// Bytes of each parameter of the kernel; nullopt if there is none such.
std::optional<std::vector<std::size_t>> argument_bytes(Process& process, const void* function);

}  // namespace smemlens::cuda
