#pragma once

// Floating-point arithmetic by hand, for the second PTX interpreter: a number is computed far more
// precisely than any format needs, rounded to odd, and then rounded once to the format.
//
//   bits_from(kSingle, sum(kSingle number 0.1f, 0.2f), Rounding::kUp)
//
// Rounding to odd (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008): an inexact result keeps a last bit of 1, so that a
// second rounding to at least two bits fewer is what one rounding would have been.

#include <cstdint>

namespace smemlens::testing {

__extension__ typedef __float128 Exact;           // NOLINT(modernize-use-using): __extension__
__extension__ typedef __int128 Whole;             // NOLINT(modernize-use-using): __extension__
__extension__ typedef unsigned __int128 Natural;  // NOLINT(modernize-use-using): __extension__

// IEEE 754 binary formats; the sign bit stands above exponent and fraction.
struct NumberFormat {
  int fraction_bits;
  int exponent_bits;

  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
};
inline constexpr NumberFormat kHalf{10, 5};
inline constexpr NumberFormat kBfloat{7, 8};
inline constexpr NumberFormat kSingle{23, 8};
inline constexpr NumberFormat kDouble{52, 11};

enum class Rounding : std::uint8_t { kNearest, kZero, kDown, kUp };

Exact number_from(const NumberFormat& format, std::uint64_t bits);
// A NaN becomes the format's with all bits set but the sign.
std::uint64_t bits_from(const NumberFormat& format, Exact number, Rounding rounding);
std::uint64_t nan_of(const NumberFormat& format);
bool is_subnormal(const NumberFormat& format, std::uint64_t bits);

bool is_nan(Exact number);
bool is_infinite(Exact number);
// Its sign bit, of zeros and NaNs too.
bool has_sign(Exact number);
Exact magnitude(Exact number);

// Rounded to odd; the sign of an exact zero is that of `rounding`.
Exact sum(Exact a, Exact b, Rounding rounding);
// Of numbers with at most 53 bits.
Exact product(Exact a, Exact b);
Exact product_and_sum(Exact a, Exact b, Exact c, Rounding rounding);
Exact quotient(Exact a, Exact b);
Exact root(Exact a);

// To a whole number; of finite ones below 2^100.
Exact rounded_to_whole(Exact number, Rounding rounding);

}  // namespace smemlens::testing
