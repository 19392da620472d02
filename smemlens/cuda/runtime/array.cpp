#include "smemlens/cuda/runtime/array.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"

namespace smemlens::cuda {
namespace {

bool is_inside(std::size_t first, std::size_t count, std::size_t size) {
  return first <= size && count <= size - first;
}

}  // namespace

cudaArray_t Arrays::add(const cudaChannelFormatDesc& format, const cudaExtent& extent,
                        unsigned flags) {
  auto array = std::make_unique<cudaArray>();
  array->format = format;
  array->extent = extent;
  array->flags = flags;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(array->pitch(), array->rows(), &bytes) ||
      __builtin_mul_overflow(bytes, array->slices(), &bytes) || bytes > PTRDIFF_MAX) {
    return nullptr;
  }
  try {
    array->bytes.resize(bytes);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
  const cudaArray_t handle = array.get();
  arrays_.emplace(handle, std::move(array));
  return handle;
}

bool holds(const cudaArray& array, const ArrayPart& part) {
  return is_inside(part.column, part.bytes, array.pitch()) &&
         is_inside(part.row, part.rows, array.rows()) &&
         is_inside(part.slice, part.slices, array.slices());
}

CopyEnd end_at(cudaArray& array, const ArrayPart& part) {
  const std::size_t slice_bytes = array.pitch() * array.rows();
  return {.start = array.bytes.data() + part.column + (part.row * array.pitch()) +
                   (part.slice * slice_bytes),
          .pitch = array.pitch(),
          .slice_pitch = slice_bytes,
          .is_array = true};
}

}  // namespace smemlens::cuda
