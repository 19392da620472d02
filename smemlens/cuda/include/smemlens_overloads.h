#pragma once

// CUDA's min and max in the global namespace, for the device and the host, and the float versions
// of a few functions that would otherwise silently take another type.

#include "host_defines.h"

#define SMEMLENS_MIN_MAX(where, result, type_a, type_b)                              \
  static where SMEMLENS_INLINE result min(const type_a a, const type_b b) {          \
    return static_cast<result>(a) < static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }                                                                                  \
  static where SMEMLENS_INLINE result max(const type_a a, const type_b b) {          \
    return static_cast<result>(a) > static_cast<result>(b) ? static_cast<result>(a)  \
                                                           : static_cast<result>(b); \
  }
#define SMEMLENS_MIN_MAX_UNSIGNED(signed_type, unsigned_type)                        \
  SMEMLENS_MIN_MAX(__host__ __device__, unsigned_type, unsigned_type, unsigned_type) \
  SMEMLENS_MIN_MAX(__host__ __device__, unsigned_type, signed_type, unsigned_type)   \
  SMEMLENS_MIN_MAX(__host__ __device__, unsigned_type, unsigned_type, signed_type)

SMEMLENS_MIN_MAX(__host__, int, int, int)  // clang's headers have the device's
SMEMLENS_MIN_MAX_UNSIGNED(int, unsigned int)
SMEMLENS_MIN_MAX(__host__ __device__, long, long, long)
SMEMLENS_MIN_MAX_UNSIGNED(long, unsigned long)
SMEMLENS_MIN_MAX(__host__ __device__, long long, long long, long long)
SMEMLENS_MIN_MAX_UNSIGNED(long long, unsigned long long)
#undef SMEMLENS_MIN_MAX
#undef SMEMLENS_MIN_MAX_UNSIGNED

// Floating point: a number wins over NaN.
#define SMEMLENS_MIN_MAX_FLOAT(result, type_a, type_b, suffix)                            \
  static __host__ __device__ SMEMLENS_INLINE result min(const type_a a, const type_b b) { \
    return __builtin_fmin##suffix(a, b);                                                  \
  }                                                                                       \
  static __host__ __device__ SMEMLENS_INLINE result max(const type_a a, const type_b b) { \
    return __builtin_fmax##suffix(a, b);                                                  \
  }
SMEMLENS_MIN_MAX_FLOAT(float, float, float, f)
SMEMLENS_MIN_MAX_FLOAT(double, double, double, )
SMEMLENS_MIN_MAX_FLOAT(double, float, double, )
SMEMLENS_MIN_MAX_FLOAT(double, double, float, )
#undef SMEMLENS_MIN_MAX_FLOAT

// clang's headers declare most of these and leave their definition to NVIDIA's.
#define SMEMLENS_FLOAT1(name)                             \
  static __device__ SMEMLENS_INLINE float name(float a) { \
    return name##f(a);                                    \
  }
#define SMEMLENS_FLOAT2(name)                                      \
  static __device__ SMEMLENS_INLINE float name(float a, float b) { \
    return name##f(a, b);                                          \
  }
#define SMEMLENS_FLOAT_TO(result, name)                    \
  static __device__ SMEMLENS_INLINE result name(float a) { \
    return name##f(a);                                     \
  }
SMEMLENS_FLOAT1(acosh)
SMEMLENS_FLOAT1(asinh)
SMEMLENS_FLOAT1(atanh)
SMEMLENS_FLOAT1(cbrt)
SMEMLENS_FLOAT1(erf)
SMEMLENS_FLOAT1(erfc)
SMEMLENS_FLOAT1(exp2)
SMEMLENS_FLOAT1(expm1)
SMEMLENS_FLOAT1(lgamma)
SMEMLENS_FLOAT1(log1p)
SMEMLENS_FLOAT1(log2)
SMEMLENS_FLOAT1(logb)
SMEMLENS_FLOAT1(nearbyint)
SMEMLENS_FLOAT1(rint)
SMEMLENS_FLOAT1(round)
SMEMLENS_FLOAT1(tgamma)
SMEMLENS_FLOAT1(trunc)
SMEMLENS_FLOAT1(rsqrt)
SMEMLENS_FLOAT1(rcbrt)
SMEMLENS_FLOAT1(sinpi)
SMEMLENS_FLOAT1(cospi)
SMEMLENS_FLOAT1(erfcinv)
SMEMLENS_FLOAT1(normcdf)
SMEMLENS_FLOAT1(normcdfinv)
SMEMLENS_FLOAT1(erfcx)
SMEMLENS_FLOAT2(copysign)
SMEMLENS_FLOAT2(fdim)
SMEMLENS_FLOAT2(fmax)
SMEMLENS_FLOAT2(fmin)
SMEMLENS_FLOAT2(hypot)
SMEMLENS_FLOAT2(nextafter)
SMEMLENS_FLOAT2(remainder)
SMEMLENS_FLOAT_TO(int, ilogb)
SMEMLENS_FLOAT_TO(long, lrint)
SMEMLENS_FLOAT_TO(long, lround)
SMEMLENS_FLOAT_TO(long long, llrint)
SMEMLENS_FLOAT_TO(long long, llround)
#undef SMEMLENS_FLOAT1
#undef SMEMLENS_FLOAT2
#undef SMEMLENS_FLOAT_TO

static __device__ SMEMLENS_INLINE float fma(float a, float b, float c) {
  return fmaf(a, b, c);
}
static __device__ SMEMLENS_INLINE float scalbn(float a, int b) {
  return scalbnf(a, b);
}
static __device__ SMEMLENS_INLINE float scalbln(float a, long b) {
  return scalblnf(a, b);
}

static __host__ SMEMLENS_INLINE float rsqrtf(float a) {
  return 1.0F / __builtin_sqrtf(a);
}
static __host__ SMEMLENS_INLINE float rsqrt(float a) {
  return 1.0F / __builtin_sqrtf(a);
}
static __host__ SMEMLENS_INLINE double rsqrt(double a) {
  return 1.0 / __builtin_sqrt(a);
}
