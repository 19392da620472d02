// Memory: allocation, host memory, what a pointer is.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/rounding.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/global_memory.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;
using smemlens::simt::RangeKind;

namespace {

cudaError_t allocate(void** pointer, std::size_t bytes, RangeKind kind, const char* call) {
  return as_call([&](Process& process) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    *pointer = nullptr;
    if (bytes == 0) return cudaSuccess;
    *pointer = process.memory.allocate(bytes, kind, call);
    return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

// The error that a GPU gives, which few programs look at; so the report names what happened.
cudaError_t tell_bad_free(Process& process, const void* pointer, const char* call) {
  const auto [code, message] = process.memory.why_not_freed(pointer, call);
  smemlens::Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.problems.push_back({.severity = smemlens::Severity::kWarning,
                               .code = std::string(code),
                               .message = message + ": it returned cudaErrorInvalidValue"});
  smemlens::cuda::hand_over(process, analysis);
  return cudaErrorInvalidValue;
}

constexpr std::size_t kPitchAlignment = 512;

cudaMemoryType type_of(RangeKind kind) {
  if (kind == RangeKind::kManaged) return cudaMemoryTypeManaged;
  return kind == RangeKind::kHost ? cudaMemoryTypeHost : cudaMemoryTypeDevice;
}

}  // namespace

extern "C" {

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
  return allocate(pointer, bytes, RangeKind::kAllocation, "cudaMalloc");
}

cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t /*stream*/) {
  return allocate(pointer, bytes, RangeKind::kAllocation, "cudaMallocAsync");
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
  std::size_t bytes = 0;
  if (pitch == nullptr || width > SIZE_MAX - kPitchAlignment) {
    return smemlens::cuda::remember(cudaErrorInvalidValue);
  }
  *pitch = rounded_up(width, kPitchAlignment);
  if (__builtin_mul_overflow(*pitch, height, &bytes)) {
    return smemlens::cuda::remember(cudaErrorMemoryAllocation);
  }
  return allocate(pointer, bytes, RangeKind::kAllocation, "cudaMallocPitch");
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
  return as_call([&](Process& process) {
    const bool is_freed = pointer == nullptr ||
                          process.memory.release(pointer, RangeKind::kAllocation) ||
                          process.memory.release(pointer, RangeKind::kManaged);
    return is_freed ? cudaSuccess : tell_bad_free(process, pointer, "cudaFree");
  });
}

cudaError_t cudaFreeAsync(void* pointer, cudaStream_t /*stream*/) {
  return cudaFree(pointer);
}

cudaError_t cudaFreeHost(void* pointer) {
  return as_call([&](Process& process) {
    const bool is_freed = pointer == nullptr || process.memory.release(pointer, RangeKind::kHost);
    return is_freed ? cudaSuccess : tell_bad_free(process, pointer, "cudaFreeHost");
  });
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
