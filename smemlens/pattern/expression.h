#pragma once

// Index expressions, as C has them with a 32-bit int: a tree in a vector, and its value for a lane.
//
//   (lane ^ k) & 31  →  [0] lane  [1] k  [2] xor(0, 1)  [3] 31  [4] and(2, 3)
//
// Every node knows whether it is int or unsigned (C's usual arithmetic conversions), so a value is
// just 32 bits. Signed overflow wraps.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/base/diagnostic.h"

namespace smemlens {

enum class ExpressionKind : std::uint8_t {
  kNumber,    // value: its bits
  kVariable,  // value: a Variable
  kBound,     // value: an index into the pattern's bound_names
  kPlus,
  kNegate,
  kComplement,
  kNot,
  kToInt,
  kToUnsigned,
  kMultiply,
  kDivide,
  kRemainder,
  kAdd,
  kSubtract,
  kShiftLeft,
  kShiftRight,
  kLess,
  kGreater,
  kLessEqual,
  kGreaterEqual,
  kEqual,
  kNotEqual,
  kBitAnd,
  kBitXor,
  kBitOr,
  kAnd,
  kOr,
  kConditional,
};

// What a lane knows by itself.
enum class Variable : std::uint8_t {
  kLane,
  kWarp,
  kTid,
  kThreadX,
  kThreadY,
  kThreadZ,
  kBlockX,
  kBlockY,
  kBlockZ,
  kWarpSize,
};
inline constexpr std::size_t kVariableCount = 10;
using LaneVariables = std::array<std::uint32_t, kVariableCount>;

// threadIdx and blockDim are unsigned, as in CUDA; every other name is int.
bool is_unsigned(Variable variable);

struct ExpressionIndex {
  std::uint32_t value = 0;
  bool operator==(const ExpressionIndex&) const = default;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::kNumber;
  bool is_unsigned = false;
  std::uint16_t height = 1;  // levels of nodes below and with this one
  std::uint32_t value = 0;
  std::array<ExpressionIndex, 3> operands{};
  SourceSpan span;

  bool operator==(const Expression&) const = default;
};

// Why an expression has no value for a lane: «division by zero», at that operator.
struct EvaluationProblem {
  std::string code;
  std::string message;
  SourceSpan span;
};

// Values of the nodes of one pattern, with one value for each name that is bound.
class Evaluator {
 public:
  Evaluator(std::span<const Expression> nodes, std::span<const std::int32_t> bound)
      : nodes_(nodes), bound_(bound) {}

  // The 32 bits of the node's value; meaningless once problem() is set.
  std::uint32_t bits(ExpressionIndex index, const LaneVariables& lane);
  // The node's value as the number it means.
  std::int64_t value(ExpressionIndex index, const LaneVariables& lane);

  // The first problem that was met.
  const std::optional<EvaluationProblem>& problem() const { return problem_; }
  // Whether int arithmetic wrapped anywhere: an error where the compiler would see it.
  bool has_overflowed() const { return has_overflowed_; }

 private:
  std::uint32_t unary(const Expression& node, const LaneVariables& lane);
  std::uint32_t binary(const Expression& node, const LaneVariables& lane);
  std::uint32_t logical(const Expression& node, const LaneVariables& lane);
  std::uint32_t shifted(const Expression& node, std::uint32_t left, std::int64_t count);
  std::uint32_t quotient(const Expression& node, std::int64_t left, std::int64_t right);
  std::uint32_t wrapped(const Expression& node, std::int64_t wide);

  std::span<const Expression> nodes_;
  std::span<const std::int32_t> bound_;
  std::optional<EvaluationProblem> problem_;
  bool has_overflowed_ = false;
};

}  // namespace smemlens
