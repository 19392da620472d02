#include "smemlens/cuda/runtime/capture.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/handles.h"  // IWYU pragma: keep: what a stream is
#include "smemlens/cuda/runtime/work.h"

namespace smemlens::cuda {
namespace {

bool is_legacy(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy;
}

void add_with_ancestors(cudaGraphNode_t node, std::set<cudaGraphNode_t>& nodes) {
  if (!nodes.insert(node).second) return;
  for (const cudaGraphNode_t before : node->dependencies) add_with_ancestors(before, nodes);
}

// CUDA Runtime API, "cudaThreadExchangeStreamCaptureMode".
bool forbids_unsafe_calls(const Capture& capture) {
  if (capture.thread == std::this_thread::get_id()) {
    return mode_of_thread() != cudaStreamCaptureModeRelaxed &&
           capture.mode != cudaStreamCaptureModeRelaxed;
  }
  return mode_of_thread() == cudaStreamCaptureModeGlobal &&
         capture.mode == cudaStreamCaptureModeGlobal;
}

}  // namespace

cudaStreamCaptureMode& mode_of_thread() {
  static thread_local cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  return mode;
}

cudaGraphNode_t Capture::add(cudaStream_t stream, const Work& work) {
  std::vector<cudaGraphNode_t>& tail = tails[stream];
  const cudaGraphNode_t node = add_node(*graph, work, tail);
  tail = {node};
  return node;
}

bool Capture::has_unjoined_work() const {
  std::set<cudaGraphNode_t> joined;
  for (const cudaGraphNode_t node : tails.at(origin)) add_with_ancestors(node, joined);
  return std::ranges::any_of(tails, [&joined](const auto& entry) {
    return std::ranges::any_of(entry.second,
                               [&joined](cudaGraphNode_t node) { return !joined.contains(node); });
  });
}

cudaError_t Captures::begin(cudaStream_t stream, cudaStreamCaptureMode mode) {
  if (is_legacy(stream)) return cudaErrorStreamCaptureUnsupported;
  if (of(stream) != nullptr) return cudaErrorIllegalState;
  auto capture = std::make_unique<Capture>();
  capture->id = ++last_id_;
  capture->origin = stream;
  capture->mode = mode;
  capture->tails[stream] = {};
  active_.push_back(std::move(capture));
  return cudaSuccess;
}

std::unique_ptr<CUgraph_st> Captures::end(cudaStream_t stream, cudaError_t& error) {
  Capture* const capture = of(stream);
  if (capture == nullptr) {
    error = cudaErrorIllegalState;
    return nullptr;
  }
  if (capture->origin != stream) {
    error = cudaErrorStreamCaptureUnmatched;
    return nullptr;
  }
  const bool is_elsewhere = capture->thread != std::this_thread::get_id();
  if (is_elsewhere && capture->mode != cudaStreamCaptureModeRelaxed) {
    error = cudaErrorStreamCaptureWrongThread;
    return nullptr;
  }
  error = cudaSuccess;
  if (capture->has_unjoined_work()) error = cudaErrorStreamCaptureUnjoined;
  if (capture->is_invalid) error = cudaErrorStreamCaptureInvalidated;
  auto graph = std::move(capture->graph);
  std::erase_if(active_, [capture](const auto& owned) { return owned.get() == capture; });
  return error == cudaSuccess ? std::move(graph) : nullptr;
}

cudaError_t Captures::find(cudaStream_t stream, Capture*& capture) {
  capture = of(resolved(stream));
  if (capture != nullptr) {
    return capture->is_invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
  }
  // The legacy stream waits for the others, which a capture cannot express.
  const bool is_blocked = is_legacy(stream) && std::ranges::any_of(active_, [](const auto& each) {
                            return each->origin == cudaStreamPerThread ||
                                   (each->origin->flags & cudaStreamNonBlocking) == 0;
                          });
  if (!is_blocked) return cudaSuccess;
  for (const auto& each : active_) each->is_invalid = true;
  return cudaErrorStreamCaptureImplicit;
}

Capture* Captures::of(cudaStream_t stream) {
  const auto found = std::ranges::find_if(
      active_, [stream](const auto& capture) { return capture->tails.contains(stream); });
  return found == active_.end() ? nullptr : found->get();
}

Capture* Captures::by_id(std::uint64_t id) {
  const auto found =
      std::ranges::find_if(active_, [id](const auto& capture) { return capture->id == id; });
  return found == active_.end() ? nullptr : found->get();
}

cudaStream_t Captures::resolved(cudaStream_t stream) const {
  // Compiled for --default-stream per-thread, a program says 0 and means the thread's stream.
  const bool has_per_thread = std::ranges::any_of(
      active_, [](const auto& capture) { return capture->tails.contains(cudaStreamPerThread); });
  return stream == nullptr && has_per_thread ? cudaStreamPerThread : stream;
}

cudaError_t Captures::refuse_synchronization() {
  for (const auto& capture : active_) capture->is_invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

cudaError_t Captures::check_unsafe_call() {
  bool is_forbidden = false;
  for (const auto& capture : active_) {
    if (!forbids_unsafe_calls(*capture)) continue;
    capture->is_invalid = true;
    is_forbidden = true;
  }
  return is_forbidden ? cudaErrorStreamCaptureUnsupported : cudaSuccess;
}

cudaError_t Captures::check_synchronization(cudaStream_t stream) {
  Capture* const capture = of(resolved(stream));
  if (capture == nullptr) return cudaSuccess;
  capture->is_invalid = true;
  return cudaErrorStreamCaptureUnsupported;
}

}  // namespace smemlens::cuda
