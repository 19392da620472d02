#include "smemlens/ptx/lexer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <system_error>

namespace smemlens::ptx {
namespace {

enum CharacterClass : std::uint8_t {
  kBlank = 1,
  kDigit = 2,
  kNameStart = 4,  // letters, _ $ %
  kNamePart = 8,   // letters, digits, _ $
};

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'})
    classes[static_cast<unsigned char>(c)] = kBlank;
  for (unsigned c = '0'; c <= '9'; ++c) classes[c] = kDigit | kNamePart;
  for (unsigned c = 'a'; c <= 'z'; ++c) classes[c] = kNameStart | kNamePart;
  for (unsigned c = 'A'; c <= 'Z'; ++c) classes[c] = kNameStart | kNamePart;
  for (const char c : {'_', '$'}) classes[static_cast<unsigned char>(c)] = kNameStart | kNamePart;
  classes['%'] = kNameStart;
  return classes;
}

constexpr std::array<std::uint8_t, 256> kClasses = make_classes();
constexpr std::string_view kPunctuation = "@!{}[](),;:|+-=<>~*/&^?";

bool is_class(char c, CharacterClass character_class) {
  return (kClasses[static_cast<unsigned char>(c)] & character_class) != 0;
}

// The byte at `i`, or 0 after the end.
char byte_at(std::string_view text, std::size_t i) {
  return i < text.size() ? text[i] : '\0';
}

std::size_t skip_name(std::string_view text, std::size_t i) {
  while (i < text.size() && is_class(text[i], kNamePart)) ++i;
  return i;
}

// After a name at `i`: past every `::name` that follows.
std::size_t skip_scopes(std::string_view text, std::size_t i) {
  while (byte_at(text, i) == ':' && byte_at(text, i + 1) == ':' &&
         is_class(byte_at(text, i + 2), kNamePart)) {
    i = skip_name(text, i + 2);
  }
  return i;
}

struct Radix {
  int base;
  std::size_t prefix;  // characters before the digits
};

Radix radix_of(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return {10, 0};
  const char letter = text[1];
  if (letter == 'x' || letter == 'X') return {16, 2};
  if (letter == 'b' || letter == 'B') return {2, 2};
  return {8, 1};
}

// 0f… and 0d…: the bits of a float in hexadecimal; their number of digits, else 0.
std::size_t float_digits_of(std::string_view text) {
  if (text.size() < 2 || text[0] != '0') return 0;
  if (text[1] == 'f' || text[1] == 'F') return 8;
  if (text[1] == 'd' || text[1] == 'D') return 16;
  return 0;
}

}  // namespace

Token Lexer::token(TokenKind kind, std::size_t begin) const {
  return {
      .kind = kind,
      .text = text_.substr(begin, position_ - begin),
      .span = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(position_)}
  };
}

bool Lexer::skip_comment() {
  const char first = byte_at(text_, position_);
  if (first != '/' && first != '#' && first != '@') return false;  // nearly always
  const char second = byte_at(text_, position_ + 1);
  // "@@DWARF …" is debug information of the first PTX versions.
  const bool is_dwarf = text_.substr(position_).starts_with("@@DWARF");
  if (first == '#' || is_dwarf || (first == '/' && second == '/')) {
    position_ = std::min(text_.find('\n', position_), text_.size());
    return true;
  }
  if (first == '/' && second == '*') {
    const std::size_t end = text_.find("*/", position_ + 2);
    position_ = end == std::string_view::npos ? text_.size() : end + 2;
    return true;
  }
  return false;
}

void Lexer::skip_blank() {
  do {
    while (position_ < text_.size() && is_class(text_[position_], kBlank)) ++position_;
  } while (position_ < text_.size() && skip_comment());
}

char Lexer::peek_byte() {
  skip_blank();
  return byte_at(text_, position_);
}

Token Lexer::word(std::size_t begin) {
  position_ = skip_name(text_, begin + 1);
  while (byte_at(text_, position_) == '.' && is_class(byte_at(text_, position_ + 1), kNamePart)) {
    position_ = skip_scopes(text_, skip_name(text_, position_ + 1));
  }
  return token(TokenKind::kWord, begin);
}

Token Lexer::directive(std::size_t begin) {
  position_ = skip_scopes(text_, skip_name(text_, begin + 1));
  return token(position_ == begin + 1 ? TokenKind::kBad : TokenKind::kDirective, begin);
}

Token Lexer::decimal_float(std::size_t begin) {
  double value = 0;
  const char* first = text_.data() + begin;
  const auto [end, problem] = std::from_chars(first, text_.data() + text_.size(), value);
  position_ = begin + static_cast<std::size_t>(end - first);
  Token result = token(problem == std::errc() ? TokenKind::kFloat64 : TokenKind::kBad, begin);
  result.value = std::bit_cast<std::uint64_t>(value);
  return result;
}

Token Lexer::number(std::size_t begin) {
  position_ = skip_name(text_, begin);
  std::string_view digits = text_.substr(begin, position_ - begin);
  Token result = token(TokenKind::kInteger, begin);
  Radix radix = radix_of(digits);
  if (const std::size_t wanted = float_digits_of(digits); wanted != 0) {
    result.kind = wanted == 8 ? TokenKind::kFloat32 : TokenKind::kFloat64;
    if (digits.size() != wanted + 2) result.kind = TokenKind::kBad;
    radix = {16, 2};
  } else if (byte_at(text_, position_) == '.' ||
             (radix.base == 10 && digits.find_first_of("eE") != std::string_view::npos)) {
    return decimal_float(begin);
  } else if (digits.back() == 'U') {
    digits.remove_suffix(1);
  }
  const char* end = digits.data() + digits.size();
  const std::size_t prefix = std::min(radix.prefix, digits.size() - 1);
  const auto [stop, problem] =
      std::from_chars(digits.data() + prefix, end, result.value, radix.base);
  result.is_too_large = problem == std::errc::result_out_of_range;
  if (stop != end || problem == std::errc::invalid_argument) result.kind = TokenKind::kBad;
  return result;
}

Token Lexer::string(std::size_t begin) {
  position_ = begin + 1;
  while (position_ < text_.size() && text_[position_] != '"' && text_[position_] != '\n') {
    position_ += text_[position_] == '\\' ? 2 : 1;
  }
  position_ = std::min(position_, text_.size());
  if (byte_at(text_, position_) != '"') return token(TokenKind::kBad, begin);
  ++position_;
  Token result = token(TokenKind::kString, begin);
  result.text = result.text.substr(1, result.text.size() - 2);
  return result;
}

Token Lexer::next() {
  skip_blank();
  const std::size_t begin = position_;
  if (begin >= text_.size()) return token(TokenKind::kEnd, begin);
  const char c = text_[begin];
  if (is_class(c, kNameStart)) return word(begin);
  if (c == '.') return directive(begin);
  if (is_class(c, kDigit)) return number(begin);
  if (c == '"') return string(begin);
  ++position_;
  return token(kPunctuation.find(c) != std::string_view::npos && c != '\0' ? TokenKind::kPunctuation
                                                                           : TokenKind::kBad,
               begin);
}

}  // namespace smemlens::ptx
