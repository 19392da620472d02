// "cvt": every value is read exactly and rounded or clamped once.

#include <algorithm>
#include <cstddef>

#include "tests/oracle/ptx_values.h"

namespace smemlens::testing {
namespace {

using ptx::Modifier;
using ptx::Type;

// The least and the greatest value of an integer type.
Whole least(Type type) {
  return ptx::is_signed_integer(type) ? -(Whole{1} << (ptx::bits_of(type) - 1)) : Whole{0};
}
Whole greatest(Type type) {
  return (Whole{1} << (ptx::bits_of(type) - (ptx::is_signed_integer(type) ? 1 : 0))) - 1;
}

bool is_integer(Type type) {
  return ptx::is_signed_integer(type) || (type >= Type::kU8 && type <= Type::kU64);
}

Bits source_bits(const Work& work) {
  return low_bits(static_cast<Whole>(work.sources[0]), ptx::bits_of(work.type(1)));
}

Answer between_integers(const Work& work) {
  const Whole value = whole_from(work.sources[0], work.type(1));
  const bool clamps = work.has(Modifier::kSat);
  return one_result(work,
                    clamps ? std::clamp(value, least(work.type()), greatest(work.type())) : value);
}

// Always clamped. A NaN gives 0, or 0x80… where 64 bits take part.
Answer to_integer(const Work& work) {
  const NumberFormat format = *format_of(work.type(1));
  const Exact number = number_from(format, flushed(work, format, source_bits(work)));
  if (is_nan(number)) {
    const bool is_wide = work.bits() == 64 || ptx::bits_of(work.type(1)) == 64;
    return one_result(work, is_wide ? Whole{1} << (work.bits() - 1) : Whole{0});
  }
  const auto low = static_cast<Exact>(least(work.type()));
  const auto high = static_cast<Exact>(greatest(work.type()));
  const Exact near = std::clamp(number, low - 1, high + 1);
  const Exact whole = rounded_to_whole(near, rounding_of(work));
  return one_result(work, static_cast<Whole>(std::clamp(whole, low, high)));
}

Answer from_integer(const Work& work) {
  const auto number = static_cast<Exact>(whole_from(work.sources[0], work.type(1)));
  return {.results = {finished(work, *format_of(work.type()), number)}, .carry = work.carry};
}

bool rounds_to_whole(const Work& work) {
  return work.has(Modifier::kRni) || work.has(Modifier::kRzi) || work.has(Modifier::kRmi) ||
         work.has(Modifier::kRpi);
}

// .ftz is about subnormal f32, as operand and as result.
Answer between_floats(const Work& work) {
  const NumberFormat from = *format_of(work.type(1));
  const NumberFormat to = *format_of(work.type());
  const bool flushes = work.type(1) == Type::kF32;
  const Bits bits = source_bits(work);
  Exact number = number_from(from, flushes ? flushed(work, from, bits) : bits);
  const bool is_finite = !is_nan(number) && !is_infinite(number);
  // From 2^100 on every number is whole.
  const auto large = static_cast<Exact>(Natural{1} << 100);
  if (rounds_to_whole(work) && is_finite && magnitude(number) < large) {
    number = rounded_to_whole(number, rounding_of(work));
  }
  return {.results = {finished(work, to, number)}, .carry = work.carry};
}

// The first source goes to the upper half.
Answer packed_pair(const Work& work) {
  const NumberFormat to = work.type() == Type::kF16x2 ? kHalf : kBfloat;
  const auto half = [&](std::size_t index) {
    const Bits bits = work.sources[index] & 0xffffffff;
    return finished(work, to, number_from(kSingle, flushed(work, kSingle, bits)));
  };
  return {.results = {half(0) << 16 | half(1)}, .carry = work.carry};
}

}  // namespace

AnswerFunction convert_function(const Work& work) {
  if (work.instruction->opcode != ptx::Opcode::kCvt || work.has(Modifier::kRna) ||
      work.has(Modifier::kSatfinite)) {
    return nullptr;
  }
  const bool to_float = format_of(work.type(0)).has_value();
  const bool from_float = format_of(work.type(1)).has_value();
  if (to_float && from_float) return between_floats;
  if (to_float) return is_integer(work.type(1)) ? from_integer : nullptr;
  const bool is_pair = work.type(0) == Type::kF16x2 || work.type(0) == Type::kBf16x2;
  if (is_pair && work.type(1) == Type::kF32 && work.sources.size() == 2) return packed_pair;
  if (!is_integer(work.type(0))) return nullptr;
  if (from_float) return to_integer;
  return is_integer(work.type(1)) ? between_integers : nullptr;
}

}  // namespace smemlens::testing
