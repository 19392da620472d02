#include "smemlens/cuda/runtime/copy.h"

#include <cstddef>
#include <cstring>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/process.h"

namespace smemlens::cuda {
namespace {

struct Ends {
  bool to_is_device;
  bool from_is_device;
};

// Indexed by cudaMemcpyKind; cudaMemcpyDefault takes either kind of pointer.
constexpr Ends kEnds[] = {
    {false, false},
    {true,  false},
    {false, true },
    {true,  true },
    {false, false},
};

struct Extent {
  std::size_t bytes;
  std::size_t rows;
  std::size_t slices;
};

// Bytes from the first to the last; false if that overflows.
bool span_of(const CopyEnd& end, const Extent& extent, std::size_t& span) {
  std::size_t of_slices = 0;
  return !__builtin_mul_overflow(end.pitch, extent.rows - 1, &span) &&
         !__builtin_mul_overflow(end.slice_pitch, extent.slices - 1, &of_slices) &&
         !__builtin_add_overflow(span, of_slices, &span) &&
         !__builtin_add_overflow(span, extent.bytes, &span);
}

bool may_touch(const Process& process, const CopyEnd& end, const Extent& extent, bool is_device) {
  std::size_t span = 0;
  if (end.start == nullptr || !span_of(end, extent, span)) return false;
  return end.is_array || process.memory.may_copy(end.start, span, is_device);
}

bool has_bad_pitch(const CopyEnd& end, const Extent& extent) {
  return extent.rows > 1 && end.pitch < extent.bytes;
}

std::byte* row_of(const CopyEnd& end, std::size_t slice, std::size_t row) {
  return end.start + (slice * end.slice_pitch) + (row * end.pitch);
}

void write_pattern(std::byte* row, const Fill& fill) {
  if (fill.element_bytes == 1) {
    std::memset(row, static_cast<int>(fill.value), fill.bytes);
    return;
  }
  for (std::size_t at = 0; at + fill.element_bytes <= fill.bytes; at += fill.element_bytes) {
    std::memcpy(row + at, &fill.value, fill.element_bytes);  // little endian
  }
}

}  // namespace

Copy copy_of_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  // The source is only read; one type of end serves both.
  auto* const source = const_cast<std::byte*>(static_cast<const std::byte*>(from));  // NOLINT
  return {
      .to = {.start = static_cast<std::byte*>(to), .pitch = bytes, .slice_pitch = bytes},
      .from = {.start = source,                      .pitch = bytes, .slice_pitch = bytes},
      .bytes = bytes,
      .kind = kind
  };
}

cudaError_t perform(Process& process, const Copy& copy) {
  const Extent extent{copy.bytes, copy.rows, copy.slices};
  if (extent.bytes == 0 || extent.rows == 0 || extent.slices == 0) return cudaSuccess;
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  if (has_bad_pitch(copy.to, extent) || has_bad_pitch(copy.from, extent)) {
    return copy.to.start == nullptr || copy.from.start == nullptr ? cudaErrorInvalidValue
                                                                  : cudaErrorInvalidPitchValue;
  }
  const Ends ends = kEnds[copy.kind];
  if (!may_touch(process, copy.to, extent, ends.to_is_device) ||
      !may_touch(process, copy.from, extent, ends.from_is_device)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t slice = 0; slice < extent.slices; ++slice) {
    for (std::size_t row = 0; row < extent.rows; ++row) {
      std::memmove(row_of(copy.to, slice, row), row_of(copy.from, slice, row), extent.bytes);
    }
  }
  return cudaSuccess;
}

cudaError_t perform(Process& process, const Fill& fill) {
  const Extent extent{fill.bytes, fill.rows, fill.slices};
  if (extent.bytes == 0 || extent.rows == 0 || extent.slices == 0) return cudaSuccess;
  const CopyEnd end{fill.start, fill.pitch, fill.slice_pitch};
  if (has_bad_pitch(end, extent) || !may_touch(process, end, extent, true)) {
    return cudaErrorInvalidValue;
  }
  for (std::size_t slice = 0; slice < extent.slices; ++slice) {
    for (std::size_t row = 0; row < extent.rows; ++row) {
      write_pattern(row_of(end, slice, row), fill);
    }
  }
  return cudaSuccess;
}

}  // namespace smemlens::cuda
