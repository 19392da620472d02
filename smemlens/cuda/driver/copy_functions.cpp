// Copies and fills, as the driver's functions describe them.

#include <cstddef>
#include <optional>

#include "cuda.h"
#include "cuda_runtime_api.h"
#include "smemlens/cuda/driver/device_pointer.h"
#include "smemlens/cuda/driver/driver_result.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

namespace {

using smemlens::cuda::ArrayPart;
using smemlens::cuda::as_call;
using smemlens::cuda::as_driver_call;
using smemlens::cuda::Copy;
using smemlens::cuda::CopyEnd;
using smemlens::cuda::Fill;
using smemlens::cuda::host_pointer;
using smemlens::cuda::Process;

CUresult enqueue(CUstream stream, const smemlens::cuda::Work& work) {
  return as_driver_call(
      [&] { return as_call([&](Process& process) { return submit(process, stream, work); }); });
}

CUresult copy_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind,
                    CUstream stream) {
  return enqueue(stream, smemlens::cuda::copy_of_bytes(to, from, bytes, kind));
}

// One end of a copy in rows and slices.
struct Side {
  CUmemorytype type{};
  std::byte* host = nullptr;
  CUdeviceptr device = 0;
  CUarray array = nullptr;
  std::size_t pitch = 0;
  std::size_t height = 0;  // rows between slices
  std::size_t x_bytes = 0;
  std::size_t y = 0;
  std::size_t z = 0;
};

struct Extent {
  std::size_t bytes = 0;
  std::size_t rows = 0;
  std::size_t slices = 1;
};

// Bytes from the memory's begin to the first byte that is copied; nullopt if that overflows.
std::optional<std::size_t> first_byte(const Side& side, const CopyEnd& end) {
  std::size_t rows = 0;
  std::size_t slices = 0;
  std::size_t first = 0;
  if (__builtin_mul_overflow(side.y, end.pitch, &rows) ||
      __builtin_mul_overflow(side.z, end.slice_pitch, &slices) ||
      __builtin_add_overflow(rows, slices, &first) ||
      __builtin_add_overflow(first, side.x_bytes, &first)) {
    return std::nullopt;
  }
  return first;
}

std::optional<CopyEnd> end_of(const Process& process, const Side& side, const Extent& extent) {
  if (side.type == CU_MEMORYTYPE_ARRAY) {
    const ArrayPart part{.column = side.x_bytes,
                         .row = side.y,
                         .slice = side.z,
                         .bytes = extent.bytes,
                         .rows = extent.rows,
                         .slices = extent.slices};
    if (!process.arrays.knows(side.array) || !holds(*side.array, part)) return std::nullopt;
    return end_at(*side.array, part);
  }
  std::size_t row_bytes = 0;
  if (__builtin_add_overflow(side.x_bytes, extent.bytes, &row_bytes)) return std::nullopt;
  // Of a single row no pitch need be given.
  if (side.pitch == 0 && extent.rows * extent.slices > 1) return std::nullopt;
  CopyEnd end{.pitch = side.pitch != 0 ? side.pitch : row_bytes};
  const std::size_t height = side.height != 0 ? side.height : extent.rows;
  if (end.pitch < row_bytes || __builtin_mul_overflow(end.pitch, height, &end.slice_pitch)) {
    return std::nullopt;
  }
  const std::optional<std::size_t> first = first_byte(side, end);
  std::byte* const start = side.type == CU_MEMORYTYPE_HOST ? side.host : host_pointer(side.device);
  if (!first) return std::nullopt;
  if (start != nullptr) end.start = start + *first;
  return end;
}

cudaMemcpyKind kind_of(const Side& to, const Side& from) {
  if (to.type == CU_MEMORYTYPE_UNIFIED || from.type == CU_MEMORYTYPE_UNIFIED) {
    return cudaMemcpyDefault;
  }
  if (from.type == CU_MEMORYTYPE_HOST) {
    return to.type == CU_MEMORYTYPE_HOST ? cudaMemcpyHostToHost : cudaMemcpyHostToDevice;
  }
  return to.type == CU_MEMORYTYPE_HOST ? cudaMemcpyDeviceToHost : cudaMemcpyDeviceToDevice;
}

CUresult copy(const Side& to, const Side& from, const Extent& extent, CUstream stream) {
  return as_driver_call([&] {
    return as_call([&](Process& process) {
      const auto to_end = end_of(process, to, extent);
      const auto from_end = end_of(process, from, extent);
      if (!to_end || !from_end) return cudaErrorInvalidValue;
      return submit(process, stream,
                    Copy{.to = *to_end,
                         .from = *from_end,
                         .bytes = extent.bytes,
                         .rows = extent.rows,
                         .slices = extent.slices,
                         .kind = kind_of(to, from)});
    });
  });
}

std::byte* readable(const void* pointer) {
  return static_cast<std::byte*>(const_cast<void*>(pointer));  // NOLINT: a source is only read
}

struct Rows {
  std::size_t pitch = 0;
  std::size_t width = 0;  // elements
  std::size_t height = 1;
};

