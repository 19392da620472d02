#pragma once

// What a symbol's address is, as an instruction of one function of one kernel sees it.
//
//   tile (shared)      its offset in the block's shared memory
//   table (global)     its host address
//   a kernel's param   its offset in the parameter space
//   __local_depot0     its offset in the function's local frame, to which each call adds its own
//   base

#include <cstdint>
#include <optional>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/local_layout.h"
#include "smemlens/simt/module_image.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {

struct SymbolAddress {
  std::uint64_t value = 0;
  bool is_local = false;  // relative to the call's local frame
};

struct FunctionSymbols {
  const ModuleImage& image;
  const SharedLayout& shared;
  ptx::Index function = 0;  // into Module::functions
  LocalLayout local;
  std::vector<std::uint32_t> parameter_offsets;  // of a kernel

  // nullopt: the variable has no place (a function-scope .global, an external one that no module
  // defines).
  std::optional<SymbolAddress> address_of(const ptx::Operand& operand) const;
};

}  // namespace smemlens::simt
