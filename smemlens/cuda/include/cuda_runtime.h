#pragma once
#define __CUDA_RUNTIME_H__  // programs ask for the name of CUDA's include guard

// The C++ face of the CUDA runtime: templates over the functions of cuda_runtime_api.h.

#include <utility>

#include "cuda_runtime_api.h"  // IWYU pragma: export
#include "vector_functions.h"  // IWYU pragma: export

template <typename T>
inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
template <typename T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}
template <typename T>
inline cudaError_t cudaMallocHost(T** pointer, size_t bytes,
                                  unsigned int flags = cudaHostAllocDefault) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned int flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes,
                                     unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width, height);
}
template <typename T>
inline cudaError_t cudaHostGetDevicePointer(T** devicePointer, void* hostPointer,
                                            unsigned int flags) {
  return cudaHostGetDevicePointer(reinterpret_cast<void**>(devicePointer), hostPointer, flags);
}
// Batches of copies of any pointers; with one set of attributes for all of them.
template <typename To, typename From>
inline cudaError_t cudaMemcpyBatchAsync(To* const* to, From* const* from, const size_t* bytes,
                                        size_t count, cudaMemcpyAttributes* attributes,
                                        size_t* first, size_t kinds, cudaStream_t stream) {
  return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to),
                              reinterpret_cast<const void* const*>(from), bytes, count, attributes,
                              first, kinds, stream);
}
template <typename To, typename From>
inline cudaError_t cudaMemcpyBatchAsync(To* const* to, From* const* from, const size_t* bytes,
                                        size_t count, cudaMemcpyAttributes attributes,
                                        cudaStream_t stream) {
  size_t first = 0;
  return cudaMemcpyBatchAsync(reinterpret_cast<void* const*>(to),
                              reinterpret_cast<const void* const*>(from), bytes, count, &attributes,
                              &first, 1, stream);
}
// CUDA 12's form: a device, or cudaCpuDeviceId.
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device,
                                        cudaStream_t stream = 0) {
  const bool is_host = device == cudaCpuDeviceId;
  const cudaMemLocation location = {is_host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                    is_host ? 0 : device};
  return cudaMemPrefetchAsync(pointer, bytes, location, 0U, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  const bool is_host = device == cudaCpuDeviceId;
  const cudaMemLocation location = {is_host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
                                    is_host ? 0 : device};
  return cudaMemAdvise(pointer, bytes, advice, location);
}

// A symbol's address, which may be that of a volatile one.
template <class T>
static inline const void* smemlens_symbol(const T& symbol) {
  return const_cast<const void*>(static_cast<const volatile void*>(&symbol));
}

template <typename T>
inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes,
                                      size_t offset = 0,
                                      cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol(smemlens_symbol(symbol), from, bytes, offset, kind);
}
template <typename T>
inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes,
                                           size_t offset = 0,
                                           cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                           cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync(smemlens_symbol(symbol), from, bytes, offset, kind, stream);
}
template <typename T>
inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                        cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, smemlens_symbol(symbol), bytes, offset, kind);
}
template <typename T>
inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                             cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, smemlens_symbol(symbol), bytes, offset, kind, stream);
}
template <typename T>
inline cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cudaGetSymbolAddress(pointer, smemlens_symbol(symbol));
}
template <typename T>
inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, smemlens_symbol(symbol));
}

