#pragma once

// Copies and fills as values, so that they can be done at once or kept in a graph.

#include <cstddef>
#include <cstdint>

#include "cuda_runtime_api.h"

namespace smemlens::cuda {

class Process;

// One end: rows `pitch` bytes apart, slices `slice_pitch` bytes apart.
struct CopyEnd {
  std::byte* start = nullptr;
  std::size_t pitch = 0;
  std::size_t slice_pitch = 0;
  bool is_array = false;  // a CUDA array's own memory, already checked
};

struct Copy {
  CopyEnd to;
  CopyEnd from;
  std::size_t bytes = 0;  // of a row
  std::size_t rows = 1;
  std::size_t slices = 1;
  cudaMemcpyKind kind = cudaMemcpyDefault;
};

Copy copy_of_bytes(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind);

// Writes `value` again and again, `element_bytes` (1, 2 or 4) of it.
struct Fill {
  std::byte* start = nullptr;
  std::size_t pitch = 0;
  std::size_t slice_pitch = 0;
  std::uint32_t value = 0;
  std::uint32_t element_bytes = 1;
  std::size_t bytes = 0;  // of a row
  std::size_t rows = 1;
  std::size_t slices = 1;
};

// Does it, or gives the error that CUDA gives and changes nothing.
cudaError_t perform(Process& process, const Copy& copy);
cudaError_t perform(Process& process, const Fill& fill);

}  // namespace smemlens::cuda
