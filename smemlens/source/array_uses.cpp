#include "smemlens/source/array_uses.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/conditions.h"
#include "smemlens/source/element_hold.h"
#include "smemlens/source/function_parameters.h"
#include "smemlens/source/index_order.h"
#include "smemlens/source/macros.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

bool names_word(std::string_view text, std::string_view word) {
  const auto words = code_tokens_of(text.substr(std::min<std::size_t>(1, text.size())));
  return std::ranges::any_of(words, [&](const CodeToken& token) { return token.is(word); });
}

class UseReader {
 public:
  // `calls`: macros that name the array; what is within is looked into where they are expanded.
  UseReader(const CodeFile& file, const SharedArrayCode& array,
            std::span<const std::unique_ptr<CodeFile>> files, const Macros& macros,
            std::span<const TokenRange> calls)
      : file_(file),
        tokens_(file.tokens),
        array_(array),
        functions_(files),
        macros_(macros),
        calls_(calls) {}

  Expected<std::vector<ArrayUse>> read() {
    if (const auto uneven = uneven_branch(file_, {array_.statement_end, array_.scope.end})) {
      fail(*uneven, "the branches of an #if have other brackets each, so where " + array_.name +
                        " may be used isn't seen");
    }
    std::size_t depth = array_.function.empty() ? 0 : 1;  // of braces
    for (std::size_t i = array_.scope.begin; i < array_.scope.end && !problem_; ++i) {
      if (tokens_[i].is("{")) ++depth;
      if (tokens_[i].is("}") && depth > 0) --depth;
      if (depth > 0 && directive_word(tokens_[i]).starts_with("include"))
        fail(i, "a text is included where it could use " + array_.name);
      if (is_use(i)) add(i);
    }
    if (problem_) return tl::unexpected(*problem_);
    return std::move(uses_);
  }

 private:
  bool is_use(std::size_t i) const {
    if (!tokens_[i].is_name() || tokens_[i].text != array_.name) return false;
    const CodeToken& before = tokens_[i - 1];
    const bool is_elsewhere = before.is("::") && !array_.function.empty();
    return !before.is(".") && !before.is("->") && !is_elsewhere;
  }

  bool is_in_call(std::size_t at) const {
    return std::ranges::any_of(calls_,
                               [&](TokenRange call) { return at >= call.begin && at < call.end; });
  }

  void add(std::size_t name) {
    ArrayUse use{.name_token = name, .subscripts = {}};
    std::size_t end = name + 1;
    while (end < tokens_.size() && tokens_[end].is("[")) {
      const std::size_t close = closing(tokens_, end);
      use.subscripts.push_back({end + 1, close});
      end = close + 1;
    }
    if (use.subscripts.size() != array_.dimensions.size()) {
      fail(name, array_.name +
                     " is used as a whole or row by row: as a pointer, in sizeof, or "
                     "handed to a function");
      return;
    }
    if (!is_in_call(name)) check_before(use, end);
    for (const TokenRange& subscript : use.subscripts) check_subscript(use, subscript);
    use.may_change_order = may_change_order(file_, use.subscripts);
    uses_.push_back(std::move(use));
  }

  void check_before(ArrayUse& use, std::size_t end) {
    const std::size_t name = use.name_token;
    const CodeToken& before = tokens_[name - 1];
    if (before.is_name() && !stands_before_operand(before)) {
      fail(name, "something else is called " + array_.name + " here");
    } else if (before.is("::")) {
      fail(name, array_.name + " is named with its scope");
    } else {
      ElementHold hold = hold_on_element(file_, array_, {name, end}, functions_);
      if (!hold.problem.empty()) fail(name, std::move(hold.problem));
      use.vector_bytes = hold.vector_bytes;
    }
  }

