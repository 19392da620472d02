// "Logic and Shift Instructions", the bit fields of "Integer Arithmetic Instructions", prmt, selp,
// slct and mov. Loops over single bits stand as the manual has them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iterator>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

bool bit_of(Bits word, unsigned index) {
  return (word >> index & 1) == 1;
}
Bits cut(const Work& work, std::size_t index) {
  return low_bits(static_cast<Whole>(work.sources[index]), work.bits());
}
Answer word(const Work& work, Bits value) {
  return {.results = {value & 0xffffffff}, .carry = work.carry};
}

Answer logic_and(const Work& work) {
  return one_result(work, static_cast<Whole>(work.sources[0] & work.sources[1]));
}
Answer logic_or(const Work& work) {
  return one_result(work, static_cast<Whole>(work.sources[0] | work.sources[1]));
}
Answer logic_xor(const Work& work) {
  return one_result(work, static_cast<Whole>(work.sources[0] ^ work.sources[1]));
}
Answer logic_not(const Work& work) {
  return one_result(work, static_cast<Whole>(~work.sources[0]));
}
Answer logical_not(const Work& work) {
  return one_result(work, cut(work, 0) == 0 ? 1 : 0);
}

// The predicate beside the result: whether it isn't zero, and .BoolOp with the last operand.
Answer look_up(const Work& work) {
  Bits result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const unsigned row = (bit_of(work.sources[0], i) ? 4U : 0U) |
                         (bit_of(work.sources[1], i) ? 2U : 0U) |
                         (bit_of(work.sources[2], i) ? 1U : 0U);
    if (bit_of(work.sources[3], row)) result |= Bits{1} << i;
  }
  if (work.sources.size() == 4) return word(work, result);
  const bool is_some = result != 0;
  const bool last = work.sources[4] != 0;
  const bool both = work.has(Modifier::kAnd) ? is_some && last : is_some || last;
  return {
      .results = {result, Bits{both}},
        .carry = work.carry
  };
}

Answer shift_left(const Work& work) {
  const Bits amount = work.sources[1] & 0xffffffff;
  return one_result(work, amount >= work.bits() ? 0 : static_cast<Whole>(cut(work, 0)) << amount);
}
Answer shift_right(const Work& work) {
  const Bits amount = std::min<Bits>(work.sources[1] & 0xffffffff, work.bits());
  return one_result(work, whole_from(work.sources[0], work.type()) >> amount);
}

// The 64 bits hi:lo, shifted; .l keeps the upper word, .r the lower one.
Answer funnel_shift(const Work& work) {
  const Bits both = (work.sources[1] & 0xffffffff) << 32 | (work.sources[0] & 0xffffffff);
  const Bits written = work.sources[2] & 0xffffffff;
  const Bits amount = work.has(Modifier::kWrap) ? written & 31 : std::min<Bits>(written, 32);
  return word(work, work.has(Modifier::kL) ? both << amount >> 32 : both >> amount);
}

Answer population(const Work& work) {
  Bits count = 0;
  for (unsigned i = 0; i < work.bits(); ++i) count += bit_of(work.sources[0], i) ? 1 : 0;
  return word(work, count);
}
Answer leading_zeros(const Work& work) {
  Bits count = 0;
  while (count < work.bits() &&
         !bit_of(work.sources[0], work.bits() - 1 - static_cast<unsigned>(count)))
    ++count;
  return word(work, count);
}
Answer reversed(const Work& work) {
  Bits result = 0;
  for (unsigned i = 0; i < work.bits(); ++i) {
    if (bit_of(work.sources[0], i)) result |= Bits{1} << (work.bits() - 1 - i);
  }
  return {.results = {result}, .carry = work.carry};
}

