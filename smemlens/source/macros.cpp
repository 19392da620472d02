#include "smemlens/source/macros.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <set>
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
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

using Tokens = std::vector<CodeToken>;

constexpr std::size_t kMostDepth = 256;
constexpr std::size_t kMostSteps = 1U << 20U;  // of one file's: tokens and macros

bool names(const Tokens& tokens, std::string_view name) {
  return std::ranges::any_of(
      tokens, [&](const CodeToken& token) { return token.is_name() && token.is(name); });
}

// f(x), (f)(x) or a[i](x); not (x).
bool has_call(const Tokens& tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    const CodeToken& before = tokens[i - 1];
    if (tokens[i].is("(") && (before.is_name() || before.is(")") || before.is("]"))) return true;
  }
  return false;
}

bool are_alike(const Tokens& a, const Tokens& b) {
  return std::ranges::equal(a, b, {}, &CodeToken::text, &CodeToken::text);
}

}  // namespace

// Expands the macros of one file, as far as they name one array.
class Macros::Expander {
 public:
  Expander(const Macros& macros, const std::string& array) : macros_(macros), array_(array) {}

  // What the macro at `at`, if there is one, becomes; `at` goes to its last token. None: it stays.
  std::optional<Tokens> expansion(const Tokens& tokens, std::size_t& at) {
    const auto found = macros_.macros_.find(tokens[at].text);
    if (found == macros_.macros_.end() || !tokens[at].is_name()) return std::nullopt;
    const Macro& macro = found->second.front();
    std::size_t last = at;
    if (macro.has_parameters) {
      if (at + 1 >= tokens.size() || !tokens[at + 1].is("(")) return std::nullopt;
      last = std::min(closing(tokens, at + 1), tokens.size() - 1);
    }
    const Tokens call(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                      tokens.begin() + static_cast<std::ptrdiff_t>(last + 1));
    const bool is_in_body = macros_.mentions(found->first, array_);
    if (!is_in_body && !names(call, array_) && !mention(call)) return std::nullopt;
    is_in_body_ = is_in_body_ || is_in_body;
    Tokens result;
    expand(call, {}, result);
    at = last;
    return result;
  }

  bool is_in_body() const { return is_in_body_; }
  const std::string& problem() const { return problem_; }

 private:
  // Whether a macro among the arguments names the array.
  bool mention(const Tokens& call) const {
    return std::ranges::any_of(call, [&](const CodeToken& token) {
      return token.is_name() && macros_.mentions(token.text, array_);
    });
  }

  void expand(const Tokens& tokens, const std::set<std::string_view>& hidden, Tokens& result) {
    if (++depth_ > kMostDepth) problem_ = "macros stand in each other too deep";
    for (std::size_t i = 0; i < tokens.size() && problem_.empty(); ++i) {
      if (++steps_ > kMostSteps) problem_ = "a macro grows without end";
      const auto found = macros_.macros_.find(tokens[i].text);
      const bool is_macro =
          tokens[i].is_name() && found != macros_.macros_.end() && !hidden.contains(found->first);
      const bool is_called = is_macro && (!found->second.front().has_parameters ||
                                          (i + 1 < tokens.size() && tokens[i + 1].is("(")));
      if (!is_called) {
        result.push_back(tokens[i]);
        continue;
      }
      const Macro& macro = found->second.front();
      if (!macro.is_clear)
        problem_ = "the macro " + std::string(found->first) + " isn't the same in every build";
      const std::size_t close = macro.has_parameters ? closing(tokens, i + 1) : i;
      const Tokens body =
          macro.has_parameters ? substituted(macro, tokens, {i + 2, close}, hidden) : macro.body;
      std::set<std::string_view> within = hidden;
      within.insert(found->first);
      expand(body, within, result);
      i = close;
    }
    --depth_;
  }

