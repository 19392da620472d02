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
  auto owned = std::make_unique<CUstream_st>(stream);
  const cudaStream_t handle = owned.get();
  streams_.emplace(handle, std::move(owned));
  return handle;
}

cudaEvent_t Handles::add_event(CUevent_st event) {
  auto owned = std::make_unique<CUevent_st>(event);
  const cudaEvent_t handle = owned.get();
  events_.emplace(handle, std::move(owned));
  return handle;
}

bool Handles::knows(cudaStream_t stream) const {
  return is_default(stream) || streams_.contains(stream);
}

CUstream_st Handles::attributes(cudaStream_t stream) {
  return is_default(stream) ? CUstream_st{} : *stream;
}

}  // namespace smemlens::cuda