template <typename Element>
CUresult fill_rows(CUdeviceptr pointer, Element value, const Rows& rows, CUstream stream) {
  std::size_t bytes = 0;
  const bool is_aligned = pointer % sizeof value == 0 && rows.pitch % sizeof value == 0;
  if (!is_aligned || __builtin_mul_overflow(rows.width, sizeof value, &bytes)) {
    return CUDA_ERROR_INVALID_VALUE;
  }
  return enqueue(stream, Fill{.start = host_pointer(pointer),
                              .pitch = rows.pitch,
                              .slice_pitch = rows.pitch,
                              .value = value,
                              .element_bytes = sizeof value,
                              .bytes = bytes,
                              .rows = rows.height});
}

template <typename Element>
CUresult fill(CUdeviceptr pointer, Element value, std::size_t count, CUstream stream) {
  return fill_rows(pointer, value, {.width = count}, stream);
}

// The ends of a CUDA_MEMCPY2D, which has no slices, or of a CUDA_MEMCPY3D.
template <typename Job>
Side destination(const Job& job) {
  Side side{.type = job.dstMemoryType,
            .host = static_cast<std::byte*>(job.dstHost),
            .device = job.dstDevice,
            .array = job.dstArray,
            .pitch = job.dstPitch,
            .x_bytes = job.dstXInBytes,
            .y = job.dstY};
  if constexpr (requires { job.dstZ; }) {
    side.height = job.dstHeight;
    side.z = job.dstZ;
  }
  return side;
}
template <typename Job>
Side source(const Job& job) {
  Side side{.type = job.srcMemoryType,
            .host = readable(job.srcHost),
            .device = job.srcDevice,
            .array = job.srcArray,
            .pitch = job.srcPitch,
            .x_bytes = job.srcXInBytes,
            .y = job.srcY};
  if constexpr (requires { job.srcZ; }) {
    side.height = job.srcHeight;
    side.z = job.srcZ;
  }
  return side;
}

}  // namespace

extern "C" {

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy_bytes(host_pointer(to), host_pointer(from), bytes, cudaMemcpyDefault, stream);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return cuMemcpyAsync(to, from, bytes, nullptr);
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, std::size_t bytes, CUstream stream) {
  return copy_bytes(host_pointer(to), from, bytes, cudaMemcpyHostToDevice, stream);
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, std::size_t bytes) {
  return cuMemcpyHtoDAsync(to, from, bytes, nullptr);
}

CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy_bytes(to, host_pointer(from), bytes, cudaMemcpyDeviceToHost, stream);
}

CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, std::size_t bytes) {
  return cuMemcpyDtoHAsync(to, from, bytes, nullptr);
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, std::size_t bytes, CUstream stream) {
  return copy_bytes(host_pointer(to), host_pointer(from), bytes, cudaMemcpyDeviceToDevice, stream);
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, std::size_t bytes) {
  return cuMemcpyDtoDAsync(to, from, bytes, nullptr);
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D* job, CUstream stream) {
  if (job == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return copy(destination(*job), source(*job), {.bytes = job->WidthInBytes, .rows = job->Height},
              stream);
}

CUresult cuMemcpy2D(const CUDA_MEMCPY2D* job) {
  return cuMemcpy2DAsync(job, nullptr);
}

CUresult cuMemcpy2DUnaligned(const CUDA_MEMCPY2D* job) {
  return cuMemcpy2DAsync(job, nullptr);
}

CUresult cuMemcpy3DAsync(const CUDA_MEMCPY3D* job, CUstream stream) {
  if (job == nullptr) return CUDA_ERROR_INVALID_VALUE;
  return copy(destination(*job), source(*job),
              {.bytes = job->WidthInBytes, .rows = job->Height, .slices = job->Depth}, stream);
}

CUresult cuMemcpy3D(const CUDA_MEMCPY3D* job) {
  return cuMemcpy3DAsync(job, nullptr);
}

CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, std::size_t count,
                         CUstream stream) {
  return fill(pointer, value, count, stream);
}

CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, std::size_t count,
                          CUstream stream) {
  return fill(pointer, value, count, stream);
}

CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, std::size_t count,
                          CUstream stream) {
  return fill(pointer, value, count, stream);
}

CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, std::size_t count) {
  return fill(pointer, value, count, nullptr);
}

CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, std::size_t count) {
  return fill(pointer, value, count, nullptr);
}

CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, std::size_t count) {
  return fill(pointer, value, count, nullptr);
}

CUresult cuMemsetD2D8(CUdeviceptr pointer, std::size_t pitch, unsigned char value,
                      std::size_t width, std::size_t height) {
  return fill_rows(pointer, value, {pitch, width, height}, nullptr);
}

CUresult cuMemsetD2D16(CUdeviceptr pointer, std::size_t pitch, unsigned short value,
                       std::size_t width, std::size_t height) {
  return fill_rows(pointer, value, {pitch, width, height}, nullptr);
}

CUresult cuMemsetD2D32(CUdeviceptr pointer, std::size_t pitch, unsigned int value,
                       std::size_t width, std::size_t height) {
  return fill_rows(pointer, value, {pitch, width, height}, nullptr);
}

}  // extern "C"
