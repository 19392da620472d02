#pragma once

// Generic addresses: which state space one lies in, and the address there.

#include <stddef.h>

#include "host_defines.h"

#define SMEMLENS_ADDRESS_SPACE(Name, name, builtin, number)                                \
  static __device__ SMEMLENS_INLINE unsigned int __is##Name(const void* pointer) {         \
    return __nvvm_isspacep_##builtin(pointer);                                             \
  }                                                                                        \
  static __device__ SMEMLENS_INLINE size_t __cvta_generic_to_##name(const void* pointer) { \
    return (size_t)(void __attribute__((address_space(number)))*)pointer;                  \
  }                                                                                        \
  static __device__ SMEMLENS_INLINE void* __cvta_##name##_to_generic(size_t address) {     \
    return (void*)(void __attribute__((address_space(number)))*)address;                   \
  }

SMEMLENS_ADDRESS_SPACE(Global, global, global, 1)
SMEMLENS_ADDRESS_SPACE(Shared, shared, shared, 3)
SMEMLENS_ADDRESS_SPACE(Constant, constant, const, 4)
SMEMLENS_ADDRESS_SPACE(Local, local, local, 5)
#undef SMEMLENS_ADDRESS_SPACE
