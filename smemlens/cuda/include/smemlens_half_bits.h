#pragma once

// Numbers of 16 bits: how float, double and integers become __half and __nv_bfloat16 and back
// (CUDA Math API, "Half Precision" and "Bfloat16 Precision Intrinsics"), on the host and the
// device.

#include "host_defines.h"
#include "vector_types.h"

#define SMEMLENS_BOTH static __host__ __device__ SMEMLENS_INLINE

// A value between two neighbours becomes the odd one, so that it can be rounded once more: the
// first rounding hides nothing from the second.
template <typename Number>
SMEMLENS_BOTH float smemlens_odd_float(Number value) {
  const float nearest = static_cast<float>(value);
  const double back = nearest, exact = static_cast<double>(value);
  if (!(back < exact) && !(back > exact)) return nearest;  // exact, or NaN
  unsigned int bits = __builtin_bit_cast(unsigned int, nearest);
  if ((back > exact) == (exact > 0)) bits -= 1;  // towards zero
  return __builtin_bit_cast(float, bits | 1);
}
// What a double has no place for stays in its last bit.
SMEMLENS_BOTH float smemlens_odd_float(unsigned long long value) {
  if (value >> 53 == 0) return smemlens_odd_float(static_cast<double>(value));
  const unsigned long long kept = value >> 11 | ((value & 0x7ff) != 0 ? 1 : 0);
  return smemlens_odd_float(static_cast<double>(kept) * 2048);
}
SMEMLENS_BOTH float smemlens_odd_float(long long value) {
  const unsigned long long bits = static_cast<unsigned long long>(value);
  return value < 0 ? -smemlens_odd_float(0 - bits) : smemlens_odd_float(bits);
}
SMEMLENS_BOTH float smemlens_odd_float(unsigned long value) {
  return smemlens_odd_float(static_cast<unsigned long long>(value));
}
SMEMLENS_BOTH float smemlens_odd_float(long value) {
  return smemlens_odd_float(static_cast<long long>(value));
}
SMEMLENS_BOTH float smemlens_odd_float(float value) {
  return value;
}

