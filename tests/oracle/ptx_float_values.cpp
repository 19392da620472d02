// "Floating-Point Instructions", "Half Precision Floating-Point Instructions" and the same of bf16,
// where the manual fixes every bit: the approximations aren't here.

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;

NumberFormat format(const Work& work) {
  return *format_of(work.type());
}
// Of mixed precision all sources but the last are of the second type: fma.f32.f16 d, a, b, c.
ptx::Type source_type(const Work& work, std::size_t index) {
  const bool is_mixed = work.type(1) != ptx::Type::kNone && index + 1 < work.sources.size();
  return work.type(is_mixed ? 1 : 0);
}
Bits source_bits(const Work& work, std::size_t index) {
  const ptx::Type type = source_type(work, index);
  return flushed(work, *format_of(type),
                 low_bits(static_cast<Whole>(work.sources[index]), ptx::bits_of(type)));
}
Exact source(const Work& work, std::size_t index) {
  return number_from(*format_of(source_type(work, index)), source_bits(work, index));
}
Answer answer(const Work& work, Exact number) {
  return {.results = {finished(work, format(work), number)}, .carry = work.carry};
}

Answer add(const Work& work) {
  return answer(work, sum(source(work, 0), source(work, 1), rounding_of(work)));
}
Answer subtract(const Work& work) {
  return answer(work, sum(source(work, 0), -source(work, 1), rounding_of(work)));
}
Answer multiply(const Work& work) {
  return answer(work, product(source(work, 0), source(work, 1)));
}
Answer multiply_add(const Work& work) {
  return answer(
      work, product_and_sum(source(work, 0), source(work, 1), source(work, 2), rounding_of(work)));
}
Answer divide(const Work& work) {
  return answer(work, quotient(source(work, 0), source(work, 1)));
}
Answer reciprocal(const Work& work) {
  return answer(work, quotient(1, source(work, 0)));
}
Answer square_root(const Work& work) {
  return answer(work, root(source(work, 0)));
}

// A NaN's payload is no promise here; the caller makes them equal.
Answer negate(const Work& work) {
  return {.results = {source_bits(work, 0) ^ Bits{1} << (work.bits() - 1)}, .carry = work.carry};
}
Answer absolute(const Work& work) {
  return {.results = {source_bits(work, 0) & ~(Bits{1} << (work.bits() - 1))}, .carry = work.carry};
}
// The magnitude of b with the sign of a.
Answer copy_sign(const Work& work) {
  const Bits sign = Bits{1} << (work.bits() - 1);
  return {.results = {(source_bits(work, 0) & sign) | (source_bits(work, 1) & ~sign)},
          .carry = work.carry};
}

// -0 < +0; a NaN loses, but with .NaN.
bool is_less(Exact a, Exact b) {
  return a < b || (a == 0 && b == 0 && has_sign(a) && !has_sign(b));
}
Exact extreme(const Work& work, Exact a, Exact b) {
  if (is_nan(a) || is_nan(b)) {
    if (work.has(Modifier::kPropagateNan)) return is_nan(a) ? a : b;
    return is_nan(a) ? b : a;
  }
  const bool wants_less = work.instruction->opcode == Opcode::kMin;
  return is_less(a, b) == wants_less ? a : b;
}
Answer extremum(const Work& work) {
  const Exact a = source(work, 0);
  const Exact b = source(work, 1);
  if (!work.has(Modifier::kXorsign)) return answer(work, extreme(work, a, b));
  const Exact of_magnitudes = extreme(work, magnitude(a), magnitude(b));
  const Bits signs = (source_bits(work, 0) ^ source_bits(work, 1)) >> (work.bits() - 1);
  return answer(work, signs == 1 ? -of_magnitudes : of_magnitudes);
}

Answer test_property(const Work& work) {
  const Exact number = source(work, 0);
  const bool is_finite = !is_nan(number) && !is_infinite(number);
  const bool is_small = is_subnormal(format(work), work.sources[0]);
  bool holds = is_small;  // .subnormal
  if (work.has(Modifier::kFinite)) holds = is_finite;
  if (work.has(Modifier::kInfinite)) holds = is_infinite(number);
  if (work.has(Modifier::kNumber)) holds = !is_nan(number);
  if (work.has(Modifier::kNotanumber)) holds = is_nan(number);
  if (work.has(Modifier::kNormal)) holds = is_finite && !is_small;
  return {.results = {Bits{holds}}, .carry = work.carry};
}

struct Row {
  Opcode opcode;
  AnswerFunction function;
};
constexpr Row kRows[] = {
    {Opcode::kAdd,      add          },
    {Opcode::kSub,      subtract     },
    {Opcode::kMul,      multiply     },
    {Opcode::kFma,      multiply_add },
    {Opcode::kMad,      multiply_add },
    {Opcode::kDiv,      divide       },
    {Opcode::kRcp,      reciprocal   },
    {Opcode::kSqrt,     square_root  },
    {Opcode::kNeg,      negate       },
    {Opcode::kAbs,      absolute     },
    {Opcode::kCopysign, copy_sign    },
    {Opcode::kMin,      extremum     },
    {Opcode::kMax,      extremum     },
    {Opcode::kTestp,    test_property},
};

}  // namespace

AnswerFunction float_function(const Work& work) {
  if (!format_of(work.type()) || work.has(Modifier::kApprox) || work.has(Modifier::kFull)) {
    return nullptr;
  }
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) {
    return r.opcode == work.instruction->opcode;
  });
  return row == std::end(kRows) ? nullptr : row->function;
}

}  // namespace smemlens::testing
