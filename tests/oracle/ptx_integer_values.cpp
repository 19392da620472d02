// "Integer Arithmetic Instructions" and "Extended-Precision Integer Arithmetic Instructions".

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

Whole source(const Work& work, std::size_t index) {
  return whole_from(work.sources[index], work.type());
}
Natural unsigned_source(const Work& work, std::size_t index) {
  return static_cast<Natural>(low_bits(static_cast<Whole>(work.sources[index]), work.bits()));
}

Whole clamped_to(Type type, Whole value) {
  const unsigned width = ptx::bits_of(type) - (ptx::is_signed_integer(type) ? 1 : 0);
  const Whole high = (Whole{1} << width) - 1;
  return std::clamp(value, ptx::is_signed_integer(type) ? -high - 1 : Whole{0}, high);
}

Answer saturated(const Work& work, Whole value) {
  return one_result(work, work.has(Modifier::kSat) ? clamped_to(work.type(), value) : value);
}

// a + b + carry in, of unsigned numbers; .cc takes the carry out.
Answer chained_sum(const Work& work, Natural a, Natural b) {
  const bool takes_carry =
      work.instruction->opcode == Opcode::kAddc || work.instruction->opcode == Opcode::kMadc;
  const Natural total = a + b + (takes_carry && work.carry ? 1 : 0);
  const bool out = (total >> work.bits()) != 0;
  return {.results = {low_bits(static_cast<Whole>(total), work.bits())},
          .carry = work.has(Modifier::kCc) ? out : work.carry};
}

Answer add(const Work& work) {
  if (work.has(Modifier::kCc) || work.instruction->opcode == Opcode::kAddc) {
    return chained_sum(work, unsigned_source(work, 0), unsigned_source(work, 1));
  }
  return saturated(work, source(work, 0) + source(work, 1));
}

Answer subtract(const Work& work) {
  const bool takes_borrow = work.instruction->opcode == Opcode::kSubc && work.carry;
  if (work.has(Modifier::kCc) || work.instruction->opcode == Opcode::kSubc) {
    const Whole difference = static_cast<Whole>(unsigned_source(work, 0)) -
                             static_cast<Whole>(unsigned_source(work, 1)) - (takes_borrow ? 1 : 0);
    return {.results = {low_bits(difference, work.bits())},
            .carry = work.has(Modifier::kCc) ? difference < 0 : work.carry};
  }
  return saturated(work, source(work, 0) - source(work, 1));
}

// The whole product: 128 bits hold it, as a pattern.
Natural whole_product(const Work& work) {
  return static_cast<Natural>(source(work, 0)) * static_cast<Natural>(source(work, 1));
}

// .lo, .hi: a signed product's high half has its sign.
Whole half_of_product(const Work& work) {
  const Natural product = whole_product(work);
  if (work.has(Modifier::kLo))
    return whole_from(low_bits(static_cast<Whole>(product), work.bits()), work.type());
  return whole_from(static_cast<Bits>(product >> work.bits()), work.type());
}

Answer multiply(const Work& work) {
  if (work.has(Modifier::kWide)) {
    return {.results = {low_bits(static_cast<Whole>(whole_product(work)), 2 * work.bits())},
            .carry = work.carry};
  }
  return one_result(work, half_of_product(work));
}

Answer multiply_add(const Work& work) {
  if (work.has(Modifier::kWide)) {
    const Natural total = whole_product(work) + static_cast<Natural>(work.sources[2]);
    return {.results = {low_bits(static_cast<Whole>(total), 2 * work.bits())}, .carry = work.carry};
  }
  if (work.has(Modifier::kCc) || work.instruction->opcode == Opcode::kMadc) {
    const auto half = static_cast<Natural>(low_bits(half_of_product(work), work.bits()));
    return chained_sum(work, half, unsigned_source(work, 2));
  }
  return saturated(work, half_of_product(work) + source(work, 2));
}

