#include "smemlens/source/index_order.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "smemlens/source/code_token.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/function_parameters.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

using Tokens = std::vector<CodeToken>;

// What an index does besides having a value.
struct Effects {
  bool is_known = true;
  std::vector<std::string_view> changed;  // variables
};

// A variable alone: no member, no element, nothing that is pointed to.
bool is_variable(const Tokens& tokens, std::size_t at, TokenRange range) {
  if (at < range.begin || at >= range.end || !tokens[at].is_name()) return false;
  const auto is_apart = [&](std::size_t beside) {
    return beside < range.begin || beside >= range.end ||
           !(tokens[beside].is(".") || tokens[beside].is("->") || tokens[beside].is("[") ||
             tokens[beside].is("*") || tokens[beside].is("::"));
  };
  return is_apart(at - 1) && is_apart(at + 1);
}

// Whether (int) or static_cast<int> ends at `last`.
bool is_cast(const Tokens& tokens, std::size_t last) {
  if (tokens[last].is(")")) {
    const std::size_t open = opening(tokens, last);
    return open + 2 == last && bytes_of_type(tokens[open + 1].text).has_value();
  }
  return tokens[last].is(">") && last >= 3 && tokens[last - 2].is("<") &&
         tokens[last - 3].is("static_cast");
}

// Whether what is called by the bracket at `open` may do more than have a value.
bool may_do_more(const Tokens& tokens, std::size_t open) {
  const CodeToken& before = tokens[open - 1];
  const bool may_call =
      before.is_name() || before.is(">") || before.is(")") || before.is("]") || before.is("}");
  const bool is_harmless =
      (before.is_name() && is_pure_function(before.text)) || is_cast(tokens, open - 1);
  return may_call && !is_harmless;
}

// Adds what the operator at `at` of `range` changes.
void add_change(Effects& effects, const Tokens& tokens, std::size_t at, TokenRange range) {
  const bool has_left = at > range.begin && is_variable(tokens, at - 1, range);
  const bool is_before = tokens[at].is("++") || tokens[at].is("--");
  const bool has_right = is_before && !has_left && is_variable(tokens, at + 1, range);
  if (has_left || has_right)
    effects.changed.push_back(tokens[has_left ? at - 1 : at + 1].text);
  else
    effects.is_known = false;
}

Effects effects_of(const Tokens& tokens, TokenRange range) {
  Effects effects;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (changes_operand(tokens[i])) add_change(effects, tokens, i, range);
    if (tokens[i].is("(") && i > range.begin && may_do_more(tokens, i)) effects.is_known = false;
  }
  return effects;
}

bool names_one_of(const Tokens& tokens, TokenRange range,
                  const std::vector<std::string_view>& names) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (tokens[i].is_name() && std::ranges::find(names, tokens[i].text) != names.end()) return true;
  }
  return false;
}

}  // namespace

bool may_change_order(const CodeFile& file, const std::vector<TokenRange>& indices) {
  if (indices.size() < 2) return true;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const Effects effects = effects_of(file.tokens, indices[i]);
    if (!effects.is_known) return false;
    for (std::size_t other = 0; other < indices.size(); ++other) {
      if (other != i && names_one_of(file.tokens, indices[other], effects.changed)) return false;
    }
  }
  return true;
}

}  // namespace smemlens::source
