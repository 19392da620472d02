// Streams and events: work is done when it is asked for, so nothing ever waits.

#include <algorithm>
#include <chrono>
#include <ratio>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/handles.h"
#include "smemlens/cuda/runtime/process.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;

namespace {

template <typename Handle>
cudaError_t check(Handle handle) {
  return as_call([&](Process& process) {
    return process.handles.knows(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

template <typename Handle>
cudaError_t remove(Handle handle) {
  return as_call([&](Process& process) {
    return process.handles.remove(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

// The timer of a GPU's events has about this resolution; programs divide by what it measures.
constexpr float kLeastMilliseconds = 0.0005F;

}  // namespace

extern "C" {

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned int flags, int priority) {
  return as_call([&](Process& process) {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = process.handles.add_stream({flags, priority});
    return cudaSuccess;
  });
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int flags) {
  return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return remove(stream);
}

cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return check(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return check(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int /*flags*/) {
  const cudaError_t error = check(stream);
  return error != cudaSuccess ? error : check(event);
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned int* flags) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    *flags = smemlens::cuda::Handles::attributes(stream).flags;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    *priority = smemlens::cuda::Handles::attributes(stream).priority;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  *status = cudaStreamCaptureStatusNone;
  return check(stream);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int /*flags*/) {
  const cudaError_t error = check(stream);
  if (error == cudaSuccess) callback(stream, cudaSuccess, data);
  return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  const cudaError_t error = check(stream);
  if (error == cudaSuccess) function(data);
  return error;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int flags) {
  return as_call([&](Process& process) {
    if (event == nullptr) return cudaErrorInvalidValue;
    *event = process.handles.add_event({.flags = flags});
    return cudaSuccess;
  });
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return remove(event);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(event) || !process.handles.knows(stream)) {
      return cudaErrorInvalidResourceHandle;
    }
    event->recorded = std::chrono::steady_clock::now();
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int /*flags*/) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return check(event);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return check(event);
}

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  return as_call([&](Process& process) {
    if (milliseconds == nullptr) return cudaErrorInvalidValue;
    if (!process.handles.knows(start) || !process.handles.knows(end) || !start->recorded ||
        !end->recorded || ((start->flags | end->flags) & cudaEventDisableTiming) != 0) {
      return cudaErrorInvalidResourceHandle;
    }
    const std::chrono::duration<float, std::milli> elapsed = *end->recorded - *start->recorded;
    *milliseconds =
        elapsed.count() < 0 ? elapsed.count() : std::max(elapsed.count(), kLeastMilliseconds);
    return cudaSuccess;
  });
}

}  // extern "C"
