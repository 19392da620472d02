#pragma once

// Copies from global to shared memory that run by themselves (CUDA C++ Programming Guide,
// "Pipeline Primitives Interface"): cp.async.

#include "cuda_runtime.h"

// 4, 8 or 16 bytes, of which the last `zeros` are written as zeros. 16 bytes bypass the L1 cache.
static __device__ SMEMLENS_INLINE void __pipeline_memcpy_async(void* shared, const void* global,
                                                               size_t bytes, size_t zeros = 0) {
  const unsigned int to = static_cast<unsigned int>(__cvta_generic_to_shared(shared));
  const unsigned int read = static_cast<unsigned int>(bytes - zeros);
  switch (bytes) {
    case 4:
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to), "l"(global),
                       "r"(read)
                       : "memory");
      break;
    case 8:
      __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(to), "l"(global),
                       "r"(read)
                       : "memory");
      break;
    case 16:
      __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(global),
                       "r"(read)
                       : "memory");
      break;
    default:
      __trap();
  }
}

static __device__ SMEMLENS_INLINE void __pipeline_commit() {
  __asm__ volatile("cp.async.commit_group;" ::: "memory");
}

// Until at most `pending` of the committed groups are under way; the instruction takes a constant.
static __device__ SMEMLENS_INLINE void __pipeline_wait_prior(size_t pending) {
  switch (pending) {
#define SMEMLENS_WAIT(count)                                          \
  case count:                                                         \
    __asm__ volatile("cp.async.wait_group " #count ";" ::: "memory"); \
    break;
    SMEMLENS_WAIT(0)
    SMEMLENS_WAIT(1)
    SMEMLENS_WAIT(2)
    SMEMLENS_WAIT(3)
    SMEMLENS_WAIT(4)
    SMEMLENS_WAIT(5)
    SMEMLENS_WAIT(6)
    SMEMLENS_WAIT(7)
#undef SMEMLENS_WAIT
    default:
      __asm__ volatile("cp.async.wait_group 8;" ::: "memory");
  }
}
