#pragma once

// make_int2(x, y), make_float4(x, y, z, w) …

#include "vector_types.h"

#define SMEMLENS_MAKE_VECTORS(name, element)                                                \
  static __host__ __device__ SMEMLENS_INLINE name##1 make_##name##1(element x) {            \
    return {x};                                                                             \
  }                                                                                         \
  static __host__ __device__ SMEMLENS_INLINE name##2 make_##name##2(element x, element y) { \
    return {x, y};                                                                          \
  }                                                                                         \
  static __host__ __device__ SMEMLENS_INLINE name##3 make_##name##3(element x, element y,   \
                                                                    element z) {            \
    return {x, y, z};                                                                       \
  }                                                                                         \
  static __host__ __device__ SMEMLENS_INLINE name##4 make_##name##4(element x, element y,   \
                                                                    element z, element w) { \
    return {x, y, z, w};                                                                    \
  }

SMEMLENS_MAKE_VECTORS(char, signed char)
SMEMLENS_MAKE_VECTORS(uchar, unsigned char)
SMEMLENS_MAKE_VECTORS(short, short)
SMEMLENS_MAKE_VECTORS(ushort, unsigned short)
SMEMLENS_MAKE_VECTORS(int, int)
SMEMLENS_MAKE_VECTORS(uint, unsigned int)
SMEMLENS_MAKE_VECTORS(long, long)
SMEMLENS_MAKE_VECTORS(ulong, unsigned long)
SMEMLENS_MAKE_VECTORS(longlong, long long)
SMEMLENS_MAKE_VECTORS(ulonglong, unsigned long long)
SMEMLENS_MAKE_VECTORS(float, float)
SMEMLENS_MAKE_VECTORS(double, double)

#undef SMEMLENS_MAKE_VECTORS
