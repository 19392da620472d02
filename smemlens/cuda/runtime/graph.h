#pragma once

// CUDA graphs: pieces of work and which must be done before which. An executable graph is a copy,
// in an order that respects that; it runs piece after piece.

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/work.h"

struct CUgraphNode_st {
  smemlens::cuda::Work work;
  std::vector<cudaGraphNode_t> dependencies;
  cudaGraph_t graph = nullptr;
  cudaGraphNode_t origin = nullptr;  // of a copy: the node it was made from
  bool is_enabled = true;
  std::vector<void*> pointers;  // what cudaGraphKernelNodeGetParams gave out
};

struct CUgraph_st {
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;     // in order of creation
  std::vector<std::unique_ptr<CUgraph_st>> child_graphs;  // of its child nodes
};

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;  // nodes in the order they run in
  cudaGraph_t origin = nullptr;
  unsigned long long flags = 0;
};

namespace smemlens::cuda {

class Process;

cudaGraphNode_t add_node(CUgraph_st& graph, const Work& work,
                         std::span<const cudaGraphNode_t> dependencies);

// A copy with copies of its child graphs; each node knows its origin.
std::unique_ptr<CUgraph_st> clone(const CUgraph_st& graph);

// The node of `graph` that was copied from `origin`; null pointer if there is none.
cudaGraphNode_t copy_of(const CUgraph_st& graph, cudaGraphNode_t origin);

// A copy whose nodes stand in an order that respects the dependencies, else in that of creation;
// null pointer if they go round in a circle.
std::unique_ptr<CUgraph_st> ordered_copy(const CUgraph_st& graph);

// What the nodes of `graph`, and of its child graphs, allocate.
std::vector<void*> allocations_of(const CUgraph_st& graph);
// Whether a node allocates or frees: CUDA forbids to copy such a graph (cudaGraphAddMemAllocNode).
bool has_memory_nodes(const CUgraph_st& graph);

// Does its enabled work in the order of its nodes; the first error ends it.
cudaError_t perform(Process& process, const CUgraph_st& graph);

// The graphs that the program knows.
class Graphs {
 public:
  cudaGraph_t add(std::unique_ptr<CUgraph_st> graph);
  cudaGraphExec_t add_executable(std::unique_ptr<CUgraph_st> ordered, cudaGraph_t origin,
                                 unsigned long long flags);
  bool is_instantiated(cudaGraph_t graph) const;
  bool remove(cudaGraph_t graph) { return graphs_.erase(graph) != 0; }
  bool remove(cudaGraphExec_t executable) { return executables_.erase(executable) != 0; }
  // A child graph is known as long as the graph around it.
  bool knows(cudaGraph_t graph) const;
  bool knows(cudaGraphExec_t executable) const { return executables_.contains(executable); }
  bool knows(cudaGraphNode_t node) const;

 private:
  std::unordered_map<cudaGraph_t, std::unique_ptr<CUgraph_st>> graphs_;
  std::unordered_map<cudaGraphExec_t, std::unique_ptr<CUgraphExec_st>> executables_;
};

}  // namespace smemlens::cuda