// The format of an array of T: its components and their bits.
template <typename T>
struct smemlens_channels {
  static constexpr bool is_known = false;
};
#define SMEMLENS_CHANNELS(type, bits, count, kind)                                                \
  template <>                                                                                     \
  struct smemlens_channels<type> {                                                                \
    static constexpr bool is_known = true;                                                        \
    static cudaChannelFormatDesc format() {                                                       \
      return {bits, (count) > 1 ? (bits) : 0, (count) > 3 ? (bits) : 0, (count) > 3 ? (bits) : 0, \
              cudaChannelFormatKind##kind};                                                       \
    }                                                                                             \
  };
#define SMEMLENS_CHANNELS_OF(scalar, vector, bits, kind) \
  SMEMLENS_CHANNELS(scalar, bits, 1, kind)               \
  SMEMLENS_CHANNELS(vector##1, bits, 1, kind)            \
  SMEMLENS_CHANNELS(vector##2, bits, 2, kind)            \
  SMEMLENS_CHANNELS(vector##4, bits, 4, kind)
SMEMLENS_CHANNELS_OF(signed char, char, 8, Signed)
SMEMLENS_CHANNELS_OF(unsigned char, uchar, 8, Unsigned)
SMEMLENS_CHANNELS_OF(short, short, 16, Signed)
SMEMLENS_CHANNELS_OF(unsigned short, ushort, 16, Unsigned)
SMEMLENS_CHANNELS_OF(int, int, 32, Signed)
SMEMLENS_CHANNELS_OF(unsigned int, uint, 32, Unsigned)
SMEMLENS_CHANNELS_OF(float, float, 32, Float)
SMEMLENS_CHANNELS(char, 8, 1, Signed)
#undef SMEMLENS_CHANNELS_OF
#undef SMEMLENS_CHANNELS
template <typename T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  static_assert(smemlens_channels<T>::is_known, "an array cannot have elements of this type");
  return smemlens_channels<T>::format();
}

inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned int flags) {
  return cudaEventCreateWithFlags(event, flags);
}

// CUDA 11's forms, which samples still use: the error's node and a text that stays empty.
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* executable, cudaGraph_t graph,
                                        cudaGraphNode_t* errorNode, char* log, size_t logBytes) {
  if (errorNode != nullptr) *errorNode = nullptr;
  if (log != nullptr && logBytes > 0) *log = '\0';
  return cudaGraphInstantiate(executable, graph, 0ULL);
}
inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t executable, cudaGraph_t graph,
                                       cudaGraphNode_t* errorNode,
                                       cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo told;
  const cudaError_t error = cudaGraphExecUpdate(executable, graph, &told);
  if (errorNode != nullptr) *errorNode = told.errorNode;
  if (result != nullptr) *result = told.result;
  return error;
}

template <typename T>
inline cudaError_t cudaLaunchKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments,
                          sharedBytes, stream);
}
template <typename T>
inline cudaError_t cudaLaunchCooperativeKernel(T* kernel, dim3 grid, dim3 block, void** arguments,
                                               size_t sharedBytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments,
                                     sharedBytes, stream);
}
template <typename... Parameters, typename... Arguments>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config,
                                      void (*kernel)(Parameters...), Arguments&&... arguments) {
  return [&](Parameters... converted) {
    void* pointers[] = {&converted..., nullptr};
    return cudaLaunchKernelExC(config, reinterpret_cast<const void*>(kernel), pointers);
  }(std::forward<Arguments>(arguments)...);
}
template <typename T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks,
                                                             int blockSize) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, reinterpret_cast<const void*>(kernel),
                                                   blocks, blockSize);
}
template <typename T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <typename T>
inline cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <typename T>
inline cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <typename T>
inline cudaError_t cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}
template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T kernel,
                                                                 int blockSize,
                                                                 size_t sharedBytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      blocks, reinterpret_cast<const void*>(kernel), blockSize, sharedBytes, cudaOccupancyDefault);
}
// The block size that keeps most threads resident; ties go to the larger block.
template <typename SharedBytesOfBlock, typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(
    int* minGridSize, int* blockSize, T kernel, SharedBytesOfBlock sharedBytesOfBlock,
    int blockSizeLimit = 0) {
  int processors = 0;
  if (cudaError_t error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0)) {
    return error;
  }
  const int largest = blockSizeLimit > 0 && blockSizeLimit < 1024 ? blockSizeLimit : 1024;
  int best_threads = 0;
  for (int size = largest; size > 0; size = (size - 1) / 32 * 32) {
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, size, sharedBytesOfBlock(size))) {
      return error;
    }
    if (blocks * size <= best_threads) continue;
    best_threads = blocks * size;
    *blockSize = size;
    *minGridSize = blocks * processors;
  }
  return best_threads > 0 ? cudaSuccess : cudaErrorInvalidValue;
}
template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* minGridSize, int* blockSize, T kernel,
                                                      size_t sharedBytes = 0,
                                                      int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      minGridSize, blockSize, kernel, [=](int) { return sharedBytes; }, blockSizeLimit);
}

static inline cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
  return {width, height, depth};
}
static inline cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  return {x, y, z};
}
static inline cudaPitchedPtr make_cudaPitchedPtr(void* pointer, size_t pitch, size_t width,
                                                 size_t height) {
  return {pointer, pitch, width, height};
}
