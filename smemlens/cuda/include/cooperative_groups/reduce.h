#pragma once

// cooperative_groups::reduce over lanes of a warp, by shuffles; every thread gets the result.

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
  if constexpr (Size > 32) {
    return tile.smemlens_reduce(value, operation);
  } else {
    for (unsigned step = Size / 2; step > 0; step /= 2) {
      value = operation(value, tile.shfl_xor(value, step));
    }
    return value;
  }
}

// Ranks 0 and 1, 2 and 3, …, then pairs of pairs; what has no partner stays.
template <typename T, typename Operation>
__device__ SMEMLENS_INLINE T reduce(const coalesced_group& group, T value, Operation operation) {
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const T other = group.shfl_down(value, step);
    if (group.thread_rank() + step < group.size()) value = operation(value, other);
  }
  return group.shfl(value, 0);
}

// One thread of the group adds the group's sum to `*address`; the other operations likewise.
#define SMEMLENS_REDUCE_UPDATE(operation, atomic)                                              \
  template <typename Group, typename T>                                                        \
  __device__ SMEMLENS_INLINE void reduce_update_async(const Group& group, T* address, T value, \
                                                      operation<T> op) {                       \
    const T all = reduce(group, value, op);                                                    \
    if (group.thread_rank() == 0) atomic(address, all);                                        \
  }
SMEMLENS_REDUCE_UPDATE(plus, atomicAdd)
SMEMLENS_REDUCE_UPDATE(less, atomicMin)
SMEMLENS_REDUCE_UPDATE(greater, atomicMax)
#undef SMEMLENS_REDUCE_UPDATE

}  // namespace cooperative_groups
