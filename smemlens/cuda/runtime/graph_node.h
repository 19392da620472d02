#pragma once

// The parameters of graph nodes as CUDA's interface has them, as Work and back.

#include <optional>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/work.h"

namespace smemlens::cuda {

class Process;

// No answer: a null pointer, or parameters that make no sense.
std::optional<Work> kernel_node_work(Process& process, const cudaKernelNodeParams* parameters);
std::optional<Work> memset_node_work(const cudaMemsetParams* parameters);
std::optional<Work> host_node_work(const cudaHostNodeParams* parameters);

cudaGraphNodeType type_of(const Work& work);

}  // namespace smemlens::cuda
