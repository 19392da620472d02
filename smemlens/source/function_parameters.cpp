#include "smemlens/source/function_parameters.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "smemlens/source/code_token.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

using Tokens = std::vector<CodeToken>;

// Of the C library, which CUDA has too, without the `f` of float; `min` and `max` may take
// references, and only read.
constexpr std::string_view kMaths[] = {
    "abs",   "fabs",   "min",      "max",    "fmin",     "fmax",     "fma",  "sqrt",  "rsqrt",
    "cbrt",  "exp",    "exp2",     "exp10",  "expm1",    "log",      "log2", "log10", "log1p",
    "pow",   "sin",    "cos",      "tan",    "asin",     "acos",     "atan", "atan2", "sinh",
    "cosh",  "tanh",   "hypot",    "erf",    "erfc",     "floor",    "ceil", "round", "rint",
    "trunc", "fmod",   "ldexp",    "isnan",  "isinf",    "isfinite", "umin", "umax",  "copysign",
    "fdim",  "lround", "sincospi", "printf", "remainder"};

constexpr std::string_view kAtomics[] = {"Add", "Sub", "Exch", "Min", "Max", "Inc",
                                         "Dec", "CAS", "And",  "Or",  "Xor"};

// CUDA's own functions take values, and pointers where they want a place. Names with two
// underscores are the implementation's.
bool is_of_cuda(std::string_view name) {
  const bool is_vector =
      name.starts_with("make_") && name.back() >= '1' && name.back() <= '4';  // make_float2
  if (is_vector || name.starts_with("__") || is_atomic_function(name)) return true;
  const auto is_known = [](std::string_view text) {
    return std::ranges::find(kMaths, text) != std::end(kMaths);
  };
  return is_known(name) || (name.ends_with('f') && is_known(name.substr(0, name.size() - 1)));
}

bool is_reference_sign(const CodeToken& token) {
  return token.is("&") || token.is("&&");
}

// The parameters of a function, lambda or macro that is declared by the name at `at`.
std::optional<TokenRange> parameters_at(const Tokens& tokens, std::size_t at) {
  if (at + 1 >= tokens.size()) return std::nullopt;
  std::size_t open = at + 1;
  if (tokens[open].is("=") && open + 1 < tokens.size() && tokens[open + 1].is("[")) {
    open = closing(tokens, open + 1) + 1;  // f = [&](int i)
    if (open < tokens.size() && tokens[open].is("{")) return TokenRange{open, open};
    if (open >= tokens.size() || !tokens[open].is("(")) return std::nullopt;
    return TokenRange{open + 1, closing(tokens, open)};
  }
  if (!tokens[open].is("(") || at == 0) return std::nullopt;
  const CodeToken& before = tokens[at - 1];
  const std::size_t close = closing(tokens, open);
  const bool is_typed = before.is_name() && !stands_before_operand(before);
  const bool is_body = close + 1 < tokens.size() && tokens[close + 1].is("{");
  const bool is_pointed =
      is_body && (before.is("*") || before.is(">") || is_reference_sign(before));
  if (!is_typed && !is_pointed) return std::nullopt;
  return TokenRange{open + 1, close};
}

bool is_macro(const CodeToken& token, std::string_view name) {
  if (directive_word(token) != "define") return false;
  const Tokens words = code_tokens_of(token.text.substr(1));
  return words.size() > 1 && words[1].is(name);
}

// What stands before a function's body: from the end of the last statement.
TokenRange head_before(const Tokens& tokens, std::size_t brace) {
  std::size_t begin = brace;
  while (begin > 0) {
    const CodeToken& token = tokens[begin - 1];
    if (token.is(";") || token.is("{") || token.is("}") || token.kind == CodeTokenKind::kDirective)
      break;
    --begin;
  }
  return {begin, brace};
}

// The name that `using R = float&;` or `typedef float& R;` gives, if the `;` at `end` ends one.
std::string_view reference_alias(const Tokens& tokens, std::size_t end) {
  const TokenRange head = head_before(tokens, end);
  if (head.end - head.begin < 4) return {};
  const bool is_using = tokens[head.begin].is("using") && tokens[head.begin + 2].is("=") &&
                        is_reference_sign(tokens[end - 1]);
  if (is_using) return tokens[head.begin + 1].text;
  const bool is_typedef = tokens[head.begin].is("typedef") && is_reference_sign(tokens[end - 2]);
  return is_typedef ? tokens[end - 1].text : std::string_view();
}

}  // namespace

bool is_atomic_function(std::string_view name) {
  if (!name.starts_with("atomic")) return false;
  name.remove_prefix(std::string_view("atomic").size());
  for (const std::string_view end : {"_block", "_system"})
    if (name.ends_with(end)) name.remove_suffix(end.size());
  return std::ranges::find(kAtomics, name) != std::end(kAtomics);
}

bool is_pure_function(std::string_view name) {
  constexpr std::string_view kIntegers[] = {"__popc",  "__popcll", "__clz",   "__clzll", "__ffs",
                                            "__ffsll", "__brev",   "__mul24", "__umul24"};
  const bool is_integer = std::ranges::find(kIntegers, name) != std::end(kIntegers);
  const bool is_maths =
      is_of_cuda(name) && !name.starts_with("__") && !is_atomic_function(name) && name != "printf";
  return is_integer || is_maths || bytes_of_type(name).has_value();
}

FunctionParameters::FunctionParameters(std::span<const std::unique_ptr<CodeFile>> files)
    : files_(files) {
  for (const auto& file : files) {
    for (std::size_t i = 2; i < file->tokens.size(); ++i) {
      if (!file->tokens[i].is(";")) continue;
      const std::string_view name = reference_alias(file->tokens, i);
      if (!name.empty()) references_.insert(name);
    }
  }
}

bool FunctionParameters::take_values(std::string_view name) const {
  bool is_found = false;
  for (const auto& file : files_) {
    const Tokens& tokens = file->tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (is_macro(tokens[i], name)) return false;
      if (!tokens[i].is_name() || !tokens[i].is(name)) continue;
      const auto parameters = parameters_at(tokens, i);
      if (!parameters) continue;
      if (mention_reference(tokens, *parameters)) return false;
      is_found = true;
    }
  }
  return is_found || is_of_cuda(name);
}

bool FunctionParameters::mention_reference(const Tokens& tokens, TokenRange range) const {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (is_reference_sign(tokens[i]) || tokens[i].is("decltype")) return true;
    if (tokens[i].is_name() && is_reference(tokens[i])) return true;
  }
  return false;
}

bool FunctionParameters::ends_with_reference(const Tokens& tokens, std::size_t last) const {
  if (tokens[last].is_name()) return is_reference(tokens[last]);
  const std::size_t open = tokens[last].is(")") ? opening(tokens, last) : 0;
  return is_reference_sign(tokens[last]) || (open > 0 && tokens[open - 1].is("decltype"));
}

bool FunctionParameters::returns_reference(const Tokens& tokens, std::size_t at) const {
  for (std::size_t i = at; i-- > 0;) {
    if (tokens[i].is("}")) {
      i = opening(tokens, i);
      continue;
    }
    if (!tokens[i].is("{") || i == 0) continue;
    if (ends_with_reference(tokens, i - 1)) return true;  // auto f() -> float& {
    // float& f(int i) {, but not [&](int i) {
    for (std::size_t t = head_before(tokens, i).begin; t < i && !tokens[t].is("("); ++t) {
      if (tokens[t].is("[")) t = closing(tokens, t);
      if (t < i && mention_reference(tokens, {t, t + 1})) return true;
    }
  }
  return false;
}

}  // namespace smemlens::source
