// Graphs that the program makes node by node, and their execution.

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/allocation.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/copy_3d.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/graph_node.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::add_node;
using smemlens::cuda::AllocateWork;
using smemlens::cuda::as_call;
using smemlens::cuda::ChildWork;
using smemlens::cuda::EmptyWork;
using smemlens::cuda::EventRecordWork;
using smemlens::cuda::EventWaitWork;
using smemlens::cuda::FreeWork;
using smemlens::cuda::Process;
using smemlens::cuda::Work;

namespace {

template <typename Function>
cudaError_t with_graph(cudaGraph_t graph, Function use) {
  return as_call([&](Process& process) {
    return process.graphs.knows(graph) ? use(process) : cudaErrorInvalidValue;
  });
}

// Where a new node goes, and after which.
struct Place {
  cudaGraphNode_t* node;
  cudaGraph_t graph;
  std::span<const cudaGraphNode_t> dependencies;
};

// `make(process)` gives the node's work; none: its parameters make no sense.
template <typename Make>
cudaError_t add(const Place& place, Make make) {
  return with_graph(place.graph, [&](Process& process) {
    const bool are_ours = std::ranges::all_of(place.dependencies, [&](cudaGraphNode_t node) {
      return process.graphs.knows(node) && node->graph == place.graph;
    });
    if (place.node == nullptr || !are_ours) return cudaErrorInvalidValue;
    const std::optional<Work> work = make(process);
    if (!work) return cudaErrorInvalidValue;
    *place.node = add_node(*place.graph, *work, place.dependencies);
    return cudaSuccess;
  });
}

Place place_of(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* dependencies,
               std::size_t count) {
  return {
      node, graph, {dependencies, dependencies == nullptr ? 0 : count}
  };
}

// Gives the first `*count` of `found`, or tells how many there are if `nodes` is a null pointer.
cudaError_t list(const std::vector<cudaGraphNode_t>& found, cudaGraphNode_t* nodes,
                 std::size_t* count) {
  if (count == nullptr) return cudaErrorInvalidValue;
  if (nodes == nullptr) {
    *count = found.size();
    return cudaSuccess;
  }
  for (std::size_t i = 0; i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
  *count = std::min(*count, found.size());
  return cudaSuccess;
}

cudaError_t instantiate(cudaGraphExec_t* executable, cudaGraph_t graph, unsigned long long flags) {
  return with_graph(graph, [&](Process& process) {
    if (executable == nullptr) return cudaErrorInvalidValue;
    if (smemlens::cuda::has_memory_nodes(*graph) && process.graphs.is_instantiated(graph)) {
      return cudaErrorNotSupported;
    }
    auto ordered = smemlens::cuda::ordered_copy(*graph);
    if (!ordered) return cudaErrorInvalidValue;
    *executable = process.graphs.add_executable(std::move(ordered), graph, flags);
    return cudaSuccess;
  });
}

// What an earlier launch has allocated must be free by now, or is freed if the program said so.
bool frees_earlier_memory(Process& process, const CUgraphExec_st& executable) {
  for (void* const pointer : smemlens::cuda::allocations_of(*executable.graph)) {
    bool& is_allocated = process.graph_memory[pointer];
    if ((executable.flags & cudaGraphInstantiateFlagAutoFreeOnLaunch) != 0) is_allocated = false;
    if (is_allocated) return false;
  }
  return true;
}

// The places of what each node depends on, in order.
std::vector<std::set<std::size_t>> edges_of(const CUgraph_st& graph) {
  std::map<cudaGraphNode_t, std::size_t> places;
  std::vector<std::set<std::size_t>> edges;
  for (const auto& node : graph.nodes) {
    places.emplace(node.get(), places.size());
    std::set<std::size_t>& before = edges.emplace_back();
    for (const cudaGraphNode_t other : node->dependencies) before.insert(places.at(other));
  }
  return edges;
}

// Whether `executable` can take over the parameters of `updated`: both have the same nodes and
// edges, also within their child graphs. Nodes stand after what they depend on.
cudaGraphExecUpdateResultInfo compare(const CUgraph_st& executable, const CUgraph_st& updated) {
  if (edges_of(executable) != edges_of(updated)) {
    return {.result = cudaGraphExecUpdateErrorTopologyChanged};
  }
  for (std::size_t i = 0; i < updated.nodes.size(); ++i) {
    const Work& old = executable.nodes[i]->work;
    const Work& fresh = updated.nodes[i]->work;
    if (old.index() != fresh.index()) {
      return {.result = cudaGraphExecUpdateErrorNodeTypeChanged,
              .errorNode = updated.nodes[i]->origin};
    }
    if (const auto* const child = std::get_if<ChildWork>(&fresh)) {
      const auto told = compare(*std::get<ChildWork>(old).graph, *child->graph);
      if (told.result != cudaGraphExecUpdateSuccess) return told;
    }
  }
  return {};
}

void take_over(CUgraph_st& executable, const CUgraph_st& updated) {
  for (std::size_t i = 0; i < updated.nodes.size(); ++i) {
    CUgraphNode_st& old = *executable.nodes[i];
    const CUgraphNode_st& fresh = *updated.nodes[i];
    old.origin = fresh.origin;
    if (const auto* const child = std::get_if<ChildWork>(&fresh.work)) {
      take_over(*std::get<ChildWork>(old.work).graph, *child->graph);
    } else {
      old.work = fresh.work;
    }
  }
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned int flags) {
  return as_call([&](Process& process) {
    if (graph == nullptr || flags != 0) return cudaErrorInvalidValue;
    *graph = process.graphs.add(std::make_unique<CUgraph_st>());
    return cudaSuccess;
  });
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  return as_call([&](Process& process) {
    return process.graphs.remove(graph) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphClone(cudaGraph_t* copy, cudaGraph_t graph) {
  return with_graph(graph, [&](Process& process) {
    if (copy == nullptr) return cudaErrorInvalidValue;
    if (smemlens::cuda::has_memory_nodes(*graph)) return cudaErrorNotSupported;
    *copy = process.graphs.add(smemlens::cuda::clone(*graph));
    return cudaSuccess;
  });
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t* node, cudaGraphNode_t origin,
                                     cudaGraph_t copy) {
  return with_graph(copy, [&](Process&) {
    if (node == nullptr) return cudaErrorInvalidValue;
    *node = smemlens::cuda::copy_of(*copy, origin);
    return *node != nullptr ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaKernelNodeParams* parameters) {
  return add(place_of(node, graph, dependencies, count), [&](Process& process) {
    return smemlens::cuda::kernel_node_work(process, parameters);
  });
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemcpy3DParms* parameters) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process& process) -> std::optional<Work> {
               if (parameters == nullptr) return std::nullopt;
               const auto copy = smemlens::cuda::copy_of(process, *parameters);
               return copy ? std::optional<Work>(*copy) : std::nullopt;
             });
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     void* to, const void* from, std::size_t bytes,
                                     cudaMemcpyKind kind) {
  return add(place_of(node, graph, dependencies, count), [&](Process&) -> std::optional<Work> {
    return smemlens::cuda::copy_of_bytes(to, from, bytes, kind);
  });
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                   const cudaGraphNode_t* dependencies, std::size_t count,
                                   const cudaMemsetParams* parameters) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process&) { return smemlens::cuda::memset_node_work(parameters); });
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                 const cudaGraphNode_t* dependencies, std::size_t count,
                                 const cudaHostNodeParams* parameters) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process&) { return smemlens::cuda::host_node_work(parameters); });
}

cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                       const cudaGraphNode_t* dependencies, std::size_t count,
                                       cudaGraph_t child) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process& process) -> std::optional<Work> {
               if (!process.graphs.knows(child) || child == graph) return std::nullopt;
               return ChildWork{child};
             });
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                  const cudaGraphNode_t* dependencies, std::size_t count) {
  return add(place_of(node, graph, dependencies, count),
             [](Process&) -> std::optional<Work> { return EmptyWork{}; });
}

cudaError_t cudaGraphAddMemAllocNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                     const cudaGraphNode_t* dependencies, std::size_t count,
                                     cudaMemAllocNodeParams* parameters) {
  if (parameters == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  const cudaError_t error = smemlens::cuda::allocate_for_graph(
      &parameters->dptr, parameters->bytesize, "cudaGraphAddMemAllocNode");
  if (error != cudaSuccess) return error;
  return add(place_of(node, graph, dependencies, count),
             [&](Process&) -> std::optional<Work> { return AllocateWork{parameters->dptr}; });
}

cudaError_t cudaGraphAddMemFreeNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                    const cudaGraphNode_t* dependencies, std::size_t count,
                                    void* pointer) {
  return add(place_of(node, graph, dependencies, count), [&](Process&) -> std::optional<Work> {
    return FreeWork{pointer, "cudaGraphAddMemFreeNode"};
  });
}

cudaError_t cudaGraphAddEventRecordNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                        const cudaGraphNode_t* dependencies, std::size_t count,
                                        cudaEvent_t event) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process&) -> std::optional<Work> { return EventRecordWork{event}; });
}

cudaError_t cudaGraphAddEventWaitNode(cudaGraphNode_t* node, cudaGraph_t graph,
                                      const cudaGraphNode_t* dependencies, std::size_t count,
                                      cudaEvent_t event) {
  return add(place_of(node, graph, dependencies, count),
             [&](Process&) -> std::optional<Work> { return EventWaitWork{event}; });
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData* /*edges*/,
                                     std::size_t count) {
  return with_graph(graph, [&](Process& process) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!process.graphs.knows(from[i]) || !process.graphs.knows(to[i])) {
        return cudaErrorInvalidValue;
      }
    }
    for (std::size_t i = 0; i < count; ++i) to[i]->dependencies.push_back(from[i]);
    return cudaSuccess;
  });
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return with_graph(graph, [&](Process&) {
    std::vector<cudaGraphNode_t> found;
    found.reserve(graph->nodes.size());
    for (const auto& node : graph->nodes) found.push_back(node.get());
    return list(found, nodes, count);
  });
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t* nodes, std::size_t* count) {
  return with_graph(graph, [&](Process&) {
    std::vector<cudaGraphNode_t> found;
    for (const auto& node : graph->nodes) {
      if (node->dependencies.empty()) found.push_back(node.get());
    }
    return list(found, nodes, count);
  });
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t* from, cudaGraphNode_t* to,
                              cudaGraphEdgeData* /*edges*/, std::size_t* count) {
  return with_graph(graph, [&](Process&) {
    if (count == nullptr) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t> sources;
    std::vector<cudaGraphNode_t> targets;
    for (const auto& node : graph->nodes) {
      for (const cudaGraphNode_t before : node->dependencies) {
        sources.push_back(before);
        targets.push_back(node.get());
      }
    }
    std::size_t wanted = *count;
    (void)list(targets, to, &wanted);
    return list(sources, from, count);
  });
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                 unsigned long long flags) {
  return instantiate(executable, graph, flags);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* executable, cudaGraph_t graph,
                                          unsigned long long flags) {
  return instantiate(executable, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t* executable, cudaGraph_t graph,
                                           cudaGraphInstantiateParams* parameters) {
  if (parameters == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  const cudaError_t error = instantiate(executable, graph, parameters->flags);
  parameters->errNode_out = nullptr;
  parameters->result_out =
      error == cudaSuccess ? cudaGraphInstantiateSuccess : cudaGraphInstantiateError;
  return error;
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t executable, unsigned long long* flags) {
  return as_call([&](Process& process) {
    if (!process.graphs.knows(executable) || flags == nullptr) return cudaErrorInvalidValue;
    *flags = executable->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t executable) {
  return as_call([&](Process& process) {
    return process.graphs.remove(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t executable, cudaStream_t stream) {
  return as_call([&](Process& process) {
    if (!process.graphs.knows(executable)) return cudaErrorInvalidValue;
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    if (!frees_earlier_memory(process, *executable)) return cudaErrorInvalidValue;
    return submit(process, stream, ChildWork{executable->graph.get()});
  });
}

cudaError_t cudaGraphUpload(cudaGraphExec_t executable, cudaStream_t /*stream*/) {
  return as_call([&](Process& process) {
    return process.graphs.knows(executable) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo* result) {
  return with_graph(graph, [&](Process& process) {
    if (!process.graphs.knows(executable)) return cudaErrorInvalidValue;
    cudaGraphExecUpdateResultInfo told{.result = cudaGraphExecUpdateErrorTopologyChanged};
    if (const auto ordered = smemlens::cuda::ordered_copy(*graph)) {
      told = compare(*executable->graph, *ordered);
      if (told.result == cudaGraphExecUpdateSuccess) take_over(*executable->graph, *ordered);
    }
    if (result != nullptr) *result = told;
    return told.result == cudaGraphExecUpdateSuccess ? cudaSuccess
                                                     : cudaErrorGraphExecUpdateFailure;
  });
}

}  // extern "C"
