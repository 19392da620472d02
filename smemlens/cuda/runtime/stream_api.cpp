// Streams and events: work is done when it is asked for, so nothing ever waits. Only a stream that
// is being captured does nothing (capture.h).

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ratio>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/capture.h"
#include "smemlens/cuda/runtime/handles.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Process;

namespace {

template <typename Handle>
cudaError_t check(Handle handle) {
  return as_call([&](Process& process) {
    return process.handles.knows(handle) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

// Nothing is ever left to wait for; but a captured stream must not be waited for.
cudaError_t wait_for(cudaStream_t stream) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    return process.captures.check_synchronization(stream);
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
  return wait_for(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return wait_for(stream);
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int /*flags*/) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream) || !process.handles.knows(event)) {
      return cudaErrorInvalidResourceHandle;
    }
    smemlens::cuda::Capture* const capture = process.captures.by_id(event->capture_id);
    if (capture == nullptr) return cudaSuccess;
    auto& tail = capture->tails[process.captures.resolved(stream)];
    const auto& before = event->captured_after;
    tail.insert(tail.end(), before.begin(), before.end());
    return cudaSuccess;
  });
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

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long* id) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    *id = smemlens::cuda::Handles::attributes(stream).id;
    return cudaSuccess;
  });
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int* device) {
  *device = 0;
  return check(stream);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* /*pointer*/, std::size_t /*bytes*/,
                                     unsigned int /*flags*/) {
  return check(stream);
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  const cudaError_t error = check(to);
  return error != cudaSuccess ? error : check(from);
}

// All of them are hints about caches and priorities.
cudaError_t cudaStreamSetAttribute(cudaStream_t stream, cudaStreamAttrID /*attribute*/,
                                   const cudaStreamAttrValue* /*value*/) {
  return check(stream);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  if (function == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  bool is_now = false;
  const cudaError_t error = as_call([&](Process& process) {
    if (!process.handles.knows(stream)) return cudaErrorInvalidResourceHandle;
    is_now = process.captures.of(process.captures.resolved(stream)) == nullptr;
    return is_now ? cudaSuccess : submit(process, stream, smemlens::cuda::HostWork{function, data});
  });
  // Not while the process is locked: it may wait for a thread that calls CUDA.
  if (is_now && error == cudaSuccess) function(data);
  return error;
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data,
                                  unsigned int /*flags*/) {
  const cudaError_t error = wait_for(stream);  // a capture cannot hold it
  if (error == cudaSuccess) callback(stream, cudaSuccess, data);
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
    smemlens::cuda::Capture* capture = nullptr;
    const cudaError_t error = process.captures.find(stream, capture);
    if (error != cudaSuccess) return error;
    event->capture_id = capture == nullptr ? 0 : capture->id;
    if (capture == nullptr) {
      event->recorded = std::chrono::steady_clock::now();
    } else {
      event->captured_after = capture->tails.at(process.captures.resolved(stream));
    }
    return cudaSuccess;
  });
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned int /*flags*/) {
  return cudaEventRecord(event, stream);
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
  return as_call([&](Process& process) {
    if (!process.handles.knows(event)) return cudaErrorInvalidResourceHandle;
    return process.captures.check_unsafe_call();
  });
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
