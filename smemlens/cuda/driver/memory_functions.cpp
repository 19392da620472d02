// Memory, as the driver's functions allocate it. A device address is a host address here.

#include <algorithm>
#include <cstddef>
#include <span>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/device_pointer.h"
#include "smemlens/cuda/driver/driver_result.h"
#include "smemlens/cuda/runtime/allocation.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/global_memory.h"

using smemlens::cuda::as_call;
using smemlens::cuda::as_driver_call;
using smemlens::cuda::host_pointer;
using smemlens::cuda::Process;
using smemlens::simt::MemoryRange;
using smemlens::simt::RangeKind;

namespace {

// Sets `*pointer` to the memory that `function(&memory)`, which returns a cudaError_t, gives.
template <typename Function>
CUresult give_memory(CUdeviceptr* pointer, Function function) {
  void* memory = nullptr;
  const CUresult result = as_driver_call([&] { return function(&memory); });
  *pointer = smemlens::simt::address_of(memory);
  return result;
}

CUresult allocate(CUdeviceptr* pointer, std::size_t bytes, RangeKind kind, const char* call) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return give_memory(
      pointer, [&](void** memory) { return smemlens::cuda::allocate(memory, bytes, kind, call); });
}

CUresult allocate_host(void** pointer, std::size_t bytes, const char* call) {
  if (bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return as_driver_call(
      [&] { return smemlens::cuda::allocate(pointer, bytes, RangeKind::kHost, call); });
}

bool is_host(const MemoryRange& range) {
  return range.kind == RangeKind::kHost || range.kind == RangeKind::kManaged;
}

template <typename Value>
cudaError_t give(void* data, Value value) {
  std::ranges::copy(std::as_bytes(std::span(&value, 1)), static_cast<std::byte*>(data));
  return cudaSuccess;
}

cudaError_t give_attribute(void* data, CUpointer_attribute attribute, const MemoryRange& range,
                           CUdeviceptr pointer) {
  switch (static_cast<int>(attribute)) {
    case CU_POINTER_ATTRIBUTE_CONTEXT: {
      CUcontext context = nullptr;
      (void)cuCtxGetCurrent(&context);
      return give(data, context);
    }
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return give(data, range.kind == RangeKind::kHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return give(data, pointer);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return is_host(range) ? give(data, host_pointer(pointer)) : cudaErrorInvalidValue;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return give(data, static_cast<unsigned>(range.kind == RangeKind::kManaged));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return give(data, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return give(data, CUdeviceptr{range.begin});
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return give(data, std::size_t{range.bytes});
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return give(data, 1U);
    default:
      return cudaErrorNotSupported;
  }
}

}  // namespace

extern "C" {

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
  return as_driver_call([&] { return cudaMemGetInfo(free, total); });
}

CUresult cuMemAlloc(CUdeviceptr* pointer, std::size_t bytes) {
  return allocate(pointer, bytes, RangeKind::kAllocation, "cuMemAlloc");
}

CUresult cuMemAllocAsync(CUdeviceptr* pointer, std::size_t bytes, CUstream stream) {
  if (pointer == nullptr || bytes == 0) return CUDA_ERROR_INVALID_VALUE;
  return give_memory(pointer, [&](void** memory) {
    return smemlens::cuda::allocate_in_stream(memory, bytes, stream, "cuMemAllocAsync");
  });
}

CUresult cuMemAllocManaged(CUdeviceptr* pointer, std::size_t bytes, unsigned int /*flags*/) {
  return allocate(pointer, bytes, RangeKind::kManaged, "cuMemAllocManaged");
}

CUresult cuMemAllocPitch(CUdeviceptr* pointer, std::size_t* pitch, std::size_t width,
                         std::size_t height, unsigned int elementBytes) {
  if (pointer == nullptr || width == 0 || height == 0 ||
      (elementBytes != 4 && elementBytes != 8 && elementBytes != 16)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  return give_memory(pointer, [&](void** memory) {
    return smemlens::cuda::allocate_rows(memory, pitch, width, height, "cuMemAllocPitch");
  });
}

CUresult cuMemAllocHost(void** pointer, std::size_t bytes) {
  return allocate_host(pointer, bytes, "cuMemAllocHost");
}

CUresult cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned int /*flags*/) {
  return allocate_host(pointer, bytes, "cuMemHostAlloc");
}

CUresult cuMemFree(CUdeviceptr pointer) {
  return as_driver_call([&] {
    return smemlens::cuda::release(host_pointer(pointer),
                                   {RangeKind::kAllocation, RangeKind::kManaged}, "cuMemFree");
  });
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream) {
  return as_driver_call([&] {
    return smemlens::cuda::release_in_stream(host_pointer(pointer), stream, "cuMemFreeAsync");
  });
}

CUresult cuMemFreeHost(void* pointer) {
  return as_driver_call(
      [&] { return smemlens::cuda::release(pointer, {RangeKind::kHost}, "cuMemFreeHost"); });
}

CUresult cuMemHostRegister(void* pointer, std::size_t bytes, unsigned int flags) {
  return as_driver_call([&] { return cudaHostRegister(pointer, bytes, flags); });
}

CUresult cuMemHostUnregister(void* pointer) {
  return as_driver_call([&] { return cudaHostUnregister(pointer); });
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr* devicePointer, void* pointer, unsigned int flags) {
  if (devicePointer == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return give_memory(devicePointer, [&](void** address) {
    return cudaHostGetDevicePointer(address, pointer, flags);
  });
}

CUresult cuMemHostGetFlags(unsigned int* flags, void* pointer) {
  return as_driver_call([&] { return cudaHostGetFlags(flags, pointer); });
}

CUresult cuMemGetAddressRange(CUdeviceptr* base, std::size_t* bytes, CUdeviceptr pointer) {
  return as_driver_call([&] {
    return as_call([&](Process& process) {
      const MemoryRange* const range = process.memory.range_of(host_pointer(pointer));
      if (range == nullptr) return cudaErrorSymbolNotFound;
      if (base != nullptr) *base = range->begin;
      if (bytes != nullptr) *bytes = range->bytes;
      return cudaSuccess;
    });
  });
}

CUresult cuPointerGetAttribute(void* data, CUpointer_attribute attribute, CUdeviceptr pointer) {
  return as_driver_call([&] {
    return as_call([&](Process& process) {
      const MemoryRange* const range = process.memory.range_of(host_pointer(pointer));
      if (data == nullptr || range == nullptr) return cudaErrorInvalidValue;
      return give_attribute(data, attribute, *range, pointer);
    });
  });
}

}  // extern "C"
