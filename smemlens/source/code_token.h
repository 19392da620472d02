#pragma once

// Splits CUDA C++ into tokens, far enough to find an array and its indices.
//
//   tile[y][x] = 0; // row   →   tile [ y ] [ x ] = 0 ;
//
// Comments are skipped, strings and preprocessor lines are one token each: what lies in them is
// never rewritten.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::source {

enum class CodeTokenKind : std::uint8_t { kName, kNumber, kLiteral, kPunctuator, kDirective };

struct CodeToken {
  CodeTokenKind kind = CodeTokenKind::kPunctuator;
  std::string_view text;  // points into the source
  SourceSpan span;

  bool is(std::string_view other) const { return text == other; }
  bool is_one_of(std::span<const std::string_view> words) const {
    return std::ranges::find(words, text) != words.end();
  }
  bool is_name() const { return kind == CodeTokenKind::kName; }
};

// Any text has tokens; one that ends within a comment or a string ends there.
std::vector<CodeToken> code_tokens_of(std::string_view text);

// `return`, `case`, …: a name that may stand before an operand, and declares nothing.
bool stands_before_operand(const CodeToken& token);

// `=`, `+=`, `++`, …: changes what stands beside it.
bool changes_operand(const CodeToken& token);

// The first word of a preprocessor line: "include"; empty for other tokens.
std::string_view directive_word(const CodeToken& token);

// Where the bracket at `open` — one of ( [ { — is closed; the number of tokens if it isn't.
std::size_t closing(const std::vector<CodeToken>& tokens, std::size_t open);

// Where the bracket at `close` — one of ) ] } — is opened; 0 if it isn't.
std::size_t opening(const std::vector<CodeToken>& tokens, std::size_t close);

}  // namespace smemlens::source
