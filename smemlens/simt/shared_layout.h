#pragma once

// Where a kernel's __shared__ arrays lie in the block's shared memory, laid out as ptxas does it:
//
//   function-scope variables in order of declaration, each at the next multiple of its alignment,
//   then module-scope ones that the kernel uses, then `extern __shared__` (dynamic) at its own.
//
//   __shared__ char flag; __shared__ double sums[32];  →  flag at 0, sums at 8, 264 bytes static
//
// Source: measured with ptxas -v of CUDA 13 (docs/model.md, "Shared layout").

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace smemlens::simt {

struct SharedArray {
  std::string name;  // as in the PTX: "_ZZ9transposePfE4tile"
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;  // 0: dynamic, reaches to the end of the block's shared memory
  bool is_dynamic() const { return bytes == 0; }
};

struct SharedLayout {
  std::vector<SharedArray> arrays;  // by offset; a dynamic one, if any, is last
  std::uint32_t static_bytes = 0;
  std::uint32_t dynamic_offset = 0;  // where dynamic shared memory begins

  // Index into `arrays` of the one that holds byte `offset`; nullopt: padding, or past the end.
  std::optional<std::uint32_t> array_at(std::uint32_t offset) const;
};

}  // namespace smemlens::simt
