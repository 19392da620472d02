#pragma once

// cuda::atomic and cuda::atomic_ref (libcu++, "Extended API: Synchronization Primitives") of 32 and
// 64 bits on the device, by atom instructions of any order: PTX's fences stand around them.

#include "cuda_runtime.h"
#include "smemlens_thread_scope.h"

namespace cuda {

enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst,
};

static __device__ SMEMLENS_INLINE void atomic_thread_fence(
    memory_order order, thread_scope scope = thread_scope_system) {
  if (order == memory_order_relaxed || scope == thread_scope_thread) return;
  if (scope == thread_scope_block) {
    __threadfence_block();
  } else if (scope == thread_scope_device) {
    __threadfence();
  } else {
    __threadfence_system();
  }
}

// A value of T as the word that the instructions work on.
template <size_t Bytes>
struct smemlens_word;
template <>
struct smemlens_word<4> {
  using type = unsigned int;
};
template <>
struct smemlens_word<8> {
  using type = unsigned long long;
};

template <typename T, thread_scope Scope = thread_scope_system>
class atomic_ref {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                "smemlens's header for clang has atomics of 4 and 8 bytes only: use nvcc");
  using Word = typename smemlens_word<sizeof(T)>::type;

 public:
  using value_type = T;
  static constexpr bool is_always_lock_free = true;

  __host__ __device__ SMEMLENS_INLINE explicit atomic_ref(T& object) : object_(&object) {}
  atomic_ref(const atomic_ref&) = default;

  __device__ SMEMLENS_INLINE T load(memory_order order = memory_order_seq_cst) const {
    const Word value = *const_cast<const volatile Word*>(word());
    atomic_thread_fence(order, Scope);
    return __builtin_bit_cast(T, value);
  }
  __device__ SMEMLENS_INLINE void store(T value, memory_order order = memory_order_seq_cst) const {
    atomic_thread_fence(order, Scope);
    *const_cast<volatile Word*>(word()) = __builtin_bit_cast(Word, value);
  }
  __device__ SMEMLENS_INLINE operator T() const { return load(); }
  __device__ SMEMLENS_INLINE T operator=(T value) const {
    store(value);
    return value;
  }
  __device__ SMEMLENS_INLINE T exchange(T value, memory_order order = memory_order_seq_cst) const {
    atomic_thread_fence(order, Scope);
    const Word before = atomicExch(word(), __builtin_bit_cast(Word, value));
    atomic_thread_fence(order, Scope);
    return __builtin_bit_cast(T, before);
  }
  __device__ SMEMLENS_INLINE bool compare_exchange_strong(
      T& expected, T desired, memory_order order = memory_order_seq_cst) const {
    const Word wanted = __builtin_bit_cast(Word, expected);
    atomic_thread_fence(order, Scope);
    const Word before = atomicCAS(word(), wanted, __builtin_bit_cast(Word, desired));
    atomic_thread_fence(order, Scope);
    expected = __builtin_bit_cast(T, before);
    return before == wanted;
  }
  __device__ SMEMLENS_INLINE bool compare_exchange_strong(T& expected, T desired,
                                                          memory_order success,
                                                          memory_order /*failure*/) const {
    return compare_exchange_strong(expected, desired, success);
  }
  template <typename... Orders>
  __device__ SMEMLENS_INLINE bool compare_exchange_weak(T& expected, T desired,
                                                        Orders... orders) const {
    return compare_exchange_strong(expected, desired, orders...);
  }

#define SMEMLENS_FETCH(name, function)                                                          \
  __device__ SMEMLENS_INLINE T name(T value, memory_order order = memory_order_seq_cst) const { \
    atomic_thread_fence(order, Scope);                                                          \
    const T before = function(object_, value);                                                  \
    atomic_thread_fence(order, Scope);                                                          \
    return before;                                                                              \
  }
  SMEMLENS_FETCH(fetch_add, atomicAdd)
  SMEMLENS_FETCH(fetch_and, atomicAnd)
  SMEMLENS_FETCH(fetch_or, atomicOr)
  SMEMLENS_FETCH(fetch_xor, atomicXor)
  SMEMLENS_FETCH(fetch_min, atomicMin)
  SMEMLENS_FETCH(fetch_max, atomicMax)
#undef SMEMLENS_FETCH
  __device__ SMEMLENS_INLINE T fetch_sub(T value, memory_order order = memory_order_seq_cst) const {
    return fetch_add(static_cast<T>(0) - value, order);
  }

  __device__ SMEMLENS_INLINE T operator+=(T value) const { return fetch_add(value) + value; }
  __device__ SMEMLENS_INLINE T operator-=(T value) const { return fetch_sub(value) - value; }
  __device__ SMEMLENS_INLINE T operator&=(T value) const { return fetch_and(value) & value; }
  __device__ SMEMLENS_INLINE T operator|=(T value) const { return fetch_or(value) | value; }
  __device__ SMEMLENS_INLINE T operator^=(T value) const { return fetch_xor(value) ^ value; }
  __device__ SMEMLENS_INLINE T operator++() const { return fetch_add(1) + 1; }
  __device__ SMEMLENS_INLINE T operator--() const { return fetch_sub(1) - 1; }
  __device__ SMEMLENS_INLINE T operator++(int) const { return fetch_add(1); }
  __device__ SMEMLENS_INLINE T operator--(int) const { return fetch_sub(1); }

 private:
  __device__ SMEMLENS_INLINE Word* word() const { return reinterpret_cast<Word*>(object_); }

  T* object_;
};

// An object of its own: what atomic_ref does to it.
template <typename T, thread_scope Scope = thread_scope_system>
class atomic {
  using Reference = atomic_ref<T, Scope>;

 public:
  using value_type = T;

  atomic() = default;
  constexpr __host__ __device__ SMEMLENS_INLINE atomic(T value) : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

#define SMEMLENS_FORWARD(name)                                             \
  template <typename... Arguments>                                         \
  __device__ SMEMLENS_INLINE auto name(Arguments&&... arguments) {         \
    return Reference(value_).name(static_cast<Arguments&&>(arguments)...); \
  }
  SMEMLENS_FORWARD(store)
  SMEMLENS_FORWARD(exchange)
  SMEMLENS_FORWARD(compare_exchange_strong)
  SMEMLENS_FORWARD(compare_exchange_weak)
  SMEMLENS_FORWARD(fetch_add)
  SMEMLENS_FORWARD(fetch_sub)
  SMEMLENS_FORWARD(fetch_and)
  SMEMLENS_FORWARD(fetch_or)
  SMEMLENS_FORWARD(fetch_xor)
  SMEMLENS_FORWARD(fetch_min)
  SMEMLENS_FORWARD(fetch_max)
  SMEMLENS_FORWARD(operator+=)
  SMEMLENS_FORWARD(operator-=)
  SMEMLENS_FORWARD(operator&=)
  SMEMLENS_FORWARD(operator|=)
  SMEMLENS_FORWARD(operator^=)
  SMEMLENS_FORWARD(operator++)
  SMEMLENS_FORWARD(operator--)
#undef SMEMLENS_FORWARD
  __device__ SMEMLENS_INLINE T load(memory_order order = memory_order_seq_cst) const {
    return Reference(const_cast<T&>(value_)).load(order);
  }
  __device__ SMEMLENS_INLINE operator T() const { return load(); }
  __device__ SMEMLENS_INLINE T operator=(T value) { return Reference(value_) = value; }

 private:
  T value_;
};

}  // namespace cuda

namespace cuda::std {
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
}  // namespace cuda::std
