#pragma once

// Pieces of IEEE 754 arithmetic as a GPU does it, one lane at a time.

#include <bit>
#include <cstdint>
#include <type_traits>

namespace smemlens::simt::SMEMLENS_ISA {

inline constexpr std::uint32_t kSignBit = 0x80000000;
inline constexpr std::uint32_t kExponentBits = 0x7f800000;
inline constexpr std::uint32_t kCanonicalNan = 0x7fffffff;

// A subnormal becomes the zero of its sign (.ftz).
inline float flush_subnormal(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & kExponentBits) == 0 ? bits & kSignBit : bits);
}

// Every NaN that f32 arithmetic makes has these bits (PTX ISA "Floating-Point Instructions").
inline float canonical(float value) {
  return value != value ? std::bit_cast<float>(kCanonicalNan) : value;
}

// .sat: into [0, 1]; NaN and -0 become +0.
template <class T>
inline T saturate(T value) {
  const T at_least_zero = value > T{0} ? value : T{0};
  return at_least_zero < T{1} ? at_least_zero : T{1};
}

// --- sign and order ------------------------------------------------------------------------------

template <class T>
using Bits = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
template <class T>
inline constexpr Bits<T> kSign = Bits<T>{1} << (8 * sizeof(T) - 1);

template <class T>
Bits<T> bits_of(T value) {
  return std::bit_cast<Bits<T>>(value);
}

template <class T>
T negate(T a) {
  return std::bit_cast<T>(bits_of(a) ^ kSign<T>);
}
template <class T>
T absolute(T a) {
  return std::bit_cast<T>(bits_of(a) & ~kSign<T>);
}
// The magnitude of b with the sign of a.
template <class T>
T copy_sign(T a, T b) {
  return std::bit_cast<T>((bits_of(a) & kSign<T>) | (bits_of(b) & ~kSign<T>));
}
// A NaN loses against a number; -0 < +0 (equal values differ in the sign bit only).
template <class T>
T minimum(T a, T b) {
  const auto equal = std::bit_cast<T>(bits_of(a) | bits_of(b));
  const T number = a != a ? b : a;
  const T tied = a == b ? equal : number;
  const T not_less = a > b ? b : tied;
  return a < b ? a : not_less;
}
template <class T>
T maximum(T a, T b) {
  const auto equal = std::bit_cast<T>(bits_of(a) & bits_of(b));
  const T number = a != a ? b : a;
  const T tied = a == b ? equal : number;
  const T not_greater = a < b ? b : tied;
  return a > b ? a : not_greater;
}
// .NaN: a NaN wins.
template <auto kFunction>
inline float or_nan(float a, float b) {
  const auto nan = std::bit_cast<float>(kCanonicalNan);
  return a != a || b != b ? nan : kFunction(a, b);
}
// .xorsign.abs: of the magnitudes, with the product's sign.
template <auto kFunction>
inline float xor_signed(float a, float b) {
  const float magnitude = kFunction(absolute(a), absolute(b));
  const std::uint32_t sign = (bits_of(a) ^ bits_of(b)) & kSign<float>;
  return std::bit_cast<float>(bits_of(magnitude) ^ sign);
}

}  // namespace smemlens::simt::SMEMLENS_ISA
