#pragma once

// Streams, events and memory pools. Work is done when it is asked for, so a stream is always idle
// and an event is a moment of the host's clock.

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
  unsigned long long id = 0;
};

struct CUevent_st {
  unsigned flags = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  // Recorded in a stream that was being captured: the capture, and what came before.
  std::uint64_t capture_id = 0;  // 0: it wasn't
  std::vector<cudaGraphNode_t> captured_after;
};

struct CUmemPoolHandle_st {
  std::array<std::uint64_t, cudaMemPoolAttrUsedMemHigh + 1> attributes{};
};

namespace smemlens::cuda {

class Handles {
 public:
  cudaStream_t add_stream(CUstream_st stream);
  cudaEvent_t add_event(const CUevent_st& event);
  cudaMemPool_t add_pool();
  bool remove(cudaStream_t stream) { return streams_.erase(stream) != 0; }
  bool remove(cudaEvent_t event) { return events_.erase(event) != 0; }
  bool remove(cudaMemPool_t pool);

  // The default streams are always known; their attributes are the default ones.
  bool knows(cudaStream_t stream) const;
  bool knows(cudaEvent_t event) const { return events_.contains(event); }
  bool knows(cudaMemPool_t pool) const { return pool == &default_pool_ || pools_.contains(pool); }
  static CUstream_st attributes(cudaStream_t stream);

  cudaMemPool_t default_pool() { return &default_pool_; }
  cudaMemPool_t current_pool() { return current_pool_; }
  void set_current_pool(cudaMemPool_t pool) { current_pool_ = pool; }

 private:
  std::unordered_map<cudaStream_t, std::unique_ptr<CUstream_st>> streams_;
  std::unordered_map<cudaEvent_t, std::unique_ptr<CUevent_st>> events_;
  std::unordered_map<cudaMemPool_t, std::unique_ptr<CUmemPoolHandle_st>> pools_;
  CUmemPoolHandle_st default_pool_;
  cudaMemPool_t current_pool_ = &default_pool_;
  unsigned long long last_stream_id_ = 2;  // of the two default streams
};

}  // namespace smemlens::cuda
