#include "smemlens/cuda/runtime/graph_node.h"

#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

namespace smemlens::cuda {
namespace {

// By Work's alternative.
constexpr cudaGraphNodeType kTypes[] = {
    cudaGraphNodeTypeKernel,  cudaGraphNodeTypeMemcpy,      cudaGraphNodeTypeMemset,
    cudaGraphNodeTypeHost,    cudaGraphNodeTypeEventRecord, cudaGraphNodeTypeWaitEvent,
    cudaGraphNodeTypeGraph,   cudaGraphNodeTypeEmpty,       cudaGraphNodeTypeMemAlloc,
    cudaGraphNodeTypeMemFree,
};
static_assert(std::size(kTypes) == std::variant_size_v<Work>);

}  // namespace

std::optional<Work> kernel_node_work(Process& process, const cudaKernelNodeParams* parameters) {
  if (parameters == nullptr || parameters->extra != nullptr) return std::nullopt;
  auto work = kernel_work(process, {.function = parameters->func,
                                    .grid = parameters->gridDim,
                                    .block = parameters->blockDim,
                                    .arguments = parameters->kernelParams,
                                    .shared_bytes = parameters->sharedMemBytes});
  return work ? std::optional<Work>(std::move(*work)) : std::nullopt;
}

std::optional<Work> memset_node_work(const cudaMemsetParams* parameters) {
  if (parameters == nullptr) return std::nullopt;
  const unsigned element = parameters->elementSize;
  std::size_t bytes = 0;
  if ((element != 1 && element != 2 && element != 4) ||
      __builtin_mul_overflow(parameters->width, std::size_t{element}, &bytes)) {
    return std::nullopt;
  }
  return Fill{.start = static_cast<std::byte*>(parameters->dst),
              .pitch = parameters->pitch,
              .slice_pitch = parameters->pitch,
              .value = parameters->value,
              .element_bytes = element,
              .bytes = bytes,
              .rows = parameters->height};
}

std::optional<Work> host_node_work(const cudaHostNodeParams* parameters) {
  if (parameters == nullptr || parameters->fn == nullptr) return std::nullopt;
  return HostWork{parameters->fn, parameters->userData};
}

cudaGraphNodeType type_of(const Work& work) {
  return kTypes[work.index()];
}

}  // namespace smemlens::cuda
