#include "tests/oracle/ptx_values.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace smemlens::testing {

using ptx::Modifier;
using ptx::Type;

Whole whole_from(Bits bits, Type type) {
  const unsigned width = ptx::bits_of(type);
  const Whole value = static_cast<Whole>(bits) & ((Whole{1} << width) - 1);
  const bool is_negative = ptx::is_signed_integer(type) && (value >> (width - 1)) == 1;
  return is_negative ? value - (Whole{1} << width) : value;
}

Bits low_bits(Whole value, unsigned bits) {
  return static_cast<Bits>(static_cast<Natural>(value) & ((Natural{1} << bits) - 1));
}

Answer one_result(const Work& work, Whole value) {
  return {.results = {low_bits(value, work.bits())}, .carry = work.carry};
}

std::optional<NumberFormat> format_of(Type type) {
  if (type == Type::kF16) return kHalf;
  if (type == Type::kBf16) return kBfloat;
  if (type == Type::kF32) return kSingle;
  if (type == Type::kF64) return kDouble;
  return std::nullopt;
}

Rounding rounding_of(const Work& work) {
  if (work.has(Modifier::kRz) || work.has(Modifier::kRzi)) return Rounding::kZero;
  if (work.has(Modifier::kRm) || work.has(Modifier::kRmi)) return Rounding::kDown;
  if (work.has(Modifier::kRp) || work.has(Modifier::kRpi)) return Rounding::kUp;
  return Rounding::kNearest;
}

Bits flushed(const Work& work, const NumberFormat& format, Bits bits) {
  if (!work.has(Modifier::kFtz) || !is_subnormal(format, bits)) return bits;
  return bits & (Bits{1} << (format.bits() - 1));
}

Bits finished(const Work& work, const NumberFormat& format, Exact number) {
  const Bits bits = flushed(work, format, bits_from(format, number, rounding_of(work)));
  const Exact result = number_from(format, bits);
  if (work.has(Modifier::kSat)) {
    if (is_nan(result) || result <= 0) return 0;
    return result > 1 ? bits_from(format, 1, Rounding::kNearest) : bits;
  }
  if (work.has(Modifier::kRelu) && !is_nan(result) && has_sign(result)) return 0;
  return bits;
}

std::optional<Answer> each_half(const Work& work, Type scalar) {
  ptx::Instruction twin = *work.instruction;
  twin.types[0] = scalar;
  const unsigned bits = ptx::bits_of(scalar);
  Answer both{.results = {}, .carry = work.carry};
  for (unsigned half = 0; half < 2; ++half) {
    Work part{.instruction = &twin, .sources = {}, .carry = work.carry};
    for (const Bits source : work.sources) {
      part.sources.push_back(low_bits(static_cast<Whole>(source >> (bits * half)), bits));
    }
    const auto answer = answer_to(part);
    if (!answer) return std::nullopt;
    both.results.resize(answer->results.size());
    for (std::size_t i = 0; i < answer->results.size(); ++i) {
      both.results[i] |= answer->results[i] << (bits * half);
    }
  }
  return both;
}

std::optional<Answer> answer_to(const Work& work) {
  struct Packed {
    Type packed, scalar;
  };
  constexpr Packed kPacked[] = {
      {Type::kU16x2,  Type::kU16 },
      {Type::kS16x2,  Type::kS16 },
      {Type::kF16x2,  Type::kF16 },
      {Type::kBf16x2, Type::kBf16},
      {Type::kF32x2,  Type::kF32 },
  };
  const bool is_arithmetic = work.instruction->opcode != ptx::Opcode::kCvt &&
                             work.instruction->opcode != ptx::Opcode::kSet &&
                             work.instruction->opcode != ptx::Opcode::kSetp;
  for (const Packed& row : kPacked) {
    if (is_arithmetic && work.type() == row.packed) return each_half(work, row.scalar);
  }
  for (const auto find : {video_function, integer_function, bit_function, float_function,
                          compare_function, convert_function}) {
    if (const AnswerFunction function = find(work)) return function(work);
  }
  return std::nullopt;
}

}  // namespace smemlens::testing
