#include "tests/oracle/ptx_numbers.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace smemlens::testing {
namespace {

constexpr Exact kOne = 1;

Exact infinity() {
  return static_cast<Exact>(std::numeric_limits<double>::infinity());
}

// Of binary128's fields: the exponent's bias and its place.
constexpr int kBias = 16383;
constexpr unsigned kExponentFrom = 112;

Exact power_of_two(int exponent) {
  return std::bit_cast<Exact>(static_cast<Natural>(exponent + kBias) << kExponentFrom);
}

Exact with_sign(Exact number, bool is_negative) {
  return is_negative ? -number : number;
}

// Of a positive number: the exponent of its first bit.
int exponent_of(Exact number) {
  return static_cast<int>(std::bit_cast<Natural>(number) >> kExponentFrom) - kBias;
}

// Does dropping `rest` (a fraction of one, 0 ≤ rest < 1) from `whole` add one to it?
bool rounds_away(Natural whole, Exact rest, bool is_negative, Rounding rounding) {
  if (rest == 0) return false;
  switch (rounding) {
    case Rounding::kNearest:
      return 2 * rest > kOne || (2 * rest == kOne && whole % 2 == 1);
    case Rounding::kZero:
      return false;
    case Rounding::kDown:
      return is_negative;
    case Rounding::kUp:
      return !is_negative;
  }
  return false;
}

Natural rounded(Exact positive, bool is_negative, Rounding rounding) {
  const auto whole = static_cast<Natural>(positive);
  const Exact rest = positive - static_cast<Exact>(whole);
  return whole + (rounds_away(whole, rest, is_negative, rounding) ? 1 : 0);
}

}  // namespace

bool is_nan(Exact number) {
  return number != number;
}
bool is_infinite(Exact number) {
  return magnitude(number) == infinity();
}
bool has_sign(Exact number) {
  return std::bit_cast<Natural>(number) >> 127 == 1;
}
Exact magnitude(Exact number) {
  return has_sign(number) ? -number : number;
}

std::uint64_t nan_of(const NumberFormat& format) {
  return (std::uint64_t{1} << (format.bits() - 1)) - 1;
}

bool is_subnormal(const NumberFormat& format, std::uint64_t bits) {
  const std::uint64_t above = bits >> format.fraction_bits;
  const std::uint64_t exponent = above & ((std::uint64_t{1} << format.exponent_bits) - 1);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  return exponent == 0 && fraction != 0;
}

Exact number_from(const NumberFormat& format, std::uint64_t bits) {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << format.fraction_bits) - 1);
  const int highest = (1 << format.exponent_bits) - 1;
  const int exponent = static_cast<int>(bits >> format.fraction_bits) & highest;
  const bool is_negative = (bits >> (format.bits() - 1) & 1) == 1;
  if (exponent == highest) {
    if (fraction != 0) return infinity() - infinity();
    return with_sign(infinity(), is_negative);
  }
  const std::uint64_t first = exponent == 0 ? 0 : std::uint64_t{1} << format.fraction_bits;
  const int scale = (exponent == 0 ? 1 : exponent) - format.bias() - format.fraction_bits;
  return with_sign(static_cast<Exact>(first + fraction) * power_of_two(scale), is_negative);
}

std::uint64_t bits_from(const NumberFormat& format, Exact number, Rounding rounding) {
  if (is_nan(number)) return nan_of(format);
  const bool is_negative = has_sign(number);
  const std::uint64_t sign = std::uint64_t{is_negative} << (format.bits() - 1);
  const std::uint64_t infinite = ((std::uint64_t{1} << format.exponent_bits) - 1)
                                 << format.fraction_bits;
  if (is_infinite(number)) return sign | infinite;
  if (number == 0) return sign;

  const int lowest = 1 - format.bias();
  const int exponent = std::max(exponent_of(magnitude(number)), lowest);
  const Exact scaled = magnitude(number) * power_of_two(format.fraction_bits - exponent);
  // The fraction with its leading one, if it has one; a carry into the exponent is right as it is.
  const auto significand = static_cast<std::uint64_t>(rounded(scaled, is_negative, rounding));
  const auto above = static_cast<std::uint64_t>(exponent - lowest) << format.fraction_bits;
  const std::uint64_t bits = above + significand;
  if (bits < infinite) return sign | bits;
  const bool goes_beyond =
      rounding == Rounding::kNearest || rounding == (is_negative ? Rounding::kDown : Rounding::kUp);
  return sign | (goes_beyond ? infinite : infinite - 1);
}

Exact sum(Exact a, Exact b, Rounding rounding) {
  const Exact rounded_sum = a + b;
  if (is_nan(rounded_sum) || is_infinite(rounded_sum)) return rounded_sum;
  if (rounded_sum == 0) {
    if (has_sign(a) == has_sign(b)) return rounded_sum;
    return with_sign(Exact{0}, rounding == Rounding::kDown);
  }
  // Knuth's TwoSum: what the rounding left out.
  const Exact b_part = rounded_sum - a;
  const Exact left_out = (a - (rounded_sum - b_part)) + (b - b_part);
  auto bits = std::bit_cast<Natural>(rounded_sum);
  if (left_out == 0 || bits % 2 == 1) return rounded_sum;
  bits = has_sign(left_out) == has_sign(rounded_sum) ? bits + 1 : bits - 1;
  return std::bit_cast<Exact>(bits);
}

Exact product(Exact a, Exact b) {
  return a * b;  // 106 bits of 113
}

Exact product_and_sum(Exact a, Exact b, Exact c, Rounding rounding) {
  return sum(product(a, b), c, rounding);
}

// The quotient of two numbers of 53 bits that isn't one of 54 bits is farther from all of those
// than a rounding to 113 bits can take it; a root likewise.
Exact quotient(Exact a, Exact b) {
  if (b == 0 && !is_nan(a)) {
    if (a == 0) return infinity() - infinity();
    return with_sign(infinity(), has_sign(a) != has_sign(b));
  }
  return a / b;
}

Exact root(Exact a) {
  if (a == 0 || is_nan(a)) return a;
  if (has_sign(a)) return infinity() - infinity();
  if (is_infinite(a)) return a;
  auto guess = static_cast<Exact>(std::sqrt(static_cast<double>(a)));
  for (int i = 0; i < 3; ++i) guess = (guess + a / guess) / 2;
  return guess;
}

Exact rounded_to_whole(Exact number, Rounding rounding) {
  const bool is_negative = has_sign(number);
  return with_sign(static_cast<Exact>(rounded(magnitude(number), is_negative, rounding)),
                   is_negative);
}

}  // namespace smemlens::testing
