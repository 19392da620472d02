#pragma once

// What the copies of a group's threads have in common: cuda::memcpy_async and cooperative_groups'.

#include "cuda_pipeline_primitives.h"
#include "cuda_runtime.h"

namespace cuda {

// A number of bytes, and what both ends of a copy are known to be aligned to.
template <size_t Alignment>
struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __host__ __device__ SMEMLENS_INLINE explicit aligned_size_t(size_t bytes) : value(bytes) {}
  __host__ __device__ SMEMLENS_INLINE operator size_t() const { return value; }
};

// One thread as a group.
struct smemlens_single_thread {
  static __device__ SMEMLENS_INLINE unsigned int size() { return 1; }
  static __device__ SMEMLENS_INLINE unsigned int thread_rank() { return 0; }
};

// The group's threads take turns at pieces of as many bytes as both ends are known to be aligned
// to: 16 at most, and from 4 on by cp.async, which only goes from global to shared memory.
template <size_t Alignment, typename Group>
__device__ SMEMLENS_INLINE void smemlens_copy(const Group& group, void* to, const void* from,
                                              size_t bytes) {
  constexpr size_t kPiece = Alignment > 16 ? 16 : Alignment;
  char* const target = static_cast<char*>(to);
  const char* const source = static_cast<const char*>(from);
  const bool is_async = kPiece >= 4 && __isShared(to) && __isGlobal(from);
  for (size_t at = group.thread_rank() * kPiece; at < bytes; at += group.size() * kPiece) {
    if (is_async) {
      __pipeline_memcpy_async(target + at, source + at, kPiece);
    } else {
      __builtin_memcpy(__builtin_assume_aligned(target + at, kPiece),
                       __builtin_assume_aligned(source + at, kPiece), kPiece);
    }
  }
}

template <typename T>
constexpr size_t smemlens_alignment = alignof(T);
template <>
constexpr size_t smemlens_alignment<void> = 1;
template <typename Size>
constexpr size_t smemlens_promised = 1;
template <size_t Alignment>
constexpr size_t smemlens_promised<aligned_size_t<Alignment>> = Alignment;
template <typename T, typename Size>
constexpr size_t smemlens_copy_alignment =
    smemlens_alignment<T> > smemlens_promised<Size> ? smemlens_alignment<T>
                                                    : smemlens_promised<Size>;

}  // namespace cuda
