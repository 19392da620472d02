#pragma once

// cooperative_groups::inclusive_scan and exclusive_scan over lanes of a warp, by shuffles.

#include "reduce.h"

namespace cooperative_groups {

template <typename Group, typename T, typename Operation>
__device__ SMEMLENS_INLINE T inclusive_scan(const Group& group, T value, Operation operation) {
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const T before = group.shfl_up(value, step);
    if (group.thread_rank() >= step) value = operation(before, value);
  }
  return value;
}
template <typename Group, typename T>
__device__ SMEMLENS_INLINE T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}

// Thread 0 gets T{}.
template <typename Group, typename T, typename Operation>
__device__ SMEMLENS_INLINE T exclusive_scan(const Group& group, T value, Operation operation) {
  const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <typename Group, typename T>
__device__ SMEMLENS_INLINE T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups
