// "Scalar Video Instructions" and "SIMD Video Instructions", after the manual's pseudocode.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::PartSelection;
using ptx::Type;

bool is_comparison(const Work& work) {
  const Opcode opcode = work.instruction->opcode;
  return opcode == Opcode::kVset || opcode == Opcode::kVset2 || opcode == Opcode::kVset4;
}
bool is_signed_type(const Work& work, std::size_t index) {
  return work.type(index) == Type::kS32;
}
// A comparison has no type of its own result: it is unsigned.
bool has_signed_result(const Work& work) {
  return !is_comparison(work) && is_signed_type(work, 0);
}
bool has_signed_source(const Work& work, std::size_t source) {
  return is_signed_type(work, source + (is_comparison(work) ? 0 : 1));
}

Whole field(Whole word, unsigned from, unsigned bits, bool is_signed) {
  const Whole value = word >> from & ((Whole{1} << bits) - 1);
  const bool is_negative = is_signed && (value >> (bits - 1)) == 1;
  return is_negative ? value - (Whole{1} << bits) : value;
}
Whole word(const Work& work, std::size_t source) {
  return static_cast<Whole>(work.sources[source] & 0xffffffff);
}

bool compared(const Work& work, Whole a, Whole b) {
  if (work.has(Modifier::kEq)) return a == b;
  if (work.has(Modifier::kNe)) return a != b;
  if (work.has(Modifier::kLt)) return a < b;
  if (work.has(Modifier::kLe)) return a <= b;
  if (work.has(Modifier::kGt)) return a > b;
  return a >= b;
}

enum class First : std::uint8_t {
  kSum,
  kRest,
  kDifference,
  kLeast,
  kGreatest,
  kAverage,
  kLeft,
  kRight,
  kComparison,
};
struct FirstRow {
  Opcode opcode;
  First operation;
};
constexpr FirstRow kFirsts[] = {
    {Opcode::kVadd,      First::kSum       },
    {Opcode::kVadd2,     First::kSum       },
    {Opcode::kVadd4,     First::kSum       },
    {Opcode::kVsub,      First::kRest      },
    {Opcode::kVsub2,     First::kRest      },
    {Opcode::kVsub4,     First::kRest      },
    {Opcode::kVabsdiff,  First::kDifference},
    {Opcode::kVabsdiff2, First::kDifference},
    {Opcode::kVabsdiff4, First::kDifference},
    {Opcode::kVmin,      First::kLeast     },
    {Opcode::kVmin2,     First::kLeast     },
    {Opcode::kVmin4,     First::kLeast     },
    {Opcode::kVmax,      First::kGreatest  },
    {Opcode::kVmax2,     First::kGreatest  },
    {Opcode::kVmax4,     First::kGreatest  },
    {Opcode::kVavrg2,    First::kAverage   },
    {Opcode::kVavrg4,    First::kAverage   },
    {Opcode::kVshl,      First::kLeft      },
    {Opcode::kVshr,      First::kRight     },
    {Opcode::kVset,      First::kComparison},
    {Opcode::kVset2,     First::kComparison},
    {Opcode::kVset4,     First::kComparison},
};

Whole first_operation(const Work& work, Whole a, Whole b) {
  const Whole amount = work.has(Modifier::kWrap) ? b & 31 : std::min<Whole>(b, 32);
  const auto* const row = std::find_if(
      std::begin(kFirsts), std::end(kFirsts),
      [&](const FirstRow& candidate) { return candidate.opcode == work.instruction->opcode; });
  switch (row->operation) {
    case First::kSum:
      return a + b;
    case First::kRest:
      return a - b;
    case First::kDifference:
      return a < b ? b - a : a - b;
    case First::kLeast:
      return std::min(a, b);
    case First::kGreatest:
      return std::max(a, b);
    case First::kAverage:
      return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case First::kLeft:
      return a * (Whole{1} << static_cast<int>(amount));
    case First::kRight:
      return a >> static_cast<int>(amount);
    case First::kComparison:
      return compared(work, a, b) ? 1 : 0;
  }
  return 0;
}

Whole saturated(const Work& work, Whole value, unsigned bits) {
  if (!work.has(Modifier::kSat)) return value;
  const Whole high = (Whole{1} << (has_signed_result(work) ? bits - 1 : bits)) - 1;
  return std::clamp(value, has_signed_result(work) ? -high - 1 : Whole{0}, high);
}

