#include "smemlens/cuda/runtime/handles.h"

#include <driver_types.h>

#include <memory>
#include <utility>

namespace smemlens::cuda {
namespace {

bool is_default(cudaStream_t stream) {
  return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

}  // namespace

cudaStream_t Handles::add_stream(CUstream_st stream) {
  stream.id = ++last_stream_id_;
  auto owned = std::make_unique<CUstream_st>(stream);
  const cudaStream_t handle = owned.get();
  streams_.emplace(handle, std::move(owned));
  return handle;
}

cudaEvent_t Handles::add_event(const CUevent_st& event) {
  auto owned = std::make_unique<CUevent_st>(event);
  const cudaEvent_t handle = owned.get();
  events_.emplace(handle, std::move(owned));
  return handle;
}

cudaMemPool_t Handles::add_pool() {
  auto owned = std::make_unique<CUmemPoolHandle_st>();
  const cudaMemPool_t handle = owned.get();
  pools_.emplace(handle, std::move(owned));
  return handle;
}

bool Handles::remove(cudaMemPool_t pool) {
  if (current_pool_ == pool) current_pool_ = &default_pool_;
  return pools_.erase(pool) != 0;
}

bool Handles::knows(cudaStream_t stream) const {
  return is_default(stream) || streams_.contains(stream);
}

CUstream_st Handles::attributes(cudaStream_t stream) {
  if (!is_default(stream)) return *stream;
  return {.id = stream == cudaStreamPerThread ? 2ULL : 1ULL};
}

}  // namespace smemlens::cuda
