// Kernels: registration by the compilers' start-up code, and launches.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/launcher.h"
#include "smemlens/cuda/runtime/modules.h"
#include "smemlens/cuda/runtime/not_supported.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::as_call;
using smemlens::cuda::FatModule;
using smemlens::cuda::Process;

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

cudaError_t start(cudaStream_t stream, const smemlens::cuda::LaunchRequest& request) {
  return as_call([&](Process& process) { return submit(process, stream, request); });
}

// The attributes of a launch that change what it computes; the others are hints.
bool is_cooperative(const cudaLaunchAttribute& attribute) {
  return attribute.id == cudaLaunchAttributeCooperative && attribute.val.cooperative != 0;
}

bool wants_cluster(const cudaLaunchAttribute& attribute) {
  const auto& size = attribute.val.clusterDim;
  return attribute.id == cudaLaunchAttributeClusterDimension &&
         (size.x > 1 || size.y > 1 || size.z > 1);
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
  process.repeats.clear();  // it knows kernels by their addresses
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

cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                             std::size_t sharedBytes, cudaStream_t stream) {
  return start(stream, {.function = kernel,
                        .grid = grid,
                        .block = block,
                        .arguments = arguments,
                        .shared_bytes = sharedBytes});
}

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments,
                               std::size_t sharedBytes, cudaStream_t stream) {
  return cudaLaunchKernel(static_cast<const void*>(kernel), grid, block, arguments, sharedBytes,
                          stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                        std::size_t sharedBytes, cudaStream_t stream) {
  return start(stream, {.function = kernel,
                        .grid = grid,
                        .block = block,
                        .arguments = arguments,
                        .shared_bytes = sharedBytes,
                        .is_cooperative = true});
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, const void* kernel,
                                void** arguments) {
  if (config == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  const std::span<const cudaLaunchAttribute> attributes(config->attrs, config->numAttrs);
  if (std::ranges::any_of(attributes, wants_cluster)) {
    return static_cast<cudaError_t>(smemlens_not_supported("cudaLaunchKernelExC with a cluster"));
  }
  return start(config->stream, {.function = kernel,
                                .grid = config->gridDim,
                                .block = config->blockDim,
                                .arguments = arguments,
                                .shared_bytes = config->dynamicSmemBytes,
                                .is_cooperative = std::ranges::any_of(attributes, is_cooperative)});
}

}  // extern "C"
