#pragma once

// cooperative_groups::memcpy_async: the threads of a group copy together, by cp.async where both
// ends are aligned for it.

#include "../cooperative_groups.h"
#include "../smemlens_copy_async.h"

namespace cooperative_groups {

// What is known of less than 4 bytes is looked up in the addresses.
template <size_t Alignment, typename Group>
__device__ SMEMLENS_INLINE void smemlens_copy_and_commit(const Group& group, void* to,
                                                         const void* from, size_t bytes) {
  if constexpr (Alignment >= 4) {
    cuda::smemlens_copy<Alignment>(group, to, from, bytes);
  } else {
    const size_t places = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
    if (places % 16 == 0) {
      cuda::smemlens_copy<16>(group, to, from, bytes);
    } else if (places % 8 == 0) {
      cuda::smemlens_copy<8>(group, to, from, bytes);
    } else if (places % 4 == 0) {
      cuda::smemlens_copy<4>(group, to, from, bytes);
    } else {
      cuda::smemlens_copy<1>(group, to, from, bytes);
    }
  }
  __pipeline_commit();
}

template <typename Group, typename T, typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, T* to, const T* from,
                                             const Size& bytes) {
  constexpr size_t kPromised = cuda::smemlens_promised<Size>;
  smemlens_copy_and_commit<(kPromised > 1 ? kPromised : cuda::smemlens_alignment<T>)>(group, to,
                                                                                      from, bytes);
}
// A void pointer on one side only.
template <typename Group, typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, void* to, const void* from,
                                             const Size& bytes) {
  smemlens_copy_and_commit<cuda::smemlens_promised<Size>>(group, to, from, bytes);
}
template <typename Group, typename T>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, T* to, size_t to_count,
                                             const T* from, size_t from_count) {
  const size_t count = to_count < from_count ? to_count : from_count;
  smemlens_copy_and_commit<alignof(T)>(group, to, from, count * sizeof(T));
}

template <typename Group>
__device__ SMEMLENS_INLINE void wait(const Group& group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <unsigned Pending, typename Group>
__device__ SMEMLENS_INLINE void wait_prior(const Group& group) {
  __pipeline_wait_prior(Pending);
  group.sync();
}

}  // namespace cooperative_groups
