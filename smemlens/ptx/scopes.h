#pragma once

// Names inside one function: nested { } scopes, ranges of registers, labels used before they stand.
//
//   .reg .b32 %r<10>;  { .reg .b64 %r3; … %r3 …  }  … %r3 …
//                        a new one      its own     the outer one
//
// A register gets its place in Function::registers when it is first used, so that a declaration
// costs nothing, however long its range.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {

enum class NameKind : std::uint8_t { kRegister, kVectorRegister, kVariable, kPrototype, kFunction };

struct Name {
  NameKind kind{};
  SymbolScope scope{};  // kVariable
  Type type{};          // kRegister
  // kNone: a register that wasn't used yet; of a vector register: how many elements it has, which
  // are registers called like it with ".x", ".y", ".z", ".w" behind.
  Index index = kNone;
};

using ModuleNames = std::unordered_map<std::string_view, Name>;

// A label that an operand names: Function::instructions[instruction].operands[operand], or element
// `element` of that.
struct LabelUse {
  std::string_view name;
  Index instruction = 0;
  std::uint32_t operand = 0;
  std::uint32_t element = kNone;
  SourceSpan span;
};

class FunctionScopes {
 public:
  // All three outlive this object.
  FunctionScopes(Function& function, const ModuleNames& module_names);

  // False if 64 scopes are open.
  bool open();
  // Labels and lists of the scope are resolved; uses that it doesn't answer go to the scope around
  // it.
  void close();
  std::size_t depth() const { return scopes_.size(); }

  // False if the scope in hand has that name already.
  bool declare(std::string_view name, const Name& meaning);
  bool declare_registers(std::string_view prefix, Type type, std::uint64_t count);
  //   elements  2 or 4
  bool declare_vector(std::string_view name, Type type, unsigned elements);
  bool declare_label(std::string_view name, Index instruction);
  bool declare_branch_targets(std::string_view name, const std::vector<LabelUse>& targets);

  // The meaning of `name` in the scope in hand, the module's names last.
  std::optional<Name> find(std::string_view name);
  void use_label(const LabelUse& use) { scopes_.back().label_uses.push_back(use); }
  // The operand names a list of branch targets or a prototype, which may stand behind it.
  void use_list(const LabelUse& use) { scopes_.back().list_uses.push_back(use); }

  // A name that nothing else in the function has: `name`, or `name$2` …
  std::string unique_name(std::string_view name);
  // Names in reach that a misspelt `name` may have meant.
  std::string suggestion(std::string_view name) const;

  // After the outermost scope was closed: the labels and the lists that nobody declared.
  const std::vector<LabelUse>& unresolved_labels() const { return unresolved_labels_; }
  const std::vector<LabelUse>& unresolved_lists() const { return unresolved_lists_; }

 private:
  struct Range {
    Type type{};
    std::uint64_t count = 0;
  };
  struct Scope {
    std::unordered_map<std::string_view, Name> names;
    std::unordered_map<std::string_view, Range> ranges;
    std::unordered_map<std::string_view, Index> labels;
    std::unordered_map<std::string_view, std::vector<LabelUse>> branch_targets;
    std::vector<LabelUse> label_uses;
    std::vector<LabelUse> list_uses;
  };

  const Name* find_in(Scope& scope, std::string_view name);
  void add_register(Name& name, std::string_view written);
  bool resolve_list(Scope& scope, const LabelUse& use);

  Function& function_;
  const ModuleNames& module_names_;
  std::vector<Scope> scopes_;
  std::unordered_map<std::string, std::uint32_t> used_names_;
  std::unordered_map<std::string, std::uint32_t> used_labels_;
  std::vector<LabelUse> unresolved_labels_;
  std::vector<LabelUse> unresolved_lists_;
  std::deque<std::string> made_names_;  // that stand nowhere in the text
};

// The name of element `index` of a vector register: "acc.y".
std::string element_name(std::string_view vector, unsigned index);

}  // namespace smemlens::ptx
