#pragma once

// The functions of the device's mathematics library (libdevice) that are one or a few
// instructions, written out. The others (sin, exp, pow …) stay external: they are the executor's.

#include "host_defines.h"

extern "C" {

// Integers.
__device__ SMEMLENS_INLINE int __nv_abs(int a) {
  return a < 0 ? -a : a;
}
__device__ SMEMLENS_INLINE long long __nv_llabs(long long a) {
  return a < 0 ? -a : a;
}
__device__ SMEMLENS_INLINE int __nv_min(int a, int b) {
  return a < b ? a : b;
}
__device__ SMEMLENS_INLINE int __nv_max(int a, int b) {
  return a > b ? a : b;
}
__device__ SMEMLENS_INLINE unsigned int __nv_umin(unsigned int a, unsigned int b) {
  return a < b ? a : b;
}
__device__ SMEMLENS_INLINE unsigned int __nv_umax(unsigned int a, unsigned int b) {
  return a > b ? a : b;
}
__device__ SMEMLENS_INLINE long long __nv_llmin(long long a, long long b) {
  return a < b ? a : b;
}
__device__ SMEMLENS_INLINE long long __nv_llmax(long long a, long long b) {
  return a > b ? a : b;
}
__device__ SMEMLENS_INLINE unsigned long long __nv_ullmin(unsigned long long a,
                                                          unsigned long long b) {
  return a < b ? a : b;
}
__device__ SMEMLENS_INLINE unsigned long long __nv_ullmax(unsigned long long a,
                                                          unsigned long long b) {
  return a > b ? a : b;
}
__device__ SMEMLENS_INLINE int __nv_popc(int a) {
  return __builtin_popcount(a);
}
__device__ SMEMLENS_INLINE int __nv_popcll(long long a) {
  return __builtin_popcountll(a);
}
__device__ SMEMLENS_INLINE int __nv_clz(int a) {
  return a == 0 ? 32 : __builtin_clz(a);
}
__device__ SMEMLENS_INLINE int __nv_clzll(long long a) {
  return a == 0 ? 64 : __builtin_clzll(a);
}
__device__ SMEMLENS_INLINE int __nv_ffs(int a) {
  return __builtin_ffs(a);
}
__device__ SMEMLENS_INLINE int __nv_ffsll(long long a) {
  return __builtin_ffsll(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_brev(unsigned int a) {
  return __builtin_bitreverse32(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_brevll(unsigned long long a) {
  return __builtin_bitreverse64(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_byte_perm(unsigned int a, unsigned int b,
                                                       unsigned int c) {
  return __nvvm_prmt(a, b, c & 0x7777);  // the sign bit of a selector is PTX's alone
}
__device__ SMEMLENS_INLINE int __nv_mulhi(int a, int b) {
  return static_cast<int>((static_cast<long long>(a) * b) >> 32);
}
__device__ SMEMLENS_INLINE unsigned int __nv_umulhi(unsigned int a, unsigned int b) {
  return static_cast<unsigned int>((static_cast<unsigned long long>(a) * b) >> 32);
}
__device__ SMEMLENS_INLINE long long __nv_mul64hi(long long a, long long b) {
  return static_cast<long long>((static_cast<__int128>(a) * b) >> 64);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_umul64hi(unsigned long long a,
                                                            unsigned long long b) {
  return static_cast<unsigned long long>((static_cast<unsigned __int128>(a) * b) >> 64);
}
__device__ SMEMLENS_INLINE int __nv_mul24(int a, int b) {
  return ((a << 8) >> 8) * ((b << 8) >> 8);
}
__device__ SMEMLENS_INLINE unsigned int __nv_umul24(unsigned int a, unsigned int b) {
  return (a & 0xffffff) * (b & 0xffffff);
}
__device__ SMEMLENS_INLINE unsigned int __nv_sad(int a, int b, unsigned int c) {
  return (a > b ? static_cast<unsigned int>(a) - b : static_cast<unsigned int>(b) - a) + c;
}
__device__ SMEMLENS_INLINE unsigned int __nv_usad(unsigned int a, unsigned int b, unsigned int c) {
  return (a > b ? a - b : b - a) + c;
}
__device__ SMEMLENS_INLINE int __nv_hadd(int a, int b) {
  return (a & b) + ((a ^ b) >> 1);
}
__device__ SMEMLENS_INLINE int __nv_uhadd(unsigned int a, unsigned int b) {
  return (a & b) + ((a ^ b) >> 1);
}
__device__ SMEMLENS_INLINE int __nv_rhadd(int a, int b) {
  return (a | b) - ((a ^ b) >> 1);
}
__device__ SMEMLENS_INLINE unsigned int __nv_urhadd(unsigned int a, unsigned int b) {
  return (a | b) - ((a ^ b) >> 1);
}

// Bits of floating-point numbers.
__device__ SMEMLENS_INLINE int __nv_float_as_int(float a) {
  return __builtin_bit_cast(int, a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_float_as_uint(float a) {
  return __builtin_bit_cast(unsigned int, a);
}
__device__ SMEMLENS_INLINE float __nv_int_as_float(int a) {
  return __builtin_bit_cast(float, a);
}
__device__ SMEMLENS_INLINE float __nv_uint_as_float(unsigned int a) {
  return __builtin_bit_cast(float, a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_double_as_longlong(double a) {
  return __builtin_bit_cast(unsigned long long, a);
}
__device__ SMEMLENS_INLINE double __nv_longlong_as_double(long long a) {
  return __builtin_bit_cast(double, a);
}
__device__ SMEMLENS_INLINE double __nv_hiloint2double(int a, int b) {
  return __nvvm_lohi_i2d(b, a);
}
__device__ SMEMLENS_INLINE int __nv_double2hiint(double a) {
  return __nvvm_d2i_hi(a);
}
__device__ SMEMLENS_INLINE int __nv_double2loint(double a) {
  return __nvvm_d2i_lo(a);
}
__device__ SMEMLENS_INLINE int __nv_isnanf(float a) {
  return a != a;
}
__device__ SMEMLENS_INLINE int __nv_isinff(float a) {
  return __builtin_isinf(a);
}
__device__ SMEMLENS_INLINE int __nv_signbitf(float a) {
  return __builtin_signbit(a);
}
__device__ SMEMLENS_INLINE int __nv_isnand(double a) {
  return a != a;
}
__device__ SMEMLENS_INLINE int __nv_isinfd(double a) {
  return __builtin_isinf(a);
}
__device__ SMEMLENS_INLINE int __nv_signbitd(double a) {
  return __builtin_signbit(a);
}
__device__ SMEMLENS_INLINE int __nv_finitef(float a) {
  return __builtin_isfinite(a);
}
__device__ SMEMLENS_INLINE int __nv_isfinited(double a) {
  return __builtin_isfinite(a);
}

// Arithmetic with a rounding direction: nearest, to zero, down, up.
__device__ SMEMLENS_INLINE float __nv_fadd_rn(float a, float b) {
  return __nvvm_add_rn_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fsub_rn(float a, float b) {
  return __nvvm_add_rn_f(a, -b);
}
__device__ SMEMLENS_INLINE float __nv_fmul_rn(float a, float b) {
  return __nvvm_mul_rn_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fdiv_rn(float a, float b) {
  return __nvvm_div_rn_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_frcp_rn(float a) {
  return __nvvm_rcp_rn_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fsqrt_rn(float a) {
  return __nvvm_sqrt_rn_f(a);
}
__device__ SMEMLENS_INLINE double __nv_dadd_rn(double a, double b) {
  return __nvvm_add_rn_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_dsub_rn(double a, double b) {
  return __nvvm_add_rn_d(a, -b);
}
__device__ SMEMLENS_INLINE double __nv_dmul_rn(double a, double b) {
  return __nvvm_mul_rn_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_ddiv_rn(double a, double b) {
  return __nvvm_div_rn_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_drcp_rn(double a) {
  return __nvvm_rcp_rn_d(a);
}
__device__ SMEMLENS_INLINE double __nv_dsqrt_rn(double a) {
  return __nvvm_sqrt_rn_d(a);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_rn(float a, float b, float c) {
  return __nvvm_fma_rn_f(a, b, c);
}
__device__ SMEMLENS_INLINE double __nv_fma_rn(double a, double b, double c) {
  return __nvvm_fma_rn_d(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_ieee_rn(float a, float b, float c) {
  return __nvvm_fma_rn_f(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fadd_rz(float a, float b) {
  return __nvvm_add_rz_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fsub_rz(float a, float b) {
  return __nvvm_add_rz_f(a, -b);
}
__device__ SMEMLENS_INLINE float __nv_fmul_rz(float a, float b) {
  return __nvvm_mul_rz_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fdiv_rz(float a, float b) {
  return __nvvm_div_rz_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_frcp_rz(float a) {
  return __nvvm_rcp_rz_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fsqrt_rz(float a) {
  return __nvvm_sqrt_rz_f(a);
}
__device__ SMEMLENS_INLINE double __nv_dadd_rz(double a, double b) {
  return __nvvm_add_rz_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_dsub_rz(double a, double b) {
  return __nvvm_add_rz_d(a, -b);
}
__device__ SMEMLENS_INLINE double __nv_dmul_rz(double a, double b) {
  return __nvvm_mul_rz_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_ddiv_rz(double a, double b) {
  return __nvvm_div_rz_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_drcp_rz(double a) {
  return __nvvm_rcp_rz_d(a);
}
__device__ SMEMLENS_INLINE double __nv_dsqrt_rz(double a) {
  return __nvvm_sqrt_rz_d(a);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_rz(float a, float b, float c) {
  return __nvvm_fma_rz_f(a, b, c);
}
__device__ SMEMLENS_INLINE double __nv_fma_rz(double a, double b, double c) {
  return __nvvm_fma_rz_d(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_ieee_rz(float a, float b, float c) {
  return __nvvm_fma_rz_f(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fadd_rd(float a, float b) {
  return __nvvm_add_rm_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fsub_rd(float a, float b) {
  return __nvvm_add_rm_f(a, -b);
}
__device__ SMEMLENS_INLINE float __nv_fmul_rd(float a, float b) {
  return __nvvm_mul_rm_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fdiv_rd(float a, float b) {
  return __nvvm_div_rm_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_frcp_rd(float a) {
  return __nvvm_rcp_rm_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fsqrt_rd(float a) {
  return __nvvm_sqrt_rm_f(a);
}
__device__ SMEMLENS_INLINE double __nv_dadd_rd(double a, double b) {
  return __nvvm_add_rm_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_dsub_rd(double a, double b) {
  return __nvvm_add_rm_d(a, -b);
}
__device__ SMEMLENS_INLINE double __nv_dmul_rd(double a, double b) {
  return __nvvm_mul_rm_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_ddiv_rd(double a, double b) {
  return __nvvm_div_rm_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_drcp_rd(double a) {
  return __nvvm_rcp_rm_d(a);
}
__device__ SMEMLENS_INLINE double __nv_dsqrt_rd(double a) {
  return __nvvm_sqrt_rm_d(a);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_rd(float a, float b, float c) {
  return __nvvm_fma_rm_f(a, b, c);
}
__device__ SMEMLENS_INLINE double __nv_fma_rd(double a, double b, double c) {
  return __nvvm_fma_rm_d(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_ieee_rd(float a, float b, float c) {
  return __nvvm_fma_rm_f(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fadd_ru(float a, float b) {
  return __nvvm_add_rp_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fsub_ru(float a, float b) {
  return __nvvm_add_rp_f(a, -b);
}
__device__ SMEMLENS_INLINE float __nv_fmul_ru(float a, float b) {
  return __nvvm_mul_rp_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fdiv_ru(float a, float b) {
  return __nvvm_div_rp_f(a, b);
}
__device__ SMEMLENS_INLINE float __nv_frcp_ru(float a) {
  return __nvvm_rcp_rp_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fsqrt_ru(float a) {
  return __nvvm_sqrt_rp_f(a);
}
__device__ SMEMLENS_INLINE double __nv_dadd_ru(double a, double b) {
  return __nvvm_add_rp_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_dsub_ru(double a, double b) {
  return __nvvm_add_rp_d(a, -b);
}
__device__ SMEMLENS_INLINE double __nv_dmul_ru(double a, double b) {
  return __nvvm_mul_rp_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_ddiv_ru(double a, double b) {
  return __nvvm_div_rp_d(a, b);
}
__device__ SMEMLENS_INLINE double __nv_drcp_ru(double a) {
  return __nvvm_rcp_rp_d(a);
}
__device__ SMEMLENS_INLINE double __nv_dsqrt_ru(double a) {
  return __nvvm_sqrt_rp_d(a);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_ru(float a, float b, float c) {
  return __nvvm_fma_rp_f(a, b, c);
}
__device__ SMEMLENS_INLINE double __nv_fma_ru(double a, double b, double c) {
  return __nvvm_fma_rp_d(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fmaf_ieee_ru(float a, float b, float c) {
  return __nvvm_fma_rp_f(a, b, c);
}

// What one instruction or a few compute.
__device__ SMEMLENS_INLINE float __nv_fabsf(float a) {
  return __builtin_fabsf(a);
}
__device__ SMEMLENS_INLINE double __nv_fabs(double a) {
  return __builtin_fabs(a);
}
__device__ SMEMLENS_INLINE float __nv_floorf(float a) {
  return __builtin_floorf(a);
}
__device__ SMEMLENS_INLINE double __nv_floor(double a) {
  return __builtin_floor(a);
}
__device__ SMEMLENS_INLINE float __nv_ceilf(float a) {
  return __builtin_ceilf(a);
}
__device__ SMEMLENS_INLINE double __nv_ceil(double a) {
  return __builtin_ceil(a);
}
__device__ SMEMLENS_INLINE float __nv_truncf(float a) {
  return __builtin_truncf(a);
}
__device__ SMEMLENS_INLINE double __nv_trunc(double a) {
  return __builtin_trunc(a);
}
__device__ SMEMLENS_INLINE float __nv_rintf(float a) {
  return __builtin_rintf(a);
}
__device__ SMEMLENS_INLINE double __nv_rint(double a) {
  return __builtin_rint(a);
}
__device__ SMEMLENS_INLINE float __nv_roundf(float a) {
  return __builtin_roundf(a);
}
__device__ SMEMLENS_INLINE double __nv_round(double a) {
  return __builtin_round(a);
}
__device__ SMEMLENS_INLINE float __nv_nearbyintf(float a) {
  return __builtin_rintf(a);
}
__device__ SMEMLENS_INLINE double __nv_nearbyint(double a) {
  return __builtin_rint(a);
}
__device__ SMEMLENS_INLINE float __nv_fminf(float a, float b) {
  return __builtin_fminf(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fmaxf(float a, float b) {
  return __builtin_fmaxf(a, b);
}
__device__ SMEMLENS_INLINE double __nv_fmin(double a, double b) {
  return __builtin_fmin(a, b);
}
__device__ SMEMLENS_INLINE double __nv_fmax(double a, double b) {
  return __builtin_fmax(a, b);
}
__device__ SMEMLENS_INLINE float __nv_copysignf(float a, float b) {
  return __builtin_copysignf(a, b);
}
__device__ SMEMLENS_INLINE double __nv_copysign(double a, double b) {
  return __builtin_copysign(a, b);
}
__device__ SMEMLENS_INLINE float __nv_fmaf(float a, float b, float c) {
  return __builtin_fmaf(a, b, c);
}
__device__ SMEMLENS_INLINE double __nv_fma(double a, double b, double c) {
  return __builtin_fma(a, b, c);
}
__device__ SMEMLENS_INLINE float __nv_fdimf(float a, float b) {
  return a <= b ? 0.0F : a - b;
}
__device__ SMEMLENS_INLINE double __nv_fdim(double a, double b) {
  return a <= b ? 0.0 : a - b;
}
__device__ SMEMLENS_INLINE float __nv_sqrtf(float a) {
  return __nvvm_sqrt_rn_f(a);
}
__device__ SMEMLENS_INLINE double __nv_sqrt(double a) {
  return __nvvm_sqrt_rn_d(a);
}
__device__ SMEMLENS_INLINE float __nv_rsqrtf(float a) {
  return __nvvm_rsqrt_approx_f(a);
}
__device__ SMEMLENS_INLINE double __nv_rsqrt(double a) {
  return __nvvm_rcp_rn_d(__nvvm_sqrt_rn_d(a));
}
__device__ SMEMLENS_INLINE float __nv_saturatef(float a) {
  return __nvvm_saturate_f(a);
}
__device__ SMEMLENS_INLINE long long __nv_llrintf(float a) {
  return __nvvm_f2ll_rn(a);
}
__device__ SMEMLENS_INLINE long long __nv_llrint(double a) {
  return __nvvm_d2ll_rn(a);
}
__device__ SMEMLENS_INLINE long long __nv_llroundf(float a) {
  return __nvvm_f2ll_rz(__builtin_roundf(a));
}
__device__ SMEMLENS_INLINE long long __nv_llround(double a) {
  return __nvvm_d2ll_rz(__builtin_round(a));
}

// The fast approximations (__sinf and its family).
__device__ SMEMLENS_INLINE float __nv_fast_sinf(float a) {
  return __nvvm_sin_approx_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fast_cosf(float a) {
  return __nvvm_cos_approx_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fast_tanf(float a) {
  return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a));
}
__device__ SMEMLENS_INLINE float __nv_fast_expf(float a) {
  return __nvvm_ex2_approx_f(a * 1.4426950408889634F);
}
__device__ SMEMLENS_INLINE float __nv_fast_exp10f(float a) {
  return __nvvm_ex2_approx_f(a * 3.3219280948873623F);
}
__device__ SMEMLENS_INLINE float __nv_fast_log2f(float a) {
  return __nvvm_lg2_approx_f(a);
}
__device__ SMEMLENS_INLINE float __nv_fast_logf(float a) {
  return __nvvm_lg2_approx_f(a) * 0.6931471805599453F;
}
__device__ SMEMLENS_INLINE float __nv_fast_log10f(float a) {
  return __nvvm_lg2_approx_f(a) * 0.30102999566398120F;
}
__device__ SMEMLENS_INLINE float __nv_fast_powf(float a, float b) {
  return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a));
}
__device__ SMEMLENS_INLINE float __nv_fast_fdividef(float a, float b) {
  return __nvvm_div_approx_f(a, b);
}

__device__ SMEMLENS_INLINE void __nv_fast_sincosf(float a, float* sine, float* cosine) {
  *sine = __nvvm_sin_approx_f(a);
  *cosine = __nvvm_cos_approx_f(a);
}

}  // extern "C"
