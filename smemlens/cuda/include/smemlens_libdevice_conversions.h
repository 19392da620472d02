#pragma once

// libdevice's conversions with a rounding direction, as smemlens_libdevice.h has its other
// functions.

#include "host_defines.h"

extern "C" {

__device__ SMEMLENS_INLINE int __nv_float2int_rn(float a) {
  return __nvvm_f2i_rn(a);
}
__device__ SMEMLENS_INLINE float __nv_int2float_rn(int a) {
  return __nvvm_i2f_rn(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_float2uint_rn(float a) {
  return __nvvm_f2ui_rn(a);
}
__device__ SMEMLENS_INLINE float __nv_uint2float_rn(unsigned int a) {
  return __nvvm_ui2f_rn(a);
}
__device__ SMEMLENS_INLINE long long __nv_float2ll_rn(float a) {
  return __nvvm_f2ll_rn(a);
}
__device__ SMEMLENS_INLINE float __nv_ll2float_rn(long long a) {
  return __nvvm_ll2f_rn(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_float2ull_rn(float a) {
  return __nvvm_f2ull_rn(a);
}
__device__ SMEMLENS_INLINE float __nv_ull2float_rn(unsigned long long a) {
  return __nvvm_ull2f_rn(a);
}
__device__ SMEMLENS_INLINE int __nv_double2int_rn(double a) {
  return __nvvm_d2i_rn(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_double2uint_rn(double a) {
  return __nvvm_d2ui_rn(a);
}
__device__ SMEMLENS_INLINE long long __nv_double2ll_rn(double a) {
  return __nvvm_d2ll_rn(a);
}
__device__ SMEMLENS_INLINE double __nv_ll2double_rn(long long a) {
  return __nvvm_ll2d_rn(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_double2ull_rn(double a) {
  return __nvvm_d2ull_rn(a);
}
__device__ SMEMLENS_INLINE double __nv_ull2double_rn(unsigned long long a) {
  return __nvvm_ull2d_rn(a);
}
__device__ SMEMLENS_INLINE float __nv_double2float_rn(double a) {
  return __nvvm_d2f_rn(a);
}
__device__ SMEMLENS_INLINE int __nv_float2int_rz(float a) {
  return __nvvm_f2i_rz(a);
}
__device__ SMEMLENS_INLINE float __nv_int2float_rz(int a) {
  float result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f32.s32 %0, %1;" : "=f"(result) : "r"(a));
  return result;
}
__device__ SMEMLENS_INLINE unsigned int __nv_float2uint_rz(float a) {
  return __nvvm_f2ui_rz(a);
}
__device__ SMEMLENS_INLINE float __nv_uint2float_rz(unsigned int a) {
  float result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f32.u32 %0, %1;" : "=f"(result) : "r"(a));
  return result;
}
__device__ SMEMLENS_INLINE long long __nv_float2ll_rz(float a) {
  return __nvvm_f2ll_rz(a);
}
__device__ SMEMLENS_INLINE float __nv_ll2float_rz(long long a) {
  float result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f32.s64 %0, %1;" : "=f"(result) : "l"(a));
  return result;
}
__device__ SMEMLENS_INLINE unsigned long long __nv_float2ull_rz(float a) {
  return __nvvm_f2ull_rz(a);
}
__device__ SMEMLENS_INLINE float __nv_ull2float_rz(unsigned long long a) {
  float result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f32.u64 %0, %1;" : "=f"(result) : "l"(a));
  return result;
}
__device__ SMEMLENS_INLINE int __nv_double2int_rz(double a) {
  return __nvvm_d2i_rz(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_double2uint_rz(double a) {
  return __nvvm_d2ui_rz(a);
}
__device__ SMEMLENS_INLINE long long __nv_double2ll_rz(double a) {
  return __nvvm_d2ll_rz(a);
}
__device__ SMEMLENS_INLINE double __nv_ll2double_rz(long long a) {
  double result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f64.s64 %0, %1;" : "=d"(result) : "l"(a));
  return result;
}
__device__ SMEMLENS_INLINE unsigned long long __nv_double2ull_rz(double a) {
  return __nvvm_d2ull_rz(a);
}
__device__ SMEMLENS_INLINE double __nv_ull2double_rz(unsigned long long a) {
  double result;  // clang folds its builtin to rounding to nearest
  asm("cvt.rz.f64.u64 %0, %1;" : "=d"(result) : "l"(a));
  return result;
}
__device__ SMEMLENS_INLINE float __nv_double2float_rz(double a) {
  return __nvvm_d2f_rz(a);
}
__device__ SMEMLENS_INLINE int __nv_float2int_rd(float a) {
  return __nvvm_f2i_rm(a);
}
__device__ SMEMLENS_INLINE float __nv_int2float_rd(int a) {
  return __nvvm_i2f_rm(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_float2uint_rd(float a) {
  return __nvvm_f2ui_rm(a);
}
__device__ SMEMLENS_INLINE float __nv_uint2float_rd(unsigned int a) {
  return __nvvm_ui2f_rm(a);
}
__device__ SMEMLENS_INLINE long long __nv_float2ll_rd(float a) {
  return __nvvm_f2ll_rm(a);
}
__device__ SMEMLENS_INLINE float __nv_ll2float_rd(long long a) {
  return __nvvm_ll2f_rm(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_float2ull_rd(float a) {
  return __nvvm_f2ull_rm(a);
}
__device__ SMEMLENS_INLINE float __nv_ull2float_rd(unsigned long long a) {
  return __nvvm_ull2f_rm(a);
}
__device__ SMEMLENS_INLINE int __nv_double2int_rd(double a) {
  return __nvvm_d2i_rm(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_double2uint_rd(double a) {
  return __nvvm_d2ui_rm(a);
}
__device__ SMEMLENS_INLINE long long __nv_double2ll_rd(double a) {
  return __nvvm_d2ll_rm(a);
}
__device__ SMEMLENS_INLINE double __nv_ll2double_rd(long long a) {
  return __nvvm_ll2d_rm(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_double2ull_rd(double a) {
  return __nvvm_d2ull_rm(a);
}
__device__ SMEMLENS_INLINE double __nv_ull2double_rd(unsigned long long a) {
  return __nvvm_ull2d_rm(a);
}
__device__ SMEMLENS_INLINE float __nv_double2float_rd(double a) {
  return __nvvm_d2f_rm(a);
}
__device__ SMEMLENS_INLINE int __nv_float2int_ru(float a) {
  return __nvvm_f2i_rp(a);
}
__device__ SMEMLENS_INLINE float __nv_int2float_ru(int a) {
  return __nvvm_i2f_rp(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_float2uint_ru(float a) {
  return __nvvm_f2ui_rp(a);
}
__device__ SMEMLENS_INLINE float __nv_uint2float_ru(unsigned int a) {
  return __nvvm_ui2f_rp(a);
}
__device__ SMEMLENS_INLINE long long __nv_float2ll_ru(float a) {
  return __nvvm_f2ll_rp(a);
}
__device__ SMEMLENS_INLINE float __nv_ll2float_ru(long long a) {
  return __nvvm_ll2f_rp(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_float2ull_ru(float a) {
  return __nvvm_f2ull_rp(a);
}
__device__ SMEMLENS_INLINE float __nv_ull2float_ru(unsigned long long a) {
  return __nvvm_ull2f_rp(a);
}
__device__ SMEMLENS_INLINE int __nv_double2int_ru(double a) {
  return __nvvm_d2i_rp(a);
}
__device__ SMEMLENS_INLINE unsigned int __nv_double2uint_ru(double a) {
  return __nvvm_d2ui_rp(a);
}
__device__ SMEMLENS_INLINE long long __nv_double2ll_ru(double a) {
  return __nvvm_d2ll_rp(a);
}
__device__ SMEMLENS_INLINE double __nv_ll2double_ru(long long a) {
  return __nvvm_ll2d_rp(a);
}
__device__ SMEMLENS_INLINE unsigned long long __nv_double2ull_ru(double a) {
  return __nvvm_d2ull_rp(a);
}
__device__ SMEMLENS_INLINE double __nv_ull2double_ru(unsigned long long a) {
  return __nvvm_ull2d_rp(a);
}
__device__ SMEMLENS_INLINE float __nv_double2float_ru(double a) {
  return __nvvm_d2f_rp(a);
}
__device__ SMEMLENS_INLINE double __nv_int2double_rn(int a) {
  return static_cast<double>(a);
}
__device__ SMEMLENS_INLINE double __nv_uint2double_rn(unsigned int a) {
  return static_cast<double>(a);
}

}  // extern "C"
