#include "smemlens/pattern/token.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens {
namespace {

// Longest first: the first that fits is the token.
constexpr std::string_view kPunctuators[] = {
    "<<=", ">>=", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "::", "+",  "-",
    "*",   "/",   "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",  "=",  "?",
    ":",   ";",   ",",  ".",  "(",  ")",  "[",  "]",  "{",  "}"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool starts_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
  return starts_name(c) || is_digit(c);
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Token next() {
    skip_spaces_and_comments();
    const std::size_t begin = at_;
    const TokenKind kind = scan();
    return {
        kind,
        text_.substr(begin, at_ - begin),
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)}
    };
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  void skip_to(std::string_view closer) {
    const std::size_t found = text_.find(closer, at_ + 2);
    at_ = found == std::string_view::npos ? text_.size() : found + closer.size();
  }

  void skip_spaces_and_comments() {
    while (at_ < text_.size()) {
      if (is_space(peek())) {
        ++at_;
      } else if (peek() == '/' && peek(1) == '/') {
        skip_to("\n");
      } else if (peek() == '/' && peek(1) == '*') {
        skip_to("*/");
      } else {
        return;
      }
    }
  }

  TokenKind scan() {
    if (at_ >= text_.size()) return TokenKind::kEnd;
    if (starts_name(peek())) return take_while(continues_name, TokenKind::kName);
    // As in C: a number's token holds its suffix and its point, «1.5f».
    const auto continues_number = [](char c) { return continues_name(c) || c == '.'; };
    if (is_digit(peek())) return take_while(continues_number, TokenKind::kNumber);
    for (const std::string_view punctuator : kPunctuators) {
      if (text_.substr(at_, punctuator.size()) != punctuator) continue;
      at_ += punctuator.size();
      return TokenKind::kPunctuator;
    }
    return scan_unknown();
  }

  template <typename Predicate>
  TokenKind take_while(Predicate belongs, TokenKind kind) {
    while (at_ < text_.size() && belongs(text_[at_])) ++at_;
    return kind;
  }

  // One character, all of its UTF-8 bytes.
  TokenKind scan_unknown() {
    ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
    return TokenKind::kUnknown;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<Token> tokens_of(const SourceText& source) {
  std::vector<Token> tokens;
  Lexer lexer(source.text);
  do {
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != TokenKind::kEnd);
  return tokens;
}

const Token& TokenStream::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token TokenStream::next() {
  const Token token = peek();
  at_ = std::min(at_ + 1, tokens_.size() - 1);
  return token;
}

bool TokenStream::accept(std::string_view text) {
  if (!is(text)) return false;
  next();
  return true;
}

bool TokenStream::expect(std::string_view text, std::string_view where) {
  if (accept(text)) return true;
  fail(peek().span, {.code = "pattern-syntax",
                     .message = "expected '" + std::string(text) + "' " + std::string(where) +
                                " but found " + described(peek())});
  return false;
}

SourceSpan TokenStream::span_since(const Token& begin) const {
  const std::uint32_t end = at_ == 0 ? begin.span.end : tokens_[at_ - 1].span.end;
  return {begin.span.begin, std::max(end, begin.span.begin)};
}

void TokenStream::fail(SourceSpan span, Diagnostic diagnostic) {
  if (error_) return;
  error_ = located(std::move(diagnostic), source_, span);
  at_ = tokens_.size() - 1;
}

std::string described(const Token& token) {
  constexpr std::size_t kLongestShown = 40;
  if (token.kind == TokenKind::kEnd) return "the end of the pattern";
  const bool is_long = token.text.size() > kLongestShown;
  return '\'' + std::string(token.text.substr(0, kLongestShown)) + (is_long ? "…'" : "'");
}

}  // namespace smemlens