  // What stands between the commas of `range`.
  static std::vector<Tokens> arguments_of(const Tokens& tokens, TokenRange range) {
    std::vector<Tokens> arguments(1);
    for (std::size_t i = range.begin; i < std::min(range.end, tokens.size()); ++i) {
      if (tokens[i].is(",")) {
        arguments.emplace_back();
        continue;
      }
      const bool opens = tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{");
      const std::size_t end = opens ? std::min(closing(tokens, i), tokens.size() - 1) : i;
      for (; i < end; ++i) arguments.back().push_back(tokens[i]);
      arguments.back().push_back(tokens[i]);
    }
    return arguments;
  }

  // The macro's text with its arguments, which stand in `range`.
  Tokens substituted(const Macro& macro, const Tokens& tokens, TokenRange range,
                     const std::set<std::string_view>& hidden) {
    const std::vector<Tokens> arguments = arguments_of(tokens, range);
    if (macro.parameters.size() != arguments.size() && !macro.parameters.empty())
      problem_ = "a macro has another number of arguments than parameters";
    const auto pastes = [&](std::size_t at) {
      return at + 1 < macro.body.size() && macro.body[at].is("#") && macro.body[at + 1].is("#");
    };
    Tokens result;
    for (std::size_t i = 0; i < macro.body.size() && problem_.empty(); ++i) {
      const CodeToken& token = macro.body[i];
      const auto parameter = std::ranges::find(macro.parameters, token.text);
      if (pastes(i)) problem_ = "a macro pastes tokens";
      if (token.is("#")) {
        is_in_body_ = true;
        result.push_back({CodeTokenKind::kLiteral, "\"\"", token.span});
        ++i;
      } else if (parameter == macro.parameters.end()) {
        result.push_back(token);
      } else {
        expand(arguments[static_cast<std::size_t>(parameter - macro.parameters.begin())], hidden,
               result);
      }
    }
    return result;
  }

  const Macros& macros_;
  const std::string& array_;
  bool is_in_body_ = false;
  std::size_t steps_ = 0;
  std::size_t depth_ = 0;
  std::string problem_;
};

Macros::Macros(std::span<const std::unique_ptr<CodeFile>> files) {
  for (const auto& file : files) {
    int conditions = has_include_guard(*file) ? -1 : 0;
    for (const CodeToken& token : file->tokens) {
      if (token.kind != CodeTokenKind::kDirective) continue;
      conditions += opened_conditions(token);
      add(token, conditions > 0);
    }
  }
  for (auto& [name, definitions] : macros_) {
    const Macro& first = definitions.front();
    const bool is_one = std::ranges::all_of(definitions, [&](const Macro& other) {
      return other.is_clear && are_alike(other.body, first.body) &&
             other.parameters == first.parameters && other.has_parameters == first.has_parameters;
    });
    definitions.front().is_clear = is_one;
  }
}

void Macros::add(const CodeToken& line, bool is_conditional) {
  const Tokens words = code_tokens_of(line.text.substr(1));
  if (words.size() < 2 || !words[1].is_name()) return;
  const bool is_undefined = words[0].is("undef");
  if (!words[0].is("define") && !is_undefined) return;
  Macro macro{.has_parameters = false, .parameters = {}, .body = {}, .is_clear = !is_conditional};
  std::size_t body = 2;
  if (words.size() > 2 && words[2].is("(") && words[2].span.begin == words[1].span.end) {
    macro.has_parameters = true;
    body = std::min(closing(words, 2) + 1, words.size());
    for (std::size_t i = 3; i + 1 < body; ++i) {
      if (words[i].is_name()) macro.parameters.push_back(words[i].text);
      if (words[i].is("...")) macro.is_clear = false;
    }
  }
  macro.body.assign(words.begin() + static_cast<std::ptrdiff_t>(body), words.end());
  if (is_undefined) macro.is_clear = false;
  macros_[words[1].text].push_back(std::move(macro));
}

std::vector<const Macros::Macro*> Macros::reached_from(std::string_view name) const {
  std::vector<const Macro*> reached;
  std::set<std::string_view> seen = {name};
  std::vector<std::string_view> waiting = {name};
  while (!waiting.empty()) {
    const auto found = macros_.find(waiting.back());
    waiting.pop_back();
    if (found == macros_.end()) continue;
    for (const Macro& macro : found->second) {
      reached.push_back(&macro);
      for (const CodeToken& token : macro.body) {
        if (token.is_name() && seen.insert(token.text).second) waiting.push_back(token.text);
      }
    }
  }
  return reached;
}

bool Macros::is_plain(std::string_view name) const {
  return std::ranges::all_of(reached_from(name), [](const Macro* macro) {
    const Tokens& body = macro->body;
    const bool is_bracket =
        !body.empty() && body.front().is("(") && closing(body, 0) + 1 == body.size();
    return !has_call(body) && std::ranges::all_of(body, [&](const CodeToken& token) {
      if (changes_operand(token)) return false;
      const bool is_part = token.is_name() || token.kind == CodeTokenKind::kNumber ||
                           token.is(".") || token.is("::");
      return is_part || is_bracket;
    });
  });
}

bool Macros::mentions(std::string_view name, std::string_view array) const {
  return std::ranges::any_of(reached_from(name),
                             [&](const Macro* macro) { return names(macro->body, array); });
}

Expected<ExpandedCode> Macros::expanded(const CodeFile& file, const std::string& array) const {
  Expander expander(*this, array);
  ExpandedCode result;
  std::string text;
  for (std::size_t i = 0; i < file.tokens.size(); ++i) {
    const std::size_t first = i;
    const auto expansion = expander.expansion(file.tokens, i);
    if (!expander.problem().empty()) {
      return tl::unexpected(
          located({.severity = Severity::kNote,
                   .code = "fix-source",
                   .message = array + " is used in a macro: " + expander.problem()},
                  file.text, file.tokens[first].span));
    }
    if (expansion) {
      result.calls.push_back({first, i + 1});
      for (const CodeToken& token : *expansion) text.append(token.text).append(" ");
    } else {
      const bool is_line = file.tokens[i].kind == CodeTokenKind::kDirective;
      text.append(is_line ? "\n" : "").append(file.tokens[i].text).append(is_line ? "\n" : " ");
    }
  }
  result.is_in_body = expander.is_in_body();
  result.file = std::make_unique<CodeFile>(SourceText{file.text.name, std::move(text)});
  return result;
}

}  // namespace smemlens::source
