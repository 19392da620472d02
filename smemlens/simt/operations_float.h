#pragma once

// Pieces of IEEE 754 arithmetic as a GPU does it, one lane at a time.

#include <bit>
#include <cstdint>

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

}  // namespace smemlens::simt::SMEMLENS_ISA
