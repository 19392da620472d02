#pragma once
// Programs ask for the names of CUDA's guards.
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

// __half and __half2 (CUDA Math API, "Half Precision Intrinsics"), on the device and the host.

#include "smemlens_half_bits.h"
#include "smemlens_half_functions.h"

struct __half_raw {
  unsigned short x;
};
struct __half2_raw {
  unsigned short x, y;
};

struct __align__(2) __half {
  SMEMLENS_HALF_MEMBERS(__half, __half_raw, smemlens_half_to_float, smemlens_half_from_float)
};
struct __align__(4) __half2 {
  SMEMLENS_PAIR_MEMBERS(__half, __half2, __half2_raw)
};
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;

SMEMLENS_HALF_CONVERSIONS(__half, half)
SMEMLENS_PAIR_CONVERSIONS(__half, __half2, half, half2)

#ifdef __CUDA_ARCH__
typedef _Float16 smemlens_float16x2 __attribute__((ext_vector_type(2)));

#define SMEMLENS_HALF_OPERATION(name, operation)                                   \
  SMEMLENS_BOTH __half smemlens_##name(const __half a, const __half b) {           \
    const _Float16 result =                                                        \
        __builtin_bit_cast(_Float16, a) operation __builtin_bit_cast(_Float16, b); \
    return __builtin_bit_cast(__half, result);                                     \
  }                                                                                \
  SMEMLENS_BOTH __half2 smemlens_##name(const __half2 a, const __half2 b) {        \
    const smemlens_float16x2 result = __builtin_bit_cast(smemlens_float16x2, a)    \
        operation __builtin_bit_cast(smemlens_float16x2, b);                       \
    return __builtin_bit_cast(__half2, result);                                    \
  }
SMEMLENS_HALF_OPERATION(add, +)
SMEMLENS_HALF_OPERATION(subtract, -)
SMEMLENS_HALF_OPERATION(multiply, *)
#undef SMEMLENS_HALF_OPERATION
#else
SMEMLENS_FLOAT_OPERATIONS(__half, __half2)
#endif
SMEMLENS_HALF_FMA(__half, __half2, ".f16")

SMEMLENS_HALF_ARITHMETIC(__half)
SMEMLENS_HALF_COMPARISONS(__half, __half2)
SMEMLENS_HALF_PAIRS(__half, __half2)

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#if defined(__CUDA__) && defined(__clang__)
SMEMLENS_HALF_MATHS(__half, __half2)
SMEMLENS_HALF_LANES(__half, unsigned short)
SMEMLENS_HALF_LANES(__half2, unsigned int)

static __device__ SMEMLENS_INLINE __half atomicAdd(__half* address, const __half value) {
  __half before;
  __asm__ volatile("atom.add.noftz.f16 %0, [%1], %2;"
                   : "=h"(before.__x)
                   : "l"(address), "h"(value.__x)
                   : "memory");
  return before;
}
static __device__ SMEMLENS_INLINE __half2 atomicAdd(__half2* address, const __half2 value) {
  unsigned int before;
  __asm__ volatile("atom.add.noftz.f16x2 %0, [%1], %2;"
                   : "=r"(before)
                   : "l"(address), "r"(__builtin_bit_cast(unsigned int, value))
                   : "memory");
  return __builtin_bit_cast(__half2, before);
}
#endif
