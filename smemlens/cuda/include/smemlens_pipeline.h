#pragma once

// cuda::pipeline (libcu++, "Extended API: Synchronization Primitives"): copies in stages, of one
// thread by cp.async's groups, of a block by two barriers a stage.

#include "smemlens_barrier.h"

namespace cuda {

enum class pipeline_role { producer, consumer };

// One of each for every stage: copies have arrived; their place is free again.
template <thread_scope Scope, int Stages>
class pipeline_shared_state {
  static_assert(Scope == thread_scope_block,
                "smemlens's header for clang has pipelines of a thread and of a block only: use "
                "nvcc");

 public:
  pipeline_shared_state() = default;
  pipeline_shared_state(const pipeline_shared_state&) = delete;
  pipeline_shared_state& operator=(const pipeline_shared_state&) = delete;

  struct {
    barrier<Scope> produced;
    barrier<Scope> consumed;
  } smemlens_stages[Stages];
  unsigned int smemlens_producers;
};

template <thread_scope Scope>
class pipeline {
  static_assert(Scope == thread_scope_block,
                "smemlens's header for clang has pipelines of a thread and of a block only: use "
                "nvcc");

 public:
  template <int Stages>
  __device__ SMEMLENS_INLINE pipeline(pipeline_shared_state<Scope, Stages>* state)
      : stages_(state->smemlens_stages), count_(Stages) {}
  pipeline(pipeline&&) = default;

  __device__ SMEMLENS_INLINE void producer_acquire() {
    stage(head_).consumed.wait_parity(is_free_in_odd_);
  }
  __device__ SMEMLENS_INLINE void producer_commit() {
    stage(head_).produced.smemlens_expect_copies();
    (void)stage(head_).produced.arrive();
    if (++head_ < count_) return;
    head_ = 0;
    is_free_in_odd_ = !is_free_in_odd_;
  }
  __device__ SMEMLENS_INLINE void consumer_wait() {
    stage(tail_).produced.wait_parity(is_full_in_odd_);
  }
  __device__ SMEMLENS_INLINE void consumer_release() {
    (void)stage(tail_).consumed.arrive();
    if (++tail_ < count_) return;
    tail_ = 0;
    is_full_in_odd_ = !is_full_in_odd_;
  }

 private:
  struct Stage {
    barrier<Scope> produced;
    barrier<Scope> consumed;
  };
  __device__ SMEMLENS_INLINE Stage& stage(int index) const {
    return static_cast<Stage*>(stages_)[index];
  }

  void* stages_;
  int count_;
  int head_ = 0;
  int tail_ = 0;
  // A phase that hasn't begun counts as an odd one that is over: all places are free at first.
  bool is_free_in_odd_ = true;
  bool is_full_in_odd_ = false;
};

// The groups of cp.async that a thread has committed and not waited for.
template <>
class pipeline<thread_scope_thread> {
 public:
  pipeline() = default;
  pipeline(pipeline&&) = default;
  static __device__ SMEMLENS_INLINE bool quit() { return true; }
  static __device__ SMEMLENS_INLINE void producer_acquire() {}
  __device__ SMEMLENS_INLINE void producer_commit() {
    __pipeline_commit();
    ++pending_;
  }
  __device__ SMEMLENS_INLINE void consumer_wait() {
    if (pending_ == 0) return;
    --pending_;
    __pipeline_wait_prior(pending_);
  }
  static __device__ SMEMLENS_INLINE void consumer_release() {}

 private:
  unsigned int pending_ = 0;
};

static __device__ SMEMLENS_INLINE pipeline<thread_scope_thread> make_pipeline() {
  return {};
}

template <thread_scope Scope, int Stages>
__device__ SMEMLENS_INLINE void smemlens_start(pipeline_shared_state<Scope, Stages>* state,
                                               unsigned int producers, unsigned int consumers) {
  for (auto& stage : state->smemlens_stages) {
    init(&stage.produced, producers);
    init(&stage.consumed, consumers);
  }
}
// Every thread produces and consumes.
template <typename Group, thread_scope Scope, int Stages>
__device__ SMEMLENS_INLINE pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state) {
  if (group.thread_rank() == 0) smemlens_start(state, group.size(), group.size());
  group.sync();
  return pipeline<Scope>(state);
}
// As many threads as are told produce, the others consume.
template <typename Group, thread_scope Scope, int Stages>
__device__ SMEMLENS_INLINE pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state, size_t producers) {
  if (group.thread_rank() == 0) smemlens_start(state, producers, group.size() - producers);
  group.sync();
  return pipeline<Scope>(state);
}
// Each thread says what it does; one lane of each warp counts.
template <typename Group, thread_scope Scope, int Stages>
__device__ SMEMLENS_INLINE pipeline<Scope> make_pipeline(
    const Group& group, pipeline_shared_state<Scope, Stages>* state, pipeline_role role) {
  if (group.thread_rank() == 0) state->smemlens_producers = 0;
  group.sync();
  if (role == pipeline_role::producer) {
    const unsigned int lanes = __activemask();
    const bool is_first = __ffs(lanes) - 1 == static_cast<int>(__nvvm_read_ptx_sreg_laneid());
    if (is_first) atomicAdd(&state->smemlens_producers, __popc(lanes));
  }
  group.sync();
  if (group.thread_rank() == 0) {
    const unsigned int producers = state->smemlens_producers;
    smemlens_start(state, producers, group.size() - producers);
  }
  group.sync();
  return pipeline<Scope>(state);
}

template <unsigned char Prior>
__device__ SMEMLENS_INLINE void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {
  __pipeline_wait_prior(Prior);
}

// Until the pipeline's stage is committed and waited for.
template <typename Group, typename T, typename Size, thread_scope Scope>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, T* to, const T* from, Size bytes,
                                             pipeline<Scope>&) {
  smemlens_copy<smemlens_copy_alignment<T, Size>>(group, to, from, bytes);
}
template <typename Group, typename Size, thread_scope Scope>
__device__ SMEMLENS_INLINE void memcpy_async(const Group& group, void* to, const void* from,
                                             Size bytes, pipeline<Scope>&) {
  smemlens_copy<smemlens_copy_alignment<void, Size>>(group, to, from, bytes);
}
template <typename T, typename Size, thread_scope Scope>
__device__ SMEMLENS_INLINE void memcpy_async(T* to, const T* from, Size bytes,
                                             pipeline<Scope>& stages) {
  memcpy_async(smemlens_single_thread(), to, from, bytes, stages);
}
template <typename Size, thread_scope Scope>
__device__ SMEMLENS_INLINE void memcpy_async(void* to, const void* from, Size bytes,
                                             pipeline<Scope>& stages) {
  memcpy_async(smemlens_single_thread(), to, from, bytes, stages);
}

}  // namespace cuda
