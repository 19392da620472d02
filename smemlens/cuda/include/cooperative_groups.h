#pragma once

// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups") of a block, of tiles of a
// warp, of the threads that are together, and of a grid launched cooperatively.

#include "cuda_runtime.h"

#define SMEMLENS_MEMBER __device__ SMEMLENS_INLINE

namespace cooperative_groups {

// A shuffle of any type: of a struct's 32-bit words one after the other.
template <typename T, typename Shuffle>
SMEMLENS_MEMBER T smemlens_shuffle(T value, Shuffle shuffle) {
  if constexpr (__is_class(T) && sizeof(T) % 4 == 0) {
    unsigned words[sizeof(T) / 4];
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned& word : words) word = shuffle(word);
    __builtin_memcpy(&value, words, sizeof(T));
    return value;
  } else {
    return shuffle(value);
  }
}

// What a function takes that works for any group: the whole block, or lanes of one warp.
class thread_group {
 public:
  SMEMLENS_MEMBER void sync() const {
    if (is_block_) {
      __syncthreads();
    } else {
      __syncwarp(mask_);
    }
  }
  SMEMLENS_MEMBER unsigned long long size() const { return size_; }
  SMEMLENS_MEMBER unsigned long long num_threads() const { return size_; }
  SMEMLENS_MEMBER unsigned long long thread_rank() const { return rank_; }
  SMEMLENS_MEMBER bool is_valid() const { return true; }

  SMEMLENS_MEMBER bool smemlens_is_block() const { return is_block_; }
  SMEMLENS_MEMBER unsigned smemlens_mask() const { return mask_; }  // the group's lanes

 protected:
  SMEMLENS_MEMBER thread_group(bool is_block, unsigned mask, unsigned size, unsigned rank)
      : is_block_(is_block), mask_(mask), size_(size), rank_(rank) {}
  friend __device__ thread_group tiled_partition(const thread_group& parent, unsigned size);

  bool is_block_;
  unsigned mask_;
  unsigned size_;
  unsigned rank_;
};

class thread_block : public thread_group {
 public:
  SMEMLENS_MEMBER thread_block() : thread_group(true, 0xffffffffU, block_size(), block_rank()) {}
  static SMEMLENS_MEMBER void sync() { __syncthreads(); }
  static SMEMLENS_MEMBER unsigned thread_rank() { return block_rank(); }
  static SMEMLENS_MEMBER unsigned size() { return block_size(); }
  static SMEMLENS_MEMBER unsigned num_threads() { return block_size(); }
  static SMEMLENS_MEMBER dim3 group_index() { return blockIdx; }
  static SMEMLENS_MEMBER dim3 thread_index() { return threadIdx; }
  static SMEMLENS_MEMBER dim3 group_dim() { return blockDim; }
  static SMEMLENS_MEMBER dim3 dim_threads() { return blockDim; }

 private:
  static SMEMLENS_MEMBER unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
  static SMEMLENS_MEMBER unsigned block_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
};

static __device__ SMEMLENS_INLINE thread_block this_thread_block() {
  return thread_block();
}

// All blocks of a grid. They wait for each other only if the launch was cooperative: then %envreg1
// and %envreg2 hold the address of a structure whose second word counts arrivals. Block 0 adds what
// makes the sum of a round 2^31, so that the highest bit turns over when all have arrived.
class grid_group {
 public:
  static SMEMLENS_MEMBER bool is_valid() { return barrier() != 0; }
  static SMEMLENS_MEMBER void sync() {
    if (!is_valid()) __trap();
    __syncthreads();
    if (thread_block::thread_rank() == 0) {
      unsigned* const arrivals = reinterpret_cast<unsigned*>(barrier() + 4);
      const unsigned others = static_cast<unsigned>(num_blocks()) - 1;
      const unsigned step = block_rank() == 0 ? 0x80000000U - others : 1;
      unsigned before, now;
      __asm__ volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
                       : "=r"(before)
                       : "l"(arrivals), "r"(step)
                       : "memory");
      do {
        __asm__ volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(arrivals) : "memory");
      } while (((before ^ now) & 0x80000000U) == 0);
    }
    __syncthreads();
  }
  static SMEMLENS_MEMBER unsigned long long size() { return num_blocks() * thread_block::size(); }
  static SMEMLENS_MEMBER unsigned long long num_threads() { return size(); }
  static SMEMLENS_MEMBER unsigned long long num_blocks() {
    return 1ULL * gridDim.x * gridDim.y * gridDim.z;
  }
  static SMEMLENS_MEMBER unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + 1ULL * gridDim.y * blockIdx.z);
  }
  static SMEMLENS_MEMBER unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  static SMEMLENS_MEMBER dim3 group_dim() { return gridDim; }
  static SMEMLENS_MEMBER dim3 dim_blocks() { return gridDim; }
  static SMEMLENS_MEMBER dim3 block_index() { return blockIdx; }

 private:
  static SMEMLENS_MEMBER unsigned long long barrier() {
    unsigned high, low;
    __asm__("mov.u32 %0, %%envreg1;" : "=r"(high));
    __asm__("mov.u32 %0, %%envreg2;" : "=r"(low));
    return static_cast<unsigned long long>(high) << 32 | low;
  }
};

