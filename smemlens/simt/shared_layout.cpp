#include "smemlens/simt/shared_layout.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <span>

#include "smemlens/base/rounding.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"

namespace smemlens::simt {
namespace {

class Placer {
 public:
  explicit Placer(SharedLayout& layout) : layout_(layout) {}

  void place(const ptx::Variable& variable, ptx::Index scope, ptx::Index index) {
    const std::uint64_t alignment = std::max<std::uint64_t>(variable.alignment, 1);
    end_ = rounded_up(end_, alignment);
    layout_.arrays.push_back({.name = variable.name,
                              .offset = saturated(end_),
                              .bytes = saturated(variable.bytes),
                              .scope = scope,
                              .variable = index});
    end_ += variable.bytes;
  }

  static std::uint32_t saturated(std::uint64_t value) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    return static_cast<std::uint32_t>(std::min(value, kMost));
  }
  std::uint64_t end() const { return end_; }

 private:
  SharedLayout& layout_;
  std::uint64_t end_ = 0;
};

bool is_shared(const ptx::Variable& variable) {
  return variable.space == ptx::StateSpace::kShared;
}

void note_symbols(const ptx::Operand& operand, std::set<ptx::Index>& variables) {
  const bool is_symbol =
      operand.kind == ptx::OperandKind::kSymbol || operand.base_kind == ptx::OperandKind::kSymbol;
  if (is_symbol && operand.scope == ptx::SymbolScope::kModule) variables.insert(operand.index);
  for (const ptx::Operand& element : operand.elements) note_symbols(element, variables);
}

bool is_reserved_offset(const ptx::Operand& operand) {
  constexpr std::array kOffsets = {
      ptx::SpecialRegister::kReservedSmemOffsetBegin, ptx::SpecialRegister::kReservedSmemOffsetEnd,
      ptx::SpecialRegister::kReservedSmemOffsetCap, ptx::SpecialRegister::kReservedSmemOffset0,
      ptx::SpecialRegister::kReservedSmemOffset1};
  return operand.kind == ptx::OperandKind::kSpecial &&
         std::find(kOffsets.begin(), kOffsets.end(), operand.special) != kOffsets.end();
}

bool uses_reserved(const ptx::Module& module, std::span<const ptx::Index> functions) {
  return std::any_of(functions.begin(), functions.end(), [&](ptx::Index function) {
    const auto& instructions = module.functions[function].instructions;
    return std::any_of(instructions.begin(), instructions.end(), [](const auto& instruction) {
      const auto& operands = instruction.operands;
      return std::any_of(operands.begin(), operands.end(), is_reserved_offset);
    });
  });
}

// Module-scope variables that the functions name.
std::set<ptx::Index> used_variables(const ptx::Module& module,
                                    std::span<const ptx::Index> functions) {
  std::set<ptx::Index> variables;
  for (const ptx::Index function : functions) {
    for (const ptx::Instruction& instruction : module.functions[function].instructions) {
      for (const ptx::Operand& operand : instruction.operands) note_symbols(operand, variables);
    }
  }
  return variables;
}

}  // namespace

std::optional<std::uint32_t> SharedLayout::array_at(std::uint32_t offset) const {
  for (std::size_t i = arrays.size(); i-- != 0;) {
    const SharedArray& array = arrays[i];
    const bool is_inside =
        offset >= array.offset && (array.is_dynamic() || offset - array.offset < array.bytes);
    if (is_inside) return static_cast<std::uint32_t>(i);
  }
  return std::nullopt;
}

const SharedArray* SharedLayout::find(ptx::Index scope, ptx::Index variable) const {
  const auto array = std::find_if(arrays.begin(), arrays.end(), [&](const SharedArray& a) {
    return a.scope == scope && a.variable == variable;
  });
  return array == arrays.end() ? nullptr : &*array;
}

SharedLayout shared_layout_of(const ptx::Module& module, std::span<const ptx::Index> functions) {
  SharedLayout layout;
  Placer placer(layout);
  for (const ptx::Index scope : functions) {
    const auto& variables = module.functions[scope].variables;
    for (ptx::Index i = 0; i < variables.size(); ++i) {
      if (is_shared(variables[i]) && variables[i].bytes != 0) placer.place(variables[i], scope, i);
    }
  }
  const std::set<ptx::Index> used = used_variables(module, functions);
  std::uint64_t dynamic_alignment = 1;
  for (const ptx::Index i : used) {
    const ptx::Variable& variable = module.variables[i];
    if (!is_shared(variable)) continue;
    if (variable.bytes != 0) placer.place(variable, ptx::kNone, i);
    if (variable.bytes == 0) {
      dynamic_alignment = std::max<std::uint64_t>(dynamic_alignment, variable.alignment);
    }
  }
  layout.uses_reserved = uses_reserved(module, functions);
  layout.static_bytes = Placer::saturated(placer.end());
  layout.dynamic_offset = Placer::saturated(rounded_up(placer.end(), dynamic_alignment));
  for (const ptx::Index i : used) {
    const ptx::Variable& variable = module.variables[i];
    if (!is_shared(variable) || variable.bytes != 0) continue;
    layout.arrays.push_back({.name = variable.name,
                             .offset = layout.dynamic_offset,
                             .bytes = 0,
                             .scope = ptx::kNone,
                             .variable = i});
  }
  return layout;
}

}  // namespace smemlens::simt
