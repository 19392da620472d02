#pragma once

// cooperative_groups::reduce over a tile, by shuffles.

#include "../cooperative_groups.h"

namespace cooperative_groups {

#define SMEMLENS_OPERATION(name, expression)                                \
  template <typename T>                                                     \
  struct name {                                                             \
    __device__ SMEMLENS_INLINE T operator()(const T& a, const T& b) const { \
      return expression;                                                    \
    }                                                                       \
  };
SMEMLENS_OPERATION(plus, a + b)
SMEMLENS_OPERATION(less, b < a ? b : a)
SMEMLENS_OPERATION(greater, a < b ? b : a)
SMEMLENS_OPERATION(bit_and, a& b)
SMEMLENS_OPERATION(bit_or, a | b)
SMEMLENS_OPERATION(bit_xor, a ^ b)
#undef SMEMLENS_OPERATION

template <unsigned Size, typename Parent, typename T, typename Operation>
__device__ SMEMLENS_INLINE T reduce(const thread_block_tile<Size, Parent>& tile, T value,
                                    Operation operation) {
  for (unsigned step = Size / 2; step > 0; step /= 2) {
    value = operation(value, tile.shfl_xor(value, step));
  }
  return value;
}

}  // namespace cooperative_groups
