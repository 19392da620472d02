#include "smemlens/cuda/runtime/allocation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

#include "cuda_runtime_api.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/rounding.h"
#include "smemlens/cuda/runtime/capture.h"
#include "smemlens/cuda/runtime/device_memory.h"
#include "smemlens/cuda/runtime/error_names.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

constexpr std::size_t kPitchAlignment = 512;

// The error that a GPU gives, which few programs look at; so the report names what happened.
cudaError_t tell_bad_free(Process& process, const void* pointer, const char* call) {
  const auto [code, message] = process.memory.why_not_freed(pointer, call);
  Analysis analysis{.architecture = std::string(process.architecture().name)};
  analysis.problems.push_back(
      {.severity = Severity::kWarning,
       .code = std::string(code),
       .message = message + ": it returned " + error_name(cudaErrorInvalidValue, call)});
  hand_over(process, analysis);
  return cudaErrorInvalidValue;
}

struct Purpose {
  simt::RangeKind kind;
  const char* call;
};
constexpr simt::RangeKind kDevice = simt::RangeKind::kAllocation;

cudaError_t allocate_now(Process& process, void** pointer, std::size_t bytes,
                         const Purpose& purpose) {
  if (pointer == nullptr) return cudaErrorInvalidValue;
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  *pointer = process.memory.allocate(bytes, purpose.kind, purpose.call);
  return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}

}  // namespace

cudaError_t allocate(void** pointer, std::size_t bytes, simt::RangeKind kind, const char* call) {
  return as_call([&](Process& process) {
    if (pointer == nullptr) return cudaErrorInvalidValue;
    const cudaError_t forbidden = process.captures.check_unsafe_call();
    return forbidden == cudaSuccess ? allocate_now(process, pointer, bytes, {kind, call})
                                    : forbidden;
  });
}

cudaError_t allocate_for_graph(void** pointer, std::size_t bytes, const char* call) {
  return as_call([&](Process& process) {
    const cudaError_t error = allocate_now(process, pointer, bytes, {kDevice, call});
    if (error == cudaSuccess && *pointer != nullptr) process.graph_memory[*pointer] = false;
    return error;
  });
}

cudaError_t allocate_in_stream(void** pointer, std::size_t bytes, cudaStream_t stream,
                               const char* call) {
  return as_call([&](Process& process) {
    Capture* capture = nullptr;
    const cudaError_t forbidden = process.captures.find(stream, capture);
    if (forbidden != cudaSuccess) return forbidden;
    if (capture == nullptr) return allocate_now(process, pointer, bytes, {kDevice, call});
    const cudaError_t error = allocate_for_graph(pointer, bytes, call);
    return error == cudaSuccess ? submit(process, stream, AllocateWork{*pointer}) : error;
  });
}

cudaError_t release(void* pointer, std::initializer_list<simt::RangeKind> kinds, const char* call) {
  return as_call([&](Process& process) {
    const cudaError_t forbidden = process.captures.check_unsafe_call();
    return forbidden == cudaSuccess ? release_now(process, pointer, kinds, call) : forbidden;
  });
}

cudaError_t release_now(Process& process, void* pointer,
                        std::initializer_list<simt::RangeKind> kinds, const char* call) {
  const auto of_graph = process.graph_memory.find(pointer);
  if (of_graph != process.graph_memory.end()) {
    return std::exchange(of_graph->second, false) ? cudaSuccess : cudaErrorInvalidValue;
  }
  const bool is_freed = pointer == nullptr || std::ranges::any_of(kinds, [&](auto kind) {
                          return process.memory.release(pointer, kind);
                        });
  return is_freed ? cudaSuccess : tell_bad_free(process, pointer, call);
}

cudaError_t release_in_stream(void* pointer, cudaStream_t stream, const char* call) {
  return as_call(
      [&](Process& process) { return submit(process, stream, FreeWork{pointer, call}); });
}

cudaError_t allocate_rows(void** pointer, std::size_t* pitch, std::size_t width, std::size_t height,
                          const char* call) {
  if (pitch == nullptr || width > SIZE_MAX - kPitchAlignment) {
    return remember(cudaErrorInvalidValue);
  }
  *pitch = rounded_up(width, kPitchAlignment);
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(*pitch, height, &bytes)) return remember(cudaErrorMemoryAllocation);
  return allocate(pointer, bytes, simt::RangeKind::kAllocation, call);
}

}  // namespace smemlens::cuda
