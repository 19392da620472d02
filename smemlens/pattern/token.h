#pragma once

// Splits a pattern into tokens: `s[lane]` → s [ lane ]. Any byte is part of some token, so the text
// that is never evaluated (the right-hand side of a store) may hold anything.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens {

enum class TokenKind : std::uint8_t { kName, kNumber, kPunctuator, kUnknown, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string_view text;  // points into the source
  SourceSpan span;
};

// The tokens of `source`, the last one of kind kEnd. Spaces and C comments are skipped.
std::vector<Token> tokens_of(const SourceText& source);

// Reads tokens from left to right. The first failure stays; after it only kEnd is to be seen, so a
// parser runs out by itself.
class TokenStream {
 public:
  explicit TokenStream(const SourceText& source) : source_(source), tokens_(tokens_of(source)) {}

  const Token& peek(std::size_t ahead = 0) const;
  bool is(std::string_view text, std::size_t ahead = 0) const { return peek(ahead).text == text; }
  bool at_end() const { return peek().kind == TokenKind::kEnd; }
  Token next();
  bool accept(std::string_view text);
  // Consumes `text` or fails with "expected «text» <where>".
  bool expect(std::string_view text, std::string_view where);
  // From the token at `begin` to the last one that was consumed.
  SourceSpan span_since(const Token& begin) const;

  void fail(SourceSpan span, Diagnostic diagnostic);
  const std::optional<Diagnostic>& error() const { return error_; }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Diagnostic> error_;
};

// The token as a message names it: «]», or «the end of the pattern».
std::string described(const Token& token);

}  // namespace smemlens
