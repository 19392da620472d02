// Memory: allocation, host memory, what a pointer is.

#include <cstddef>
#include <cstring>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/allocation.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/global_memory.h"

using smemlens::cuda::allocate;
using smemlens::cuda::allocate_in_stream;
using smemlens::cuda::allocate_rows;
using smemlens::cuda::as_call;
using smemlens::cuda::Process;
using smemlens::cuda::release;
using smemlens::cuda::release_in_stream;
using smemlens::simt::RangeKind;

namespace {

cudaMemoryType type_of(RangeKind kind) {
  if (kind == RangeKind::kManaged) return cudaMemoryTypeManaged;
  return kind == RangeKind::kHost ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, RangeKind::kAllocation, "cudaMalloc");
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream) {
  return allocate_in_stream(pointer, bytes, stream, "cudaMallocAsync");
}

cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, RangeKind::kHost, "cudaMallocHost");
}

cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned int /*flags*/) {
  return allocate(pointer, bytes, RangeKind::kHost, "cudaHostAlloc");
}

cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes, unsigned int /*flags*/) {
  if (bytes == 0) return smemlens::cuda::remember(cudaErrorInvalidValue);
  return allocate(pointer, bytes, RangeKind::kManaged, "cudaMallocManaged");
}

cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width,
                            std::size_t height) {
  return allocate_rows(pointer, pitch, width, height, "cudaMallocPitch");
}

cudaError_t cudaMalloc3D(cudaPitchedPtr* pointer, cudaExtent extent) {
  std::size_t rows = 0;
  if (pointer == nullptr || __builtin_mul_overflow(extent.height, extent.depth, &rows)) {
    return smemlens::cuda::remember(cudaErrorInvalidValue);
  }
  pointer->xsize = extent.width;
  pointer->ysize = extent.height;
  return cudaMallocPitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
}

cudaError_t cudaFree(void* pointer) {
  return release(pointer, {RangeKind::kAllocation, RangeKind::kManaged}, "cudaFree");
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  return release_in_stream(pointer, stream, "cudaFreeAsync");
}

cudaError_t cudaFreeHost(void* pointer) {
  return release(pointer, {RangeKind::kHost}, "cudaFreeHost");
}

cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int /*flags*/) {
  return as_call([&](Process& process) {
    if (pointer == nullptr || bytes == 0) return cudaErrorInvalidValue;
    return process.memory.announce(pointer, bytes) ? cudaSuccess
                                                   : cudaErrorHostMemoryAlreadyRegistered;
  });
}

cudaError_t cudaHostUnregister(void* pointer) {
  return as_call([&](Process& process) {
    return process.memory.withdraw(pointer) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}

cudaError_t cudaHostGetDevicePointer(void** devicePointer, void* hostPointer,
                                     unsigned int /*flags*/) {
  return as_call([&](Process& process) {
    const auto* const range = process.memory.range_of(hostPointer);
    if (range == nullptr || range->kind != RangeKind::kHost) return cudaErrorInvalidValue;
    *devicePointer = hostPointer;
    return cudaSuccess;
  });
}

cudaError_t cudaHostGetFlags(unsigned int* flags, void* pointer) {
  return as_call([&](Process& process) {
    const auto* const range = process.memory.range_of(pointer);
    if (range == nullptr || range->kind != RangeKind::kHost) return cudaErrorInvalidValue;
    *flags = cudaHostAllocMapped;
    return cudaSuccess;
  });
}

cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return as_call([&](Process& process) {
    *free = process.memory.free_bytes();
    *total = process.memory.capacity();
    return cudaSuccess;
  });
}

cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise /*advice*/,
                          cudaMemLocation /*location*/) {
  return as_call([&](Process& process) {
    return process.memory.may_copy(pointer, bytes, true) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                 unsigned int /*flags*/, cudaStream_t /*stream*/) {
  return cudaMemAdvise(pointer, bytes, cudaMemAdviseSetPreferredLocation, location);
}

cudaError_t cudaMemRangeGetAttribute(void* data, std::size_t bytes, cudaMemRangeAttribute attribute,
                                     const void* pointer, std::size_t count) {
  return as_call([&](Process& process) {
    if (data == nullptr || bytes < sizeof(int) || attribute < cudaMemRangeAttributeReadMostly ||
        attribute > cudaMemRangeAttributeLastPrefetchLocation ||
        !process.memory.may_copy(pointer, count, true)) {
      return cudaErrorInvalidValue;
    }
    // Advice is not kept: nothing was advised, and no location is preferred.
    const int value = attribute == cudaMemRangeAttributeReadMostly ? 0 : cudaInvalidDeviceId;
    std::memcpy(data, &value, sizeof value);
    return cudaSuccess;
  });
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  return as_call([&](Process& process) {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    const auto* const range = process.memory.range_of(pointer);
    void* const address = const_cast<void*>(pointer);  // NOLINT: the interface gives it back so
    *attributes = {};
    attributes->device = range == nullptr ? cudaInvalidDeviceId : 0;
    attributes->type = range == nullptr ? cudaMemoryTypeUnregistered : type_of(range->kind);
    if (range == nullptr) return cudaSuccess;
    attributes->devicePointer = address;
    if (range->kind == RangeKind::kHost || range->kind == RangeKind::kManaged) {
      attributes->hostPointer = address;
    }
    return cudaSuccess;
  });
}

}  // extern "C"
