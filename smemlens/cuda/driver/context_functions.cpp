// Contexts. All name the one device and the one memory; what is told apart is which of them is
// current in a thread. A thread without one has the primary context, so that programs of both
// interfaces need not ask which function made it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <list>
#include <mutex>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/driver_result.h"
#include "smemlens/cuda/runtime/process.h"

struct CUctx_st {
  unsigned flags = 0;
};

namespace {

using smemlens::cuda::as_driver_call;
using smemlens::cuda::Process;

struct Contexts {
  std::list<CUctx_st> created;
  CUctx_st primary;
  unsigned primary_uses = 0;
};

// Never destroyed: programs call CUDA from destructors that run after everything else.
Contexts& contexts() {
  static auto* const all = new Contexts;  // NOLINT(cppcoreguidelines-owning-memory): kept
  return *all;
}

// No container: that would be destroyed before the program's own static objects.
struct ContextStack {
  static constexpr std::size_t kDeepest = 64;
  std::array<CUcontext, kDeepest> entries{};
  std::size_t depth = 0;
};

thread_local ContextStack stack;

bool is_context(CUcontext context) {
  return context == &contexts().primary ||
         std::ranges::any_of(contexts().created,
                             [context](const CUctx_st& each) { return &each == context; });
}

CUcontext current() {
  return stack.depth == 0 ? &contexts().primary : stack.entries[stack.depth - 1];
}

CUresult push(CUcontext context) {
  if (stack.depth == ContextStack::kDeepest) return CUDA_ERROR_INVALID_VALUE;
  stack.entries[stack.depth++] = context;
  return CUDA_SUCCESS;
}

// Runs `function()`, which returns a CUresult, alone.
template <typename Function>
CUresult alone(Function function) {
  const std::lock_guard lock(Process::instance().mutex);
  return function();
}

}  // namespace

extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  return alone([&] {
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    ++contexts().primary_uses;
    *context = &contexts().primary;
    return CUDA_SUCCESS;
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return alone([&] {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (contexts().primary_uses == 0) return CUDA_ERROR_INVALID_CONTEXT;
    --contexts().primary_uses;
    return CUDA_SUCCESS;
  });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
  return as_driver_call([] { return cudaDeviceReset(); });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned int flags) {
  return alone([&] {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    contexts().primary.flags = flags;
    return CUDA_SUCCESS;
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int* flags, int* isActive) {
  return alone([&] {
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    if (flags == nullptr || isActive == nullptr) return CUDA_ERROR_INVALID_VALUE;
    *flags = contexts().primary.flags;
    *isActive = contexts().primary_uses != 0 ? 1 : 0;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxCreate(CUcontext* context, CUctxCreateParams* /*parameters*/, unsigned int flags,
                     CUdevice device) {
  return alone([&] {
    if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
    if (device != 0) return CUDA_ERROR_INVALID_DEVICE;
    CUctx_st& created = contexts().created.emplace_back(CUctx_st{.flags = flags});
    const CUresult result = push(&created);
    if (result == CUDA_SUCCESS) {
      *context = &created;
    } else {
      contexts().created.pop_back();
    }
    return result;
  });
}

CUresult cuCtxDestroy(CUcontext context) {
  return alone([&] {
    if (context == &contexts().primary || !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.depth != 0 && current() == context) --stack.depth;
    contexts().created.remove_if([context](const CUctx_st& each) { return &each == context; });
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxPushCurrent(CUcontext context) {
  return alone([&] { return is_context(context) ? push(context) : CUDA_ERROR_INVALID_CONTEXT; });
}

CUresult cuCtxPopCurrent(CUcontext* context) {
  if (stack.depth == 0) return CUDA_ERROR_INVALID_CONTEXT;
  if (context != nullptr) *context = current();
  --stack.depth;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  return alone([&] {
    if (context != nullptr && !is_context(context)) return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.depth != 0) --stack.depth;
    return context == nullptr ? CUDA_SUCCESS : push(context);
  });
}

CUresult cuCtxGetCurrent(CUcontext* context) {
  if (context == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *context = current();
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice* device) {
  return cuDeviceGet(device, 0);
}

CUresult cuCtxGetFlags(unsigned int* flags) {
  return alone([&] {
    if (flags == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // A context that is destroyed stays on other threads' stacks, and below the top of its own.
    if (!is_context(current())) return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *flags = current()->flags;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetApiVersion(CUcontext /*context*/, unsigned int* version) {
  constexpr unsigned kApiVersion = 3020;  // of the functions whose names end in _v2 or later
  if (version == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *version = kApiVersion;
  return CUDA_SUCCESS;
}

CUresult cuCtxSynchronize() {
  return as_driver_call([] { return cudaDeviceSynchronize(); });
}

CUresult cuCtxGetLimit(std::size_t* value, CUlimit limit) {
  return as_driver_call([&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}

CUresult cuCtxSetLimit(CUlimit limit, std::size_t value) {
  return as_driver_call([&] { return cudaDeviceSetLimit(static_cast<cudaLimit>(limit), value); });
}

CUresult cuCtxGetCacheConfig(CUfunc_cache* config) {
  if (config == nullptr) return CUDA_ERROR_INVALID_VALUE;
  *config = CU_FUNC_CACHE_PREFER_NONE;
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCacheConfig(CUfunc_cache config) {
  return as_driver_call(
      [&] { return cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(config)); });
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
  return as_driver_call([&] { return cudaDeviceGetStreamPriorityRange(least, greatest); });
}

}  // extern "C"
