// Kernels: launches, attributes, occupancy. A CUfunction is a handle that the runtime knows too.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <vector>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/driver_result.h"

namespace {

using smemlens::cuda::as_driver_call;

// The attributes, by number.
constexpr int cudaFuncAttributes::* kIntegers[] = {
    &cudaFuncAttributes::maxThreadsPerBlock,
    nullptr,  // three sizes
    nullptr,
    nullptr,
    &cudaFuncAttributes::numRegs,
    &cudaFuncAttributes::ptxVersion,
    &cudaFuncAttributes::binaryVersion,
    &cudaFuncAttributes::cacheModeCA,
    &cudaFuncAttributes::maxDynamicSharedSizeBytes,
    &cudaFuncAttributes::preferredShmemCarveout,
    &cudaFuncAttributes::clusterDimMustBeSet,
    &cudaFuncAttributes::requiredClusterWidth,
    &cudaFuncAttributes::requiredClusterHeight,
    &cudaFuncAttributes::requiredClusterDepth,
    &cudaFuncAttributes::nonPortableClusterSizeAllowed,
    &cudaFuncAttributes::clusterSchedulingPolicyPreference,
};

constexpr std::size_t cudaFuncAttributes::* kSizes[] = {
    nullptr,
    &cudaFuncAttributes::sharedSizeBytes,
    &cudaFuncAttributes::constSizeBytes,
    &cudaFuncAttributes::localSizeBytes,
};

int value_of(const cudaFuncAttributes& attributes, std::size_t number) {
  if (const auto integer = kIntegers[number]) return attributes.*integer;
  return static_cast<int>(attributes.*kSizes[number]);
}

// How a launch gives its arguments: as a pointer to each, or all in one buffer, where the kernel's
// parameters have their own offsets.
struct Arguments {
  void** pointers = nullptr;
  void** extra = nullptr;
};

std::byte* buffer_in(void** extra) {
  for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
    if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER) return static_cast<std::byte*>(extra[1]);
  }
  return nullptr;
}

std::vector<std::size_t> parameter_offsets(CUfunction function) {
  std::vector<std::size_t> offsets;
  std::size_t offset = 0;
  while (cudaFuncGetParamInfo(function, offsets.size(), &offset, nullptr) == cudaSuccess) {
    offsets.push_back(offset);
  }
  return offsets;
}

// Calls `launch(pointers)` with a pointer to each argument.
template <typename Function>
CUresult with_arguments(CUfunction function, const Arguments& arguments, Function launch) {
  return as_driver_call([&] {
    if (arguments.extra == nullptr) {
      const bool has_all = arguments.pointers != nullptr || parameter_offsets(function).empty();
      return has_all ? launch(arguments.pointers) : cudaErrorInvalidValue;
    }
    std::byte* const buffer = buffer_in(arguments.extra);
    if (arguments.pointers != nullptr || buffer == nullptr) return cudaErrorInvalidValue;
    std::vector<void*> pointers;
    for (const std::size_t offset : parameter_offsets(function)) {
      pointers.push_back(buffer + offset);
    }
    return launch(pointers.data());
  });
}

// The largest block, by whole warps, of which a multiprocessor keeps the most threads.
struct BestBlock {
  int threads = 0;
  int resident_blocks = 0;
};

}  // namespace

extern "C" {

CUresult cuLaunchKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                        unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                        unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                        void** arguments, void** extra) {
  return with_arguments(function, {arguments, extra}, [&](void** pointers) {
    return cudaLaunchKernel(function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, pointers,
                            sharedBytes, stream);
  });
}

CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void** arguments,
                          void** extra) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  const cudaLaunchConfig_t launch{
      .gridDim = {config->gridDimX,  config->gridDimY,  config->gridDimZ },
      .blockDim = {config->blockDimX, config->blockDimY, config->blockDimZ},
      .dynamicSmemBytes = config->sharedMemBytes,
      .stream = config->hStream,
      .attrs = config->attrs,
      .numAttrs = config->numAttrs
  };
  return with_arguments(function, {arguments, extra}, [&](void** pointers) {
    return cudaLaunchKernelExC(&launch, function, pointers);
  });
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int gridX, unsigned int gridY,
                                   unsigned int gridZ, unsigned int blockX, unsigned int blockY,
                                   unsigned int blockZ, unsigned int sharedBytes, CUstream stream,
                                   void** arguments) {
  return with_arguments(function, {.pointers = arguments}, [&](void** pointers) {
    return cudaLaunchCooperativeKernel(function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ},
                                       pointers, sharedBytes, stream);
  });
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
  return as_driver_call([&] { return cudaLaunchHostFunc(stream, function, data); });
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  const auto number = static_cast<std::size_t>(attribute);
  if (value == nullptr || number >= std::size(kIntegers)) return CUDA_ERROR_INVALID_VALUE;
  return as_driver_call([&] {
    cudaFuncAttributes attributes{};
    const cudaError_t error = cudaFuncGetAttributes(&attributes, function);
    *value = value_of(attributes, number);
    return error;
  });
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return as_driver_call([&] {
    return cudaFuncSetAttribute(function, static_cast<cudaFuncAttribute>(attribute), value);
  });
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config) {
  return as_driver_call(
      [&] { return cudaFuncSetCacheConfig(function, static_cast<cudaFuncCache>(config)); });
}

CUresult cuFuncGetName(const char** name, CUfunction function) {
  return as_driver_call([&] { return cudaFuncGetName(name, function); });
}

CUresult cuFuncGetParamInfo(CUfunction function, std::size_t index, std::size_t* offset,
                            std::size_t* bytes) {
  return as_driver_call([&] { return cudaFuncGetParamInfo(function, index, offset, bytes); });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, CUfunction function,
                                                              int blockSize,
                                                              std::size_t sharedBytes,
                                                              unsigned int flags) {
  return as_driver_call([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize,
                                                                  sharedBytes, flags);
  });
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function,
                                                     int blockSize, std::size_t sharedBytes) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, blockSize,
                                                              sharedBytes, 0);
}

CUresult cuOccupancyMaxPotentialBlockSize(int* gridSize, int* blockSize, CUfunction function,
                                          CUoccupancyB2DSize sharedBytesOf, std::size_t sharedBytes,
                                          int blockSizeLimit) {
  constexpr int kWarp = 32;
  if (gridSize == nullptr || blockSize == nullptr) return CUDA_ERROR_INVALID_VALUE;
  int most = 0;
  CUresult result = cuFuncGetAttribute(&most, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, function);
  if (blockSizeLimit > 0) most = std::min(most, blockSizeLimit);
  BestBlock best;
  // A limit that is no whole number of warps is tried as well.
  for (int threads = most; threads > 0 && result == CUDA_SUCCESS;
       threads = (threads - 1) / kWarp * kWarp) {
    const std::size_t bytes = sharedBytesOf != nullptr ? sharedBytesOf(threads) : sharedBytes;
    int blocks = 0;
    result = cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, bytes);
    if (blocks * threads > best.resident_blocks * best.threads) best = {threads, blocks};
  }
  int multiprocessors = 0;
  (void)cuDeviceGetAttribute(&multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0);
  *blockSize = best.threads;
  *gridSize = best.resident_blocks * multiprocessors;
  return result;
}

}  // extern "C"
