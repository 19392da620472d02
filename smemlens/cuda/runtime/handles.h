#pragma once

// Streams and events. Work is done when it is asked for, so a stream is always idle and an event
// is a moment of the host's clock.

#include <chrono>
#include <memory>
#include <optional>
#include <unordered_map>

#include "cuda_runtime_api.h"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};

struct CUevent_st {
  unsigned flags = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
};

namespace smemlens::cuda {

class Handles {
 public:
  cudaStream_t add_stream(CUstream_st stream);
  cudaEvent_t add_event(CUevent_st event);
  bool remove(cudaStream_t stream) { return streams_.erase(stream) != 0; }
  bool remove(cudaEvent_t event) { return events_.erase(event) != 0; }

  // The default streams are always known; their attributes are the default ones.
  bool knows(cudaStream_t stream) const;
  bool knows(cudaEvent_t event) const { return events_.contains(event); }
  static CUstream_st attributes(cudaStream_t stream);

 private:
  std::unordered_map<cudaStream_t, std::unique_ptr<CUstream_st>> streams_;
  std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>> events_;
};

}  // namespace smemlens::cuda
