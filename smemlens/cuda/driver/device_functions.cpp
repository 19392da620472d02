// The driver's functions of the device: there is one, the modelled GPU.

#include <cstddef>
#include <string_view>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/driver_result.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_driver_call;
using smemlens::cuda::Process;

namespace {

// Calls `use(properties)` if there is such a device.
template <typename Function>
CUresult with_device(CUdevice device, Function use) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return use(Process::instance().properties());
}

template <typename Value>
CUresult answer_for(CUdevice device, Value* where, Value value) {
  if (where == nullptr) return CUDA_ERROR_INVALID_VALUE;
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  *where = value;
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned int flags) {
  return flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int* version) {
  return answer_for(0, version, CUDA_VERSION);
}

CUresult cuDeviceGetCount(int* count) {
  return answer_for(0, count, 1);
}

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  return answer_for(ordinal, device, 0);
}

CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  return with_device(device, [&](const cudaDeviceProp& properties) {
    if (name == nullptr || length <= 0) return CUDA_ERROR_INVALID_VALUE;
    const std::string_view text(properties.name);
    name[text.copy(name, static_cast<std::size_t>(length) - 1)] = '\0';
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceGetUuid(CUuuid* uuid, CUdevice device) {
  return answer_for(device, uuid, Process::instance().properties().uuid);
}

CUresult cuDeviceTotalMem(std::size_t* bytes, CUdevice device) {
  return answer_for(device, bytes, Process::instance().properties().totalGlobalMem);
}

// Both interfaces number their attributes alike.
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice device) {
  return as_driver_call([&] {
    return cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), device);
  });
}

CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  return with_device(device, [&](const cudaDeviceProp& properties) {
    if (major == nullptr || minor == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *major = properties.major;
    *minor = properties.minor;
    return CUDA_SUCCESS;
  });
}

CUresult cuDeviceCanAccessPeer(int* canAccess, CUdevice device, CUdevice /*peer*/) {
  return answer_for(device, canAccess, 0);
}

CUresult cuDeviceGetPCIBusId(char* text, int length, CUdevice device) {
  return as_driver_call([&] { return cudaDeviceGetPCIBusId(text, length, device); });
}

}  // extern "C"
