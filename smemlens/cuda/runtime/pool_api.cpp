// Memory pools. Memory is taken when it is asked for and given back when it is freed, so a pool
// keeps nothing: it only remembers what the program told it.

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/handles.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;

namespace {

cudaError_t give_default_pool(cudaMemPool_t* pool, int device) {
  return as_call([&](Process& process) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (pool == nullptr) return cudaErrorInvalidValue;
    *pool = process.handles.default_pool();
    return cudaSuccess;
  });
}

template <typename Function>
cudaError_t with_pool(cudaMemPool_t pool, Function use) {
  return as_call([&](Process& process) {
    return process.handles.knows(pool) ? use(process) : cudaErrorInvalidValue;
  });
}

// Attributes up to this one are an int, the others 64 bits.
bool is_flag(cudaMemPoolAttr attribute) {
  return attribute <= cudaMemPoolReuseAllowInternalDependencies;
}

bool is_attribute(cudaMemPoolAttr attribute) {
  return attribute >= cudaMemPoolReuseFollowEventDependencies &&
         attribute <= cudaMemPoolAttrUsedMemHigh;
}

}  // namespace

extern "C" {

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device) {
  return give_default_pool(pool, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device) {
  return as_call([&](Process& process) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (pool == nullptr) return cudaErrorInvalidValue;
    *pool = process.handles.current_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
  return with_pool(pool, [&](Process& process) {
    if (device != 0) return cudaErrorInvalidDevice;
    process.handles.set_current_pool(pool);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties) {
  return as_call([&](Process& process) {
    if (pool == nullptr || properties == nullptr) return cudaErrorInvalidValue;
    if (properties->handleTypes != cudaMemHandleTypeNone) return cudaErrorNotSupported;
    *pool = process.handles.add_pool();
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
  return with_pool(pool, [&](Process& process) {
    return process.handles.remove(pool) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, std::size_t /*bytesToKeep*/) {
  return with_pool(pool, [](Process&) { return cudaSuccess; });
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return with_pool(pool, [&](Process&) {
    if (value == nullptr || !is_attribute(attribute)) return cudaErrorInvalidValue;
    pool->attributes[attribute] = is_flag(attribute)
                                      ? static_cast<std::uint64_t>(*static_cast<int*>(value))
                                      : *static_cast<std::uint64_t*>(value);
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value) {
  return with_pool(pool, [&](Process&) {
    if (value == nullptr || !is_attribute(attribute)) return cudaErrorInvalidValue;
    if (is_flag(attribute)) {
      *static_cast<int*>(value) = static_cast<int>(pool->attributes[attribute]);
    } else {
      *static_cast<std::uint64_t*>(value) = pool->attributes[attribute];
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* /*accesses*/,
                                 std::size_t /*count*/) {
  return with_pool(pool, [](Process&) { return cudaSuccess; });
}

cudaError_t cudaMallocFromPoolAsync(void** pointer, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
  const cudaError_t error = with_pool(pool, [](Process&) { return cudaSuccess; });
  return error == cudaSuccess ? cudaMallocAsync(pointer, bytes, stream) : error;
}

}  // extern "C"