SMEMLENS_BOTH float smemlens_half_to_float(unsigned short bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
SMEMLENS_BOTH unsigned short smemlens_half_from_float(float value) {
  if (value != value) return 0x7fff;
  return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
}
SMEMLENS_BOTH float smemlens_bfloat_to_float(unsigned short bits) {
  return __builtin_bit_cast(float, static_cast<unsigned int>(bits) << 16);
}
SMEMLENS_BOTH unsigned short smemlens_bfloat_from_float(float value) {
#ifdef __CUDA_ARCH__
  unsigned short bits;
  __asm__("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
  return bits;
#else
  const unsigned int bits = __builtin_bit_cast(unsigned int, value);
  if (value != value) return 0x7fff;
  return static_cast<unsigned short>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
#endif
}

// Where a value lies that `nearest`, rounded to nearest, stands for: the other rounding modes take
// a neighbour. `back` is what `nearest` is worth.
enum class smemlens_rounding { nearest, zero, down, up };
SMEMLENS_BOTH unsigned short smemlens_rounded(unsigned short nearest, float back, float exact,
                                              smemlens_rounding mode) {
  const bool is_negative = (nearest & 0x8000) != 0;
  const unsigned short further = nearest + 1, closer = nearest - 1;  // in magnitude
  switch (mode) {
    case smemlens_rounding::nearest:
      return nearest;
    case smemlens_rounding::zero:
      if (is_negative) return back < exact ? closer : nearest;
      return back > exact ? closer : nearest;
    case smemlens_rounding::down:
      if (!(back > exact)) return nearest;
      return nearest == 0 ? 0x8001 : is_negative ? further : closer;
    case smemlens_rounding::up:
      if (!(back < exact)) return nearest;
      return nearest == 0x8000 ? 0x0001 : is_negative ? closer : further;
  }
  return nearest;
}

// To an integer, clamped as on a GPU; NaN gives 0, or the most negative 64-bit number.
template <typename Integer>
SMEMLENS_BOTH Integer smemlens_clamped(float whole) {
  constexpr bool is_signed = static_cast<Integer>(-1) < 0;
  constexpr Integer sign_bit = static_cast<Integer>(1ULL << (8 * sizeof(Integer) - 1));
  constexpr Integer least = is_signed ? sign_bit : Integer{};
  constexpr Integer most = static_cast<Integer>(~static_cast<unsigned long long>(least));
  if (whole != whole) return sizeof(Integer) == 8 ? sign_bit : Integer{};
  if (whole >= static_cast<float>(most)) return most;
  if (whole <= static_cast<float>(least)) return least;
  return static_cast<Integer>(whole);
}
SMEMLENS_BOTH float smemlens_whole(float value, smemlens_rounding mode) {
  switch (mode) {
    case smemlens_rounding::nearest:
      return __builtin_rintf(value);
    case smemlens_rounding::zero:
      return __builtin_truncf(value);
    case smemlens_rounding::down:
      return __builtin_floorf(value);
    case smemlens_rounding::up:
      return __builtin_ceilf(value);
  }
  return value;
}

// `H` from any number, rounded once, as CUDA's constructors do; and what both types have.
#define SMEMLENS_HALF_FROM(H, type, from_float) \
  __host__ __device__ SMEMLENS_INLINE H(type value) : __x(from_float(smemlens_odd_float(value))) {}
#define SMEMLENS_HALF_TO(type)                                \
  __host__ __device__ SMEMLENS_INLINE operator type() const { \
    return smemlens_clamped<type>(static_cast<float>(*this)); \
  }
#define SMEMLENS_HALF_MEMBERS(H, Raw, to_float, from_float)                 \
  unsigned short __x;                                                       \
  H() = default;                                                            \
  __host__ __device__ SMEMLENS_INLINE H(const Raw& raw) : __x(raw.x) {}     \
  SMEMLENS_HALF_FROM(H, float, from_float)                                  \
  SMEMLENS_HALF_FROM(H, double, from_float)                                 \
  SMEMLENS_HALF_FROM(H, short, from_float)                                  \
  SMEMLENS_HALF_FROM(H, unsigned short, from_float)                         \
  SMEMLENS_HALF_FROM(H, int, from_float)                                    \
  SMEMLENS_HALF_FROM(H, unsigned int, from_float)                           \
  SMEMLENS_HALF_FROM(H, long, from_float)                                   \
  SMEMLENS_HALF_FROM(H, unsigned long, from_float)                          \
  SMEMLENS_HALF_FROM(H, long long, from_float)                              \
  SMEMLENS_HALF_FROM(H, unsigned long long, from_float)                     \
  static __host__ __device__ SMEMLENS_INLINE H of_bits(unsigned int bits) { \
    return H(Raw{static_cast<unsigned short>(bits)});                       \
  }                                                                         \
  __host__ __device__ SMEMLENS_INLINE unsigned short bits() const {         \
    return __x;                                                             \
  }                                                                         \
  __host__ __device__ SMEMLENS_INLINE operator float() const {              \
    return to_float(__x);                                                   \
  }                                                                         \
  __host__ __device__ SMEMLENS_INLINE operator Raw() const {                \
    return {__x};                                                           \
  }                                                                         \
  __host__ __device__ SMEMLENS_INLINE operator bool() const {               \
    return (__x & 0x7fff) != 0;                                             \
  }                                                                         \
  SMEMLENS_HALF_TO(char)                                                    \
  SMEMLENS_HALF_TO(signed char)                                             \
  SMEMLENS_HALF_TO(unsigned char)                                           \
  SMEMLENS_HALF_TO(short)                                                   \
  SMEMLENS_HALF_TO(unsigned short)                                          \
  SMEMLENS_HALF_TO(int)                                                     \
  SMEMLENS_HALF_TO(unsigned int)                                            \
  SMEMLENS_HALF_TO(long)                                                    \
  SMEMLENS_HALF_TO(unsigned long)                                           \
  SMEMLENS_HALF_TO(long long)                                               \
  SMEMLENS_HALF_TO(unsigned long long)

// Conversions whose names differ between the types only in one word: half or bfloat16.
#define SMEMLENS_HALF_ROUNDED(H, word, from_float, suffix, mode)                           \
  SMEMLENS_BOTH H __float2##word##suffix(const float value) {                              \
    const H nearest(value);                                                                \
    return H::of_bits(smemlens_rounded(nearest.bits(), static_cast<float>(nearest), value, \
                                       smemlens_rounding::mode));                          \
  }
#define SMEMLENS_HALF_INTEGER(H, word, name, type, suffix, mode)             \
  SMEMLENS_BOTH type __##word##2##name##suffix(const H value) {              \
    return smemlens_clamped<type>(                                           \
        smemlens_whole(static_cast<float>(value), smemlens_rounding::mode)); \
  }
#define SMEMLENS_HALF_INTEGERS(H, word, name, type)          \
  SMEMLENS_HALF_INTEGER(H, word, name, type, _rn, nearest)   \
  SMEMLENS_HALF_INTEGER(H, word, name, type, _rz, zero)      \
  SMEMLENS_HALF_INTEGER(H, word, name, type, _rd, down)      \
  SMEMLENS_HALF_INTEGER(H, word, name, type, _ru, up)        \
  SMEMLENS_BOTH H __##name##2##word##_rn(const type value) { \
    return H(value);                                         \
  }                                                          \
  SMEMLENS_BOTH H __##name##2##word##_rz(const type value) { \
    return __float2##word##_rz(smemlens_odd_float(value));   \
  }
