#pragma once

// PTX text → tokens. A word keeps its dotted parts, so that a mnemonic and a special register are
// one token each; a word that begins with a dot is a directive and ends at the next dot.
//
//   @%p1 ld.shared::cta.f32 %f1, [%r4+8];   →  @  %p1  ld.shared::cta.f32  %f1  ,  [  %r4  +  8  ]
//   ; .param .align 4 .b8 x[16]               →  .param  .align  4  .b8  x  [  16  ]

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "smemlens/base/diagnostic.h"

namespace smemlens::ptx {

enum class TokenKind : std::uint8_t {
  kEnd,
  kWord,
  kDirective,  // text includes the dot
  kInteger,    // value: modulo 2^64
  kFloat32,    // 0f3F800000; value: the 32 bits
  kFloat64,    // 0d…, 1.5, 2e-3; value: the 64 bits
  kString,     // text is without the quotes
  kPunctuation,
  kBad,  // what can't be PTX; text: the bytes
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  bool is_too_large = false;  // an integer of more than 64 bits
  std::uint64_t value = 0;
  std::string_view text;  // points into the source text
  SourceSpan span;

  bool is(char punctuation) const {
    return kind == TokenKind::kPunctuation && text.front() == punctuation;
  }
  bool is_word(std::string_view word) const { return kind == TokenKind::kWord && text == word; }
  bool is_directive(std::string_view name) const {
    return kind == TokenKind::kDirective && text == name;
  }
};

class Lexer {
 public:
  // `text` must outlive the lexer and its tokens, and be shorter than 4 GiB.
  // A string that ends in zeros, as the driver takes it, ends before them.
  explicit Lexer(std::string_view text) : text_(text.substr(0, text.find_last_not_of('\0') + 1)) {}

  Token next();
  // The next byte that isn't blank or comment, 0 at the end; takes nothing.
  char peek_byte();

 private:
  void skip_blank();
  bool skip_comment();
  Token word(std::size_t begin);
  Token directive(std::size_t begin);
  Token number(std::size_t begin);
  Token decimal_float(std::size_t begin);
  Token string(std::size_t begin);
  Token token(TokenKind kind, std::size_t begin) const;

  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace smemlens::ptx
