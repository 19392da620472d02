#include "smemlens/simt/local_layout.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"

namespace smemlens::simt {
namespace {

std::uint32_t place(LocalLayout& layout, const ptx::Variable& variable) {
  const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
  const std::uint64_t offset = rounded_up(layout.bytes, alignment);
  layout.bytes = offset + variable.bytes;
  return static_cast<std::uint32_t>(offset);
}

bool is_local(const ptx::Variable& variable) {
  return variable.space == ptx::StateSpace::kLocal || variable.space == ptx::StateSpace::kParam;
}

}  // namespace

LocalLayout local_layout_of(const ptx::Function& function) {
  LocalLayout layout;
  for (const ptx::Variable& result : function.results) {
    layout.results.push_back(place(layout, result));
  }
  if (!function.is_entry) {
    for (const ptx::Variable& parameter : function.parameters) {
      layout.parameters.push_back(place(layout, parameter));
    }
  }
  for (const ptx::Variable& variable : function.variables) {
    layout.variables.push_back(is_local(variable) ? place(layout, variable) : 0);
  }
  return layout;
}

}  // namespace smemlens::simt
