#include "smemlens/source/array_uses.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/element_hold.h"
#include "smemlens/source/function_parameters.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

class UseReader {
 public:
  UseReader(const CodeFile& file, const SharedArrayCode& array,
            std::span<const std::unique_ptr<CodeFile>> files)
      : file_(file), tokens_(file.tokens), array_(array), functions_(files) {}

  Expected<std::vector<ArrayUse>> read() {
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
    check_before(name, end);
    for (const TokenRange& subscript : use.subscripts) check_subscript(subscript);
    uses_.push_back(std::move(use));
  }

  void check_before(std::size_t name, std::size_t end) {
    const CodeToken& before = tokens_[name - 1];
    if (before.is_name() && !stands_before_operand(before)) {
      fail(name, "something else is called " + array_.name + " here");
    } else if (before.is("::")) {
      fail(name, array_.name + " is named with its scope");
    } else if (auto hold = hold_on_element(file_, array_, {name, end}, functions_)) {
      fail(name, std::move(*hold));
    }
  }

  void check_subscript(TokenRange range) {
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
  std::vector<ArrayUse> uses_;
  std::optional<Diagnostic> problem_;
};

// A #define that names the array: its uses can't be told apart.
std::optional<Diagnostic> macro_problem(const CodeFile& file, const std::string& name) {
  for (const CodeToken& token : file.tokens) {
    if (token.kind != CodeTokenKind::kDirective) continue;
    const std::vector<CodeToken> words = code_tokens_of(token.text.substr(1));
    const bool names_it = !words.empty() && words[0].is("define") &&
                          std::ranges::any_of(words, [&](const CodeToken& word) {
                            return word.is_name() && word.text == name;
                          });
    if (names_it) {
      return located({.severity = Severity::kNote,
                      .code = "fix-source",
                      .message = name + " is used in a macro"},
                     file.text, token.span);
    }
  }
  return std::nullopt;
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
  for (const auto& other : files) {
    if (auto problem = macro_problem(*other, array.name)) return tl::unexpected(*problem);
    if (!array.function.empty() || other.get() == &file) continue;
    if (auto problem = use_elsewhere(*other, array.name)) return tl::unexpected(*problem);
  }
  return UseReader(file, array, files).read();
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
