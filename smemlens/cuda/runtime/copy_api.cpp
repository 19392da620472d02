// Copies and fills of memory. Everything is done at once, or kept by a capture; both ends are
// checked first.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/copy_3d.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::as_call;
using smemlens::cuda::Copy;
using smemlens::cuda::CopyEnd;
using smemlens::cuda::Fill;
using smemlens::cuda::Process;

namespace {

cudaError_t enqueue(cudaStream_t stream, const smemlens::cuda::Work& work) {
  return as_call([&](Process& process) { return submit(process, stream, work); });
}

CopyEnd rows_at(const void* pointer, std::size_t pitch) {
  // The source is only read; one type of end serves both.
  auto* const start = const_cast<void*>(pointer);  // NOLINT
  return {.start = static_cast<std::byte*>(start), .pitch = pitch, .slice_pitch = pitch};
}

struct Size {
  std::size_t bytes;
  std::size_t rows;
};

cudaError_t copy_rows(cudaStream_t stream, const CopyEnd& to, const CopyEnd& from, const Size& size,
                      cudaMemcpyKind kind) {
  return enqueue(
      stream, Copy{.to = to, .from = from, .bytes = size.bytes, .rows = size.rows, .kind = kind});
}

cudaError_t fill_rows(cudaStream_t stream, const CopyEnd& to, int value, const Size& size) {
  return enqueue(stream, Fill{.start = to.start,
                              .pitch = to.pitch,
                              .slice_pitch = to.pitch,
                              .value = static_cast<std::uint32_t>(value),
                              .bytes = size.bytes,
                              .rows = size.rows});
}

cudaMemcpy3DParms between_devices(const cudaMemcpy3DPeerParms& from) {
  return {.srcArray = from.srcArray,
          .srcPos = from.srcPos,
          .srcPtr = from.srcPtr,
          .dstArray = from.dstArray,
          .dstPos = from.dstPos,
          .dstPtr = from.dstPtr,
          .extent = from.extent,
          .kind = cudaMemcpyDeviceToDevice};
}

// The attributes of a batch apply to runs of copies, which begin at `first`: at 0, and ever later.
bool are_good(std::span<const cudaMemcpyAttributes> attributes, std::span<const std::size_t> first,
              std::size_t copies) {
  const auto is_good = [](const cudaMemcpyAttributes& a) {
    return a.srcAccessOrder >= cudaMemcpySrcAccessOrderStream &&
           a.srcAccessOrder <= cudaMemcpySrcAccessOrderAny;
  };
  return !first.empty() && first.front() == 0 && first.back() < copies &&
         std::ranges::adjacent_find(first, std::greater_equal<>()) == first.end() &&
         std::ranges::all_of(attributes, is_good);
}

}  // namespace

extern "C" {

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return enqueue(stream, smemlens::cuda::copy_of_bytes(to, from, bytes, kind));
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return cudaMemcpyAsync(to, from, bytes, kind, nullptr);
}

// Copies that don't depend on each other; done in the order given, the first error ends them. The
// orders and places in the attributes are hints where everything is done at once.
cudaError_t cudaMemcpyBatchAsync(void* const* to, const void* const* from, const std::size_t* bytes,
                                 std::size_t count, cudaMemcpyAttributes* attributes,
                                 std::size_t* first, std::size_t kinds, cudaStream_t stream) {
  return as_call([&](Process& process) {
    const bool is_complete = to != nullptr && from != nullptr && bytes != nullptr &&
                             attributes != nullptr && first != nullptr;
    if (!is_complete || stream == nullptr || stream == cudaStreamLegacy ||
        !are_good({attributes, kinds}, {first, kinds}, count)) {
      return cudaErrorInvalidValue;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const cudaError_t error =
          submit(process, stream,
                 smemlens::cuda::copy_of_bytes(to[i], from[i], bytes[i], cudaMemcpyDefault));
      if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpyPeerAsync(void* to, int toDevice, const void* from, int fromDevice,
                                std::size_t bytes, cudaStream_t stream) {
  if (toDevice != 0 || fromDevice != 0) return smemlens::cuda::remember(cudaErrorInvalidDevice);
  return cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}

cudaError_t cudaMemcpyPeer(void* to, int toDevice, const void* from, int fromDevice,
                           std::size_t bytes) {
  return cudaMemcpyPeerAsync(to, toDevice, from, fromDevice, bytes, nullptr);
}

cudaError_t cudaMemcpy2DAsync(void* to, std::size_t toPitch, const void* from,
                              std::size_t fromPitch, std::size_t width, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream) {
  return copy_rows(stream, rows_at(to, toPitch), rows_at(from, fromPitch), {width, height}, kind);
}

cudaError_t cudaMemcpy2D(void* to, std::size_t toPitch, const void* from, std::size_t fromPitch,
                         std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DAsync(to, toPitch, from, fromPitch, width, height, kind, nullptr);
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* parameters, cudaStream_t stream) {
  return as_call([&](Process& process) {
    if (parameters == nullptr) return cudaErrorInvalidValue;
    const auto copy = smemlens::cuda::copy_of(process, *parameters);
    return copy ? submit(process, stream, *copy) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* parameters) {
  return cudaMemcpy3DAsync(parameters, nullptr);
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms* parameters, cudaStream_t stream) {
  if (parameters == nullptr) return smemlens::cuda::remember(cudaErrorInvalidValue);
  if (parameters->srcDevice != 0 || parameters->dstDevice != 0) {
    return smemlens::cuda::remember(cudaErrorInvalidDevice);
  }
  const cudaMemcpy3DParms job = between_devices(*parameters);
  return cudaMemcpy3DAsync(&job, stream);
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms* parameters) {
  return cudaMemcpy3DPeerAsync(parameters, nullptr);
}

cudaError_t cudaMemsetAsync(void* pointer, int value, std::size_t bytes, cudaStream_t stream) {
  return fill_rows(stream, rows_at(pointer, bytes), value, {bytes, 1});
}

cudaError_t cudaMemset(void* pointer, int value, std::size_t bytes) {
  return cudaMemsetAsync(pointer, value, bytes, nullptr);
}

cudaError_t cudaMemset2DAsync(void* pointer, std::size_t pitch, int value, std::size_t width,
                              std::size_t height, cudaStream_t stream) {
  return fill_rows(stream, rows_at(pointer, pitch), value, {width, height});
}

cudaError_t cudaMemset2D(void* pointer, std::size_t pitch, int value, std::size_t width,
                         std::size_t height) {
  return cudaMemset2DAsync(pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream) {
  return enqueue(stream, Fill{.start = static_cast<std::byte*>(pointer.ptr),
                              .pitch = pointer.pitch,
                              .slice_pitch = pointer.pitch * pointer.ysize,
                              .value = static_cast<std::uint32_t>(value),
                              .bytes = extent.width,
                              .rows = extent.height,
                              .slices = extent.depth});
}

cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent) {
  return cudaMemset3DAsync(pointer, value, extent, nullptr);
}

}  // extern "C"
