// "Comparison and Selection Instructions": setp and set.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

struct Order {
  bool is_less, is_equal, is_greater;  // all false: one is no number
};

// One row a comparison: in which cases it holds.
struct Comparison {
  Modifier modifier;
  bool less, equal, greater, unordered;
};
constexpr Comparison kComparisons[] = {
    {Modifier::kEq,  false, true,  false, false},
    {Modifier::kNe,  true,  false, true,  false},
    {Modifier::kLt,  true,  false, false, false},
    {Modifier::kLe,  true,  true,  false, false},
    {Modifier::kGt,  false, false, true,  false},
    {Modifier::kGe,  false, true,  true,  false},
    {Modifier::kLo,  true,  false, false, false},
    {Modifier::kLs,  true,  true,  false, false},
    {Modifier::kHi,  false, false, true,  false},
    {Modifier::kHs,  false, true,  true,  false},
    {Modifier::kEqu, false, true,  false, true },
    {Modifier::kNeu, true,  false, true,  true },
    {Modifier::kLtu, true,  false, false, true },
    {Modifier::kLeu, true,  true,  false, true },
    {Modifier::kGtu, false, false, true,  true },
    {Modifier::kGeu, false, true,  true,  true },
    {Modifier::kNum, true,  true,  true,  false},
    {Modifier::kNan, false, false, false, true },
};

template <class Number>
Order order_of(Number a, Number b) {
  return {a < b, a == b, a > b};
}

Order order_of(const Work& work, Type type) {
  if (const auto format = format_of(type)) {
    const auto number = [&](std::size_t index) {
      const Bits bits = low_bits(static_cast<Whole>(work.sources[index]), ptx::bits_of(type));
      return number_from(*format, flushed(work, *format, bits));
    };
    return order_of(number(0), number(1));
  }
  return order_of(whole_from(work.sources[0], type), whole_from(work.sources[1], type));
}

bool holds(const Work& work, Type type) {
  const Order order = order_of(work, type);
  const auto* const row = std::find_if(std::begin(kComparisons), std::end(kComparisons),
                                       [&](const Comparison& c) { return work.has(c.modifier); });
  if (order.is_less) return row->less;
  if (order.is_equal) return row->equal;
  if (order.is_greater) return row->greater;
  return row->unordered;
}

bool combined(const Work& work, bool value) {
  if (work.sources.size() < 3) return value;
  const bool last = work.sources[2] != 0;
  if (work.has(Modifier::kAnd)) return value && last;
  if (work.has(Modifier::kOr)) return value || last;
  return value != last;  // .xor
}

Answer set_predicates(const Work& work) {
  const bool value = holds(work, work.type());
  Answer answer{.results = {Bits{combined(work, value)}}, .carry = work.carry};
  if (work.instruction->destinations == 2) answer.results.push_back(Bits{combined(work, !value)});
  return answer;
}

// "True" is 1.0 in a float type and all bits in an integer type.
Answer set_value(const Work& work) {
  if (!combined(work, holds(work, work.type(1)))) return one_result(work, 0);
  const auto format = format_of(work.type());
  if (!format) return one_result(work, -1);
  return one_result(work, static_cast<Whole>(bits_from(*format, 1, Rounding::kNearest)));
}

bool is_packed(Type type) {
  return type == Type::kF16x2 || type == Type::kBf16x2;
}

// One half of a packed comparison, as a scalar one.
Work half_of(const Work& work, const ptx::Instruction& scalar, unsigned half) {
  Work part = work;
  part.instruction = &scalar;
  for (std::size_t i = 0; i < 2; ++i) part.sources[i] = work.sources[i] >> (16 * half) & 0xffff;
  return part;
}

ptx::Instruction scalar_twin(const Work& work, std::size_t compared) {
  ptx::Instruction twin = *work.instruction;
  const Type packed = work.type(compared);
  twin.types[compared] = packed == Type::kF16x2 ? Type::kF16 : Type::kBf16;
  if (compared == 1) twin.types[0] = is_packed(work.type()) ? twin.types[1] : Type::kU16;
  return twin;
}

// p is the lower half's, q the upper one's.
Answer set_packed_predicates(const Work& work) {
  const ptx::Instruction scalar = scalar_twin(work, 0);
  Answer answer{.results = {}, .carry = work.carry};
  for (unsigned half = 0; half < 2; ++half) {
    const Work part = half_of(work, scalar, half);
    answer.results.push_back(Bits{combined(part, holds(part, part.type()))});
  }
  return answer;
}

// "True" fills a half.
Answer set_packed_value(const Work& work) {
  const ptx::Instruction scalar = scalar_twin(work, 1);
  Bits both = 0;
  for (unsigned half = 0; half < 2; ++half) {
    both |= set_value(half_of(work, scalar, half)).results.front() << (16 * half);
  }
  return one_result(work, static_cast<Whole>(both));
}

}  // namespace

AnswerFunction compare_function(const Work& work) {
  if (work.instruction->opcode == Opcode::kSetp) {
    return is_packed(work.type()) ? set_packed_predicates : set_predicates;
  }
  if (work.instruction->opcode == Opcode::kSet) {
    return is_packed(work.type(1)) ? set_packed_value : set_value;
  }
  return nullptr;
}

}  // namespace smemlens::testing
