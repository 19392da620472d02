// Arrays, and copies into and out of them.

#include <cstddef>
#include <optional>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/process.h"
#include "smemlens/cuda/runtime/work.h"

using smemlens::cuda::ArrayPart;
using smemlens::cuda::as_call;
using smemlens::cuda::Copy;
using smemlens::cuda::copy_of_bytes;
using smemlens::cuda::CopyEnd;
using smemlens::cuda::Process;

namespace {

cudaError_t allocate(cudaArray_t* array, const cudaChannelFormatDesc* format,
                     const cudaExtent& extent, unsigned flags) {
  return as_call([&](Process& process) {
    if (array == nullptr || format == nullptr || extent.width == 0) return cudaErrorInvalidValue;
    const int bits = format->x + format->y + format->z + format->w;
    if (bits < 8 || bits > 128 || bits % 8 != 0 || format->f > cudaChannelFormatKindFloat) {
      return cudaErrorInvalidChannelDescriptor;
    }
    const cudaError_t forbidden = process.captures.check_unsafe_call();
    if (forbidden != cudaSuccess) return forbidden;
    *array = process.arrays.add(*format, extent, flags);
    return *array != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
  });
}

// One side of a two-dimensional copy: rows in memory, or in an array.
struct Side {
  void* pointer = nullptr;
  std::size_t pitch = 0;
  cudaArray_const_t array = nullptr;
  std::size_t column = 0;
  std::size_t row = 0;
};

std::optional<CopyEnd> end_of(const Process& process, const Side& side, std::size_t bytes,
                              std::size_t rows) {
  if (side.array == nullptr) {
    return CopyEnd{.start = static_cast<std::byte*>(side.pointer),
                   .pitch = side.pitch,
                   .slice_pitch = side.pitch};
  }
  const ArrayPart part{.column = side.column, .row = side.row, .bytes = bytes, .rows = rows};
  if (!process.arrays.knows(side.array) || !holds(*side.array, part)) return std::nullopt;
  return end_at(*const_cast<cudaArray_t>(side.array), part);  // NOLINT: a source is only read
}

struct Rectangle {
  std::size_t bytes;
  std::size_t rows;
  cudaMemcpyKind kind;
};

cudaError_t copy(cudaStream_t stream, const Side& to, const Side& from, const Rectangle& size) {
  return as_call([&](Process& process) {
    const auto to_end = end_of(process, to, size.bytes, size.rows);
    const auto from_end = end_of(process, from, size.bytes, size.rows);
    if (!to_end || !from_end) return cudaErrorInvalidValue;
    return submit(process, stream,
                  Copy{.to = *to_end,
                       .from = *from_end,
                       .bytes = size.bytes,
                       .rows = size.rows,
                       .kind = size.kind});
  });
}

void* readable(const void* pointer) {
  return const_cast<void*>(pointer);  // NOLINT: a source is only read
}

// `bytes` from byte `column` of row `row` on, which may go on in the next rows: an array's rows are
// as close as they can be.
cudaError_t copy_flat(cudaArray_const_t array, std::size_t column, std::size_t row,
                      std::size_t bytes, void* memory, bool is_to_array, cudaMemcpyKind kind) {
  return as_call([&](Process& process) {
    if (!process.arrays.knows(array)) return cudaErrorInvalidResourceHandle;
    std::size_t first = 0;
    if (column > array->pitch() || __builtin_mul_overflow(row, array->pitch(), &first) ||
        __builtin_add_overflow(first, column, &first) || first > array->bytes.size() ||
        bytes > array->bytes.size() - first) {
      return cudaErrorInvalidValue;
    }
    auto* const start = const_cast<cudaArray_t>(array)->bytes.data() + first;  // NOLINT
    Copy job = is_to_array ? copy_of_bytes(start, memory, bytes, kind)
                           : copy_of_bytes(memory, start, bytes, kind);
    (is_to_array ? job.to : job.from).is_array = true;
    return submit(process, cudaStreamLegacy, job);
  });
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                            std::size_t width, std::size_t height, unsigned int flags) {
  return allocate(array, format, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* format,
                              cudaExtent extent, unsigned int flags) {
  return allocate(array, format, extent, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  return as_call([&](Process& process) {
    const cudaError_t forbidden = process.captures.check_unsafe_call();
    if (forbidden != cudaSuccess) return forbidden;
    return array == nullptr || process.arrays.remove(array) ? cudaSuccess : cudaErrorInvalidValue;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* format, cudaExtent* extent, unsigned int* flags,
                             cudaArray_t array) {
  return as_call([&](Process& process) {
    if (!process.arrays.knows(array)) return cudaErrorInvalidResourceHandle;
    if (format != nullptr) *format = array->format;
    if (extent != nullptr) *extent = array->extent;
    if (flags != nullptr) *flags = array->flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc* format, cudaArray_const_t array) {
  return as_call([&](Process& process) {
    if (!process.arrays.knows(array)) return cudaErrorInvalidResourceHandle;
    *format = array->format;
    return cudaSuccess;
  });
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, std::size_t column, std::size_t row,
                                     const void* from, std::size_t fromPitch, std::size_t width,
                                     std::size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(stream, {.array = to, .column = column, .row = row},
              {.pointer = readable(from), .pitch = fromPitch}, {width, height, kind});
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, std::size_t column, std::size_t row,
                                const void* from, std::size_t fromPitch, std::size_t width,
                                std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DToArrayAsync(to, column, row, from, fromPitch, width, height, kind,
                                  cudaStreamLegacy);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void* to, std::size_t toPitch, cudaArray_const_t from,
                                       std::size_t column, std::size_t row, std::size_t width,
                                       std::size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream) {
  return copy(stream, {.pointer = to, .pitch = toPitch},
              {.array = from, .column = column, .row = row}, {width, height, kind});
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t toPitch, cudaArray_const_t from,
                                  std::size_t column, std::size_t row, std::size_t width,
                                  std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2DFromArrayAsync(to, toPitch, from, column, row, width, height, kind,
                                    cudaStreamLegacy);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, std::size_t toColumn, std::size_t toRow,
                                     cudaArray_const_t from, std::size_t fromColumn,
                                     std::size_t fromRow, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind) {
  return copy(cudaStreamLegacy, {.array = to, .column = toColumn, .row = toRow},
              {.array = from, .column = fromColumn, .row = fromRow}, {width, height, kind});
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, std::size_t column, std::size_t row, const void* from,
                              std::size_t bytes, cudaMemcpyKind kind) {
  return copy_flat(to, column, row, bytes, readable(from), true, kind);
}

cudaError_t cudaMemcpyFromArray(void* to, cudaArray_const_t from, std::size_t column,
                                std::size_t row, std::size_t bytes, cudaMemcpyKind kind) {
  return copy_flat(from, column, row, bytes, to, false, kind);
}

}  // extern "C"