Whole scalar_source(const Work& work, std::size_t source) {
  const PartSelection& part = work.instruction->operands[source + 1].part;
  const unsigned bits = part.bits == 0 ? 32 : part.bits;
  return field(word(work, source), part.numbers[0] * bits, bits, has_signed_source(work, source));
}

Answer scalar(const Work& work) {
  const PartSelection& part = work.instruction->operands[0].part;
  const unsigned bits = part.bits == 0 ? 32 : part.bits;
  Whole value = first_operation(work, scalar_source(work, 0), scalar_source(work, 1));
  value = field(saturated(work, value, bits), 0, 33, true);  // the pseudocode's .s33
  if (work.sources.size() == 2) return {.results = {low_bits(value, 32)}, .carry = work.carry};
  const Whole c = field(word(work, 2), 0, 32, has_signed_result(work));
  if (work.has(Modifier::kAdd)) value += c;
  if (work.has(Modifier::kMin)) value = std::min(value, c);
  if (work.has(Modifier::kMax)) value = std::max(value, c);
  if (part.bits == 0) return {.results = {low_bits(value, 32)}, .carry = work.carry};
  const unsigned from = part.numbers[0] * bits;
  const Bits kept = low_bits(word(work, 2), 32) & ~(((Bits{1} << bits) - 1) << from);
  return {.results = {kept | low_bits(value, bits) << from}, .carry = work.carry};
}

// Element `index` of a SIMD operand: of the eight bytes or four half words in b:a.
Whole element(const Work& work, std::size_t source, unsigned index, unsigned bits) {
  const Whole both = word(work, 1) << 32 | word(work, 0);
  const PartSelection& parts = work.instruction->operands[source + 1].part;
  const auto first = static_cast<unsigned>(source) * (32 / bits);
  const unsigned number = parts.bits == 0 ? first + index : parts.numbers[index];
  return field(both, number * bits, bits, has_signed_source(work, source));
}

Answer simd(const Work& work, unsigned bits) {
  const PartSelection& mask = work.instruction->operands[0].part;
  const auto is_selected = [&](unsigned index) {
    const auto* const end = mask.numbers.begin() + mask.count;
    return mask.bits == 0 || std::find(mask.numbers.begin(), end, index) != end;
  };
  Whole sum = word(work, 2);
  Bits merged = 0;
  for (unsigned i = 0; i < 32 / bits; ++i) {
    const Whole value = saturated(
        work, first_operation(work, element(work, 0, i, bits), element(work, 1, i, bits)), bits);
    if (is_selected(i)) sum += value;
    const Whole part = is_selected(i) ? value : word(work, 2) >> (i * bits);
    merged |= low_bits(part, bits) << (i * bits);
  }
  return {.results = {work.has(Modifier::kAdd) ? low_bits(sum, 32) : merged}, .carry = work.carry};
}
Answer simd_halves(const Work& work) {
  return simd(work, 16);
}
Answer simd_bytes(const Work& work) {
  return simd(work, 8);
}

// -(a * b) is ~(a * b) + 1.
Answer multiply_add(const Work& work) {
  const auto& operands = work.instruction->operands;
  const bool negates_product = operands[1].is_negated != operands[2].is_negated;
  const bool negates_addend = operands[3].is_negated;
  const bool is_signed =
      is_signed_type(work, 1) || is_signed_type(work, 2) || negates_product || negates_addend;
  Whole total = scalar_source(work, 0) * scalar_source(work, 1);
  if (negates_product) total = -total;
  const Whole c = negates_addend ? ~word(work, 2) & 0xffffffff : word(work, 2);
  total += field(c, 0, 32, is_signed) + (negates_addend || work.has(Modifier::kPo) ? 1 : 0);
  if (work.has(Modifier::kShr7)) total >>= 7;
  if (work.has(Modifier::kShr15)) total >>= 15;
  if (work.has(Modifier::kSat)) {
    const Whole high = (Whole{1} << (is_signed ? 31 : 32)) - 1;
    total = std::clamp(total, is_signed ? -high - 1 : Whole{0}, high);
  }
  return {.results = {low_bits(total, 32)}, .carry = work.carry};
}

}  // namespace

AnswerFunction video_function(const Work& work) {
  const Opcode opcode = work.instruction->opcode;
  if (opcode < Opcode::kVadd) return nullptr;
  if (opcode == Opcode::kVmad) return multiply_add;
  if (opcode >= Opcode::kVadd4) return simd_bytes;
  return opcode >= Opcode::kVadd2 ? simd_halves : scalar;
}

}  // namespace smemlens::testing
