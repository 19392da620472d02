#include "smemlens/ptx/constant_expression.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/lexer.h"

namespace smemlens::ptx {
namespace {

// A number is .s64; if it is larger than that, or ends in U, .u64.
struct Value {
  std::uint64_t bits = 0;
  bool is_unsigned = false;

  std::int64_t number() const { return static_cast<std::int64_t>(bits); }
};

Value truth(bool holds) {
  return {.bits = holds ? 1U : 0U};
}

// As in C: one unsigned operand makes the other unsigned.
bool are_unsigned(Value a, Value b) {
  return a.is_unsigned || b.is_unsigned;
}
bool is_less(Value a, Value b) {
  return are_unsigned(a, b) ? a.bits < b.bits : a.number() < b.number();
}

bool is_greater(Value a, Value b) {
  return is_less(b, a);
}
bool is_at_most(Value a, Value b) {
  return !is_less(b, a);
}
bool is_at_least(Value a, Value b) {
  return !is_less(a, b);
}
bool are_equal(Value a, Value b) {
  return a.bits == b.bits;
}
bool are_different(Value a, Value b) {
  return a.bits != b.bits;
}
bool either(Value a, Value b) {
  return a.bits != 0 || b.bits != 0;
}
bool both(Value a, Value b) {
  return a.bits != 0 && b.bits != 0;
}

// What an operator makes; nothing: a division by zero.
using Apply = std::optional<Value> (*)(Value a, Value b);

template <auto kHolds>
std::optional<Value> test(Value a, Value b) {
  return truth(kHolds(a, b));
}
template <class Function>
std::optional<Value> merged(Value a, Value b) {
  return Value{Function()(a.bits, b.bits), are_unsigned(a, b)};
}
std::optional<Value> divided(Value a, Value b) {
  if (b.bits == 0) return std::nullopt;
  if (are_unsigned(a, b)) return Value{a.bits / b.bits, true};
  if (b.number() == -1) return Value{0 - a.bits};  // the most negative number has no opposite
  return Value{static_cast<std::uint64_t>(a.number() / b.number())};
}
std::optional<Value> remainder(Value a, Value b) {
  const auto quotient = divided(a, b);
  if (!quotient) return std::nullopt;
  return Value{a.bits - (quotient->bits * b.bits), quotient->is_unsigned};
}

constexpr std::uint64_t kBits = 64;

std::optional<Value> shifted_left(Value a, Value b) {
  return Value{b.bits < kBits ? a.bits << b.bits : 0, a.is_unsigned};
}
std::optional<Value> shifted_right(Value a, Value b) {
  const std::uint64_t by = b.bits < kBits ? b.bits : kBits - 1;
  if (!a.is_unsigned) return Value{static_cast<std::uint64_t>(a.number() >> by)};
  return Value{b.bits < kBits ? a.bits >> by : 0, true};
}

struct Operator {
  std::string_view text;
  unsigned precedence;
  Apply apply;
};

constexpr unsigned kAny = 1;
constexpr unsigned kFactor = 10;  // binds tighter than + and -

// Longer ones first.
constexpr Operator kOperators[] = {
    {"||", 1,       test<either>             },
    {"&&", 2,       test<both>               },
    {"==", 6,       test<are_equal>          },
    {"!=", 6,       test<are_different>      },
    {"<=", 7,       test<is_at_most>         },
    {">=", 7,       test<is_at_least>        },
    {"<<", 8,       shifted_left             },
    {">>", 8,       shifted_right            },
    {"<",  7,       test<is_less>            },
    {">",  7,       test<is_greater>         },
    {"|",  3,       merged<std::bit_or<>>    },
    {"^",  4,       merged<std::bit_xor<>>   },
    {"&",  5,       merged<std::bit_and<>>   },
    {"+",  9,       merged<std::plus<>>      },
    {"-",  9,       merged<std::minus<>>     },
    {"*",  kFactor, merged<std::multiplies<>>},
    {"/",  kFactor, divided                  },
    {"%",  kFactor, remainder                },
};

class ConstantParser {
 public:
  explicit ConstantParser(Cursor& cursor) : cursor_(cursor) {}

  std::optional<Value> conditional(bool is_negative);
  std::optional<Value> binary(unsigned lowest, bool is_negative);

 private:
  static constexpr unsigned kMaxDepth = 32;

  std::optional<Value> unary();
  std::optional<Value> parenthesised();
  std::optional<Value> primary();
  const Operator* operator_in_hand();
  std::nullopt_t fail(std::string_view wanted) {
    cursor_.fail_expected(wanted);
    return std::nullopt;
  }

