#pragma once

// What device code may call besides mathematics, shuffles and atomics: printf, assert, malloc,
// address spaces, float versions of rare functions.

#include <stddef.h>

#include "host_defines.h"
#include "vector_types.h"

extern "C" {
// The executor's: what clang (as nvcc) makes of printf, assert and malloc in device code.
__device__ int vprintf(const char* format, const char* arguments);
__device__ int printf(const char* format, ...);
__device__ void* malloc(size_t bytes) __attribute__((nothrow, malloc));
__device__ void free(void* pointer) __attribute__((nothrow));
__device__ void __assertfail(const char* message, const char* file, unsigned int line,
                             const char* function, size_t charBytes);
static __device__ SMEMLENS_INLINE void __assert_fail(const char* message, const char* file,
                                                     unsigned int line, const char* function) {
  __assertfail(message, file, line, function, 1);
}
}

namespace std {
static __device__ SMEMLENS_INLINE void* malloc(size_t bytes) {
  return ::malloc(bytes);
}
static __device__ SMEMLENS_INLINE void free(void* pointer) {
  ::free(pointer);
}
}  // namespace std

// clang's threadIdx and its kind are converted, not stored.
#define SMEMLENS_BUILTIN_VARIABLE(name)                                          \
  __device__ SMEMLENS_INLINE __cuda_builtin_##name##_t::operator dim3() const {  \
    return {x, y, z};                                                            \
  }                                                                              \
  __device__ SMEMLENS_INLINE __cuda_builtin_##name##_t::operator uint3() const { \
    return {x, y, z};                                                            \
  }
SMEMLENS_BUILTIN_VARIABLE(threadIdx)
SMEMLENS_BUILTIN_VARIABLE(blockIdx)
SMEMLENS_BUILTIN_VARIABLE(blockDim)
SMEMLENS_BUILTIN_VARIABLE(gridDim)
#undef SMEMLENS_BUILTIN_VARIABLE

static __device__ SMEMLENS_INLINE void __nanosleep(unsigned int nanoseconds) {
  __asm__ volatile("nanosleep.u32 %0;" ::"r"(nanoseconds));
}

// Four products of bytes, or two of 16 bits and bytes, added to c; the numbers of one word, or of a
// vector.
#define SMEMLENS_DOT_PRODUCT(name, instruction, Sum, A, B)                           \
  static __device__ SMEMLENS_INLINE Sum name(Sum a, Sum b, Sum c) {                  \
    Sum result;                                                                      \
    __asm__(instruction " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(c)); \
    return result;                                                                   \
  }                                                                                  \
  static __device__ SMEMLENS_INLINE Sum name(A a, B b, Sum c) {                      \
    Sum words[2];                                                                    \
    __builtin_memcpy(&words[0], &a, sizeof words[0]);                                \
    __builtin_memcpy(&words[1], &b, sizeof words[1]);                                \
    return name(words[0], words[1], c);                                              \
  }
SMEMLENS_DOT_PRODUCT(__dp4a, "dp4a.s32.s32", int, char4, char4)
SMEMLENS_DOT_PRODUCT(__dp4a, "dp4a.u32.u32", unsigned int, uchar4, uchar4)
SMEMLENS_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.s32.s32", int, short2, char4)
SMEMLENS_DOT_PRODUCT(__dp2a_lo, "dp2a.lo.u32.u32", unsigned int, ushort2, uchar4)
SMEMLENS_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.s32.s32", int, short2, char4)
SMEMLENS_DOT_PRODUCT(__dp2a_hi, "dp2a.hi.u32.u32", unsigned int, ushort2, uchar4)
#undef SMEMLENS_DOT_PRODUCT

#if __CUDA_ARCH__ >= 800
#define SMEMLENS_REDUCE(name, type, builtin)                                                     \
  static __device__ SMEMLENS_INLINE type __reduce_##name##_sync(unsigned int mask, type value) { \
    return (type)__nvvm_redux_sync_##builtin((int)value, (int)mask);                             \
  }
SMEMLENS_REDUCE(add, unsigned int, add)
SMEMLENS_REDUCE(add, int, add)
SMEMLENS_REDUCE(min, unsigned int, umin)
SMEMLENS_REDUCE(min, int, min)
SMEMLENS_REDUCE(max, unsigned int, umax)
SMEMLENS_REDUCE(max, int, max)
SMEMLENS_REDUCE(and, unsigned int, and)
SMEMLENS_REDUCE(or, unsigned int, or)
SMEMLENS_REDUCE(xor, unsigned int, xor)
#undef SMEMLENS_REDUCE
#endif
