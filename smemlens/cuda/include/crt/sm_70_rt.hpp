#pragma once

// Matches of values among lanes; clang's own header includes this one for them.

#include "../host_defines.h"

#define SMEMLENS_MATCH(type, bits, as)                                                      \
  __device__ SMEMLENS_INLINE unsigned int __match_any_sync(unsigned int mask, type value) { \
    return __match##bits##_any_sync(mask, as(value));                                       \
  }                                                                                         \
  __device__ SMEMLENS_INLINE unsigned int __match_all_sync(unsigned int mask, type value,   \
                                                           int* predicate) {                \
    return __match##bits##_all_sync(mask, as(value), predicate);                            \
  }

SMEMLENS_MATCH(unsigned int, 32, static_cast<unsigned int>)
SMEMLENS_MATCH(int, 32, static_cast<unsigned int>)
SMEMLENS_MATCH(unsigned long, 64, static_cast<unsigned long long>)
SMEMLENS_MATCH(long, 64, static_cast<unsigned long long>)
SMEMLENS_MATCH(unsigned long long, 64, static_cast<unsigned long long>)
SMEMLENS_MATCH(long long, 64, static_cast<unsigned long long>)
SMEMLENS_MATCH(float, 32, __float_as_uint)
SMEMLENS_MATCH(double, 64, __double_as_longlong)
#undef SMEMLENS_MATCH
