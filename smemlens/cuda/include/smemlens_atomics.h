#pragma once

// atomicAdd and its family (CUDA C++ Programming Guide, "Atomic Functions"), each for the device,
// a block (_block) and the system (_system).

#include "host_defines.h"

// A function of one operand on `type`, computed by clang's builtin for `as`.
#define SMEMLENS_ATOMIC(name, suffix, scope, type, operation, code, as)                \
  static __device__ SMEMLENS_INLINE type name##suffix(type* address, type value) {     \
    return (type)__nvvm_atom_##scope##operation##_gen_##code((as*)address, (as)value); \
  }
#define SMEMLENS_ATOMIC_SCOPES(name, type, operation, code, as)  \
  SMEMLENS_ATOMIC(name, , , type, operation, code, as)           \
  SMEMLENS_ATOMIC(name, _block, cta_, type, operation, code, as) \
  SMEMLENS_ATOMIC(name, _system, sys_, type, operation, code, as)

#define SMEMLENS_ATOMIC_ANY_INTEGER(name, operation)                         \
  SMEMLENS_ATOMIC_SCOPES(name, int, operation, i, int)                       \
  SMEMLENS_ATOMIC_SCOPES(name, unsigned int, operation, i, int)              \
  SMEMLENS_ATOMIC_SCOPES(name, long long, operation, ll, long long)          \
  SMEMLENS_ATOMIC_SCOPES(name, unsigned long long, operation, ll, long long) \
  SMEMLENS_ATOMIC_SCOPES(name, long, operation, ll, long long)               \
  SMEMLENS_ATOMIC_SCOPES(name, unsigned long, operation, ll, long long)

#define SMEMLENS_ATOMIC_BY_SIGN(name, operation)                          \
  SMEMLENS_ATOMIC_SCOPES(name, int, operation, i, int)                    \
  SMEMLENS_ATOMIC_SCOPES(name, unsigned int, operation, ui, unsigned int) \
  SMEMLENS_ATOMIC_SCOPES(name, long long, operation, ll, long long)       \
  SMEMLENS_ATOMIC_SCOPES(name, unsigned long long, operation, ull, unsigned long long)

SMEMLENS_ATOMIC_ANY_INTEGER(atomicAdd, add)
SMEMLENS_ATOMIC_SCOPES(atomicAdd, float, add, f, float)
SMEMLENS_ATOMIC_SCOPES(atomicAdd, double, add, d, double)
SMEMLENS_ATOMIC_ANY_INTEGER(atomicAnd, and)
SMEMLENS_ATOMIC_ANY_INTEGER(atomicOr, or)
SMEMLENS_ATOMIC_ANY_INTEGER(atomicXor, xor)
SMEMLENS_ATOMIC_ANY_INTEGER(atomicExch, xchg)
SMEMLENS_ATOMIC_BY_SIGN(atomicMin, min)
SMEMLENS_ATOMIC_BY_SIGN(atomicMax, max)
SMEMLENS_ATOMIC_SCOPES(atomicInc, unsigned int, inc, ui, unsigned int)
SMEMLENS_ATOMIC_SCOPES(atomicDec, unsigned int, dec, ui, unsigned int)

#define SMEMLENS_ATOMIC_BY_CAST(name, suffix)                                                     \
  static __device__ SMEMLENS_INLINE int atomicSub##suffix(int* address, int value) {              \
    return atomicAdd##suffix(address, -value);                                                    \
  }                                                                                               \
  static __device__ SMEMLENS_INLINE unsigned int atomicSub##suffix(unsigned int* address,         \
                                                                   unsigned int value) {          \
    return atomicAdd##suffix(address, 0U - value);                                                \
  }                                                                                               \
  static __device__ SMEMLENS_INLINE float atomicExch##suffix(float* address, float value) {       \
    return __builtin_bit_cast(float,                                                              \
                              atomicExch##suffix((int*)address, __builtin_bit_cast(int, value))); \
  }                                                                                               \
  static __device__ SMEMLENS_INLINE double atomicExch##suffix(double* address, double value) {    \
    return __builtin_bit_cast(                                                                    \
        double, atomicExch##suffix((long long*)address, __builtin_bit_cast(long long, value)));   \
  }
SMEMLENS_ATOMIC_BY_CAST(, )
SMEMLENS_ATOMIC_BY_CAST(, _block)
SMEMLENS_ATOMIC_BY_CAST(, _system)

#define SMEMLENS_ATOMIC_CAS(suffix, scope, type, code, as)                                  \
  static __device__ SMEMLENS_INLINE type atomicCAS##suffix(type* address, type compare,     \
                                                           type value) {                    \
    return (type)__nvvm_atom_##scope##cas_gen_##code((as*)address, (as)compare, (as)value); \
  }
#define SMEMLENS_ATOMIC_CAS_TYPES(suffix, scope)                        \
  SMEMLENS_ATOMIC_CAS(suffix, scope, int, i, int)                       \
  SMEMLENS_ATOMIC_CAS(suffix, scope, unsigned int, i, int)              \
  SMEMLENS_ATOMIC_CAS(suffix, scope, long long, ll, long long)          \
  SMEMLENS_ATOMIC_CAS(suffix, scope, unsigned long long, ll, long long) \
  SMEMLENS_ATOMIC_CAS(suffix, scope, unsigned long, ll, long long)
SMEMLENS_ATOMIC_CAS_TYPES(, )
SMEMLENS_ATOMIC_CAS_TYPES(_block, cta_)
SMEMLENS_ATOMIC_CAS_TYPES(_system, sys_)

#undef SMEMLENS_ATOMIC
#undef SMEMLENS_ATOMIC_SCOPES
#undef SMEMLENS_ATOMIC_ANY_INTEGER
#undef SMEMLENS_ATOMIC_BY_SIGN
#undef SMEMLENS_ATOMIC_BY_CAST
#undef SMEMLENS_ATOMIC_CAS
#undef SMEMLENS_ATOMIC_CAS_TYPES