static __device__ SMEMLENS_INLINE grid_group this_grid() {
  return grid_group();
}

// `Size` neighbouring lanes of a warp.
template <unsigned Size, typename Parent = void>
class thread_block_tile;

template <unsigned Size>
class thread_block_tile<Size, void> : public thread_group {
  static_assert(Size > 0 && Size <= 32 && (Size & (Size - 1)) == 0,
                "a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  // The tile is the `index`-th of `count` that its parent was cut into.
  SMEMLENS_MEMBER thread_block_tile(unsigned index, unsigned count)
      : thread_group(false, tile_mask(), Size, __nvvm_read_ptx_sreg_laneid() & (Size - 1)),
        index_(index),
        count_(count) {}
  SMEMLENS_MEMBER void sync() const { __syncwarp(mask_); }
  static constexpr SMEMLENS_MEMBER unsigned size() { return Size; }
  static constexpr SMEMLENS_MEMBER unsigned num_threads() { return Size; }
  SMEMLENS_MEMBER unsigned thread_rank() const { return rank_; }
  SMEMLENS_MEMBER unsigned meta_group_rank() const { return index_; }
  SMEMLENS_MEMBER unsigned meta_group_size() const { return count_; }

  template <typename T>
  SMEMLENS_MEMBER T shfl(T value, int rank) const {
    return smemlens_shuffle(value, [&](auto word) { return __shfl_sync(mask_, word, rank, Size); });
  }
  template <typename T>
  SMEMLENS_MEMBER T shfl_down(T value, unsigned delta) const {
    return smemlens_shuffle(value,
                            [&](auto word) { return __shfl_down_sync(mask_, word, delta, Size); });
  }
  template <typename T>
  SMEMLENS_MEMBER T shfl_up(T value, unsigned delta) const {
    return smemlens_shuffle(value,
                            [&](auto word) { return __shfl_up_sync(mask_, word, delta, Size); });
  }
  template <typename T>
  SMEMLENS_MEMBER T shfl_xor(T value, unsigned mask) const {
    return smemlens_shuffle(value,
                            [&](auto word) { return __shfl_xor_sync(mask_, word, mask, Size); });
  }
  SMEMLENS_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  SMEMLENS_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
  SMEMLENS_MEMBER unsigned ballot(int predicate) const {
    return __ballot_sync(mask_, predicate) >> shift();
  }
  template <typename T>
  SMEMLENS_MEMBER unsigned match_any(T value) const {
    return __match_any_sync(mask_, value) >> shift();
  }
  template <typename T>
  SMEMLENS_MEMBER unsigned match_all(T value, int& predicate) const {
    return __match_all_sync(mask_, value, &predicate) >> shift();
  }

 private:
  static SMEMLENS_MEMBER unsigned shift() { return __nvvm_read_ptx_sreg_laneid() & ~(Size - 1); }
  static SMEMLENS_MEMBER unsigned tile_mask() { return (0xffffffffU >> (32 - Size)) << shift(); }

  unsigned index_;
  unsigned count_;
};

}  // namespace cooperative_groups

#include "smemlens_warp_tiles.h"