// The highest bit that isn't a copy of the sign.
Answer find_highest(const Work& work) {
  const unsigned highest = work.bits() - 1;
  const bool is_negative = ptx::is_signed_integer(work.type()) && bit_of(work.sources[0], highest);
  const Bits wanted = is_negative ? ~work.sources[0] : work.sources[0];
  for (unsigned i = work.bits(); i-- > 0;) {
    if (bit_of(wanted, i)) return word(work, work.has(Modifier::kShiftamt) ? highest - i : i);
  }
  return word(work, ~Bits{0});
}

Answer find_nth(const Work& work) {
  const auto base = static_cast<std::int32_t>(work.sources[1]);
  const auto offset = static_cast<std::int32_t>(work.sources[2]);
  const auto is_set = [&](std::int64_t at) {
    return at >= 0 && at < 32 && bit_of(work.sources[0], static_cast<unsigned>(at));
  };
  if (offset == 0) return word(work, is_set(base) ? static_cast<Bits>(base) : ~Bits{0});
  std::int64_t count = std::abs(std::int64_t{offset}) - 1;
  for (std::int64_t at = base; at >= 0 && at < 32; at += offset > 0 ? 1 : -1) {
    if (is_set(at) && count-- == 0) return word(work, static_cast<Bits>(at));
  }
  return word(work, ~Bits{0});
}

Answer extract(const Work& work) {
  const unsigned highest = work.bits() - 1;
  const unsigned from = work.sources[1] & 0xff;
  const unsigned length = work.sources[2] & 0xff;
  const bool is_signed = ptx::is_signed_integer(work.type()) && length != 0;
  const bool fill = is_signed && bit_of(work.sources[0], std::min(from + length - 1, highest));
  Bits result = 0;
  for (unsigned i = 0; i <= highest; ++i) {
    const bool is_inside = i < length && from + i <= highest;
    if (is_inside ? bit_of(work.sources[0], from + i) : fill) result |= Bits{1} << i;
  }
  return {.results = {result}, .carry = work.carry};
}
Answer insert(const Work& work) {
  const unsigned highest = work.bits() - 1;
  const unsigned from = work.sources[2] & 0xff;
  const unsigned length = work.sources[3] & 0xff;
  Bits result = cut(work, 1);
  for (unsigned i = 0; i < length && from + i <= highest; ++i) {
    result &= ~(Bits{1} << (from + i));
    if (bit_of(work.sources[0], i)) result |= Bits{1} << (from + i);
  }
  return {.results = {result}, .carry = work.carry};
}

Answer bit_mask(const Work& work) {
  const bool clamps = work.has(Modifier::kClamp);
  const Bits from = clamps ? work.sources[0] & 0xffffffff : work.sources[0] & 31;
  const Bits width = clamps ? work.sources[1] & 0xffffffff : work.sources[1] & 31;
  Bits result = 0;
  for (Bits i = 0; i < 32; ++i) {
    if (i >= from && i < from + width) result |= Bits{1} << i;
  }
  return word(work, result);
}
Answer extend(const Work& work) {
  const Bits written = work.sources[1] & 0xffffffff;
  const bool is_too_large = work.has(Modifier::kClamp) && written >= 32;
  const auto width = static_cast<unsigned>(written & 31);
  if (is_too_large) return word(work, work.sources[0]);
  const bool fill = work.type() == Type::kS32 && width != 0 && bit_of(work.sources[0], width - 1);
  Bits result = 0;
  for (unsigned i = 0; i < 32; ++i) {
    if (i < width ? bit_of(work.sources[0], i) : fill) result |= Bits{1} << i;
  }
  return word(work, result);
}

