#include "smemlens/ptx/scopes.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "smemlens/base/suggestion.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxSuggestions = 1000;

struct RangeMember {
  std::string_view prefix;
  std::uint64_t number = 0;
};

// "%r12" → "%r", 12. Only the one spelling a range generates: no leading zeros.
std::optional<RangeMember> as_range_member(std::string_view name) {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string_view::npos || last + 1 == name.size()) return std::nullopt;
  const std::string_view digits = name.substr(last + 1);
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  RangeMember member{.prefix = name.substr(0, last + 1)};
  const auto [end, problem] =
      std::from_chars(digits.data(), digits.data() + digits.size(), member.number);
  if (problem != std::errc()) return std::nullopt;
  return member;
}

std::string make_unique(std::unordered_map<std::string, std::uint32_t>& used, std::string name) {
  const auto [entry, is_new] = used.try_emplace(std::move(name), 1);
  if (is_new) return entry->first;
  const std::string base = entry->first;
  std::uint32_t number = entry->second;
  std::string candidate;
  do {
    candidate = base + '$' + std::to_string(++number);
  } while (!used.try_emplace(candidate, 1).second);
  used[base] = number;
  return candidate;
}

}  // namespace

std::string element_name(std::string_view vector, unsigned index) {
  constexpr std::string_view kElements = "xyzw";
  return std::string(vector) + '.' + kElements[index];
}

FunctionScopes::FunctionScopes(Function& function, const ModuleNames& module_names)
    : function_(function), module_names_(module_names) {}

bool FunctionScopes::open() {
  if (scopes_.size() == kMaxDepth) return false;
  scopes_.emplace_back();
  return true;
}

// A list's labels become uses of the scope that it stands in.
bool FunctionScopes::resolve_list(Scope& scope, const LabelUse& use) {
  Instruction& instruction = function_.instructions[use.instruction];
  Operand& operand = instruction.operands[use.operand];
  if (instruction.opcode != Opcode::kBrxIdx) {
    const auto name = scope.names.find(use.name);
    if (name == scope.names.end() || name->second.kind != NameKind::kPrototype) return false;
    operand = {.kind = OperandKind::kPrototype, .index = name->second.index};
    return true;
  }
  const auto targets = scope.branch_targets.find(use.name);
  if (targets == scope.branch_targets.end()) return false;
  operand.kind = OperandKind::kVector;
  for (LabelUse label : targets->second) {
    label.instruction = use.instruction;
    label.operand = use.operand;
    label.element = static_cast<std::uint32_t>(operand.elements.size());
    operand.elements.push_back({.kind = OperandKind::kLabel});
    scope.label_uses.push_back(label);
  }
  return true;
}

void FunctionScopes::close() {
  Scope scope = std::move(scopes_.back());
  scopes_.pop_back();
  std::vector<LabelUse>& outer_lists =
      scopes_.empty() ? unresolved_lists_ : scopes_.back().list_uses;
  for (const LabelUse& use : scope.list_uses) {
    if (!resolve_list(scope, use)) outer_lists.push_back(use);
  }
  std::vector<LabelUse>& outer = scopes_.empty() ? unresolved_labels_ : scopes_.back().label_uses;
  for (const LabelUse& use : scope.label_uses) {
    const auto label = scope.labels.find(use.name);
    if (label == scope.labels.end()) {
      outer.push_back(use);
      continue;
    }
    Operand& operand = function_.instructions[use.instruction].operands[use.operand];
    Operand& target = use.element == kNone ? operand : operand.elements[use.element];
    target.index = label->second;
  }
}

bool FunctionScopes::declare(std::string_view name, const Name& meaning) {
  return scopes_.back().names.try_emplace(name, meaning).second;
}

bool FunctionScopes::declare_registers(std::string_view prefix, Type type, std::uint64_t count) {
  return scopes_.back().ranges.try_emplace(prefix, Range{type, count}).second;
}

bool FunctionScopes::declare_vector(std::string_view name, Type type, unsigned elements) {
  if (!declare(name, {.kind = NameKind::kVectorRegister, .type = type, .index = elements})) {
    return false;
  }
  for (unsigned i = 0; i < elements; ++i) {
    declare(made_names_.emplace_back(element_name(name, i)),
            {.kind = NameKind::kRegister, .type = type});
  }
  return true;
}

bool FunctionScopes::declare_label(std::string_view name, Index instruction) {
  if (!scopes_.back().labels.try_emplace(name, instruction).second) return false;
  function_.labels.push_back({make_unique(used_labels_, std::string(name)), instruction});
  return true;
}

bool FunctionScopes::declare_branch_targets(std::string_view name,
                                            const std::vector<LabelUse>& targets) {
  return scopes_.back().branch_targets.try_emplace(name, targets).second;
}

void FunctionScopes::add_register(Name& name, std::string_view written) {
  name.index = static_cast<Index>(function_.registers.size());
  function_.registers.push_back({unique_name(written), name.type});
}

const Name* FunctionScopes::find_in(Scope& scope, std::string_view name) {
  const auto found = scope.names.find(name);
  if (found != scope.names.end()) {
    Name& known = found->second;
    if (known.kind == NameKind::kRegister && known.index == kNone) add_register(known, name);
    return &known;
  }
  if (scope.ranges.empty()) return nullptr;
  const auto member = as_range_member(name);
  if (!member) return nullptr;
  const auto range = scope.ranges.find(member->prefix);
  if (range == scope.ranges.end() || member->number >= range->second.count) return nullptr;
  Name& fresh = scope.names[name];
  fresh = {.kind = NameKind::kRegister, .type = range->second.type};
  add_register(fresh, name);
  return &fresh;
}

std::optional<Name> FunctionScopes::find(std::string_view name) {
  for (Scope& scope : scopes_ | std::views::reverse) {
    if (const Name* found = find_in(scope, name)) return *found;
  }
  const auto found = module_names_.find(name);
  if (found == module_names_.end()) return std::nullopt;
  return found->second;
}

std::string FunctionScopes::unique_name(std::string_view name) {
  // A special register must stay in reach of the whole function.
  if (special_register_named(name)) used_names_.try_emplace(std::string(name), 1);
  return make_unique(used_names_, std::string(name));
}

std::string FunctionScopes::suggestion(std::string_view name) const {
  std::vector<std::string_view> names;
  for (const Scope& scope : scopes_) {
    for (const auto& [known, meaning] : scope.names) names.push_back(known);
  }
  for (const auto& [known, meaning] : module_names_) names.push_back(known);
  if (names.size() > kMaxSuggestions) return {};
  std::ranges::sort(names);  // of two equally near names, always the same one
  return did_you_mean(name, names);
}

}  // namespace smemlens::ptx
