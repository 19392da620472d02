#pragma once

// Functions of the device's mathematics library that give results through pointers or read arrays,
// made of those that don't. Their pointers may point anywhere, so they aren't the executor's.

#include "host_defines.h"

extern "C" {

__device__ SMEMLENS_INLINE void __nv_sincosf(float a, float* sine, float* cosine) {
  *sine = __nv_sinf(a);
  *cosine = __nv_cosf(a);
}
__device__ SMEMLENS_INLINE void __nv_sincos(double a, double* sine, double* cosine) {
  *sine = __nv_sin(a);
  *cosine = __nv_cos(a);
}
__device__ SMEMLENS_INLINE void __nv_sincospif(float a, float* sine, float* cosine) {
  *sine = __nv_sinpif(a);
  *cosine = __nv_cospif(a);
}
__device__ SMEMLENS_INLINE void __nv_sincospi(double a, double* sine, double* cosine) {
  *sine = __nv_sinpi(a);
  *cosine = __nv_cospi(a);
}

// The mantissa in [0.5, 1). Subnormal numbers are scaled first; 0, infinities and NaN are kept.
__device__ SMEMLENS_INLINE double __nv_frexp(double a, int* exponent) {
  *exponent = 0;
  if (a == 0 || !(__builtin_fabs(a) < __builtin_inf())) return a;
  const bool is_subnormal = __builtin_fabs(a) < 0x1p-1022;
  const unsigned long long bits =
      __builtin_bit_cast(unsigned long long, is_subnormal ? a * 0x1p54 : a);
  *exponent = static_cast<int>(bits >> 52 & 0x7ff) - 1022 - (is_subnormal ? 54 : 0);
  return __builtin_bit_cast(double, (bits & ~(0x7ffULL << 52)) | (0x3feULL << 52));
}
__device__ SMEMLENS_INLINE float __nv_frexpf(float a, int* exponent) {
  return static_cast<float>(__nv_frexp(a, exponent));
}

// The fraction has the number's sign, also that of an infinity.
__device__ SMEMLENS_INLINE double __nv_modf(double a, double* whole) {
  *whole = __builtin_trunc(a);
  const bool is_infinite = __builtin_fabs(a) == __builtin_inf();
  return __builtin_copysign(is_infinite ? 0.0 : a - *whole, a);
}
__device__ SMEMLENS_INLINE float __nv_modff(float a, float* whole) {
  *whole = __builtin_truncf(a);
  const bool is_infinite = __builtin_fabsf(a) == __builtin_inff();
  return __builtin_copysignf(is_infinite ? 0.0F : a - *whole, a);
}

// The remainder, and the quotient's sign and lowest three bits.
#define SMEMLENS_REMQUO(type, suffix)                                                          \
  __device__ SMEMLENS_INLINE type __nv_remquo##suffix(type a, type b, int* quotient) {         \
    const type divisor = __builtin_fabs##suffix(b);                                            \
    const type rest = __nv_fmod##suffix(__builtin_fabs##suffix(a), 8 * divisor);               \
    const type nearest = (rest - __nv_remainder##suffix(rest, divisor)) / divisor;             \
    const int bits = nearest >= 0 ? static_cast<int>(__builtin_rint##suffix(nearest)) & 7 : 0; \
    *quotient = __builtin_signbit(a) != __builtin_signbit(b) ? -bits : bits;                   \
    return __nv_remainder##suffix(a, b);                                                       \
  }
SMEMLENS_REMQUO(float, f)
SMEMLENS_REMQUO(double, )
#undef SMEMLENS_REMQUO

__device__ SMEMLENS_INLINE float __nv_frsqrt_rn(float a) {
  return static_cast<float>(1 / __nvvm_sqrt_rn_d(a));
}

__device__ SMEMLENS_INLINE double __nv_norm(int count, const double* values) {
  double length = 0;
  for (int i = 0; i < count; ++i) length = __nv_hypot(length, values[i]);
  return length;
}
__device__ SMEMLENS_INLINE float __nv_normf(int count, const float* values) {
  double squares = 0;
  for (int i = 0; i < count; ++i) squares += static_cast<double>(values[i]) * values[i];
  return static_cast<float>(__nvvm_sqrt_rn_d(squares));
}
__device__ SMEMLENS_INLINE double __nv_rnorm(int count, const double* values) {
  return 1 / __nv_norm(count, values);
}
__device__ SMEMLENS_INLINE float __nv_rnormf(int count, const float* values) {
  double squares = 0;
  for (int i = 0; i < count; ++i) squares += static_cast<double>(values[i]) * values[i];
  return static_cast<float>(1 / __nvvm_sqrt_rn_d(squares));
}

}  // extern "C"