  void check_subscript(ArrayUse& use, TokenRange range) {
    std::size_t depth = 0;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const CodeToken& token = tokens_[i];
      if (token.is("(") || token.is("[") || token.is("{")) ++depth;
      if (token.is(")") || token.is("]") || token.is("}")) --depth;
      if (token.is(",") && depth == 0) fail(i, "an index of " + array_.name + " has a comma");
      if (token.is_name() && token.text == array_.name)
        fail(i, "an index of " + array_.name + " reads " + array_.name + " itself");
      if (token.kind == CodeTokenKind::kDirective)
        fail(i, "a preprocessor line stands within an index of " + array_.name);
      if (token.is_name() && !macros_.is_plain(token.text)) use.is_fixed = true;
    }
    if (range.begin == range.end) fail(range.begin, "an index of " + array_.name + " is missing");
  }

  void fail(std::size_t token, std::string message) {
    if (problem_) return;
    problem_ =
        located({.severity = Severity::kNote, .code = "fix-source", .message = std::move(message)},
                file_.text, tokens_[std::min(token, tokens_.size() - 1)].span);
  }

  const CodeFile& file_;
  const std::vector<CodeToken>& tokens_;
  const SharedArrayCode& array_;
  FunctionParameters functions_;
  const Macros& macros_;
  std::span<const TokenRange> calls_;
  std::vector<ArrayUse> uses_;
  std::optional<Diagnostic> problem_;
};

Diagnostic note_at(const CodeFile& file, std::size_t token, std::string message) {
  return located({.severity = Severity::kNote, .code = "fix-source", .message = std::move(message)},
                 file.text, file.tokens[token].span);
}

// Assembly that names the array by its symbol: "ld.shared.f32 %0, [_ZZ1kvE4tile+4];".
std::optional<Diagnostic> assembly_problem(const CodeFile& file, const SharedArrayCode& array) {
  const std::string symbol = std::to_string(array.name.size()) + array.name;
  for (std::size_t i = 0; i + 1 < file.tokens.size(); ++i) {
    if (!file.tokens[i].is("asm") && !file.tokens[i].is("__asm__")) continue;
    std::size_t open = i + 1;
    while (open < file.tokens.size() && file.tokens[open].is_name()) ++open;
    const std::size_t close = open < file.tokens.size() ? closing(file.tokens, open) : open;
    for (std::size_t at = open; at < std::min(close, file.tokens.size()); ++at) {
      const CodeToken& token = file.tokens[at];
      if (token.kind != CodeTokenKind::kLiteral) continue;
      if (token.text.find(symbol) != std::string_view::npos ||
          (array.function.empty() && names_word(token.text, array.name)))
        return note_at(file, at, array.name + " is named in assembly");
    }
  }
  return std::nullopt;
}

// The same declaration in `other`, in which macros are expanded.
std::optional<SharedArrayCode> same_array(const CodeFile& file, const SharedArrayCode& array,
                                          const CodeFile& other) {
  std::size_t number = 0;
  for (const SharedArrayCode& code : shared_arrays_of(file)) {
    if (code.name_token == array.name_token) break;
    ++number;
  }
  const auto codes = shared_arrays_of(other);
  if (number >= codes.size() || codes[number].name != array.name) return std::nullopt;
  return codes[number];
}

// Where macros name the array: what they do with it is looked at in `expanded`. If only their
// arguments name it, and they make no text of them, the uses are those of the file all the same.
Expected<std::vector<ArrayUse>> uses_in_macros(const CodeFile& file, const SharedArrayCode& array,
                                               std::span<const std::unique_ptr<CodeFile>> files,
                                               const Macros& macros, const ExpandedCode& expanded) {
  const auto place = [&](const Diagnostic& problem) {
    return note_at(file, expanded.calls.front().begin, problem.message + ", by a macro");
  };
  const auto code = same_array(file, array, *expanded.file);
  if (!code) return tl::unexpected(place(Diagnostic{.message = array.name + " is declared"}));
  auto uses = UseReader(*expanded.file, *code, files, macros, {}).read();
  if (!uses) return tl::unexpected(place(uses.error()));
  const bool has_vectors =
      std::ranges::any_of(*uses, [](const ArrayUse& use) { return use.vector_bytes != 0; });
  if (!expanded.is_in_body && !has_vectors) {
    auto own = UseReader(file, array, files, macros, expanded.calls).read();
    if (own) return own;
  }
  for (ArrayUse& use : *uses) use.is_fixed = true;
  return uses;
}

