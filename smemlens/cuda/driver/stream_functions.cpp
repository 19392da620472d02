// Streams and events: both interfaces have the same ones.

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/driver_result.h"

using smemlens::cuda::as_driver_call;

extern "C" {

CUresult cuStreamCreate(CUstream* stream, unsigned int flags) {
  return as_driver_call([&] { return cudaStreamCreateWithFlags(stream, flags); });
}

CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned int flags, int priority) {
  return as_driver_call([&] { return cudaStreamCreateWithPriority(stream, flags, priority); });
}

CUresult cuStreamDestroy(CUstream stream) {
  return as_driver_call([&] { return cudaStreamDestroy(stream); });
}

CUresult cuStreamQuery(CUstream stream) {
  return as_driver_call([&] { return cudaStreamQuery(stream); });
}

CUresult cuStreamSynchronize(CUstream stream) {
  return as_driver_call([&] { return cudaStreamSynchronize(stream); });
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags) {
  return as_driver_call([&] { return cudaStreamWaitEvent(stream, event, flags); });
}

CUresult cuStreamGetFlags(CUstream stream, unsigned int* flags) {
  return as_driver_call([&] { return cudaStreamGetFlags(stream, flags); });
}

CUresult cuStreamGetPriority(CUstream stream, int* priority) {
  return as_driver_call([&] { return cudaStreamGetPriority(stream, priority); });
}

CUresult cuEventCreate(CUevent* event, unsigned int flags) {
  return as_driver_call([&] { return cudaEventCreateWithFlags(event, flags); });
}

CUresult cuEventDestroy(CUevent event) {
  return as_driver_call([&] { return cudaEventDestroy(event); });
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  return as_driver_call([&] { return cudaEventRecord(event, stream); });
}

CUresult cuEventQuery(CUevent event) {
  return as_driver_call([&] { return cudaEventQuery(event); });
}

CUresult cuEventSynchronize(CUevent event) {
  return as_driver_call([&] { return cudaEventSynchronize(event); });
}

CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return as_driver_call([&] { return cudaEventElapsedTime(milliseconds, start, end); });
}

}  // extern "C"
