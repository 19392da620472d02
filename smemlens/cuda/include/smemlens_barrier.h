#pragma once

// cuda::barrier of a block (libcu++, "Extended API: Synchronization Primitives") on PTX's mbarrier,
// and cuda::memcpy_async, whose copies a barrier or a pipeline waits for.

#include "cuda_runtime.h"
#include "smemlens_copy_async.h"
#include "smemlens_thread_scope.h"

namespace cuda {

struct smemlens_no_completion {};

// The barriers that exist are those of a block, in shared memory.
template <thread_scope Scope, typename Completion = smemlens_no_completion>
class barrier {
  static_assert(Scope == thread_scope_block && __is_same(Completion, smemlens_no_completion),
                "smemlens's header for clang has barriers of thread_scope_block without a function "
                "at their end only: use nvcc");

 public:
  using arrival_token = unsigned long long;

  barrier() = default;
  __device__ SMEMLENS_INLINE barrier(ptrdiff_t expected) { smemlens_init(expected); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  __device__ SMEMLENS_INLINE ~barrier() {}

  __device__ SMEMLENS_INLINE friend void init(barrier* self, ptrdiff_t expected) {
    self->smemlens_init(expected);
  }
  static constexpr __device__ SMEMLENS_INLINE ptrdiff_t max() { return (1 << 20) - 1; }

  [[nodiscard]] __device__ SMEMLENS_INLINE arrival_token arrive(ptrdiff_t count = 1) {
    arrival_token token;
    __asm__ volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                     : "=l"(token)
                     : "r"(smemlens_place())
                     : "memory");
    for (ptrdiff_t i = 1; i < count; ++i) {
      __asm__ volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(smemlens_place()) : "memory");
    }
    return token;
  }
  __device__ SMEMLENS_INLINE void arrive_and_drop() {
    __asm__ volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(smemlens_place()) : "memory");
  }
  __device__ SMEMLENS_INLINE void wait(arrival_token&& token) const {
    while (!smemlens_is_over(token)) {
    }
  }
  __device__ SMEMLENS_INLINE void wait_parity(bool parity) const {
    while (!smemlens_is_parity_over(parity)) {
    }
  }
  __device__ SMEMLENS_INLINE void arrive_and_wait() { wait(arrive()); }

  // The barrier's address in shared memory.
  __device__ SMEMLENS_INLINE unsigned int smemlens_place() const {
    return static_cast<unsigned int>(__cvta_generic_to_shared(&state_));
  }
  // The barrier waits for the copies that this thread has begun, too.
  __device__ SMEMLENS_INLINE void smemlens_expect_copies() {
    __asm__ volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(smemlens_place())
                     : "memory");
  }

 private:
  __device__ SMEMLENS_INLINE void smemlens_init(ptrdiff_t expected) {
    __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(smemlens_place()),
                     "r"(static_cast<unsigned int>(expected))
                     : "memory");
  }
  __device__ SMEMLENS_INLINE bool smemlens_is_over(arrival_token token) const {
    unsigned int is_over;
    __asm__ volatile(
        "{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(is_over)
        : "r"(smemlens_place()), "l"(token)
        : "memory");
    return is_over != 0;
  }
  __device__ SMEMLENS_INLINE bool smemlens_is_parity_over(bool parity) const {
    unsigned int is_over;
    __asm__ volatile(
        "{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
        : "=r"(is_over)
        : "r"(smemlens_place()), "r"(static_cast<unsigned int>(parity))
        : "memory");
    return is_over != 0;
  }

  unsigned long long state_;
};

template <typename Group, typename T, typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                             barrier<thread_scope_block>& until) {
  smemlens_copy<smemlens_copy_alignment<T, Size>>(group, to, from, bytes);
  until.smemlens_expect_copies();
}
template <typename Group, typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, void* to, const void* from,
                                             Size bytes, barrier<thread_scope_block>& until) {
  smemlens_copy<smemlens_copy_alignment<void, Size>>(group, to, from, bytes);
  until.smemlens_expect_copies();
}
template <typename T, typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(T* to, const T* from, Size bytes,
                                             barrier<thread_scope_block>& until) {
  memcpy_async(smemlens_single_thread(), to, from, bytes, until);
}
template <typename Size>
__device__ SMEMLENS_INLINE void memcpy_async(void* to, const void* from, Size bytes,
                                             barrier<thread_scope_block>& until) {
  memcpy_async(smemlens_single_thread(), to, from, bytes, until);
}

}  // namespace cuda
