#pragma once

// What __half and __nv_bfloat16 have in common: operators, comparisons, functions, and the same for
// pairs. Each type brings smemlens_add, _subtract, _multiply and _fma for itself and its pair; the
// rest is computed as float and rounded once.

#include "smemlens_half_bits.h"

// Rounded from the operation on floats, which gives the same as rounding once: a float has more
// than twice the digits and two.
#define SMEMLENS_FLOAT_OPERATION(H, H2, name, operation)             \
  SMEMLENS_BOTH H smemlens_##name(const H a, const H b) {            \
    return H(static_cast<float>(a) operation static_cast<float>(b)); \
  }                                                                  \
  SMEMLENS_BOTH H2 smemlens_##name(const H2 a, const H2 b) {         \
    return H2(smemlens_##name(a.x, b.x), smemlens_##name(a.y, b.y)); \
  }
#define SMEMLENS_FLOAT_OPERATIONS(H, H2)       \
  SMEMLENS_FLOAT_OPERATION(H, H2, add, +)      \
  SMEMLENS_FLOAT_OPERATION(H, H2, subtract, -) \
  SMEMLENS_FLOAT_OPERATION(H, H2, multiply, *)

// `type` is PTX's, as text: ".f16".
#ifdef __CUDA_ARCH__
#define SMEMLENS_HALF_FMA(H, H2, type)                                                            \
  SMEMLENS_BOTH H smemlens_fma(const H a, const H b, const H c) {                                 \
    H result;                                                                                     \
    __asm__("fma.rn" type " %0, %1, %2, %3;"                                                      \
            : "=h"(result.__x)                                                                    \
            : "h"(a.__x), "h"(b.__x), "h"(c.__x));                                                \
    return result;                                                                                \
  }                                                                                               \
  SMEMLENS_BOTH H2 smemlens_fma(const H2 a, const H2 b, const H2 c) {                             \
    unsigned int result;                                                                          \
    __asm__("fma.rn" type "x2 %0, %1, %2, %3;"                                                    \
            : "=r"(result)                                                                        \
            : "r"(__builtin_bit_cast(unsigned int, a)), "r"(__builtin_bit_cast(unsigned int, b)), \
              "r"(__builtin_bit_cast(unsigned int, c)));                                          \
    return __builtin_bit_cast(H2, result);                                                        \
  }
#else
// A product is exact in a double.
#define SMEMLENS_HALF_FMA(H, H2, type)                                            \
  SMEMLENS_BOTH H smemlens_fma(const H a, const H b, const H c) {                 \
    return H(static_cast<double>(static_cast<float>(a)) * static_cast<float>(b) + \
             static_cast<float>(c));                                              \
  }                                                                               \
  SMEMLENS_BOTH H2 smemlens_fma(const H2 a, const H2 b, const H2 c) {             \
    return H2(smemlens_fma(a.x, b.x, c.x), smemlens_fma(a.y, b.y, c.y));          \
  }
#endif

