#pragma once

// CUDA arrays: rows of elements in memory of their own, which copies fill and read, and which
// kernels reach by textures.

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

#include "cuda_runtime_api.h"
#include "smemlens/cuda/runtime/copy.h"

struct cudaArray {
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  // as asked for: height and depth may be 0
  unsigned flags = 0;
  std::vector<std::byte> bytes;

  std::size_t element_bytes() const {
    return static_cast<std::size_t>(format.x + format.y + format.z + format.w) / 8;
  }
  std::size_t pitch() const { return extent.width * element_bytes(); }
  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
};

namespace smemlens::cuda {

class Arrays {
 public:
  // Null pointer: there is no memory for it.
  cudaArray_t add(const cudaChannelFormatDesc& format, const cudaExtent& extent, unsigned flags);
  bool remove(cudaArray_const_t array) { return arrays_.erase(array) != 0; }
  bool knows(cudaArray_const_t array) const { return arrays_.contains(array); }
  void remove_all() { arrays_.clear(); }

 private:
  std::unordered_map<cudaArray_const_t, std::unique_ptr<cudaArray>> arrays_;
};

// Part of an array: `bytes` of each of `rows` rows of each of `slices` slices, from byte `column`
// of row `row` of slice `slice` on.
struct ArrayPart {
  std::size_t column = 0;
  std::size_t row = 0;
  std::size_t slice = 0;
  std::size_t bytes = 0;
  std::size_t rows = 1;
  std::size_t slices = 1;
};

// True if `part` lies in `array`.
bool holds(const cudaArray& array, const ArrayPart& part);
// The end of a copy there; `part` lies in `array`.
CopyEnd end_at(cudaArray& array, const ArrayPart& part);

}  // namespace smemlens::cuda
