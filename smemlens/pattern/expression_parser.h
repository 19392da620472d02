#pragma once

// Reads one index expression into a pattern's nodes, by operator precedence (Pratt's method).

#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {

class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, Pattern& pattern) : tokens_(tokens), pattern_(pattern) {}

  // The expression that starts here; on an error the stream holds it.
  ExpressionIndex parse();

  // The value of an expression that must be a constant of at least 1: a dimension.
  std::uint32_t parse_size();

 private:
  ExpressionIndex parse_conditional();
  ExpressionIndex parse_binary(int lowest_precedence);
  ExpressionIndex parse_unary();
  ExpressionIndex parse_primary();
  ExpressionIndex parse_parenthesised();
  ExpressionIndex parse_number();
  ExpressionIndex parse_name();
  ExpressionIndex parse_component(const Token& base);

  ExpressionIndex leaf(ExpressionKind kind, std::uint32_t value, bool is_unsigned, SourceSpan span);
  ExpressionIndex node(ExpressionKind kind, std::initializer_list<ExpressionIndex> operands,
                       SourceSpan span);
  ExpressionIndex variable(Variable which, SourceSpan span);
  bool is_constant(std::size_t first_node) const;

  TokenStream& tokens_;
  Pattern& pattern_;
  int depth_ = 0;
};

}  // namespace smemlens