// Bits 0–31 or 16–47 of the 48-bit product of the low 24 bits.
Whole product24(const Work& work) {
  const auto low24 = [&](std::size_t index) {
    Whole value = static_cast<Whole>(work.sources[index] & 0xffffff);
    if (ptx::is_signed_integer(work.type()) && value >= 0x800000) value -= 0x1000000;
    return value;
  };
  const Whole product = low24(0) * low24(1);
  const Whole part = work.has(Modifier::kHi) ? product >> 16 : product;
  return whole_from(low_bits(part, 32), work.type());
}
Answer multiply24(const Work& work) {
  return one_result(work, product24(work));
}
Answer multiply24_add(const Work& work) {
  return saturated(work, product24(work) + source(work, 2));
}

Answer sum_of_differences(const Work& work) {
  const Whole a = source(work, 0);
  const Whole b = source(work, 1);
  return one_result(work, source(work, 2) + (a < b ? b - a : a - b));
}

// A GPU never traps: all bits are set after a division by zero.
Answer divide(const Work& work) {
  return one_result(work, source(work, 1) == 0 ? Whole{-1} : source(work, 0) / source(work, 1));
}
Answer remainder(const Work& work) {
  return one_result(work, source(work, 1) == 0 ? Whole{-1} : source(work, 0) % source(work, 1));
}

Answer absolute(const Work& work) {
  return one_result(work, source(work, 0) < 0 ? -source(work, 0) : source(work, 0));
}
Answer negate(const Work& work) {
  return one_result(work, -source(work, 0));
}
Whole relued(const Work& work, Whole value) {
  return work.has(Modifier::kRelu) && value < 0 ? Whole{0} : value;
}
Answer minimum(const Work& work) {
  return one_result(work, relued(work, std::min(source(work, 0), source(work, 1))));
}
Answer maximum(const Work& work) {
  return one_result(work, relued(work, std::max(source(work, 0), source(work, 1))));
}

// Sums of products of the parts of two words, each with its own sign.
Answer dot_product(const Work& work) {
  const bool is_4 = work.instruction->opcode == Opcode::kDp4a;
  const unsigned a_bits = is_4 ? 8 : 16;
  const unsigned b_offset = !is_4 && work.has(Modifier::kHi) ? 16 : 0;
  const auto part = [](Bits word, unsigned from, unsigned bits, Type like) {
    const auto value = static_cast<Whole>(word >> from & ((Bits{1} << bits) - 1));
    const bool is_negative = ptx::is_signed_integer(like) && (value >> (bits - 1)) == 1;
    return is_negative ? value - (Whole{1} << bits) : value;
  };
  Whole total = static_cast<Whole>(work.sources[2]);
  for (unsigned i = 0; i < 32 / a_bits; ++i) {
    total += part(work.sources[0], i * a_bits, a_bits, work.type(0)) *
             part(work.sources[1], b_offset + 8 * i, 8, work.type(1));
  }
  return one_result(work, total);
}

struct Row {
  Opcode opcode;
  AnswerFunction function;
};
constexpr Row kRows[] = {
    {Opcode::kAdd,   add               },
    {Opcode::kAddc,  add               },
    {Opcode::kSub,   subtract          },
    {Opcode::kSubc,  subtract          },
    {Opcode::kMul,   multiply          },
    {Opcode::kMad,   multiply_add      },
    {Opcode::kMadc,  multiply_add      },
    {Opcode::kMul24, multiply24        },
    {Opcode::kMad24, multiply24_add    },
    {Opcode::kSad,   sum_of_differences},
    {Opcode::kDiv,   divide            },
    {Opcode::kRem,   remainder         },
    {Opcode::kAbs,   absolute          },
    {Opcode::kNeg,   negate            },
    {Opcode::kMin,   minimum           },
    {Opcode::kMax,   maximum           },
    {Opcode::kDp4a,  dot_product       },
    {Opcode::kDp2a,  dot_product       },
};

}  // namespace

AnswerFunction integer_function(const Work& work) {
  if (ptx::is_float(work.type())) return nullptr;
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) {
    return r.opcode == work.instruction->opcode;
  });
  return row == std::end(kRows) ? nullptr : row->function;
}

}  // namespace smemlens::testing