  Cursor& cursor_;
  unsigned depth_ = 0;
};

// The lexer's tokens are single characters; a '%' on its own is a word.
const Operator* ConstantParser::operator_in_hand() {
  const std::string_view text = cursor_.token().text;
  const bool is_sign =
      cursor_.token().kind == TokenKind::kPunctuation || cursor_.token().is_word("%");
  if (!is_sign) return nullptr;
  for (const Operator& row : kOperators) {
    if (row.text[0] != text[0]) continue;
    if (row.text.size() == 1 || row.text[1] == cursor_.following_byte()) return &row;
  }
  return nullptr;
}

// NOLINTBEGIN(misc-no-recursion): as deep as kMaxDepth

std::optional<Value> ConstantParser::conditional(bool is_negative) {
  const auto condition = binary(kAny, is_negative);
  if (!condition || !cursor_.accept('?')) return condition;
  if (++depth_ > kMaxDepth) return fail("a simpler constant");
  const auto yes = conditional(false);
  if (!yes || !cursor_.expect(':', "in the constant")) return std::nullopt;
  const auto no = conditional(false);
  --depth_;
  if (!no) return std::nullopt;
  return Value{(condition->bits != 0 ? *yes : *no).bits, are_unsigned(*yes, *no)};
}

std::optional<Value> ConstantParser::binary(unsigned lowest, bool is_negative) {
  auto left = unary();
  if (left && is_negative) left->bits = 0 - left->bits;
  while (left) {
    const Operator* const found = operator_in_hand();
    if (found == nullptr || found->precedence < lowest) return left;
    const SourceSpan place = cursor_.token().span;
    for (std::size_t i = 0; i < found->text.size(); ++i) cursor_.advance();
    const auto right = binary(found->precedence + 1, false);
    if (!right) return std::nullopt;
    left = found->apply(*left, *right);
    if (!left) cursor_.error("ptx-number", "division by zero in a constant", place);
  }
  return std::nullopt;
}

std::optional<Value> ConstantParser::unary() {
  const char sign =
      cursor_.token().kind == TokenKind::kPunctuation ? cursor_.token().text[0] : '\0';
  if (sign != '-' && sign != '+' && sign != '~' && sign != '!') return primary();
  if (++depth_ > kMaxDepth) return fail("a simpler constant");
  cursor_.advance();
  const auto value = unary();
  --depth_;
  if (!value || sign == '+') return value;
  if (sign == '!') return truth(value->bits == 0);
  return Value{sign == '-' ? 0 - value->bits : ~value->bits, value->is_unsigned};
}

// "(…)", "(.s64) x", "(.u64) x"
std::optional<Value> ConstantParser::parenthesised() {
  if (++depth_ > kMaxDepth) return fail("a simpler constant");
  cursor_.advance();
  const bool is_unsigned = cursor_.token().is_directive(".u64");
  const bool is_cast = is_unsigned || cursor_.token().is_directive(".s64");
  if (is_cast) cursor_.advance();
  auto value = is_cast ? std::optional<Value>() : conditional(false);
  if (!is_cast && !value) return std::nullopt;
  if (!cursor_.expect(')', "in the constant")) return std::nullopt;
  if (is_cast) {
    value = unary();
    if (value) value->is_unsigned = is_unsigned;
  }
  --depth_;
  return value;
}

std::optional<Value> ConstantParser::primary() {
  constexpr std::uint64_t kWarpSize = 32;
  const Token token = cursor_.token();
  if (token.is('(')) return parenthesised();
  if (cursor_.accept_word("WARP_SZ")) return Value{kWarpSize};
  if (token.kind != TokenKind::kInteger || token.is_too_large) return fail("an integer");
  cursor_.advance();
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  return Value{token.value, token.value > kLargest || token.text.back() == 'U'};
}

// NOLINTEND(misc-no-recursion)

std::optional<std::uint64_t> bits_of(const std::optional<Value>& value) {
  return value ? std::optional(value->bits) : std::nullopt;
}

}  // namespace

bool begins_constant(const Cursor& cursor) {
  const Token& token = cursor.token();
  return (token.kind == TokenKind::kInteger && !token.is_too_large) || token.is('(') ||
         token.is('~');
}

std::optional<std::uint64_t> parse_constant(Cursor& cursor, bool is_negative) {
  return bits_of(ConstantParser(cursor).conditional(is_negative));
}

std::optional<std::uint64_t> parse_constant_term(Cursor& cursor) {
  return bits_of(ConstantParser(cursor).binary(kFactor, false));
}

}  // namespace smemlens::ptx
