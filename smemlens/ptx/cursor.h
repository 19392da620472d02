#pragma once

// A place in the token stream, and the diagnostics that were found on the way.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/lexer.h"

namespace smemlens::ptx {

class Cursor {
 public:
  explicit Cursor(const SourceText& source);

  const Token& token() const { return token_; }
  bool is_at_end() const { return token_.kind == TokenKind::kEnd; }
  // The byte after the token in hand, blanks and comments skipped.
  char following_byte() { return lexer_.peek_byte(); }
  // Where the last token that was taken ended.
  std::uint32_t previous_end() const { return previous_end_; }

  void advance();
  // Takes the token if it is this one.
  bool accept(char punctuation);
  bool accept_word(std::string_view word);
  bool accept_directive(std::string_view name);
  // Takes `punctuation`, or reports what was found instead.
  bool expect(char punctuation, std::string_view context);

  // Past the next ';', or up to a brace or the end.
  void skip_statement();
  // At '{': past its '}'. A block that never ends is reported.
  void skip_block();

  // Reports at `span`, with a note that names the function in hand.
  void report(Diagnostic diagnostic, SourceSpan span);
  void error(std::string_view code, std::string message, SourceSpan span);
  // An error about the token in hand: «expected X, found Y». Always false.
  bool fail_expected(std::string_view what);

  void enter_function(std::string_view name) { function_ = name; }
  void leave_function() { function_ = {}; }

  bool shows_warnings() const { return warnings_ < kMaxWarnings; }
  bool has_too_many_errors() const { return errors_ >= kMaxErrors; }
  std::vector<Diagnostic> take_diagnostics();
  std::string_view text_of(SourceSpan span) const;

 private:
  static constexpr std::size_t kMaxErrors = 20;
  static constexpr std::size_t kMaxWarnings = 20;

  const SourceText& source_;
  Lexer lexer_;
  Token token_;
  std::uint32_t previous_end_ = 0;
  std::string_view function_;
  std::size_t errors_ = 0;
  std::size_t warnings_ = 0;  // those left out included
  std::vector<Diagnostic> diagnostics_;
};

}  // namespace smemlens::ptx
