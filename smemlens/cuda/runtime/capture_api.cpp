// Capture of streams into graphs.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/capture.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Capture;
using smemlens::cuda::Process;

namespace {

template <typename Function>
cudaError_t with_stream(cudaStream_t stream, Function use) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    return use(process, process.captures.of(process.captures.resolved(stream)));
  });
}

cudaStreamCaptureStatus status_of(const Capture* capture) {
  if (capture == nullptr) return cudaStreamCaptureStatusNone;
  return capture->is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
}

template <typename Value>
void give(Value* where, Value value) {
  if (where != nullptr) *where = value;
}

}  // namespace

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return with_stream(stream, [&](Process& process, Capture* /*capture*/) {
    if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed) {
      return cudaErrorInvalidValue;
    }
    return process.captures.begin(stream, mode);
  });
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t* graph) {
  return with_stream(stream, [&](Process& process, Capture* /*capture*/) {
    if (graph == nullptr) return cudaErrorInvalidValue;
    cudaError_t error = cudaSuccess;
    auto captured = process.captures.end(process.captures.resolved(stream), error);
    *graph = captured ? process.graphs.add(std::move(captured)) : nullptr;
    return error;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return with_stream(stream, [&](Process&, const Capture* capture) {
    if (status == nullptr) return cudaErrorInvalidValue;
    *status = status_of(capture);
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus* status,
                                     unsigned long long* id, cudaGraph_t* graph,
                                     const cudaGraphNode_t** dependencies,
                                     const cudaGraphEdgeData** edges, std::size_t* count) {
  return with_stream(stream, [&](Process& process, Capture* capture) {
    if (status == nullptr) return cudaErrorInvalidValue;
    *status = status_of(capture);
    if (capture == nullptr) return cudaSuccess;
    const auto& tail = capture->tails.at(process.captures.resolved(stream));
    give(id, static_cast<unsigned long long>(capture->id));
    give(graph, capture->graph.get());
    give(dependencies, tail.data());
    give(edges, static_cast<const cudaGraphEdgeData*>(nullptr));
    give(count, tail.size());
    return cudaSuccess;
  });
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                                const cudaGraphEdgeData* /*edges*/,
                                                std::size_t count, unsigned int flags) {
  return with_stream(stream, [&](Process& process, Capture* capture) {
    if (capture == nullptr) return cudaErrorIllegalState;
    if (count != 0 && dependencies == nullptr) return cudaErrorInvalidValue;
    std::vector<cudaGraphNode_t>& tail = capture->tails.at(process.captures.resolved(stream));
    if (flags == cudaStreamSetCaptureDependencies) tail.clear();
    tail.insert(tail.end(), dependencies, dependencies + count);
    return cudaSuccess;
  });
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  return as_call([&](Process&) {
    if (mode == nullptr || *mode < cudaStreamCaptureModeGlobal ||
        *mode > cudaStreamCaptureModeRelaxed) {
      return cudaErrorInvalidValue;
    }
    std::swap(*mode, smemlens::cuda::mode_of_thread());
    return cudaSuccess;
  });
}

}  // extern "C"
