#pragma once

// cooperative_groups::memcpy_async: the threads of a group copy together, by cp.async where both
// ends are aligned for it.

#include "../cooperative_groups.h"
#include "../cuda_pipeline_primitives.h"

namespace cooperative_groups {

template <typename Group>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, void* to, const void* from,
                                             size_t bytes) {
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  const size_t places = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
  const size_t piece = places % 16 == 0 ? 16 : places % 8 == 0 ? 8 : places % 4 == 0 ? 4 : 1;
  const bool is_async = piece > 1 && __isShared(to) && __isGlobal(from);
  for (size_t at = group.thread_rank() * piece; at < bytes; at += group.size() * piece) {
    if (is_async) {
      __pipeline_memcpy_async(target + at, source + at, piece);
    } else {
      for (size_t i = at; i < at + piece; ++i) target[i] = source[i];
    }
  }
  __pipeline_commit();
}
template <typename Group, typename T>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, T* to, size_t to_count,
                                             const T* from, size_t from_count) {
  const size_t count = to_count < from_count ? to_count : from_count;
  memcpy_async(group, static_cast<void*>(to), static_cast<const void*>(from), count * sizeof(T));
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
