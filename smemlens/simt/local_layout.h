#pragma once

// Where a function's own variables lie in its local frame, the part of a thread's local memory
// that one call of it uses: results and parameters (of a .func), then .local and .param variables
// of its body in order, each at its alignment.

#include <cstdint>
#include <vector>

#include "smemlens/ptx/module.h"

namespace smemlens::simt {

struct LocalLayout {
  std::vector<std::uint32_t> results;     // offsets, by index
  std::vector<std::uint32_t> parameters;  // empty for a kernel: those are in the parameter space
  std::vector<std::uint32_t> variables;   // 0 for those of other state spaces
  std::uint64_t bytes = 0;
};

LocalLayout local_layout_of(const ptx::Function& function);

}  // namespace smemlens::simt