// An array at namespace scope may be used by any file that includes its declaration.
std::optional<Diagnostic> use_elsewhere(const CodeFile& file, const std::string& name) {
  const auto is_it = [&](const CodeToken& token) { return token.is_name() && token.text == name; };
  const auto found = std::ranges::find_if(file.tokens, is_it);
  if (found == file.tokens.end()) return std::nullopt;
  return located({.severity = Severity::kNote,
                  .code = "fix-source",
                  .message = name + " is known to other files too"},
                 file.text, found->span);
}

}  // namespace

Expected<std::vector<ArrayUse>> uses_of(const CodeFile& file, const SharedArrayCode& array,
                                        std::span<const std::unique_ptr<CodeFile>> files) {
  const Macros macros(files);
  for (const auto& other : files) {
    if (auto problem = assembly_problem(*other, array)) return tl::unexpected(*problem);
    if (!array.function.empty() || other.get() == &file) continue;
    if (auto problem = use_elsewhere(*other, array.name)) return tl::unexpected(*problem);
  }
  if (macros.is_macro(array.name)) {
    return tl::unexpected(
        note_at(file, array.name_token, "a macro is called " + array.name + " too"));
  }
  const auto expanded = macros.expanded(file, array.name);
  if (!expanded) return tl::unexpected(expanded.error());
  if (!expanded->calls.empty()) return uses_in_macros(file, array, files, macros, *expanded);
  return UseReader(file, array, files, macros, {}).read();
}

std::optional<Diagnostic> index_past_end(const CodeFile& file, const SharedArrayCode& array,
                                         const std::vector<ArrayUse>& uses,
                                         const IndexLimits& limits) {
  for (const ArrayUse& use : uses) {
    if (use.is_fixed || use.subscripts.size() != limits.sizes.size()) continue;
    for (std::size_t axis = 0; axis < limits.sizes.size(); ++axis) {
      const TokenRange index = use.subscripts[axis];
      const std::string text = text_of(file, index);
      if (!limits.constants.is_fixed(text)) continue;
      const auto value = limits.constants.value_of(text);
      if (value && *value >= 0 && *value < limits.sizes[axis]) continue;
      if (value) {
        return note_at(file, index.begin,
                       "an index of " + array.name + " is " + std::to_string(*value) +
                           ", outside of the " + std::to_string(limits.sizes[axis]) +
                           " that it has there");
      }
    }
  }
  return std::nullopt;
}

bool is_pure(const CodeFile& file, TokenRange range) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const CodeToken& token = file.tokens[i];
    if (changes_operand(token)) return false;
    const bool is_call = token.is("(") && i > range.begin &&
                         (file.tokens[i - 1].is_name() || file.tokens[i - 1].is(">") ||
                          file.tokens[i - 1].is(")") || file.tokens[i - 1].is("]"));
    if (is_call) return false;
  }
  return true;
}

bool is_primary(const CodeFile& file, TokenRange range) {
  std::size_t i = range.begin;
  if (i < range.end && file.tokens[i].is("(")) return closing(file.tokens, i) + 1 == range.end;
  for (; i < range.end; ++i) {
    const CodeToken& token = file.tokens[i];
    if (token.is("[") || token.is("(")) {
      i = closing(file.tokens, i);
      continue;
    }
    const bool is_part = token.is_name() || token.kind == CodeTokenKind::kNumber || token.is(".") ||
                         token.is("->") || token.is("::");
    if (!is_part) return false;
  }
  return true;
}

}  // namespace smemlens::source
