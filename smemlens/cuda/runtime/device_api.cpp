// The device: there is one, the modelled GPU, and it is always idle.

#include <cstddef>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/cuda/driver/entry_points.h"
#include "smemlens/cuda/runtime/device_properties.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/simt/device_heap.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;

namespace {

constexpr std::string_view kBusId = "0000:00:01.0";

// What a device gives when the program has set nothing, by cudaLimit.
constexpr std::size_t kDefaultLimits[] = {
    1024, 1U << 20U, smemlens::simt::DeviceHeap::kDefaultBytes, 2, 2048, 64, 0,
};

bool is_limit(cudaLimit limit) {
  return limit >= cudaLimitStackSize && limit <= cudaLimitPersistingL2CacheSize;
}

// What is missing is told by name.
cudaError_t find_driver_function(const char* symbol, void** function,
                                 cudaDriverEntryPointQueryResult* status) {
  return as_call([&](Process& process) {
    if (symbol == nullptr || function == nullptr) return cudaErrorInvalidValue;
    *function = smemlens::cuda::driver_function(symbol);
    if (status != nullptr) *status = cudaDriverEntryPointSuccess;
    if (*function != nullptr) return cudaSuccess;
    smemlens::Analysis analysis{.architecture = std::string(process.architecture().name)};
    analysis.notes.push_back("the program asked for the driver's function " + std::string(symbol) +
                             ", which smemlens does not have");
    hand_over(process, analysis);
    if (status == nullptr) return cudaErrorSymbolNotFound;
    *status = cudaDriverEntryPointSymbolNotFound;
    return cudaSuccess;
  });
}

cudaError_t check_device(int device) {
  return device == 0 ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t done() {
  return as_call([](Process&) { return cudaSuccess; });
}

template <typename Value>
cudaError_t answer(Value* where, Value value) {
  return as_call([&](Process&) {
    if (where == nullptr) return cudaErrorInvalidValue;
    *where = value;
    return cudaSuccess;
  });
}

template <typename Value>
cudaError_t answer_for(int device, Value* where, Value value) {
  return device == 0 ? answer(where, value) : smemlens::cuda::remember(cudaErrorInvalidDevice);
}

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  return answer(count, 1);
}

cudaError_t cudaGetDevice(int* device) {
  return answer(device, 0);
}

cudaError_t cudaSetDevice(int device) {
  return as_call([&](Process&) { return check_device(device); });
}

cudaError_t cudaInitDevice(int device, unsigned int /*deviceFlags*/, unsigned int /*flags*/) {
  return cudaSetDevice(device);
}

cudaError_t cudaSetDeviceFlags(unsigned int /*flags*/) {
  return done();
}

cudaError_t cudaGetDeviceFlags(unsigned int* flags) {
  return answer(flags, static_cast<unsigned>(cudaDeviceMapHost));
}

cudaError_t cudaSetValidDevices(int* /*devices*/, int /*count*/) {
  return done();
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* /*properties*/) {
  return answer(device, 0);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  return answer_for(device, properties, Process::instance().properties());
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return answer_for(device, value,
                    smemlens::cuda::attribute_of(Process::instance().properties(), attribute));
}

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return as_call([&](Process& process) {
    if (!is_limit(limit)) return cudaErrorUnsupportedLimit;
    if (value == nullptr) return cudaErrorInvalidValue;
    const auto set = process.limits.find(limit);
    *value = set == process.limits.end() ? kDefaultLimits[limit] : set->second;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return as_call([&](Process& process) {
    if (!is_limit(limit)) return cudaErrorUnsupportedLimit;
    process.limits[limit] = value;
    if (limit == cudaLimitMallocHeapSize) process.heap.set_limit(value);
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return answer(config, cudaFuncCachePreferNone);
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache /*config*/) {
  return done();
}

cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return answer(config, cudaSharedMemBankSizeFourByte);
}

cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig /*config*/) {
  return done();
}

cudaError_t cudaCtxResetPersistingL2Cache() {
  return done();
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return as_call([&](Process&) {
    if (least != nullptr) *least = 0;
    if (greatest != nullptr) *greatest = -5;
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return as_call([&](Process&) {
    if (device != 0) return cudaErrorInvalidDevice;
    if (text == nullptr || length <= static_cast<int>(kBusId.size())) return cudaErrorInvalidValue;
    text[kBusId.copy(text, kBusId.size())] = '\0';
    return cudaSuccess;
  });
}

cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* text) {
  if (text == nullptr || text != kBusId) return smemlens::cuda::remember(cudaErrorInvalidValue);
  return answer(device, 0);
}

cudaError_t cudaDeviceCanAccessPeer(int* canAccess, int device, int /*peer*/) {
  return answer_for(device, canAccess, 0);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int /*flags*/) {
  // A device is no peer of itself, and there is only one.
  return smemlens::cuda::remember(peer == 0 ? cudaErrorInvalidDevice
                                            : cudaErrorPeerAccessUnsupported);
}

cudaError_t cudaDeviceDisablePeerAccess(int /*peer*/) {
  return smemlens::cuda::remember(cudaErrorPeerAccessNotEnabled);
}

cudaError_t cudaDeviceGetP2PAttribute(int* /*value*/, cudaDeviceP2PAttr /*attribute*/,
                                      int /*device*/, int /*peer*/) {
  return smemlens::cuda::remember(cudaErrorInvalidDevice);
}

cudaError_t cudaGetDriverEntryPoint(const char* symbol, void** function,
                                    unsigned long long /*flags*/,
                                    cudaDriverEntryPointQueryResult* status) {
  return find_driver_function(symbol, function, status);
}

cudaError_t cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                             unsigned int /*version*/, unsigned long long /*flags*/,
                                             cudaDriverEntryPointQueryResult* status) {
  return find_driver_function(symbol, function, status);
}

cudaError_t cudaDeviceSynchronize() {
  return as_call([](Process& process) {
    return process.captures.any() ? process.captures.refuse_synchronization() : cudaSuccess;
  });
}

cudaError_t cudaDeviceReset() {
  Process& process = Process::instance();
  const std::lock_guard lock(process.mutex);
  process.memory.release_all();
  process.graph_memory.clear();
  process.heap.clear();
  process.heap.set_limit(smemlens::simt::DeviceHeap::kDefaultBytes);
  process.textures.remove_all();
  process.arrays.remove_all();
  process.limits.clear();
  process.sticky_error = cudaSuccess;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  return answer(version, CUDART_VERSION);
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  return answer(version, CUDART_VERSION);
}

cudaError_t cudaProfilerStart() {
  return done();
}

cudaError_t cudaProfilerStop() {
  return done();
}

}  // extern "C"
