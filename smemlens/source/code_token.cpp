#include "smemlens/source/code_token.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smemlens::source {
namespace {

// The longest first.
constexpr std::string_view kPunctuators[] = {
    "<<<", ">>>", "<<=", ">>=", "...", "->*", "::", "->", "++", "--", "<<", ">>", "<=",
    ">=",  "==",  "!=",  "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^="};
constexpr std::string_view kRawPrefixes[] = {"R\"", "u8R\"", "uR\"", "UR\"", "LR\""};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

class CodeLexer {
 public:
  explicit CodeLexer(std::string_view text) : text_(text) {}

  std::vector<CodeToken> tokens() {
    while (at_ < text_.size()) step();
    return std::move(tokens_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '\n') is_line_begin_ = true;
    if (is_blank(c)) {
      ++at_;
    } else if (starts("//")) {
      at_ = end_of_line(at_);
    } else if (starts("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      at_ = end == std::string_view::npos ? text_.size() : end + 2;
    } else if (starts("\\\n") || starts("\\\r\n")) {
      at_ = text_.find('\n', at_) + 1;
    } else if (c == '#' && is_line_begin_) {
      add(CodeTokenKind::kDirective, end_of_line(at_));
    } else {
      take_word(c);
    }
  }

  void take_word(char c) {
    is_line_begin_ = false;
    if (const std::size_t end = end_of_raw_string(); end != 0) {
      add(CodeTokenKind::kLiteral, end);
    } else if (is_letter(c)) {
      add(CodeTokenKind::kName, end_of_word());
    } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
      add(CodeTokenKind::kNumber, end_of_number());
    } else if (c == '"' || c == '\'') {
      add(CodeTokenKind::kLiteral, end_of_quoted(c));
    } else {
      const auto* const found =
          std::ranges::find_if(kPunctuators, [&](std::string_view p) { return starts(p); });
      add(CodeTokenKind::kPunctuator, at_ + (found == std::end(kPunctuators) ? 1 : found->size()));
    }
  }

  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void add(CodeTokenKind kind, std::size_t end) {
    end = std::min(end, text_.size());
    tokens_.push_back({
        kind,
        text_.substr(at_, end - at_),
        {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}
    });
    at_ = end;
  }

  // Of the logical line: a backslash before the line's end goes on.
  std::size_t end_of_line(std::size_t from) const {
    for (std::size_t end = text_.find('\n', from); end != std::string_view::npos;
         end = text_.find('\n', end + 1)) {
      std::size_t last = end;
      if (last > from && text_[last - 1] == '\r') --last;
      if (last == from || text_[last - 1] != '\\') return end;
    }
    return text_.size();
  }

  std::size_t end_of_word() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return end;
  }

  // 1'000u, 0x1p-3, 1.5e+3f.
  std::size_t end_of_number() const {
    std::size_t end = at_;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_sign = (c == '+' || c == '-') &&
                           std::string_view("eEpP").find(text_[end - 1]) != std::string_view::npos;
      const bool is_hex =
          text_.substr(at_).starts_with("0x") || text_.substr(at_).starts_with("0X");
      const bool is_exponent =
          is_sign && (!is_hex || text_[end - 1] == 'p' || text_[end - 1] == 'P');
      if (!is_letter(c) && !is_digit(c) && c != '.' && c != '\'' && !is_exponent) break;
      ++end;
    }
    return end;
  }

  std::size_t end_of_quoted(char quote) const {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
      end += text_[end] == '\\' ? 2 : 1;
    return end + 1;
  }

  // 0 if no raw string begins here.
  std::size_t end_of_raw_string() const {
    for (const std::string_view prefix : kRawPrefixes) {
      if (!starts(prefix)) continue;
      const std::size_t begin = at_ + prefix.size();
      const std::size_t open = text_.find('(', begin);
      if (open == std::string_view::npos) return text_.size();
      const std::string end = ')' + std::string(text_.substr(begin, open - begin)) + '"';
      const std::size_t found = text_.find(end, open);
      return found == std::string_view::npos ? text_.size() : found + end.size();
    }
    return 0;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool is_line_begin_ = true;
  std::vector<CodeToken> tokens_;
};

constexpr std::string_view kBeforeOperands[] = {"return",    "else",  "do",    "case",
                                                "co_return", "throw", "sizeof"};
constexpr std::string_view kChanges[] = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"};

constexpr std::string_view kOpen = "([{";
constexpr std::string_view kClose = ")]}";

bool is_one_of(const CodeToken& token, std::string_view set) {
  return token.kind == CodeTokenKind::kPunctuator && token.text.size() == 1 &&
         set.find(token.text[0]) != std::string_view::npos;
}

}  // namespace

std::vector<CodeToken> code_tokens_of(std::string_view text) {
  return CodeLexer(text).tokens();
}

bool stands_before_operand(const CodeToken& token) {
  return token.is_one_of(kBeforeOperands);
}

bool changes_operand(const CodeToken& token) {
  return token.is_one_of(kChanges);
}

std::string_view directive_word(const CodeToken& token) {
  if (token.kind != CodeTokenKind::kDirective) return {};
  std::string_view line = token.text.substr(1);
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line.substr(0, line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"));
}

std::size_t closing(const std::vector<CodeToken>& tokens, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t i = open; i < tokens.size(); ++i) {
    if (is_one_of(tokens[i], kOpen)) ++depth;
    if (is_one_of(tokens[i], kClose) && --depth == 0) return i;
  }
  return tokens.size();
}

std::size_t opening(const std::vector<CodeToken>& tokens, std::size_t close) {
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (is_one_of(tokens[i], kClose)) ++depth;
    if (is_one_of(tokens[i], kOpen) && --depth == 0) return i;
  }
  return 0;
}

}  // namespace smemlens::source