// The operators and functions of numbers.
#define SMEMLENS_HALF_ARITHMETIC(H)                              \
  SMEMLENS_BOTH H __hadd(const H a, const H b) {                 \
    return smemlens_add(a, b);                                   \
  }                                                              \
  SMEMLENS_BOTH H __hsub(const H a, const H b) {                 \
    return smemlens_subtract(a, b);                              \
  }                                                              \
  SMEMLENS_BOTH H __hmul(const H a, const H b) {                 \
    return smemlens_multiply(a, b);                              \
  }                                                              \
  SMEMLENS_BOTH H __hdiv(const H a, const H b) {                 \
    return H(static_cast<float>(a) / static_cast<float>(b));     \
  }                                                              \
  SMEMLENS_BOTH H __hadd_rn(const H a, const H b) {              \
    return smemlens_add(a, b);                                   \
  }                                                              \
  SMEMLENS_BOTH H __hsub_rn(const H a, const H b) {              \
    return smemlens_subtract(a, b);                              \
  }                                                              \
  SMEMLENS_BOTH H __hmul_rn(const H a, const H b) {              \
    return smemlens_multiply(a, b);                              \
  }                                                              \
  SMEMLENS_BOTH H __hfma(const H a, const H b, const H c) {      \
    return smemlens_fma(a, b, c);                                \
  }                                                              \
  SMEMLENS_BOTH H __hneg(const H a) {                            \
    return H::of_bits(a.bits() ^ 0x8000);                        \
  }                                                              \
  SMEMLENS_BOTH H __habs(const H a) {                            \
    return H::of_bits(a.bits() & 0x7fff);                        \
  }                                                              \
  SMEMLENS_BOTH H smemlens_saturated(const H a) {                \
    const float value = static_cast<float>(a);                   \
    return value >= 1 ? H(1.0F) : value > 0 ? a : H(0.0F);       \
  }                                                              \
  SMEMLENS_BOTH H __hadd_sat(const H a, const H b) {             \
    return smemlens_saturated(__hadd(a, b));                     \
  }                                                              \
  SMEMLENS_BOTH H __hsub_sat(const H a, const H b) {             \
    return smemlens_saturated(__hsub(a, b));                     \
  }                                                              \
  SMEMLENS_BOTH H __hmul_sat(const H a, const H b) {             \
    return smemlens_saturated(__hmul(a, b));                     \
  }                                                              \
  SMEMLENS_BOTH H __hfma_sat(const H a, const H b, const H c) {  \
    return smemlens_saturated(__hfma(a, b, c));                  \
  }                                                              \
  SMEMLENS_BOTH H __hfma_relu(const H a, const H b, const H c) { \
    const H sum = __hfma(a, b, c);                               \
    return static_cast<float>(sum) <= 0 ? H(0.0F) : sum;         \
  }                                                              \
  SMEMLENS_BOTH H operator+(const H& a, const H& b) {            \
    return __hadd(a, b);                                         \
  }                                                              \
  SMEMLENS_BOTH H operator-(const H& a, const H& b) {            \
    return __hsub(a, b);                                         \
  }                                                              \
  SMEMLENS_BOTH H operator*(const H& a, const H& b) {            \
    return __hmul(a, b);                                         \
  }                                                              \
  SMEMLENS_BOTH H operator/(const H& a, const H& b) {            \
    return __hdiv(a, b);                                         \
  }                                                              \
  SMEMLENS_BOTH H operator+(const H& a) {                        \
    return a;                                                    \
  }                                                              \
  SMEMLENS_BOTH H operator-(const H& a) {                        \
    return __hneg(a);                                            \
  }                                                              \
  SMEMLENS_BOTH H& operator+=(H& a, const H& b) {                \
    return a = a + b;                                            \
  }                                                              \
  SMEMLENS_BOTH H& operator-=(H& a, const H& b) {                \
    return a = a - b;                                            \
  }                                                              \
  SMEMLENS_BOTH H& operator*=(H& a, const H& b) {                \
    return a = a * b;                                            \
  }                                                              \
  SMEMLENS_BOTH H& operator/=(H& a, const H& b) {                \
    return a = a / b;                                            \
  }                                                              \
  SMEMLENS_BOTH H& operator++(H& a) {                            \
    return a = a + H(1.0F);                                      \
  }                                                              \
  SMEMLENS_BOTH H& operator--(H& a) {                            \
    return a = a - H(1.0F);                                      \
  }                                                              \
  SMEMLENS_BOTH H operator++(H& a, int) {                        \
    const H before = a;                                          \
    ++a;                                                         \
    return before;                                               \
  }                                                              \
  SMEMLENS_BOTH H operator--(H& a, int) {                        \
    const H before = a;                                          \
    --a;                                                         \
    return before;                                               \
  }