namespace cooperative_groups {

template <unsigned Size, typename Parent>
class thread_block_tile : public thread_block_tile<Size, void> {
 public:
  explicit SMEMLENS_MEMBER thread_block_tile(const Parent& parent)
      : thread_block_tile<Size, void>(parent.thread_rank() / Size,
                                      (parent.size() + Size - 1) / Size) {}
};

template <unsigned Size, typename Parent>
static __device__ SMEMLENS_INLINE thread_block_tile<Size, Parent> tiled_partition(
    const Parent& parent) {
  return thread_block_tile<Size, Parent>(parent);
}

__device__ SMEMLENS_INLINE thread_group tiled_partition(const thread_group& /*parent*/,
                                                        unsigned size) {
  const unsigned lane = __nvvm_read_ptx_sreg_laneid();
  const unsigned mask = (0xffffffffU >> (32 - size)) << (lane & ~(size - 1));
  return thread_group(false, mask, size, lane & (size - 1));
}

// Any lanes of one warp, ranked in their order: those that were together when it was made, or those
// of them that share a label.
class coalesced_group : public thread_group {
 public:
  SMEMLENS_MEMBER coalesced_group() : coalesced_group(__activemask(), 0, 1) {}
  SMEMLENS_MEMBER coalesced_group(unsigned mask, unsigned index, unsigned count)
      : thread_group(false, mask, __popc(mask),
                     __popc(mask & ((1U << __nvvm_read_ptx_sreg_laneid()) - 1))),
        index_(index),
        count_(count) {}
  SMEMLENS_MEMBER void sync() const { __syncwarp(mask_); }
  SMEMLENS_MEMBER unsigned size() const { return size_; }
  SMEMLENS_MEMBER unsigned num_threads() const { return size_; }
  SMEMLENS_MEMBER unsigned thread_rank() const { return rank_; }
  SMEMLENS_MEMBER unsigned meta_group_rank() const { return index_; }
  SMEMLENS_MEMBER unsigned meta_group_size() const { return count_; }
  SMEMLENS_MEMBER int any(int predicate) const { return __any_sync(mask_, predicate); }
  SMEMLENS_MEMBER int all(int predicate) const { return __all_sync(mask_, predicate); }
  SMEMLENS_MEMBER unsigned ballot(int predicate) const {
    return ranks_of(__ballot_sync(mask_, predicate));
  }
  template <typename T>
  SMEMLENS_MEMBER unsigned match_any(T value) const {
    return ranks_of(__match_any_sync(mask_, value));
  }
  template <typename T>
  SMEMLENS_MEMBER unsigned match_all(T value, int& predicate) const {
    return ranks_of(__match_all_sync(mask_, value, &predicate));
  }
  template <typename T>
  SMEMLENS_MEMBER T shfl(T value, int rank) const {
    return from_lane(value, lane_of(static_cast<unsigned>(rank) % size_));
  }
  // A rank that isn't there gives the thread its own value back.
  template <typename T>
  SMEMLENS_MEMBER T shfl_down(T value, unsigned delta) const {
    return from_lane(value, lane_of(rank_ + delta < size_ ? rank_ + delta : rank_));
  }
  template <typename T>
  SMEMLENS_MEMBER T shfl_up(T value, unsigned delta) const {
    return from_lane(value, lane_of(delta <= rank_ ? rank_ - delta : rank_));
  }

 private:
  template <typename T>
  SMEMLENS_MEMBER T from_lane(T value, unsigned lane) const {
    return smemlens_shuffle(value, [&](auto word) { return __shfl_sync(mask_, word, lane); });
  }
  // The lane of the group's n-th thread.
  SMEMLENS_MEMBER unsigned lane_of(unsigned rank) const {
    unsigned rest = mask_;
    for (unsigned i = 0; i < rank; ++i) rest &= rest - 1;
    return __ffs(rest) - 1;
  }
  // Bits of lanes as bits of ranks.
  SMEMLENS_MEMBER unsigned ranks_of(unsigned lanes) const {
    unsigned ranks = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1, ++rank) {
      if (lanes & rest & -rest) ranks |= 1U << rank;
    }
    return ranks;
  }

  unsigned index_;
  unsigned count_;
};

static __device__ SMEMLENS_INLINE coalesced_group coalesced_threads() {
  return coalesced_group();
}

// The threads of `parent`, lanes of one warp, that have the same label.
template <typename Group, typename Label>
__device__ SMEMLENS_INLINE coalesced_group labeled_partition(const Group& parent, Label label) {
  const unsigned mask = __match_any_sync(parent.smemlens_mask(), label);
  // Groups are numbered by their lowest lanes.
  const unsigned leaders =
      __ballot_sync(parent.smemlens_mask(), __ffs(mask) - 1 == __nvvm_read_ptx_sreg_laneid());
  const unsigned before = (1U << (__ffs(mask) - 1)) - 1;
  return coalesced_group(mask, __popc(leaders & before), __popc(leaders));
}
template <typename Group>
__device__ SMEMLENS_INLINE coalesced_group binary_partition(const Group& parent, bool predicate) {
  const unsigned set = __ballot_sync(parent.smemlens_mask(), predicate);
  const unsigned mask = predicate ? set : parent.smemlens_mask() & ~set;
  return coalesced_group(mask, predicate ? 1 : 0, 2);
}
// Tiles of a group whose lanes need not be neighbours: by rank.
__device__ SMEMLENS_INLINE coalesced_group tiled_partition(const coalesced_group& parent,
                                                           unsigned size) {
  return labeled_partition(parent, parent.thread_rank() / size);
}

// Calls `function` in one thread of the group.
template <typename Group, typename Function, typename... Arguments>
__device__ SMEMLENS_INLINE void invoke_one(const Group& group, Function&& function,
                                           Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}

template <typename Group>
__device__ SMEMLENS_INLINE void sync(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#undef SMEMLENS_MEMBER
