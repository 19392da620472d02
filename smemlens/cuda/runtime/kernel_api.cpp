// Kernels: what they need, what they may use, how many of their blocks fit.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/device_properties.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/kernel.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;
using smemlens::cuda::RegisteredKernel;

namespace {

template <typename Function>
cudaError_t with_kernel(const void* function, Function use) {
  return as_call([&](Process& process) {
    RegisteredKernel* const kernel = process.modules.kernel_of(function);
    return kernel == nullptr ? cudaErrorInvalidDeviceFunction : use(process, *kernel);
  });
}

// The decoded kernel; ends the program if it holds what cannot be run, as a launch would.
const smemlens::simt::Kernel* kernel_or_end(Process& process, const RegisteredKernel& kernel) {
  smemlens::cuda::require_loaded(process, *kernel.module);
  const auto found = smemlens::cuda::Modules::find(kernel);
  if (!found) give_up(process, found.error());
  return found->kernel;
}

// The most threads of a block; __launch_bounds__ may lower it.
int most_threads(const Process& process, const smemlens::simt::Kernel& kernel) {
  const auto& function = kernel.module->functions[kernel.entry];
  const auto most = static_cast<unsigned>(process.properties().maxThreadsPerBlock);
  for (const auto& [x, y, z] : {function.required_threads, function.max_threads}) {
    if (x != 0) return static_cast<int>(std::min(x * y * z, most));
  }
  return static_cast<int>(most);
}

cudaError_t get_attributes(Process& process, const RegisteredKernel& kernel,
                           cudaFuncAttributes& attributes) {
  const auto* const prepared = kernel_or_end(process, kernel);
  const int capability = (process.properties().major * 10) + process.properties().minor;
  attributes = {};
  attributes.sharedSizeBytes = prepared->shared.static_bytes;
  attributes.maxThreadsPerBlock = most_threads(process, *prepared);
  attributes.numRegs = 32;  // ptxas decides; PTX does not say
  attributes.ptxVersion = capability;
  attributes.binaryVersion = capability;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(kernel.max_dynamic_bytes);
  attributes.preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return cudaSuccess;
}

template <typename Handle>
cudaError_t give_handle(Handle* handle, const void* kernel) {
  return with_kernel(kernel, [&](Process&, RegisteredKernel& registered) {
    if (handle == nullptr) return cudaErrorInvalidValue;
    *handle = reinterpret_cast<Handle>(&registered);
    return cudaSuccess;
  });
}

cudaError_t set_attribute(const Process& process, RegisteredKernel& kernel,
                          cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  if (value < 0 || static_cast<std::size_t>(value) > process.properties().sharedMemPerBlockOptin) {
    return cudaErrorInvalidValue;
  }
  kernel.max_dynamic_bytes = static_cast<std::uint32_t>(value);
  return cudaSuccess;
}

}  // namespace

extern "C" {

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) {
  return give_handle(kernel, hostFunction);
}

cudaError_t cudaGetKernel(cudaKernel_t* handle, const void* kernel) {
  return give_handle(handle, kernel);
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t* handle, const void* kernel) {
  return give_handle(handle, kernel);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    return get_attributes(process, registered, *attributes);
  });
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    return set_attribute(process, registered, attribute, value);
  });
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, cudaFuncAttribute attribute,
                                            int value, int device) {
  if (device != 0) return smemlens::cuda::remember(cudaErrorInvalidDevice);
  return cudaFuncSetAttribute(static_cast<const void*>(kernel), attribute, value);
}

cudaError_t cudaFuncGetParamInfo(const void* kernel, std::size_t index, std::size_t* offset,
                                 std::size_t* bytes) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    const auto& parameters = kernel_or_end(process, registered)->parameters;
    if (index >= parameters.size() || offset == nullptr) return cudaErrorInvalidValue;
    *offset = parameters[index].offset;
    if (bytes != nullptr) *bytes = parameters[index].bytes;
    return cudaSuccess;
  });
}

cudaError_t cudaFuncSetCacheConfig(const void* kernel, cudaFuncCache /*config*/) {
  return with_kernel(kernel, [](Process&, RegisteredKernel&) { return cudaSuccess; });
}

cudaError_t cudaFuncSetSharedMemConfig(const void* kernel, cudaSharedMemConfig /*config*/) {
  return with_kernel(kernel, [](Process&, RegisteredKernel&) { return cudaSuccess; });
}

cudaError_t cudaFuncGetName(const char** name, const void* kernel) {
  return with_kernel(kernel, [&](Process&, RegisteredKernel& registered) {
    *name = registered.name.c_str();
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* kernel,
                                                                   int blockSize,
                                                                   std::size_t sharedBytes,
                                                                   unsigned int /*flags*/) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    cudaFuncAttributes attributes;
    const cudaError_t error = get_attributes(process, registered, attributes);
    if (error != cudaSuccess) return error;
    if (blocks == nullptr || blockSize <= 0) return cudaErrorInvalidValue;
    *blocks = blockSize > attributes.maxThreadsPerBlock
                  ? 0
                  : smemlens::cuda::resident_blocks(process.properties(), blockSize,
                                                    sharedBytes + attributes.sharedSizeBytes);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int blockSize, std::size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, blockSize,
                                                                sharedBytes, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, const void* kernel,
                                                      int blocks, int blockSize) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    cudaFuncAttributes attributes;
    const cudaError_t error = get_attributes(process, registered, attributes);
    if (error != cudaSuccess) return error;
    const cudaDeviceProp& limits = process.properties();
    if (bytes == nullptr || blocks <= 0 ||
        smemlens::cuda::resident_blocks(limits, blockSize, 0) < blocks) {
      return cudaErrorInvalidValue;
    }
    const std::size_t used = attributes.sharedSizeBytes + limits.reservedSharedMemPerBlock;
    const std::size_t each = limits.sharedMemPerMultiprocessor / static_cast<std::size_t>(blocks);
    *bytes = std::min(each > used ? each - used : 0,
                      limits.sharedMemPerBlockOptin - attributes.sharedSizeBytes);
    return cudaSuccess;
  });
}

}  // extern "C"
