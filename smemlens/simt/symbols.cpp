#include "smemlens/simt/symbols.h"

#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/shared_layout.h"

namespace smemlens::simt {
namespace {

std::optional<SymbolAddress> shared_address(const SharedLayout& layout, ptx::Index scope,
                                            ptx::Index variable) {
  const SharedArray* const array = layout.find(scope, variable);
  if (array == nullptr) return std::nullopt;
  return SymbolAddress{.value = array->offset};
}

}  // namespace

std::optional<SymbolAddress> FunctionSymbols::address_of(const ptx::Operand& operand) const {
  const ptx::Module& module = image.module();
  const ptx::Function& owner = module.functions[function];
  const ptx::Index i = operand.index;
  switch (operand.scope) {
    case ptx::SymbolScope::kModule: {
      if (module.variables[i].space == ptx::StateSpace::kShared) {
        return shared_address(shared, ptx::kNone, i);
      }
      const std::uint64_t address = image.address_of(i);
      if (address == 0) return std::nullopt;
      return SymbolAddress{.value = address};
    }
    case ptx::SymbolScope::kParameter:
      if (owner.is_entry) return SymbolAddress{.value = parameter_offsets[i]};
      return SymbolAddress{.value = local.parameters[i], .is_local = true};
    case ptx::SymbolScope::kResult:
      return SymbolAddress{.value = local.results[i], .is_local = true};
    case ptx::SymbolScope::kLocal: {
      const ptx::StateSpace space = owner.variables[i].space;
      if (space == ptx::StateSpace::kShared) return shared_address(shared, function, i);
      if (space != ptx::StateSpace::kLocal && space != ptx::StateSpace::kParam) {
        return std::nullopt;
      }
      return SymbolAddress{.value = local.variables[i], .is_local = true};
    }
  }
  return std::nullopt;
}

}  // namespace smemlens::simt
