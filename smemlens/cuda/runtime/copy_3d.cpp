#include "smemlens/cuda/runtime/copy_3d.h"

#include <cstddef>
#include <optional>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/array.h"
#include "smemlens/cuda/runtime/copy.h"
#include "smemlens/cuda/runtime/process.h"

namespace smemlens::cuda {
namespace {

struct End {
  cudaArray_t array;
  cudaPitchedPtr pointer;
  cudaPos position;
};

// The bytes of an element that widths count; nullopt: unknown arrays, or arrays that don't agree.
std::optional<std::size_t> unit_of(const Process& process, const End& to, const End& from) {
  std::size_t unit = 0;
  for (const cudaArray_t array : {to.array, from.array}) {
    if (array == nullptr) continue;
    if (!process.arrays.knows(array)) return std::nullopt;
    if (unit != 0 && unit != array->element_bytes()) return std::nullopt;
    unit = array->element_bytes();
  }
  return unit == 0 ? 1 : unit;
}

std::optional<CopyEnd> copy_end(const End& end, const cudaExtent& extent, std::size_t unit) {
  const bool has_pointer = end.pointer.ptr != nullptr;
  if (has_pointer == (end.array != nullptr)) return std::nullopt;
  if (end.array != nullptr) {
    const ArrayPart part{.column = end.position.x * unit,
                         .row = end.position.y,
                         .slice = end.position.z,
                         .bytes = extent.width * unit,
                         .rows = extent.height,
                         .slices = extent.depth};
    return holds(*end.array, part) ? std::optional(end_at(*end.array, part)) : std::nullopt;
  }
  const std::size_t slice_pitch = end.pointer.pitch * end.pointer.ysize;
  return CopyEnd{.start = static_cast<std::byte*>(end.pointer.ptr) + end.position.x +
                          (end.position.y * end.pointer.pitch) + (end.position.z * slice_pitch),
                 .pitch = end.pointer.pitch,
                 .slice_pitch = slice_pitch};
}

}  // namespace

std::optional<Copy> copy_of(const Process& process, const cudaMemcpy3DParms& parameters) {
  const End to{parameters.dstArray, parameters.dstPtr, parameters.dstPos};
  const End from{parameters.srcArray, parameters.srcPtr, parameters.srcPos};
  const auto unit = unit_of(process, to, from);
  if (!unit) return std::nullopt;
  const auto to_end = copy_end(to, parameters.extent, *unit);
  const auto from_end = copy_end(from, parameters.extent, *unit);
  if (!to_end || !from_end) return std::nullopt;
  return Copy{.to = *to_end,
              .from = *from_end,
              .bytes = parameters.extent.width * *unit,
              .rows = parameters.extent.height,
              .slices = parameters.extent.depth,
              .kind = parameters.kind};
}

}  // namespace smemlens::cuda
