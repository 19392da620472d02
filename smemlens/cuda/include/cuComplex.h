#pragma once

// Complex numbers as CUDA's C interface has them: pairs of floats or doubles and functions of them,
// for the host and for kernels.
//
//   cuFloatComplex a = make_cuFloatComplex(1, 2);   // 1 + 2i
//   cuCmulf(a, cuConjf(a))                          // 5 + 0i
//
// Quotients are scaled by the sum of the divisor's parts, absolute values by the larger part, so
// that what is in range comes out in range.

#include <math.h>

#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

// One list for both precisions: the number's type, the parts' type, the names' endings.
#define SMEMLENS_COMPLEX(Complex, Real, make, f)                                             \
  __host__ __device__ static __inline__ Complex make(Real x, Real y) {                       \
    Complex z;                                                                               \
    z.x = x;                                                                                 \
    z.y = y;                                                                                 \
    return z;                                                                                \
  }                                                                                          \
  __host__ __device__ static __inline__ Real cuCreal##f(Complex z) {                         \
    return z.x;                                                                              \
  }                                                                                          \
  __host__ __device__ static __inline__ Real cuCimag##f(Complex z) {                         \
    return z.y;                                                                              \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuConj##f(Complex z) {                       \
    return make(z.x, -z.y);                                                                  \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuCadd##f(Complex a, Complex b) {            \
    return make(a.x + b.x, a.y + b.y);                                                       \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuCsub##f(Complex a, Complex b) {            \
    return make(a.x - b.x, a.y - b.y);                                                       \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuCmul##f(Complex a, Complex b) {            \
    return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                               \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuCdiv##f(Complex a, Complex b) {            \
    const Real scale = 1 / (fabs##f(b.x) + fabs##f(b.y));                                    \
    const Real x = b.x * scale;                                                              \
    const Real y = b.y * scale;                                                              \
    const Real norm = 1 / (x * x + y * y);                                                   \
    const Complex scaled = make(a.x * scale, a.y * scale);                                   \
    return make((scaled.x * x + scaled.y * y) * norm, (scaled.y * x - scaled.x * y) * norm); \
  }                                                                                          \
  __host__ __device__ static __inline__ Real cuCabs##f(Complex z) {                          \
    const Real x = fabs##f(z.x);                                                             \
    const Real y = fabs##f(z.y);                                                             \
    const Real larger = x > y ? x : y;                                                       \
    const Real smaller = x > y ? y : x;                                                      \
    if (isinf(x) || isinf(y) || larger == 0) return x + y;                                   \
    const Real ratio = smaller / larger;                                                     \
    return larger * sqrt##f(1 + ratio * ratio);                                              \
  }                                                                                          \
  __host__ __device__ static __inline__ Complex cuCfma##f(Complex a, Complex b, Complex c) { \
    return make(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);                   \
  }

SMEMLENS_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, f)
SMEMLENS_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, )

#undef SMEMLENS_COMPLEX

__host__ __device__ static __inline__ cuComplex make_cuComplex(float x, float y) {
  return make_cuFloatComplex(x, y);
}

__host__ __device__ static __inline__ cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) {
  return make_cuDoubleComplex(z.x, z.y);
}

__host__ __device__ static __inline__ cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) {
  return make_cuFloatComplex((float)z.x, (float)z.y);
}
