// Kernels: registration by the compilers' start-up code, launches, attributes.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/device_properties.h"
#include "smemlens/cuda/runtime/launcher.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_call;
using smemlens::cuda::FatModule;
using smemlens::cuda::Process;
using smemlens::cuda::RegisteredKernel;

namespace {

// What stands between <<< and >>>, from the push before the call of a stub to the pop inside it.
struct CallConfiguration {
  dim3 grid;
  dim3 block;
  std::size_t shared_bytes = 0;
  CUstream_st* stream = nullptr;
  CallConfiguration* below = nullptr;
};

// The thread's stack of them. No container: that would be destroyed before the program's own
// static objects, whose destructors may launch kernels.
thread_local CallConfiguration* top_configuration = nullptr;

FatModule* module_of(void** handle) {
  return reinterpret_cast<FatModule*>(handle);
}

template <typename Function>
cudaError_t with_kernel(const void* function, Function use) {
  return as_call([&](Process& process) {
    RegisteredKernel* const kernel = process.modules.kernel_of(function);
    return kernel == nullptr ? cudaErrorInvalidDeviceFunction : use(process, *kernel);
  });
}

cudaError_t get_attributes(Process& process, const RegisteredKernel& kernel,
                           cudaFuncAttributes& attributes) {
  smemlens::cuda::require_loaded(process, *kernel.module);
  const auto found = smemlens::cuda::Modules::find(kernel);
  if (!found) return cudaErrorInvalidDeviceFunction;
  const int capability = (process.properties().major * 10) + process.properties().minor;
  attributes = {};
  attributes.sharedSizeBytes = found->kernel->shared.static_bytes;
  attributes.maxThreadsPerBlock = process.properties().maxThreadsPerBlock;
  attributes.numRegs = 32;  // ptxas decides; PTX does not say
  attributes.ptxVersion = capability;
  attributes.binaryVersion = capability;
  attributes.maxDynamicSharedSizeBytes = static_cast<int>(kernel.max_dynamic_bytes);
  attributes.preferredShmemCarveout = cudaSharedmemCarveoutDefault;
  return cudaSuccess;
}

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  return reinterpret_cast<void**>(process.modules.add_module(wrapper));
}

void __cudaRegisterFatBinaryEnd(void** /*module*/) {}

void __cudaUnregisterFatBinary(void** module) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  process.modules.remove_module(module_of(module), process.memory.ranges());
}

void __cudaRegisterFunction(void** module, const char* hostFunction, char* /*deviceFunction*/,
                            const char* deviceName, int /*threadLimit*/, uint3* /*tid*/,
                            uint3* /*bid*/, dim3* /*blockDim*/, dim3* /*gridDim*/,
                            int* /*warpSize*/) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  process.modules.add_kernel(hostFunction, {.module = module_of(module), .name = deviceName});
}

void __cudaRegisterVar(void** module, char* hostVariable, char* /*deviceAddress*/,
                       const char* deviceName, int /*isExternal*/, std::size_t bytes,
                       int /*isConstant*/, int /*isGlobal*/) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  process.modules.add_variable(hostVariable,
                               {.module = module_of(module), .name = deviceName, .bytes = bytes});
}

void __cudaRegisterManagedVar(void** module, void** hostPointer, char* /*deviceAddress*/,
                              const char* deviceName, int /*isExternal*/, std::size_t bytes,
                              int /*isConstant*/, int /*isGlobal*/) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  process.modules.add_variable(static_cast<const void*>(hostPointer),
                               {.module = module_of(module),
                                .name = deviceName,
                                .bytes = bytes,
                                .managed_pointer = hostPointer});
}

char __cudaInitModule(void** module) {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  // A problem is told when the module is used.
  process.modules.load(*module_of(module), process.architecture().compute_capability,
                       process.memory.ranges());
  return 1;
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, std::size_t sharedBytes,
                                     CUstream_st* stream) {
  top_configuration = std::make_unique<CallConfiguration>(
                          CallConfiguration{grid, block, sharedBytes, stream, top_configuration})
                          .release();
  return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3* grid, dim3* block, std::size_t* sharedBytes,
                                       void* stream) {
  if (top_configuration == nullptr) return cudaErrorMissingConfiguration;
  const std::unique_ptr<CallConfiguration> top(top_configuration);
  top_configuration = top->below;
  *grid = top->grid;
  *block = top->block;
  *sharedBytes = top->shared_bytes;
  *static_cast<CUstream_st**>(stream) = top->stream;
  return cudaSuccess;
}

cudaError_t __cudaGetKernel(cudaKernel_t* kernel, const void* hostFunction) {
  return with_kernel(hostFunction, [&](Process&, RegisteredKernel& registered) {
    *kernel = reinterpret_cast<cudaKernel_t>(&registered);
    return cudaSuccess;
  });
}

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t sharedBytes, cudaStream_t /*stream*/) {
  return as_call([&](Process& process) {
    return smemlens::cuda::launch(process, {.function = kernel,
                                            .grid = grid,
                                            .block = block,
                                            .arguments = arguments,
                                            .shared_bytes = sharedBytes});
  });
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t sharedBytes, cudaStream_t stream) {
  return cudaLaunchKernel(static_cast<const void*>(kernel), grid, block, arguments, sharedBytes,
                          stream);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) {
  if (config == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  for (unsigned i = 0; i < config->numAttrs; ++i) {
    const cudaLaunchAttribute& attribute = config->attrs[i];
    // A grid or a cluster that must run together: not yet. The others change no result.
    if (attribute.id == cudaLaunchAttributeClusterDimension ||
        (attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0)) {
      return smemlens::cuda::remember(cudaErrorNotSupported);
    }
  }
  return cudaLaunchKernel(kernel, config->gridDim, config->blockDim, arguments,
                          config->dynamicSmemBytes, config->stream);
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void* kernel) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    return get_attributes(process, registered, *attributes);
  });
}

cudaError_t cudaFuncSetAttribute(const void* kernel, cudaFuncAttribute attribute, int value) {
  return with_kernel(kernel, [&](Process& process, RegisteredKernel& registered) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    if (value < 0 ||
        static_cast<std::size_t>(value) > process.properties().sharedMemPerBlockOptin) {
      return cudaErrorInvalidValue;
    }
    registered.max_dynamic_bytes = static_cast<std::uint32_t>(value);
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
    *blocks = smemlens::cuda::resident_blocks(process.properties(), blockSize,
                                              sharedBytes + attributes.sharedSizeBytes);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* kernel,
                                                          int blockSize, std::size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, blockSize,
                                                                sharedBytes, cudaOccupancyDefault);
}

}  // extern "C"
