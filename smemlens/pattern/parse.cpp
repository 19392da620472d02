// The statements of a pattern: declarations, accesses, and `if` before an access.

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/pattern/access_parser.h"
#include "smemlens/pattern/declaration_parser.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/expression_parser.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {
namespace {

constexpr int kMaxDepth = 64;

struct Unsupported {
  std::string_view word;
  std::string_view hint;
};

constexpr Unsupported kUnsupported[] = {
    {"for",     "write the body and bind its counter: --let k=0..31"         },
    {"while",   "write the body and bind what changes: --let k=0..31"        },
    {"do",      "write the body and bind what changes: --let k=0..31"        },
    {"else",    "write a second if with the opposite condition"              },
    {"switch",  "write one if for each case"                                 },
    {"return",  "write the access alone, with an if for the lanes that do it"},
    {"typedef", "write the type itself"                                      },
    {"using",   "write the type itself"                                      },
    {"union",   "use a cast: *(float4*)&s[4 * lane]"                         },
};

class PatternParser {
 public:
  explicit PatternParser(const SourceText& source)
      : pattern_{.source = source},
        tokens_(source),
        declarations_(tokens_, pattern_),
        expressions_(tokens_, pattern_),
        accesses_(tokens_, pattern_, declarations_) {}

  Expected<Pattern> parse() {
    while (!tokens_.at_end()) parse_statement(tokens_.peek());
    if (!tokens_.error() && pattern_.accesses.empty()) fail_empty();
    if (const auto& error = tokens_.error()) return tl::unexpected(*error);
    return std::move(pattern_);
  }

 private:
  void parse_statement(Token begin) {
    if (++depth_ > kMaxDepth)
      tokens_.fail(begin.span,
                   {.code = "pattern-limit", .message = "more than 64 levels of nesting"});
    refuse_unsupported();
    if (tokens_.is("if")) {
      parse_guarded(begin);
    } else if (tokens_.is("{")) {
      parse_block();
    } else if (!tokens_.accept(";")) {
      parse_simple(begin);
    }
    --depth_;
  }

  void parse_simple(const Token& begin) {
    if (!declarations_.starts_here()) {
      accesses_.parse(begin, guards_);
    } else if (guards_.empty()) {
      declarations_.parse();
    } else {
      tokens_.fail(tokens_.peek().span, {.code = "pattern-syntax",
                                         .message = "a declaration can't depend on a condition"});
    }
    if (tokens_.at_end() || tokens_.is("}") || tokens_.accept(";")) return;
    tokens_.fail(tokens_.peek().span,
                 {.code = "pattern-syntax",
                  .message = "expected ';' but found " + described(tokens_.peek()),
                  .hint = "one access a statement: separate them with ;"});
  }

  void parse_guarded(const Token& begin) {
    tokens_.next();
    tokens_.expect("(", "after if");
    guards_.push_back(expressions_.parse());
    tokens_.expect(")", "after the condition");
    if (tokens_.is("{")) {
      parse_block();
    } else if (tokens_.is(";") || tokens_.at_end()) {
      tokens_.fail(tokens_.peek().span, {.code = "pattern-syntax",
                                         .message = "expected an access after the condition",
                                         .hint = "e.g. if (lane < 8) s[lane]"});
    } else {
      parse_statement(begin);
    }
    guards_.pop_back();
  }

  void parse_block() {
    const Token brace = tokens_.next();
    while (!tokens_.at_end() && !tokens_.is("}")) parse_statement(tokens_.peek());
    if (!tokens_.accept("}"))
      tokens_.fail(brace.span, {.code = "pattern-syntax", .message = "the brace is not closed"});
  }

  void refuse_unsupported() {
    const Token& token = tokens_.peek();
    const auto* found = std::ranges::find(kUnsupported, token.text, &Unsupported::word);
    if (found == std::end(kUnsupported)) return;
    tokens_.fail(token.span, {.code = "pattern-syntax",
                              .message = std::string(token.text) + " is not part of the notation",
                              .hint = std::string(found->hint)});
  }

  void fail_empty() {
    const auto end = static_cast<std::uint32_t>(tokens_.source().text.size());
    tokens_.fail({end, end},
                 {.code = "pattern-syntax",
                  .message = "there is no access",
                  .hint = pattern_.arrays.empty()
                              ? "e.g. float s[32][32]; s[lane][0]"
                              : "add one, e.g. ; " + pattern_.arrays[0].name + "[lane]"});
  }

  Pattern pattern_;
  TokenStream tokens_;
  DeclarationParser declarations_;
  ExpressionParser expressions_;
  AccessParser accesses_;
  std::vector<ExpressionIndex> guards_;
  int depth_ = 0;
};

}  // namespace

Expected<Pattern> parse_pattern(const SourceText& source) {
  if (source.text.size() > kMaxPatternBytes) {
    return tl::unexpected(
        located({.code = "pattern-limit",
                 .message = "the pattern has " + std::to_string(source.text.size()) +
                            " bytes; 65536 is the limit"},
                source, {0, 1}));
  }
  return PatternParser(source).parse();
}

std::string_view text_of(const Pattern& pattern, SourceSpan span) {
  return std::string_view(pattern.source.text).substr(span.begin, span.end - span.begin);
}

}  // namespace smemlens
