#pragma once

// Loads and stores with a hint for the caches (CUDA C++ Programming Guide, "Load Functions Using
// Cache Hints"). Which value they give doesn't depend on the hint; clang 19's headers lack them.

#include "host_defines.h"

#define SMEMLENS_LOAD(name)                             \
  template <typename T>                                 \
  __device__ SMEMLENS_INLINE T name(const T* address) { \
    return *address;                                    \
  }
SMEMLENS_LOAD(__ldca)
SMEMLENS_LOAD(__ldcg)
SMEMLENS_LOAD(__ldcs)
SMEMLENS_LOAD(__ldlu)
#undef SMEMLENS_LOAD

// As volatile: fetched again each time.
template <typename T>
__device__ SMEMLENS_INLINE T __ldcv(const T* address) {
  __asm__ volatile("" ::: "memory");
  return *address;
}

template <typename T>
struct smemlens_same {
  using type = T;
};

#define SMEMLENS_STORE(name)                                                                \
  template <typename T>                                                                     \
  __device__ SMEMLENS_INLINE void name(T* address, typename smemlens_same<T>::type value) { \
    *address = value;                                                                       \
  }
SMEMLENS_STORE(__stwb)
SMEMLENS_STORE(__stcg)
SMEMLENS_STORE(__stcs)
SMEMLENS_STORE(__stwt)
#undef SMEMLENS_STORE
