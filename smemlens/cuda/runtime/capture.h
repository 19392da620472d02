#pragma once

// Streams whose work is being written into a graph instead of being done (CUDA C++ Programming
// Guide, "Creating a Graph Using Stream Capture"). A stream that waits for an event recorded in a
// captured stream is captured with it.

#include <cstdint>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/graph.h"
#include "smemlens/cuda/runtime/work.h"

namespace smemlens::cuda {

struct Capture {
  std::uint64_t id = 0;
  cudaStream_t origin = nullptr;
  cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal;
  std::thread::id thread = std::this_thread::get_id();  // that began it
  std::unique_ptr<CUgraph_st> graph = std::make_unique<CUgraph_st>();
  // Of each captured stream: the nodes that its next piece of work depends on.
  std::map<cudaStream_t, std::vector<cudaGraphNode_t>> tails;
  bool is_invalid = false;

  cudaGraphNode_t add(cudaStream_t stream, const Work& work);
  // Work of another captured stream that the origin never waited for.
  bool has_unjoined_work() const;
};

// What this thread asked for with cudaThreadExchangeStreamCaptureMode.
cudaStreamCaptureMode& mode_of_thread();

class Captures {
 public:
  cudaError_t begin(cudaStream_t stream, cudaStreamCaptureMode mode);
  // The finished graph; null pointer, with the reason in `error`.
  std::unique_ptr<CUgraph_st> end(cudaStream_t stream, cudaError_t& error);

  // The capture that `stream` takes part in; null pointer: its work is done at once. The error that
  // CUDA gives for work that a capture forbids.
  cudaError_t find(cudaStream_t stream, Capture*& capture);
  // The same without judging: null pointer if the stream is not captured.
  Capture* of(cudaStream_t stream);
  Capture* by_id(std::uint64_t id);

  // The handle that a captured default stream is kept under.
  cudaStream_t resolved(cudaStream_t stream) const;
  // What waits for the device, or for a captured stream, is forbidden meanwhile.
  cudaError_t check_synchronization(cudaStream_t stream);
  // What might wait for the device behind the program's back, such as cudaMalloc: forbidden by
  // captures of this thread or of others, each by its mode, and it spoils them.
  cudaError_t check_unsafe_call();
  // What waits for the whole device while something is captured.
  cudaError_t refuse_synchronization();
  bool any() const { return !active_.empty(); }

 private:
  std::vector<std::unique_ptr<Capture>> active_;
  std::uint64_t last_id_ = 0;
};

}  // namespace smemlens::cuda