#define SMEMLENS_HALF_CONVERSIONS(H, word)                           \
  SMEMLENS_BOTH H __float2##word(const float value) {                \
    return H(value);                                                 \
  }                                                                  \
  SMEMLENS_BOTH H __double2##word(const double value) {              \
    return H(value);                                                 \
  }                                                                  \
  SMEMLENS_BOTH float __##word##2float(const H value) {              \
    return static_cast<float>(value);                                \
  }                                                                  \
  SMEMLENS_HALF_ROUNDED(H, word, from_float, _rn, nearest)           \
  SMEMLENS_HALF_ROUNDED(H, word, from_float, _rz, zero)              \
  SMEMLENS_HALF_ROUNDED(H, word, from_float, _rd, down)              \
  SMEMLENS_HALF_ROUNDED(H, word, from_float, _ru, up)                \
  SMEMLENS_HALF_INTEGERS(H, word, int, int)                          \
  SMEMLENS_HALF_INTEGERS(H, word, uint, unsigned int)                \
  SMEMLENS_HALF_INTEGERS(H, word, short, short)                      \
  SMEMLENS_HALF_INTEGERS(H, word, ushort, unsigned short)            \
  SMEMLENS_HALF_INTEGERS(H, word, ll, long long)                     \
  SMEMLENS_HALF_INTEGERS(H, word, ull, unsigned long long)           \
  SMEMLENS_BOTH unsigned short __##word##_as_ushort(const H value) { \
    return value.bits();                                             \
  }                                                                  \
  SMEMLENS_BOTH short __##word##_as_short(const H value) {           \
    return static_cast<short>(value.bits());                         \
  }                                                                  \
  SMEMLENS_BOTH H __ushort_as_##word(const unsigned short bits) {    \
    return H::of_bits(bits);                                         \
  }                                                                  \
  SMEMLENS_BOTH H __short_as_##word(const short bits) {              \
    return H::of_bits(static_cast<unsigned short>(bits));            \
  }

// Two numbers in 32 bits, so that a copy is one access of that width.
#define SMEMLENS_PAIR_MEMBERS(H, H2, Raw2)                                       \
  H x, y;                                                                        \
  H2() = default;                                                                \
  __host__ __device__ SMEMLENS_INLINE H2(const H& a, const H& b) : x(a), y(b) {} \
  __host__ __device__ SMEMLENS_INLINE H2(const Raw2& raw)                        \
      : x(H::of_bits(raw.x)), y(H::of_bits(raw.y)) {}                            \
  __host__ __device__ SMEMLENS_INLINE operator Raw2() const {                    \
    return {x.bits(), y.bits()};                                                 \
  }
#define SMEMLENS_PAIR_CONVERSIONS(H, H2, word, pair)                    \
  SMEMLENS_BOTH H2 make_##pair(const H x, const H y) {                  \
    return H2(x, y);                                                    \
  }                                                                     \
  SMEMLENS_BOTH H2 __halves2##pair(const H x, const H y) {              \
    return H2(x, y);                                                    \
  }                                                                     \
  SMEMLENS_BOTH H2 __##word##2##pair(const H value) {                   \
    return H2(value, value);                                            \
  }                                                                     \
  SMEMLENS_BOTH H2 __float2##pair##_rn(const float value) {             \
    return H2(H(value), H(value));                                      \
  }                                                                     \
  SMEMLENS_BOTH H2 __floats2##pair##_rn(const float x, const float y) { \
    return H2(H(x), H(y));                                              \
  }                                                                     \
  SMEMLENS_BOTH H2 __float22##pair##_rn(const float2 value) {           \
    return H2(H(value.x), H(value.y));                                  \
  }                                                                     \
  SMEMLENS_BOTH float2 __##pair##2float2(const H2 value) {              \
    return {static_cast<float>(value.x), static_cast<float>(value.y)};  \
  }                                                                     \
  SMEMLENS_BOTH float __low2float(const H2 value) {                     \
    return static_cast<float>(value.x);                                 \
  }                                                                     \
  SMEMLENS_BOTH float __high2float(const H2 value) {                    \
    return static_cast<float>(value.y);                                 \
  }                                                                     \
  SMEMLENS_BOTH H __low2##word(const H2 value) {                        \
    return value.x;                                                     \
  }                                                                     \
  SMEMLENS_BOTH H __high2##word(const H2 value) {                       \
    return value.y;                                                     \
  }                                                                     \
  SMEMLENS_BOTH H2 __low2##pair(const H2 value) {                       \
    return H2(value.x, value.x);                                        \
  }                                                                     \
  SMEMLENS_BOTH H2 __high2##pair(const H2 value) {                      \
    return H2(value.y, value.y);                                        \
  }                                                                     \
  SMEMLENS_BOTH H2 __lows2##pair(const H2 a, const H2 b) {              \
    return H2(a.x, b.x);                                                \
  }                                                                     \
  SMEMLENS_BOTH H2 __highs2##pair(const H2 a, const H2 b) {             \
    return H2(a.y, b.y);                                                \
  }                                                                     \
  SMEMLENS_BOTH H2 __lowhigh2highlow(const H2 value) {                  \
    return H2(value.y, value.x);                                        \
  }
