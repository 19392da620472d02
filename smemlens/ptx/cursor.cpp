#include "smemlens/ptx/cursor.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/lexer.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kMaxShownText = 40;

std::string description_of(const Token& token) {
  if (token.kind == TokenKind::kEnd) return "the end of the text";
  if (token.kind == TokenKind::kBad && token.text.size() == 1) return "a character that isn't PTX";
  const std::string_view shown = token.text.substr(0, kMaxShownText);
  return "'" + std::string(shown) + (shown.size() < token.text.size() ? "…'" : "'");
}

}  // namespace

Cursor::Cursor(const SourceText& source) : source_(source), lexer_(source.text) {
  token_ = lexer_.next();
}

void Cursor::advance() {
  previous_end_ = token_.span.end;
  token_ = lexer_.next();
}

bool Cursor::accept(char punctuation) {
  if (!token_.is(punctuation)) return false;
  advance();
  return true;
}

bool Cursor::accept_word(std::string_view word) {
  if (!token_.is_word(word)) return false;
  advance();
  return true;
}

bool Cursor::accept_directive(std::string_view name) {
  if (!token_.is_directive(name)) return false;
  advance();
  return true;
}

bool Cursor::expect(char punctuation, std::string_view context) {
  if (accept(punctuation)) return true;
  return fail_expected("'" + std::string(1, punctuation) + "' " + std::string(context));
}

bool Cursor::fail_expected(std::string_view what) {
  error("ptx-syntax", "expected " + std::string(what) + ", found " + description_of(token_),
        token_.span);
  return false;
}

void Cursor::skip_statement() {
  while (!is_at_end() && !token_.is('{') && !token_.is('}')) {
    if (accept(';')) return;
    advance();
  }
}

void Cursor::skip_block() {
  std::size_t depth = 0;
  do {
    if (token_.is('{')) ++depth;
    if (token_.is('}')) --depth;
    advance();
  } while (depth != 0 && !is_at_end());
  if (depth != 0) fail_expected("'}' at the end of the block");
}

void Cursor::report(Diagnostic diagnostic, SourceSpan span) {
  if (diagnostic.severity == Severity::kError) {
    if (++errors_ > kMaxErrors) return;
  } else if (++warnings_ > kMaxWarnings) {
    return;
  }
  if (!function_.empty()) diagnostic.notes.push_back("in function " + std::string(function_));
  diagnostics_.push_back(located(std::move(diagnostic), source_, span));
}

void Cursor::error(std::string_view code, std::string message, SourceSpan span) {
  report({.code = std::string(code), .message = std::move(message)}, span);
}

std::vector<Diagnostic> Cursor::take_diagnostics() {
  if (warnings_ > kMaxWarnings) {
    diagnostics_.push_back({.severity = Severity::kWarning,
                            .code = "ptx-more-warnings",
                            .message = std::to_string(warnings_ - kMaxWarnings) +
                                       " more warnings about this PTX aren't shown",
                            .where = {.file = source_.name}});
  }
  return std::move(diagnostics_);
}

std::string_view Cursor::text_of(SourceSpan span) const {
  return std::string_view(source_.text).substr(span.begin, span.end - span.begin);
}

}  // namespace smemlens::ptx
