#pragma once

// f16 and bf16 as bits, and their correctly rounded conversions.
//
//   format  exponent bits  fraction bits   1.0      largest   NaN
//   f16     5              10              0x3c00   0x7bff    0x7fff
//   bf16    8              7               0x3f80   0x7f7f    0x7fff
//
// Everything goes through f64, which holds every f16, bf16, f32 and 32-bit integer. Where f64
// itself must round (a sum, a 64-bit integer) it rounds to odd: of the two neighbours of the exact
// value the one with an odd last bit. Rounding that to fewer bits is as good as rounding the exact
// value.

#include <bit>
#include <cstdint>

#include "smemlens/simt/operations_lanes.h"

namespace smemlens::simt::SMEMLENS_ISA {

template <unsigned kExponentBits, unsigned kFractionBits>
struct SmallFloat {
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr int kLowestExponent = 1 - kBias;
  static constexpr unsigned kFraction = kFractionBits;
  static constexpr U32 kInfinity = ((1U << kExponentBits) - 1U) << kFractionBits;
  static constexpr U32 kLargest = kInfinity - 1;
  static constexpr U16 kNan = 0x7fff;
  static constexpr U16 kSign = 0x8000;
};
using Half = SmallFloat<5, 10>;
using Bfloat = SmallFloat<8, 7>;

// What lies beyond the largest finite number, and below zero.
enum class Range : std::uint8_t { kIeee, kRelu, kSatfinite, kReluSatfinite };

// True if a fraction of `rest` (half a unit is `half`) behind `quotient` rounds away from zero.
inline bool rounds_away(RoundingMode mode, bool is_negative, bool is_odd, U64 rest, U64 half) {
  switch (mode) {
    case RoundingMode::kNearest:
      return rest > half || (rest == half && is_odd);
    case RoundingMode::kZero:
      return false;
    case RoundingMode::kDown:
      return is_negative && rest != 0;
    case RoundingMode::kUp:
      return !is_negative && rest != 0;
  }
  return false;
}

// The magnitude's bits, kInfinity or above if it is too large for the format.
template <class Format>
U32 rounded_magnitude(U64 bits, RoundingMode mode) {
  constexpr unsigned kDoubleFraction = 52;
  const int exponent = static_cast<int>(bits >> kDoubleFraction & 0x7ffU) - 1023;
  const U64 fraction = (bits & ((U64{1} << kDoubleFraction) - 1)) |
                       (exponent > -1023 ? U64{1} << kDoubleFraction : 0);
  const bool is_subnormal = exponent < Format::kLowestExponent;
  const int shift = static_cast<int>(kDoubleFraction - Format::kFraction) +
                    (is_subnormal ? Format::kLowestExponent - exponent : 0);
  const int drop = shift < 60 ? shift : 60;  // all of it: only "not zero" matters
  const U64 quotient = fraction >> drop;
  const U64 rest = fraction & ((U64{1} << drop) - 1);
  const bool is_negative = (bits >> 63) != 0;
  const bool is_up =
      rounds_away(mode, is_negative, (quotient & 1U) != 0, rest, U64{1} << (drop - 1));
  // The leading 1 of a normal number's quotient adds the exponent's last unit.
  const U64 scale = is_subnormal ? 0 : static_cast<U64>(exponent - Format::kLowestExponent);
  const U64 magnitude = (scale << Format::kFraction) + quotient + (is_up ? 1U : 0U);
  return magnitude < Format::kInfinity ? static_cast<U32>(magnitude) : Format::kInfinity;
}

template <class Format, Range kRange = Range::kIeee>
U16 small_from_double(double value, RoundingMode mode) {
  constexpr bool kHasRelu = kRange == Range::kRelu || kRange == Range::kReluSatfinite;
  constexpr bool kIsFinite = kRange == Range::kSatfinite || kRange == Range::kReluSatfinite;
  if (value != value) return Format::kNan;
  const auto bits = std::bit_cast<U64>(value);
  const bool is_negative = (bits >> 63) != 0;
  if (kHasRelu && is_negative) return 0;
  U32 magnitude = rounded_magnitude<Format>(bits, mode);
  const bool is_infinite = (bits & 0x7fffffffffffffff) == 0x7ff0000000000000;
  const bool keeps_finite = mode == RoundingMode::kZero ||
                            (mode == RoundingMode::kDown && !is_negative) ||
                            (mode == RoundingMode::kUp && is_negative);
  const bool is_clamped = kIsFinite || (keeps_finite && !is_infinite);
  if (magnitude == Format::kInfinity && is_clamped) magnitude = Format::kLargest;
  return static_cast<U16>(magnitude | (is_negative ? Format::kSign : 0U));
}

// A subnormal becomes the zero of its sign (.ftz).
template <class Format>
U16 flushed_half(U16 bits) {
  return (bits & Format::kInfinity) == 0 ? static_cast<U16>(bits & Format::kSign) : bits;
}

inline float float_from_bfloat(U16 bits) {
  return std::bit_cast<float>(U32{bits} << 16);
}

// Without branches, so that the lane loop can be vectorised.
inline float float_from_half(U16 bits) {
  const U32 sign = U32{bits & 0x8000U} << 16;
  const U32 magnitude = bits & 0x7fffU;
  // A subnormal is a multiple of 2^-24; the others need another bias, infinities another exponent.
  const U32 subnormal =
      std::bit_cast<U32>(static_cast<float>(static_cast<S32>(magnitude)) * 0x1p-24F);
  const U32 normal = (magnitude << 13) + (112U << 23);
  const U32 special = magnitude == Half::kInfinity ? 0x7f800000U : 0x7fffffffU;
  const U32 finite = magnitude < 0x400U ? subnormal : normal;
  return std::bit_cast<float>((magnitude < Half::kInfinity ? finite : special) |
                              (magnitude <= Half::kInfinity ? sign : 0U));
}

// To nearest, ties to even, from f32: the usual case, without branches.
template <class Format>
U16 nearest_small(float value);

template <>
inline U16 nearest_small<Half>(float value) {
  const auto bits = std::bit_cast<U32>(value);
  const U32 magnitude = bits & 0x7fffffffU;
  // Half an ulp less one, plus the last bit that stays; the exponent's new bias.
  const U32 normal = ((magnitude + 0xfffU + (magnitude >> 13 & 1U)) >> 13) - (112U << 10);
  // An ulp of 0.5 is an ulp of the subnormals: the sum rounds for us.
  const U32 subnormal =
      std::bit_cast<U32>(std::bit_cast<float>(magnitude) + 0.5F) - std::bit_cast<U32>(0.5F);
  const U32 finite = magnitude < 0x38800000U ? subnormal : normal;
  const U32 clamped = finite < Half::kInfinity ? finite : Half::kInfinity;
  const U32 number = magnitude < 0x47800000U ? clamped : Half::kInfinity;
  const U32 signed_number = number | (bits >> 16 & 0x8000U);
  return static_cast<U16>(magnitude > 0x7f800000U ? U32{Half::kNan} : signed_number);
}

template <>
inline U16 nearest_small<Bfloat>(float value) {
  const auto bits = std::bit_cast<U32>(value);
  const U32 rounded = (bits + 0x7fffU + (bits >> 16 & 1U)) >> 16;
  return static_cast<U16>((bits & 0x7fffffffU) > 0x7f800000U ? U32{Bfloat::kNan} : rounded);
}

template <class Format>
float float_from_small(U16 bits);
template <>
inline float float_from_small<Half>(U16 bits) {
  return float_from_half(bits);
}
template <>
inline float float_from_small<Bfloat>(U16 bits) {
  return float_from_bfloat(bits);
}

}  // namespace smemlens::simt::SMEMLENS_ISA
