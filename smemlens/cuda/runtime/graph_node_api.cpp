// Nodes of graphs: what they are and do, in a graph and in an executable copy of it.

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <variant>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/graph_node.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::as_call;
using smemlens::cuda::ChildWork;
using smemlens::cuda::KernelWork;
using smemlens::cuda::Process;
using smemlens::cuda::Work;

namespace {

template <typename Function>
cudaError_t with_node(cudaGraphNode_t node, Function use) {
  return as_call([&](Process& process) {
    return process.graphs.knows(node) ? use(process) : cudaErrorInvalidValue;
  });
}

// The copy of `node` in the executable graph.
template <typename Function>
cudaError_t with_copy(cudaGraphExec_t executable, cudaGraphNode_t node, Function use) {
  return as_call([&](Process& process) {
    if (!process.graphs.knows(executable)) return cudaErrorInvalidValue;
    const cudaGraphNode_t copy = smemlens::cuda::copy_of(*executable->graph, node);
    return copy == nullptr ? cudaErrorInvalidValue : use(process, *copy);
  });
}

// New parameters for a node must be of its kind.
cudaError_t replace(CUgraphNode_st& node, std::optional<Work> work) {
  if (!work || work->index() != node.work.index()) return cudaErrorInvalidValue;
  node.work = std::move(*work);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType* type) {
  return with_node(node, [&](Process&) {
    if (type == nullptr) return cudaErrorInvalidValue;
    *type = smemlens::cuda::type_of(node->work);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t* dependencies,
                                         cudaGraphEdgeData* /*edges*/, std::size_t* count) {
  return with_node(node, [&](Process&) {
    if (count == nullptr) return cudaErrorInvalidValue;
    const auto& found = node->dependencies;
    if (dependencies != nullptr) {
      std::copy_n(found.begin(), std::min(*count, found.size()), dependencies);
    }
    *count = dependencies == nullptr ? found.size() : std::min(*count, found.size());
    return cudaSuccess;
  });
}

// The graph inside, not a copy of it: what is changed there changes the node.
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t* graph) {
  return with_node(node, [&](Process&) {
    const auto* const work = std::get_if<ChildWork>(&node->work);
    if (work == nullptr || graph == nullptr) return cudaErrorInvalidValue;
    *graph = work->graph;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams* parameters) {
  return with_node(node, [&](Process&) {
    const auto* const work = std::get_if<KernelWork>(&node->work);
    if (work == nullptr || parameters == nullptr) return cudaErrorInvalidValue;
    node->pointers = work->pointers();
    *parameters = {.func = const_cast<void*>(work->request.function),  // NOLINT: CUDA's type
                   .gridDim = work->request.grid,
                   .blockDim = work->request.block,
                   .sharedMemBytes = static_cast<unsigned>(work->request.shared_bytes),
                   .kernelParams = node->pointers.data(),
                   .extra = nullptr};
    return cudaSuccess;
  });
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams* parameters) {
  return with_node(node, [&](Process& process) {
    return replace(*node, smemlens::cuda::kernel_node_work(process, parameters));
  });
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void* to, const void* from,
                                           std::size_t bytes, cudaMemcpyKind kind) {
  return with_node(node, [&](Process&) {
    return replace(*node, smemlens::cuda::copy_of_bytes(to, from, bytes, kind));
  });
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams* parameters) {
  return with_node(
      node, [&](Process&) { return replace(*node, smemlens::cuda::memset_node_work(parameters)); });
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams* parameters) {
  return with_node(
      node, [&](Process&) { return replace(*node, smemlens::cuda::host_node_work(parameters)); });
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  return with_copy(executable, node, [&](Process& process, CUgraphNode_st& copy) {
    return replace(copy, smemlens::cuda::kernel_node_work(process, parameters));
  });
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t executable, cudaGraphNode_t node,
                                               void* to, const void* from, std::size_t bytes,
                                               cudaMemcpyKind kind) {
  return with_copy(executable, node, [&](Process&, CUgraphNode_st& copy) {
    return replace(copy, smemlens::cuda::copy_of_bytes(to, from, bytes, kind));
  });
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  return with_copy(executable, node, [&](Process&, CUgraphNode_st& copy) {
    return replace(copy, smemlens::cuda::memset_node_work(parameters));
  });
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t executable, cudaGraphNode_t node,
                                           const cudaHostNodeParams* parameters) {
  return with_copy(executable, node, [&](Process&, CUgraphNode_st& copy) {
    return replace(copy, smemlens::cuda::host_node_work(parameters));
  });
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int isEnabled) {
  return with_copy(executable, node, [&](Process&, CUgraphNode_st& copy) {
    copy.is_enabled = isEnabled != 0;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t executable, cudaGraphNode_t node,
                                    unsigned int* isEnabled) {
  return with_copy(executable, node, [&](Process&, const CUgraphNode_st& copy) {
    if (isEnabled == nullptr) return cudaErrorInvalidValue;
    *isEnabled = copy.is_enabled ? 1 : 0;
    return cudaSuccess;
  });
}

}  // extern "C"
