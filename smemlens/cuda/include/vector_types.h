#pragma once
#define __VECTOR_TYPES_H__  // programs ask for the name of CUDA's include guard

// int2, float4, dim3 …: structs with CUDA's sizes and alignments.
//
// A copy of a 2- or 4-element vector must stay one access of that width, as with nvcc. clang splits
// a plain struct's copy into 8-byte pieces; an assignment that first reads every element and then
// writes every element becomes one v2 or v4 access. The structs stay aggregates.

#include "host_defines.h"

#define SMEMLENS_VECTOR1(name, element) \
  struct name {                         \
    element x;                          \
  };

#define SMEMLENS_VECTOR2(name, element, alignment)                           \
  struct __attribute__((aligned(alignment))) name {                          \
    element x, y;                                                            \
    __host__ __device__ SMEMLENS_INLINE name& operator=(const name& other) { \
      const element new_x = other.x, new_y = other.y;                        \
      x = new_x, y = new_y;                                                  \
      return *this;                                                          \
    }                                                                        \
  };

#define SMEMLENS_VECTOR3(name, element) \
  struct name {                         \
    element x, y, z;                    \
  };

#define SMEMLENS_VECTOR4(name, element, alignment)                                      \
  struct __attribute__((aligned(alignment))) name {                                     \
    element x, y, z, w;                                                                 \
    __host__ __device__ SMEMLENS_INLINE name& operator=(const name& other) {            \
      const element new_x = other.x, new_y = other.y, new_z = other.z, new_w = other.w; \
      x = new_x, y = new_y, z = new_z, w = new_w;                                       \
      return *this;                                                                     \
    }                                                                                   \
  };

// alignment2 and alignment4: of the two- and the four-element vector.
#define SMEMLENS_VECTORS(name, element, alignment2, alignment4) \
  SMEMLENS_VECTOR1(name##1, element)                            \
  SMEMLENS_VECTOR2(name##2, element, alignment2)                \
  SMEMLENS_VECTOR3(name##3, element)                            \
  SMEMLENS_VECTOR4(name##4, element, alignment4)

SMEMLENS_VECTORS(char, signed char, 2, 4)
SMEMLENS_VECTORS(uchar, unsigned char, 2, 4)
SMEMLENS_VECTORS(short, short, 4, 8)
SMEMLENS_VECTORS(ushort, unsigned short, 4, 8)
SMEMLENS_VECTORS(int, int, 8, 16)
SMEMLENS_VECTORS(uint, unsigned int, 8, 16)
SMEMLENS_VECTORS(long, long, 16, 16)
SMEMLENS_VECTORS(ulong, unsigned long, 16, 16)
SMEMLENS_VECTORS(longlong, long long, 16, 16)
SMEMLENS_VECTORS(ulonglong, unsigned long long, 16, 16)
SMEMLENS_VECTORS(float, float, 8, 16)
SMEMLENS_VECTORS(double, double, 16, 16)

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int in_x = 1, unsigned int in_y = 1,
                                     unsigned int in_z = 1)
      : x(in_x), y(in_y), z(in_z) {}
  __host__ __device__ constexpr dim3(uint3 from) : x(from.x), y(from.y), z(from.z) {}
  __host__ __device__ constexpr operator uint3() const { return {x, y, z}; }
};