// __heq and the like: false if one of them is NaN; __hequ: true then.
#define SMEMLENS_HALF_COMPARISON(H, H2, name, test)                                         \
  SMEMLENS_BOTH bool __h##name(const H a, const H b) {                                      \
    return test;                                                                            \
  }                                                                                         \
  SMEMLENS_BOTH H2 __h##name##2(const H2 a, const H2 b) {                                   \
    return H2(H(__h##name(a.x, b.x) ? 1.0F : 0.0F), H(__h##name(a.y, b.y) ? 1.0F : 0.0F));  \
  }                                                                                         \
  SMEMLENS_BOTH unsigned int __h##name##2_mask(const H2 a, const H2 b) {                    \
    return (__h##name(a.x, b.x) ? 0xffffU : 0U) | (__h##name(a.y, b.y) ? 0xffff0000U : 0U); \
  }                                                                                         \
  SMEMLENS_BOTH bool __hb##name##2(const H2 a, const H2 b) {                                \
    return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                      \
  }
#define SMEMLENS_HALF_ORDER(H, H2, name, operation)                               \
  SMEMLENS_BOTH bool operator operation(const H& a, const H& b) {                 \
    return static_cast<float>(a) operation static_cast<float>(b);                 \
  }                                                                               \
  SMEMLENS_HALF_COMPARISON(H, H2, name, !smemlens_any_nan(a, b) && a operation b) \
  SMEMLENS_HALF_COMPARISON(H, H2, name##u, smemlens_any_nan(a, b) || a operation b)

#define SMEMLENS_HALF_COMPARISONS(H, H2)                                          \
  SMEMLENS_BOTH bool __hisnan(const H a) {                                        \
    return static_cast<float>(a) != static_cast<float>(a);                        \
  }                                                                               \
  SMEMLENS_BOTH bool smemlens_any_nan(const H a, const H b) {                     \
    return __hisnan(a) || __hisnan(b);                                            \
  }                                                                               \
  SMEMLENS_BOTH int __hisinf(const H a) {                                         \
    const float value = static_cast<float>(a);                                    \
    return __builtin_fabsf(value) == __builtin_inff() ? (value > 0 ? 1 : -1) : 0; \
  }                                                                               \
  SMEMLENS_HALF_ORDER(H, H2, eq, ==)                                              \
  SMEMLENS_HALF_ORDER(H, H2, ne, !=)                                              \
  SMEMLENS_HALF_ORDER(H, H2, lt, <)                                               \
  SMEMLENS_HALF_ORDER(H, H2, le, <=)                                              \
  SMEMLENS_HALF_ORDER(H, H2, gt, >)                                               \
  SMEMLENS_HALF_ORDER(H, H2, ge, >=)                                              \
  SMEMLENS_BOTH H __hmax(const H a, const H b) {                                  \
    return H(__builtin_fmaxf(static_cast<float>(a), static_cast<float>(b)));      \
  }                                                                               \
  SMEMLENS_BOTH H __hmin(const H a, const H b) {                                  \
    return H(__builtin_fminf(static_cast<float>(a), static_cast<float>(b)));      \
  }                                                                               \
  SMEMLENS_BOTH H __hmax_nan(const H a, const H b) {                              \
    return smemlens_any_nan(a, b) ? H::of_bits(0x7fff) : __hmax(a, b);            \
  }                                                                               \
  SMEMLENS_BOTH H __hmin_nan(const H a, const H b) {                              \
    return smemlens_any_nan(a, b) ? H::of_bits(0x7fff) : __hmin(a, b);            \
  }

// A function of pairs: that of numbers, for each.
#define SMEMLENS_PAIR1(H2, pair, single) \
  SMEMLENS_BOTH H2 pair(const H2 a) {    \
    return H2(single(a.x), single(a.y)); \
  }
#define SMEMLENS_PAIR2(H2, pair, single)           \
  SMEMLENS_BOTH H2 pair(const H2 a, const H2 b) {  \
    return H2(single(a.x, b.x), single(a.y, b.y)); \
  }
#define SMEMLENS_PAIR3(H2, pair, single)                      \
  SMEMLENS_BOTH H2 pair(const H2 a, const H2 b, const H2 c) { \
    return H2(single(a.x, b.x, c.x), single(a.y, b.y, c.y));  \
  }

#define SMEMLENS_HALF_PAIRS(H, H2)                                             \
  SMEMLENS_BOTH H2 __hadd2(const H2 a, const H2 b) {                           \
    return smemlens_add(a, b);                                                 \
  }                                                                            \
  SMEMLENS_BOTH H2 __hsub2(const H2 a, const H2 b) {                           \
    return smemlens_subtract(a, b);                                            \
  }                                                                            \
  SMEMLENS_BOTH H2 __hmul2(const H2 a, const H2 b) {                           \
    return smemlens_multiply(a, b);                                            \
  }                                                                            \
  SMEMLENS_BOTH H2 __hadd2_rn(const H2 a, const H2 b) {                        \
    return smemlens_add(a, b);                                                 \
  }                                                                            \
  SMEMLENS_BOTH H2 __hsub2_rn(const H2 a, const H2 b) {                        \
    return smemlens_subtract(a, b);                                            \
  }                                                                            \
  SMEMLENS_BOTH H2 __hmul2_rn(const H2 a, const H2 b) {                        \
    return smemlens_multiply(a, b);                                            \
  }                                                                            \
  SMEMLENS_BOTH H2 __hfma2(const H2 a, const H2 b, const H2 c) {               \
    return smemlens_fma(a, b, c);                                              \
  }                                                                            \
  SMEMLENS_PAIR2(H2, __h2div, __hdiv)                                          \
  SMEMLENS_PAIR2(H2, __hadd2_sat, __hadd_sat)                                  \
  SMEMLENS_PAIR2(H2, __hsub2_sat, __hsub_sat)                                  \
  SMEMLENS_PAIR2(H2, __hmul2_sat, __hmul_sat)                                  \
  SMEMLENS_PAIR3(H2, __hfma2_sat, __hfma_sat)                                  \
  SMEMLENS_PAIR3(H2, __hfma2_relu, __hfma_relu)                                \
  SMEMLENS_PAIR2(H2, __hmax2, __hmax)                                          \
  SMEMLENS_PAIR2(H2, __hmin2, __hmin)                                          \
  SMEMLENS_PAIR2(H2, __hmax2_nan, __hmax_nan)                                  \
  SMEMLENS_PAIR2(H2, __hmin2_nan, __hmin_nan)                                  \
  SMEMLENS_PAIR1(H2, __hneg2, __hneg)                                          \
  SMEMLENS_PAIR1(H2, __habs2, __habs)                                          \
  SMEMLENS_BOTH H2 __hisnan2(const H2 a) {                                     \
    return H2(H(__hisnan(a.x) ? 1.0F : 0.0F), H(__hisnan(a.y) ? 1.0F : 0.0F)); \
  }                                                                            \
  SMEMLENS_BOTH H2 operator+(const H2& a, const H2& b) {                       \
    return __hadd2(a, b);                                                      \
  }                                                                            \
  SMEMLENS_BOTH H2 operator-(const H2& a, const H2& b) {                       \
    return __hsub2(a, b);                                                      \
  }                                                                            \
  SMEMLENS_BOTH H2 operator*(const H2& a, const H2& b) {                       \
    return __hmul2(a, b);                                                      \
  }                                                                            \
  SMEMLENS_BOTH H2 operator/(const H2& a, const H2& b) {                       \
    return __h2div(a, b);                                                      \
  }                                                                            \
  SMEMLENS_BOTH H2 operator-(const H2& a) {                                    \
    return __hneg2(a);                                                         \
  }                                                                            \
  SMEMLENS_BOTH H2& operator+=(H2& a, const H2& b) {                           \
    return a = a + b;                                                          \
  }                                                                            \
  SMEMLENS_BOTH H2& operator-=(H2& a, const H2& b) {                           \
    return a = a - b;                                                          \
  }                                                                            \
  SMEMLENS_BOTH H2& operator*=(H2& a, const H2& b) {                           \
    return a = a * b;                                                          \
  }                                                                            \
  SMEMLENS_BOTH H2& operator/=(H2& a, const H2& b) {                           \
    return a = a / b;                                                          \
  }                                                                            \
  SMEMLENS_BOTH bool operator==(const H2& a, const H2& b) {                    \
    return __hbeq2(a, b);                                                      \
  }                                                                            \
  SMEMLENS_BOTH bool operator!=(const H2& a, const H2& b) {                    \
    return __hbneu2(a, b);                                                     \
  }

// Device only: functions of the mathematics library, shuffles, loads.
#define SMEMLENS_HALF_FUNCTION(H, H2, name, pair, function) \
  static __device__ SMEMLENS_INLINE H name(const H a) {     \
    return H(function(static_cast<float>(a)));              \
  }                                                         \
  static __device__ SMEMLENS_INLINE H2 pair(const H2 a) {   \
    return H2(name(a.x), name(a.y));                        \
  }

#define SMEMLENS_HALF_MATHS(H, H2)                       \
  SMEMLENS_HALF_FUNCTION(H, H2, hexp, h2exp, expf)       \
  SMEMLENS_HALF_FUNCTION(H, H2, hexp2, h2exp2, exp2f)    \
  SMEMLENS_HALF_FUNCTION(H, H2, hexp10, h2exp10, exp10f) \
  SMEMLENS_HALF_FUNCTION(H, H2, hlog, h2log, logf)       \
  SMEMLENS_HALF_FUNCTION(H, H2, hlog2, h2log2, log2f)    \
  SMEMLENS_HALF_FUNCTION(H, H2, hlog10, h2log10, log10f) \
  SMEMLENS_HALF_FUNCTION(H, H2, hsin, h2sin, sinf)       \
  SMEMLENS_HALF_FUNCTION(H, H2, hcos, h2cos, cosf)       \
  SMEMLENS_HALF_FUNCTION(H, H2, htanh, h2tanh, tanhf)    \
  SMEMLENS_HALF_FUNCTION(H, H2, hsqrt, h2sqrt, sqrtf)    \
  SMEMLENS_HALF_FUNCTION(H, H2, hrsqrt, h2rsqrt, rsqrtf) \
  SMEMLENS_HALF_FUNCTION(H, H2, hrcp, h2rcp, 1.0F /)     \
  SMEMLENS_HALF_FUNCTION(H, H2, hrint, h2rint, rintf)    \
  SMEMLENS_HALF_FUNCTION(H, H2, hfloor, h2floor, floorf) \
  SMEMLENS_HALF_FUNCTION(H, H2, hceil, h2ceil, ceilf)    \
  SMEMLENS_HALF_FUNCTION(H, H2, htrunc, h2trunc, truncf)

#define SMEMLENS_HALF_SHUFFLE(H, Bits, name, type)                                      \
  static __device__ SMEMLENS_INLINE H name(unsigned int mask, const H value, type lane, \
                                           int width = 32) {                            \
    const unsigned int bits = __builtin_bit_cast(Bits, value);                          \
    return __builtin_bit_cast(H, static_cast<Bits>(name(mask, bits, lane, width)));     \
  }
#define SMEMLENS_HALF_LANES(H, Bits)                             \
  SMEMLENS_HALF_SHUFFLE(H, Bits, __shfl_sync, int)               \
  SMEMLENS_HALF_SHUFFLE(H, Bits, __shfl_up_sync, unsigned int)   \
  SMEMLENS_HALF_SHUFFLE(H, Bits, __shfl_down_sync, unsigned int) \
  SMEMLENS_HALF_SHUFFLE(H, Bits, __shfl_xor_sync, int)           \
  static __device__ SMEMLENS_INLINE H __ldg(const H* address) {  \
    return *address;                                             \
  }
