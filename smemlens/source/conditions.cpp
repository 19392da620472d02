#include "smemlens/source/conditions.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "smemlens/source/code_token.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {

int opened_conditions(const CodeToken& line) {
  const std::string_view word = directive_word(line);
  if (word.starts_with("if")) return 1;
  return word == "endif" ? -1 : 0;
}

bool has_include_guard(const CodeFile& file) {
  const auto& tokens = file.tokens;
  if (tokens.size() < 2 || directive_word(tokens[0]) != "ifndef") return false;
  const auto words = code_tokens_of(tokens[0].text.substr(1));
  const auto next = code_tokens_of(tokens[1].text.substr(1));
  if (words.size() != 2 || next.size() != 2 || !next[0].is("define") || !next[1].is(words[1].text))
    return false;
  int open = 0;
  for (const CodeToken& token : tokens) {
    open += opened_conditions(token);
    if (open == 0) return &token == &tokens.back();
  }
  return false;
}

std::optional<std::size_t> uneven_branch(const CodeFile& file, TokenRange range) {
  std::vector<int> begins = {0};  // open brackets at the begin of each branch that is open
  int open = 0;
  for (std::size_t i = range.begin; i < range.end; ++i) {
    const CodeToken& token = file.tokens[i];
    if (token.is("(") || token.is("[") || token.is("{")) ++open;
    if (token.is(")") || token.is("]") || token.is("}")) --open;
    const std::string_view word = directive_word(token);
    const bool ends_branch = word.starts_with("el") || word == "endif";
    if (ends_branch && open != begins.back()) return i;
    if (word.starts_with("if")) begins.push_back(open);
    if (word == "endif" && begins.size() > 1) begins.pop_back();
  }
  return begins.size() > 1 ? std::optional(range.end) : std::nullopt;
}

}  // namespace smemlens::source