// Which of the eight bytes b:a goes to byte i of the result under a mode.
unsigned byte_by_mode(const Work& work, unsigned i) {
  const auto first = static_cast<unsigned>(work.sources[2] & 3);
  if (work.has(Modifier::kF4e)) return first + i;
  if (work.has(Modifier::kB4e)) return (first + 8 - i) & 7;
  if (work.has(Modifier::kRc8)) return first;
  if (work.has(Modifier::kEcl)) return std::max(first, i);
  if (work.has(Modifier::kEcr)) return std::min(first, i);
  return (first & 1) * 2 + (i & 1);  // .rc16
}
Answer permute(const Work& work) {
  const Bits both = (work.sources[1] & 0xffffffff) << 32 | (work.sources[0] & 0xffffffff);
  Bits result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    if (!work.instruction->modifiers.is_empty()) {
      result |= (both >> (8 * byte_by_mode(work, i)) & 0xff) << (8 * i);
      continue;
    }
    const auto selector = static_cast<unsigned>(work.sources[2] >> (4 * i) & 15);
    const Bits byte = both >> (8 * (selector & 7)) & 0xff;
    const Bits sign = bit_of(byte, 7) ? 0xff : 0;
    result |= (selector >= 8 ? sign : byte) << (8 * i);
  }
  return word(work, result);
}

Answer select(const Work& work) {
  return one_result(work, static_cast<Whole>(work.sources[work.sources[2] != 0 ? 0 : 1]));
}
Answer select_by_sign(const Work& work) {
  bool is_first = (work.sources[2] >> 31 & 1) == 0;
  if (work.type(1) == Type::kF32) {
    const Exact number = number_from(kSingle, flushed(work, kSingle, work.sources[2] & 0xffffffff));
    is_first = number >= 0;
  }
  return one_result(work, static_cast<Whole>(work.sources[is_first ? 0 : 1]));
}

// mov: elements are packed from the lowest bits on, and unpacked so.
Answer move(const Work& work) {
  const auto& operands = work.instruction->operands;
  const bool packs = operands[1].kind == ptx::OperandKind::kVector;
  const bool unpacks = operands[0].kind == ptx::OperandKind::kVector;
  if (packs) {
    const auto share = static_cast<unsigned>(work.bits() / work.sources.size());
    Bits result = 0;
    for (std::size_t i = 0; i < work.sources.size(); ++i) {
      result |= low_bits(static_cast<Whole>(work.sources[i]), share) << (share * i);
    }
    return {.results = {result}, .carry = work.carry};
  }
  const std::size_t count = unpacks ? operands[0].elements.size() : 1;
  const auto share = static_cast<unsigned>(work.bits() / count);
  Answer answer{.results = {}, .carry = work.carry};
  for (std::size_t i = 0; i < count; ++i) {
    answer.results.push_back(
        low_bits(static_cast<Whole>(work.sources[0] >> (share * i % 64)), share));
  }
  return answer;
}

struct Row {
  Opcode opcode;
  AnswerFunction function;
};
constexpr Row kRows[] = {
    {Opcode::kAnd,   logic_and     },
    {Opcode::kOr,    logic_or      },
    {Opcode::kXor,   logic_xor     },
    {Opcode::kNot,   logic_not     },
    {Opcode::kCnot,  logical_not   },
    {Opcode::kLop3,  look_up       },
    {Opcode::kShl,   shift_left    },
    {Opcode::kShr,   shift_right   },
    {Opcode::kShf,   funnel_shift  },
    {Opcode::kPopc,  population    },
    {Opcode::kClz,   leading_zeros },
    {Opcode::kBrev,  reversed      },
    {Opcode::kBfind, find_highest  },
    {Opcode::kFns,   find_nth      },
    {Opcode::kBfe,   extract       },
    {Opcode::kBfi,   insert        },
    {Opcode::kBmsk,  bit_mask      },
    {Opcode::kSzext, extend        },
    {Opcode::kPrmt,  permute       },
    {Opcode::kSelp,  select        },
    {Opcode::kSlct,  select_by_sign},
    {Opcode::kMov,   move          },
};

}  // namespace

AnswerFunction bit_function(const Work& work) {
  const auto* const row = std::find_if(std::begin(kRows), std::end(kRows), [&](const Row& r) {
    return r.opcode == work.instruction->opcode;
  });
  return row == std::end(kRows) ? nullptr : row->function;
}

}  // namespace smemlens::testing
