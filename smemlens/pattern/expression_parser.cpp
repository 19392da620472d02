#include "smemlens/pattern/expression_parser.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"
#include "smemlens/pattern/type_name.h"

namespace smemlens {
namespace {

constexpr int kMaxDepth = 200;              // nesting: parentheses, unary operators, ?:
constexpr std::uint16_t kMaxHeight = 1000;  // of the tree: it is walked recursively

struct BinaryOperator {
  std::string_view text;
  int precedence;  // higher binds tighter
  ExpressionKind kind;
};

constexpr BinaryOperator kBinaryOperators[] = {
    {"*",  10, ExpressionKind::kMultiply    },
    {"/",  10, ExpressionKind::kDivide      },
    {"%",  10, ExpressionKind::kRemainder   },
    {"+",  9,  ExpressionKind::kAdd         },
    {"-",  9,  ExpressionKind::kSubtract    },
    {"<<", 8,  ExpressionKind::kShiftLeft   },
    {">>", 8,  ExpressionKind::kShiftRight  },
    {"<",  7,  ExpressionKind::kLess        },
    {">",  7,  ExpressionKind::kGreater     },
    {"<=", 7,  ExpressionKind::kLessEqual   },
    {">=", 7,  ExpressionKind::kGreaterEqual},
    {"==", 6,  ExpressionKind::kEqual       },
    {"!=", 6,  ExpressionKind::kNotEqual    },
    {"&",  5,  ExpressionKind::kBitAnd      },
    {"^",  4,  ExpressionKind::kBitXor      },
    {"|",  3,  ExpressionKind::kBitOr       },
    {"&&", 2,  ExpressionKind::kAnd         },
    {"||", 1,  ExpressionKind::kOr          },
};

struct UnaryOperator {
  std::string_view text;
  ExpressionKind kind;
};

constexpr UnaryOperator kUnaryOperators[] = {
    {"+", ExpressionKind::kPlus      },
    {"-", ExpressionKind::kNegate    },
    {"~", ExpressionKind::kComplement},
    {"!", ExpressionKind::kNot       },
};

struct NamedVariable {
  std::string_view name;
  Variable variable;
};

constexpr NamedVariable kVariables[] = {
    {"lane",     Variable::kLane    },
    {"warp",     Variable::kWarp    },
    {"tid",      Variable::kTid     },
    {"tx",       Variable::kThreadX },
    {"ty",       Variable::kThreadY },
    {"tz",       Variable::kThreadZ },
    {"warpSize", Variable::kWarpSize},
};

// The dotted ones: component x, y or z follows the first.
constexpr NamedVariable kVectors[] = {
    {"threadIdx", Variable::kThreadX},
    {"blockDim",  Variable::kBlockX },
};

constexpr std::string_view kLaunchNames[] = {"blockIdx", "gridDim"};

// int or unsigned: C's usual arithmetic conversions, at 32 bits.
bool is_unsigned_result(ExpressionKind kind, bool left, bool right) {
  switch (kind) {
    case ExpressionKind::kToUnsigned:
      return true;
    case ExpressionKind::kPlus:
    case ExpressionKind::kNegate:
    case ExpressionKind::kComplement:
    case ExpressionKind::kShiftLeft:
    case ExpressionKind::kShiftRight:
      return left;
    case ExpressionKind::kMultiply:
    case ExpressionKind::kDivide:
    case ExpressionKind::kRemainder:
    case ExpressionKind::kAdd:
    case ExpressionKind::kSubtract:
    case ExpressionKind::kBitAnd:
    case ExpressionKind::kBitXor:
    case ExpressionKind::kBitOr:
      return left || right;
    case ExpressionKind::kNumber:
    case ExpressionKind::kVariable:
    case ExpressionKind::kBound:
    case ExpressionKind::kNot:
    case ExpressionKind::kToInt:
    case ExpressionKind::kLess:
    case ExpressionKind::kGreater:
    case ExpressionKind::kLessEqual:
    case ExpressionKind::kGreaterEqual:
    case ExpressionKind::kEqual:
    case ExpressionKind::kNotEqual:
    case ExpressionKind::kAnd:
    case ExpressionKind::kOr:
    case ExpressionKind::kConditional:
      return false;
  }
  return false;
}

struct IntegerLiteral {
  enum class Verdict : std::uint8_t { kFits, kTooLarge, kNotWhole };
  Verdict verdict = Verdict::kNotWhole;
  std::uint32_t bits = 0;
  bool is_unsigned = false;
};

// C's rules: 0x, 0b and a leading 0 for base 16, 2 and 8; a number other than decimal that is too
// large for an int is unsigned; u makes it unsigned.
IntegerLiteral literal_of(std::string_view text) {
  const bool has_suffix = text.ends_with('u') || text.ends_with('U');
  if (has_suffix) text.remove_suffix(1);
  const auto starts = [&](char letter) {
    return text.size() > 2 && text[0] == '0' && (text[1] | 0x20) == letter;
  };
  int base = 10;
  if (starts('x')) base = 16;
  if (starts('b')) base = 2;
  if (base != 10) text.remove_prefix(2);
  if (base == 10 && text.size() > 1 && text[0] == '0') base = 8;
  IntegerLiteral literal;
  const auto [end, problem] =
      std::from_chars(text.data(), text.data() + text.size(), literal.bits, base);
  const bool is_whole = end == text.data() + text.size();
  if (!is_whole || problem == std::errc::invalid_argument) return literal;
  const bool exceeds_int = literal.bits > std::uint32_t{std::numeric_limits<std::int32_t>::max()};
  literal.is_unsigned = has_suffix || exceeds_int;
  const bool is_too_large = problem != std::errc{} || (exceeds_int && base == 10 && !has_suffix);
  literal.verdict =
      is_too_large ? IntegerLiteral::Verdict::kTooLarge : IntegerLiteral::Verdict::kFits;
  return literal;
}

}  // namespace

bool is_reserved_name(std::string_view name) {
  return std::ranges::find(kVariables, name, &NamedVariable::name) != std::end(kVariables) ||
         std::ranges::find(kVectors, name, &NamedVariable::name) != std::end(kVectors) ||
         std::ranges::find(kLaunchNames, name) != std::end(kLaunchNames);
}

ExpressionIndex ExpressionParser::parse() {
  return parse_conditional();
}

std::uint32_t ExpressionParser::parse_size() {
  const std::size_t first_node = pattern_.expressions.size();
  const Token begin = tokens_.peek();
  const ExpressionIndex index = parse();
  if (tokens_.error()) return 1;
  const SourceSpan span = tokens_.span_since(begin);
  if (!is_constant(first_node)) {
    tokens_.fail(span, {.code = "pattern-size",
                        .message = "the size of an array must be a constant",
                        .hint = "write a number, e.g. float s[32][33]"});
    return 1;
  }
  Evaluator evaluator(pattern_.expressions, {});
  const std::int64_t size = evaluator.value(index, {});
  if (const auto& problem = evaluator.problem()) {
    tokens_.fail(problem->span, {.code = problem->code, .message = problem->message});
  } else if (evaluator.has_overflowed()) {
    tokens_.fail(span, {.code = "pattern-size", .message = "the size overflows an int"});
  } else if (size < 1) {
    tokens_.fail(span,
                 {.code = "pattern-size",
                  .message = "an array needs at least one element, not " + std::to_string(size)});
  }
  return static_cast<std::uint32_t>(std::max<std::int64_t>(size, 1));
}

bool ExpressionParser::is_constant(std::size_t first_node) const {
  return std::all_of(pattern_.expressions.begin() + static_cast<std::ptrdiff_t>(first_node),
                     pattern_.expressions.end(), [](const Expression& expression) {
                       return expression.kind != ExpressionKind::kVariable &&
                              expression.kind != ExpressionKind::kBound;
                     });
}

ExpressionIndex ExpressionParser::parse_conditional() {
  if (++depth_ > kMaxDepth) {
    tokens_.fail(tokens_.peek().span,
                 {.code = "pattern-limit",
                  .message = "more than " + std::to_string(kMaxDepth) + " levels of nesting"});
  }
  const Token begin = tokens_.peek();
  ExpressionIndex result = parse_binary(1);
  if (tokens_.accept("?")) {
    const ExpressionIndex chosen = parse_conditional();
    tokens_.expect(":", "of the ?: expression");
    const ExpressionIndex other = parse_conditional();
    result = node(ExpressionKind::kConditional, {result, chosen, other}, tokens_.span_since(begin));
  }
  --depth_;
  return result;
}

ExpressionIndex ExpressionParser::parse_binary(int lowest_precedence) {
  const Token begin = tokens_.peek();
  ExpressionIndex left = parse_unary();
  while (tokens_.peek().kind == TokenKind::kPunctuator) {
    const auto* found =
        std::ranges::find(kBinaryOperators, tokens_.peek().text, &BinaryOperator::text);
    if (found == std::end(kBinaryOperators) || found->precedence < lowest_precedence) break;
    tokens_.next();
    const ExpressionIndex right = parse_binary(found->precedence + 1);
    left = node(found->kind, {left, right}, tokens_.span_since(begin));
  }
  return left;
}

ExpressionIndex ExpressionParser::parse_unary() {
  const Token begin = tokens_.peek();
  const auto* found = std::ranges::find(kUnaryOperators, begin.text, &UnaryOperator::text);
  if (found == std::end(kUnaryOperators)) return parse_primary();
  tokens_.next();
  if (++depth_ > kMaxDepth) {
    tokens_.fail(begin.span, {.code = "pattern-limit", .message = "too many unary operators"});
  }
  const ExpressionIndex operand = parse_unary();
  --depth_;
  return node(found->kind, {operand}, tokens_.span_since(begin));
}

ExpressionIndex ExpressionParser::parse_primary() {
  const Token token = tokens_.peek();
  if (token.kind == TokenKind::kNumber) return parse_number();
  if (token.kind == TokenKind::kName) return parse_name();
  if (token.text == "(") return parse_parenthesised();
  tokens_.fail(token.span,
               {.code = "pattern-syntax",
                .message = "expected a number or a name but found " + described(token)});
  return {};
}

// `( expression )`, or a cast to int or unsigned.
ExpressionIndex ExpressionParser::parse_parenthesised() {
  const Token begin = tokens_.next();
  if (const TypeName type = type_name_at(tokens_);
      type.builtin != nullptr && tokens_.is(")", type.token_count)) {
    const std::string_view name = type.builtin->name;
    if (name != "int" && name != "unsigned" && name != "int32_t" && name != "uint32_t") {
      tokens_.fail(tokens_.peek().span,
                   {.code = "pattern-type",
                    .message = "an index can't be cast to " + std::string(name),
                    .hint = "index arithmetic is 32-bit: cast to int or unsigned"});
      return {};
    }
    for (std::size_t i = 0; i <= type.token_count; ++i) tokens_.next();
    if (++depth_ > kMaxDepth)
      tokens_.fail(begin.span, {.code = "pattern-limit", .message = "too many casts"});
    const ExpressionIndex operand = parse_unary();
    --depth_;
    const bool to_int = name.starts_with("int");
    return node(to_int ? ExpressionKind::kToInt : ExpressionKind::kToUnsigned, {operand},
                tokens_.span_since(begin));
  }
  const ExpressionIndex inner = parse_conditional();
  tokens_.expect(")", "to close the parenthesis");
  return inner;
}

ExpressionIndex ExpressionParser::parse_number() {
  const Token token = tokens_.next();
  const IntegerLiteral literal = literal_of(token.text);
  if (literal.verdict == IntegerLiteral::Verdict::kNotWhole) {
    tokens_.fail(token.span, {.code = "pattern-number",
                              .message = described(token) + " is not a whole number"});
  } else if (literal.verdict == IntegerLiteral::Verdict::kTooLarge) {
    tokens_.fail(token.span, {.code = "pattern-number",
                              .message = "the number does not fit in a 32-bit int",
                              .hint = "up to 4294967295 with the suffix u"});
  }
  return leaf(ExpressionKind::kNumber, literal.bits, literal.is_unsigned, token.span);
}

ExpressionIndex ExpressionParser::parse_name() {
  const Token token = tokens_.next();
  auto& names = pattern_.bound_names;
  auto place = std::ranges::find(names, token.text);
  // Only an expression that was given its names beforehand binds one that has a meaning already.
  const bool is_hidden = place != names.end();
  const auto* found = std::ranges::find(kVariables, token.text, &NamedVariable::name);
  if (found != std::end(kVariables) && !is_hidden) return variable(found->variable, token.span);
  if (tokens_.is(".")) return parse_component(token);
  const auto is_array = [&](const SharedArray& array) { return array.name == token.text; };
  if (std::ranges::any_of(pattern_.arrays, is_array)) {
    tokens_.fail(token.span, {.code = "pattern-name",
                              .message = "an index can't read " + std::string(token.text) +
                                         ": what shared memory holds is not known here",
                              .hint = "put a name in its place and bind it with --let"});
    return {};
  }
  if (tokens_.is("(")) {
    tokens_.fail(token.span, {.code = "pattern-name",
                              .message = "an index can't call " + std::string(token.text),
                              .hint = "write it with C's operators, e.g. a < b ? a : b"});
    return {};
  }
  if (is_reserved_name(token.text) && !is_hidden) return parse_component(token);
  if (place == names.end()) place = names.insert(names.end(), std::string(token.text));
  return leaf(ExpressionKind::kBound, static_cast<std::uint32_t>(place - names.begin()), false,
              token.span);
}

// threadIdx.x, blockDim.y; anything else with a point is an error.
ExpressionIndex ExpressionParser::parse_component(const Token& base) {
  const auto* found = std::ranges::find(kVectors, base.text, &NamedVariable::name);
  if (found == std::end(kVectors)) {
    constexpr std::string_view kKnown[] = {"threadIdx", "blockDim"};
    const bool is_launch_name = is_reserved_name(base.text);
    tokens_.fail(
        base.span,
        {.code = "pattern-name",
         .message = std::string(base.text) + " has no value here",
         .hint = is_launch_name ? "the picture is of one block: put a name in its place and "
                                  "bind it with --let"
                                : did_you_mean(base.text, kKnown)});
    return {};
  }
  constexpr std::string_view kComponents = "xyz";
  tokens_.expect(".", "and x, y or z after " + std::string(base.text));
  const Token component = tokens_.next();
  const std::size_t which = kComponents.find(component.text);
  if (component.text.size() != 1 || which == std::string_view::npos) {
    tokens_.fail(component.span,
                 {.code = "pattern-name",
                  .message = "expected x, y or z after " + std::string(base.text) + '.'});
    return {};
  }
  const auto first = static_cast<std::size_t>(found->variable);
  return variable(static_cast<Variable>(first + which), tokens_.span_since(base));
}

ExpressionIndex ExpressionParser::variable(Variable which, SourceSpan span) {
  return leaf(ExpressionKind::kVariable, static_cast<std::uint32_t>(which), is_unsigned(which),
              span);
}

ExpressionIndex ExpressionParser::leaf(ExpressionKind kind, std::uint32_t value, bool is_unsigned,
                                       SourceSpan span) {
  pattern_.expressions.push_back(
      {.kind = kind, .is_unsigned = is_unsigned, .value = value, .span = span});
  return {static_cast<std::uint32_t>(pattern_.expressions.size() - 1)};
}

ExpressionIndex ExpressionParser::node(ExpressionKind kind,
                                       std::initializer_list<ExpressionIndex> operands,
                                       SourceSpan span) {
  if (tokens_.error()) return {};  // operands may be missing
  Expression expression{.kind = kind, .span = span};
  std::size_t count = 0;
  for (const ExpressionIndex operand : operands) {
    const std::uint16_t height = pattern_.expressions[operand.value].height;
    expression.height = std::max<std::uint16_t>(expression.height, height + 1);
    expression.operands[count++] = operand;
  }
  if (expression.height > kMaxHeight) {
    tokens_.fail(span, {.code = "pattern-limit",
                        .message = "an expression with more than " + std::to_string(kMaxHeight) +
                                   " operators in a row"});
    return {};
  }
  const auto unsigned_operand = [&](std::size_t i) {
    return pattern_.expressions[expression.operands[i].value].is_unsigned;
  };
  expression.is_unsigned =
      kind == ExpressionKind::kConditional
          ? unsigned_operand(1) || unsigned_operand(2)
          : is_unsigned_result(kind, unsigned_operand(0), count > 1 && unsigned_operand(1));
  pattern_.expressions.push_back(expression);
  return {static_cast<std::uint32_t>(pattern_.expressions.size() - 1)};
}

}  // namespace smemlens
