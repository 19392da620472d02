#include "smemlens/pattern/expression.h"

#include <cstdint>
#include <limits>
#include <string>

namespace smemlens {
namespace {

// The number that `bits` mean in an operation of that signedness.
std::int64_t number_of(std::uint32_t bits, bool as_unsigned) {
  if (as_unsigned) return static_cast<std::int64_t>(bits);
  return static_cast<std::int64_t>(static_cast<std::int32_t>(bits));
}

std::uint32_t truth(bool holds) {
  return holds ? 1 : 0;
}

}  // namespace

bool is_unsigned(Variable variable) {
  return variable >= Variable::kThreadX && variable <= Variable::kBlockZ;
}

std::int64_t Evaluator::value(ExpressionIndex index, const LaneVariables& lane) {
  return number_of(bits(index, lane), nodes_[index.value].is_unsigned);
}

std::uint32_t Evaluator::bits(ExpressionIndex index, const LaneVariables& lane) {
  const Expression& node = nodes_[index.value];
  switch (node.kind) {
    case ExpressionKind::kNumber:
      return node.value;
    case ExpressionKind::kVariable:
      return lane[node.value];
    case ExpressionKind::kBound:
      return static_cast<std::uint32_t>(bound_[node.value]);
    case ExpressionKind::kPlus:
    case ExpressionKind::kNegate:
    case ExpressionKind::kComplement:
    case ExpressionKind::kNot:
    case ExpressionKind::kToInt:
    case ExpressionKind::kToUnsigned:
      return unary(node, lane);
    case ExpressionKind::kMultiply:
    case ExpressionKind::kDivide:
    case ExpressionKind::kRemainder:
    case ExpressionKind::kAdd:
    case ExpressionKind::kSubtract:
    case ExpressionKind::kShiftLeft:
    case ExpressionKind::kShiftRight:
    case ExpressionKind::kLess:
    case ExpressionKind::kGreater:
    case ExpressionKind::kLessEqual:
    case ExpressionKind::kGreaterEqual:
    case ExpressionKind::kEqual:
    case ExpressionKind::kNotEqual:
    case ExpressionKind::kBitAnd:
    case ExpressionKind::kBitXor:
    case ExpressionKind::kBitOr:
      return binary(node, lane);
    case ExpressionKind::kAnd:
    case ExpressionKind::kOr:
    case ExpressionKind::kConditional:
      return logical(node, lane);
  }
  return 0;
}

std::uint32_t Evaluator::unary(const Expression& node, const LaneVariables& lane) {
  const std::uint32_t operand = bits(node.operands[0], lane);
  if (node.kind == ExpressionKind::kNegate)
    return wrapped(node, -number_of(operand, node.is_unsigned));
  if (node.kind == ExpressionKind::kComplement) return ~operand;
  if (node.kind == ExpressionKind::kNot) return truth(operand == 0);
  return operand;  // the plus sign and the casts change no bit
}

// As in C, the operand that is not needed is not evaluated.
std::uint32_t Evaluator::logical(const Expression& node, const LaneVariables& lane) {
  const bool first = bits(node.operands[0], lane) != 0;
  if (node.kind == ExpressionKind::kConditional)
    return bits(first ? node.operands[1] : node.operands[2], lane);
  if (first == (node.kind == ExpressionKind::kOr)) return truth(first);
  return truth(bits(node.operands[1], lane) != 0);
}

std::uint32_t Evaluator::binary(const Expression& node, const LaneVariables& lane) {
  const std::uint32_t left_bits = bits(node.operands[0], lane);
  const std::uint32_t right_bits = bits(node.operands[1], lane);
  const bool left_unsigned = nodes_[node.operands[0].value].is_unsigned;
  const bool right_unsigned = nodes_[node.operands[1].value].is_unsigned;
  const bool as_unsigned = left_unsigned || right_unsigned;
  const std::int64_t left = number_of(left_bits, as_unsigned);
  const std::int64_t right = number_of(right_bits, as_unsigned);
  if (node.kind == ExpressionKind::kMultiply) {
    // The product of two uint32 may not fit in an int64, but its low bits are the same.
    if (as_unsigned) return left_bits * right_bits;
    return wrapped(node, left * right);
  }
  if (node.kind == ExpressionKind::kAdd) return wrapped(node, left + right);
  if (node.kind == ExpressionKind::kSubtract) return wrapped(node, left - right);
  if (node.kind == ExpressionKind::kDivide || node.kind == ExpressionKind::kRemainder)
    return quotient(node, left, right);
  if (node.kind == ExpressionKind::kShiftLeft || node.kind == ExpressionKind::kShiftRight)
    return shifted(node, left_bits, number_of(right_bits, right_unsigned));
  if (node.kind == ExpressionKind::kLess) return truth(left < right);
  if (node.kind == ExpressionKind::kGreater) return truth(left > right);
  if (node.kind == ExpressionKind::kLessEqual) return truth(left <= right);
  if (node.kind == ExpressionKind::kGreaterEqual) return truth(left >= right);
  if (node.kind == ExpressionKind::kEqual) return truth(left == right);
  if (node.kind == ExpressionKind::kNotEqual) return truth(left != right);
  if (node.kind == ExpressionKind::kBitAnd) return left_bits & right_bits;
  if (node.kind == ExpressionKind::kBitXor) return left_bits ^ right_bits;
  return left_bits | right_bits;
}

std::uint32_t Evaluator::quotient(const Expression& node, std::int64_t left, std::int64_t right) {
  if (right == 0) {
    if (!problem_) problem_ = {"pattern-division", "division by zero", node.span};
    return 0;
  }
  const bool divides = node.kind == ExpressionKind::kDivide;
  return wrapped(node, divides ? left / right : left % right);  // INT_MIN / -1 wraps
}

std::uint32_t Evaluator::shifted(const Expression& node, std::uint32_t left, std::int64_t count) {
  if (count < 0 || count > 31) {
    if (!problem_)
      problem_ = {"pattern-shift", "shift count " + std::to_string(count) + " is outside 0..31",
                  node.span};
    return 0;
  }
  const auto places = static_cast<unsigned>(count);
  if (node.kind == ExpressionKind::kShiftRight)
    return static_cast<std::uint32_t>(number_of(left, node.is_unsigned) >> places);
  return wrapped(
      node, static_cast<std::int64_t>(static_cast<std::uint64_t>(number_of(left, node.is_unsigned))
                                      << places));
}

std::uint32_t Evaluator::wrapped(const Expression& node, std::int64_t wide) {
  if (!node.is_unsigned && (wide < std::numeric_limits<std::int32_t>::min() ||
                            wide > std::numeric_limits<std::int32_t>::max()))
    has_overflowed_ = true;
  return static_cast<std::uint32_t>(wide);
}

}  // namespace smemlens
