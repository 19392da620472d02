#include "smemlens/ptx/linker.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {
namespace {

// What a unit's own indices become in the linked module.
struct Renumbering {
  std::vector<Index> variables;
  std::vector<Index> functions;
  Index first_file = 0;
  Index first_location = 0;
  std::uint32_t text_offset = 0;
  std::map<std::string, std::string> names;  // of variables that got new ones
};

void shift(Index& index, Index first) {
  if (index != kNone) index += first;
}

void shift(SourceSpan& span, const Renumbering& numbers) {
  span.begin += numbers.text_offset;
  span.end += numbers.text_offset;
}

void renumber(Operand& operand, const Renumbering& numbers) {
  const bool is_symbol =
      operand.kind == OperandKind::kSymbol || operand.base_kind == OperandKind::kSymbol;
  if (is_symbol && operand.scope == SymbolScope::kModule) {
    operand.index = numbers.variables[operand.index];
  }
  if (operand.kind == OperandKind::kFunction) operand.index = numbers.functions[operand.index];
  for (Operand& element : operand.elements) renumber(element, numbers);
}

void renumber(Function& function, const Renumbering& numbers) {
  shift(function.span, numbers);
  for (Instruction& instruction : function.instructions) {
    shift(instruction.span, numbers);
    shift(instruction.location, numbers.first_location);
    for (Operand& operand : instruction.operands) renumber(operand, numbers);
  }
  for (Prototype& prototype : function.prototypes) {
    for (Index& target : prototype.targets) target = numbers.functions[target];
  }
}

void renumber(Variable& variable, const Renumbering& numbers) {
  shift(variable.span, numbers);
  for (Relocation& relocation : variable.relocations) {
    const auto renamed = numbers.names.find(relocation.symbol);
    if (renamed != numbers.names.end()) relocation.symbol = renamed->second;
  }
}

bool is_shared_name(Linkage linkage) {
  return linkage != Linkage::kInternal;
}

bool may_repeat(Linkage linkage) {
  return linkage == Linkage::kWeak || linkage == Linkage::kCommon;
}

bool is_defined(const Function& function) {
  return function.is_defined;
}
bool is_defined(const Variable& variable) {
  return variable.linkage != Linkage::kExternal;
}

class Linker {
 public:
  std::optional<Diagnostic> add(Unit unit) {
    Renumbering numbers{.variables = {},
                        .functions = {},
                        .first_file = static_cast<Index>(linked_.module.files.size()),
                        .first_location = static_cast<Index>(linked_.module.locations.size()),
                        .text_offset = static_cast<std::uint32_t>(linked_.text.size()),
                        .names = {}};
    ++unit_count_;
    add_header(unit, numbers);
    for (Variable& variable : unit.module.variables) take_variable(variable, numbers);
    for (Function& function : unit.module.functions) take_function(function, numbers);
    if (problem_) return problem_;
    // Only now all numbers are known.
    for (const Index index : fresh_variables_) renumber(linked_.module.variables[index], numbers);
    for (const Index index : fresh_functions_) renumber(linked_.module.functions[index], numbers);
    fresh_variables_.clear();
    fresh_functions_.clear();
    linked_.text += unit.text + '\n';
    return std::nullopt;
  }

  LinkedModule take() { return std::move(linked_); }

 private:
  void add_header(Unit& unit, const Renumbering& numbers) {
    Module& to = linked_.module;
    Module& from = unit.module;
    if (unit_count_ == 1) {
      to.version_major = from.version_major;
      to.version_minor = from.version_minor;
      to.target = from.target;
      to.address_size = from.address_size;
    }
    to.files.insert(to.files.end(), from.files.begin(), from.files.end());
    for (SourceLocation& location : from.locations) {
      shift(location.file, numbers.first_file);
      shift(location.inlined_at, numbers.first_location);
      to.locations.push_back(std::move(location));
    }
  }

  void take_variable(Variable& variable, Renumbering& numbers) {
    if (!is_shared_name(variable.linkage) && is_taken(variable.name)) {
      const std::string fresh = variable.name + '$' + std::to_string(unit_count_);
      numbers.names.emplace(variable.name, fresh);
      variable.name = fresh;
    }
    const std::uint32_t alignment = variable.alignment;
    const Index index = take(variable, linked_.module.variables, variables_, fresh_variables_);
    // Units may see one `extern __shared__` array as arrays of different types.
    Variable& linked = linked_.module.variables[index];
    linked.alignment = std::max(linked.alignment, alignment);
    numbers.variables.push_back(index);
  }

  void take_function(Function& function, Renumbering& numbers) {
    numbers.functions.push_back(
        take(function, linked_.module.functions, functions_, fresh_functions_));
  }

  // The index that stands for `item` from now on.
  template <typename Item>
  Index take(Item& item, std::vector<Item>& items, std::map<std::string, Index>& by_name,
             std::vector<Index>& fresh) {
    const auto index = static_cast<Index>(items.size());
    // An undefined function without linkage words is a declaration too.
    const bool is_linked = is_shared_name(item.linkage) || !is_defined(item);
    if (is_linked) {
      const auto [known, is_new] = by_name.emplace(item.name, index);
      if (!is_new) {
        merge(item, items[known->second], known->second, fresh);
        return known->second;
      }
    }
    fresh.push_back(index);
    items.push_back(std::move(item));
    return index;
  }

  // Two units name the same thing; what defines it counts.
  template <typename Item>
  void merge(Item& item, Item& known, Index index, std::vector<Index>& fresh) {
    if (!is_defined(item)) return;
    if (!is_defined(known)) {
      known = std::move(item);
      fresh.push_back(index);
      return;
    }
    if (may_repeat(item.linkage) || may_repeat(known.linkage) || problem_) return;
    problem_ = Diagnostic{
        .code = "device-link",
        .message = "'" + item.name + "' is defined in more than one unit of the device code"};
  }

  bool is_taken(std::string_view name) const {
    return std::ranges::any_of(linked_.module.variables,
                               [name](const Variable& other) { return other.name == name; });
  }

  LinkedModule linked_;
  std::map<std::string, Index> variables_;
  std::map<std::string, Index> functions_;
  std::vector<Index> fresh_variables_;  // of the unit at hand
  std::vector<Index> fresh_functions_;
  std::size_t unit_count_ = 0;
  std::optional<Diagnostic> problem_;
};

}  // namespace

Expected<LinkedModule> link(std::vector<Unit> units) {
  Linker linker;
  for (Unit& unit : units) {
    if (auto problem = linker.add(std::move(unit))) return tl::unexpected(std::move(*problem));
  }
  return linker.take();
}

}  // namespace smemlens::ptx
