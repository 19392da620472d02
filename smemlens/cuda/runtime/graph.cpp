#include "smemlens/cuda/runtime/graph.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

namespace smemlens::cuda {
namespace {

bool is_within(const CUgraph_st& graph, cudaGraph_t wanted) {
  return std::ranges::any_of(graph.child_graphs, [wanted](const auto& child) {
    return child.get() == wanted || is_within(*child, wanted);
  });
}

bool holds(const CUgraph_st& graph, cudaGraphNode_t node) {
  return std::ranges::any_of(graph.nodes,
                             [node](const auto& owned) { return owned.get() == node; }) ||
         std::ranges::any_of(graph.child_graphs,
                             [node](const auto& child) { return holds(*child, node); });
}

// The first node that is not in `done` and whose dependencies all are.
cudaGraphNode_t next_ready(const CUgraph_st& graph, const std::set<cudaGraphNode_t>& done) {
  for (const auto& node : graph.nodes) {
    const bool is_ready = !done.contains(node.get()) &&
                          std::ranges::all_of(node->dependencies, [&done](cudaGraphNode_t other) {
                            return done.contains(other);
                          });
    if (is_ready) return node.get();
  }
  return nullptr;
}

// Copies `order`, nodes of `graph`, which stand after what they depend on.
std::unique_ptr<CUgraph_st> copy_in_order(std::span<const cudaGraphNode_t> order) {
  auto copy = std::make_unique<CUgraph_st>();
  for (const cudaGraphNode_t node : order) {
    std::vector<cudaGraphNode_t> dependencies;
    dependencies.reserve(node->dependencies.size());
    for (const cudaGraphNode_t other : node->dependencies) {
      dependencies.push_back(copy_of(*copy, other));
    }
    const cudaGraphNode_t added = add_node(*copy, node->work, dependencies);
    added->origin = node;
    added->is_enabled = node->is_enabled;
  }
  return copy;
}

std::vector<cudaGraphNode_t> order_of(const CUgraph_st& graph) {
  std::vector<cudaGraphNode_t> order;
  std::set<cudaGraphNode_t> done;
  while (const cudaGraphNode_t node = next_ready(graph, done)) {
    order.push_back(node);
    done.insert(node);
  }
  return order;
}

}  // namespace

cudaGraphNode_t add_node(CUgraph_st& graph, const Work& work,
                         std::span<const cudaGraphNode_t> dependencies) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->work = work;
  node->dependencies.assign(dependencies.begin(), dependencies.end());
  node->graph = &graph;
  if (auto* const child = std::get_if<ChildWork>(&node->work)) {
    graph.child_graphs.push_back(clone(*child->graph));
    child->graph = graph.child_graphs.back().get();
  }
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

std::unique_ptr<CUgraph_st> clone(const CUgraph_st& graph) {
  return copy_in_order(order_of(graph));
}

cudaGraphNode_t copy_of(const CUgraph_st& graph, cudaGraphNode_t origin) {
  const auto found = std::ranges::find_if(
      graph.nodes, [origin](const auto& node) { return node->origin == origin; });
  return found == graph.nodes.end() ? nullptr : found->get();
}

std::unique_ptr<CUgraph_st> ordered_copy(const CUgraph_st& graph) {
  const std::vector<cudaGraphNode_t> order = order_of(graph);
  return order.size() == graph.nodes.size() ? copy_in_order(order) : nullptr;
}

std::vector<void*> allocations_of(const CUgraph_st& graph) {
  std::vector<void*> pointers;
  for (const auto& node : graph.nodes) {
    if (const auto* const work = std::get_if<AllocateWork>(&node->work)) {
      pointers.push_back(work->pointer);
    }
  }
  for (const auto& child : graph.child_graphs) {
    std::ranges::copy(allocations_of(*child), std::back_inserter(pointers));
  }
  return pointers;
}

bool has_memory_nodes(const CUgraph_st& graph) {
  return std::ranges::any_of(graph.nodes,
                             [](const auto& node) {
                               return std::holds_alternative<AllocateWork>(node->work) ||
                                      std::holds_alternative<FreeWork>(node->work);
                             }) ||
         std::ranges::any_of(graph.child_graphs,
                             [](const auto& child) { return has_memory_nodes(*child); });
}

cudaError_t perform(Process& process, const CUgraph_st& graph) {
  for (const auto& node : graph.nodes) {
    if (!node->is_enabled) continue;
    const cudaError_t error = perform(process, node->work);
    if (error != cudaSuccess) return error;
    if (process.sticky_error != cudaSuccess) return cudaSuccess;  // the next call tells it
  }
  return cudaSuccess;
}

cudaGraph_t Graphs::add(std::unique_ptr<CUgraph_st> graph) {
  const cudaGraph_t handle = graph.get();
  graphs_.emplace(handle, std::move(graph));
  return handle;
}

cudaGraphExec_t Graphs::add_executable(std::unique_ptr<CUgraph_st> ordered, cudaGraph_t origin,
                                       unsigned long long flags) {
  auto executable = std::make_unique<CUgraphExec_st>();
  *executable = {.graph = std::move(ordered), .origin = origin, .flags = flags};
  const cudaGraphExec_t handle = executable.get();
  executables_.emplace(handle, std::move(executable));
  return handle;
}

bool Graphs::is_instantiated(cudaGraph_t graph) const {
  return std::ranges::any_of(executables_,
                             [graph](const auto& entry) { return entry.first->origin == graph; });
}

bool Graphs::knows(cudaGraph_t graph) const {
  return graphs_.contains(graph) || std::ranges::any_of(graphs_, [graph](const auto& entry) {
           return is_within(*entry.second, graph);
         });
}

bool Graphs::knows(cudaGraphNode_t node) const {
  return std::ranges::any_of(graphs_,
                             [node](const auto& entry) { return holds(*entry.second, node); });
}

}  // namespace smemlens::cuda
