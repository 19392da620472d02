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
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/ptx/module.h"

namespace smemlens::simt {

struct SharedArray {
  std::string name;  // as in the PTX: "_ZZ9transposePfE4tile"
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;        // 0: dynamic, reaches to the end of the block's shared memory
  ptx::Index scope = ptx::kNone;  // the function that declares it; kNone: the module
  ptx::Index variable = 0;        // into that scope's variables
  bool is_dynamic() const { return bytes == 0; }
};

struct SharedLayout {
  std::vector<SharedArray> arrays;  // by offset; dynamic ones, all at one offset, are last
  std::uint32_t static_bytes = 0;
  std::uint32_t dynamic_offset = 0;  // where dynamic shared memory begins
  // Toolkit code (cooperative groups of several warps) keeps state in shared memory of the system's
  // (PTX ISA, "%reserved_smem_offset_<…>"). Here it lies behind the block's own, if it is used.
  bool uses_reserved = false;
  static constexpr std::uint32_t kReservedBytes = 1024;

  // What a launch adds for dynamic shared memory begins at dynamic_offset, so a block has
  // total_bytes(dynamic) in all.
  std::uint64_t total_bytes(std::uint32_t dynamic_bytes) const {
    return dynamic_bytes == 0 ? static_bytes : std::uint64_t{dynamic_offset} + dynamic_bytes;
  }
  std::uint64_t reserved_offset(std::uint32_t dynamic_bytes) const {
    return rounded_up(total_bytes(dynamic_bytes), kReservedBytes);
  }
  // All that is held for a block.
  std::uint64_t block_bytes(std::uint32_t dynamic_bytes) const {
    return uses_reserved ? reserved_offset(dynamic_bytes) + kReservedBytes
                         : total_bytes(dynamic_bytes);
  }

  // Index into `arrays` of the one that holds byte `offset`; nullopt: padding, or past the end.
  std::optional<std::uint32_t> array_at(std::uint32_t offset) const;
  // The array that a symbol names; null pointer if the kernel doesn't use it.
  const SharedArray* find(ptx::Index scope, ptx::Index variable) const;
};

// The layout of a kernel that reaches `functions` (into Module::functions, the kernel first).
// Offsets that don't fit 32 bits saturate; a launch then refuses the size.
SharedLayout shared_layout_of(const ptx::Module& module, std::span<const ptx::Index> functions);

}  // namespace smemlens::simt
