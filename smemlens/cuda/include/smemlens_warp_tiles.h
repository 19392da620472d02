#pragma once

// Tiles of several warps, and what they need: memory to speak through and barriers of their own.
// Included by cooperative_groups.h.

namespace cooperative_groups {

// For GPUs before sm_80 the scratch memory of such tiles; later ones have it in shared memory of
// the system's, and so have we.
template <unsigned MaxBlockSize = 1024>
struct block_tile_memory {};

template <unsigned MaxBlockSize>
__device__ SMEMLENS_INLINE thread_block
this_thread_block(block_tile_memory<MaxBlockSize>& /*scratch*/) {
  return thread_block();
}

template <unsigned Size>
class smemlens_warp_tile : public thread_group {
  static_assert(Size == 64 || Size == 128 || Size == 256 || Size == 512 || Size == 1024,
                "a tile has a power of two threads, 1024 at most");

 public:
  SMEMLENS_MEMBER smemlens_warp_tile(unsigned index, unsigned count)
      : thread_group(false, 0xffffffffU, Size, thread_block::thread_rank() % Size),
        index_(index),
        count_(count) {}
  SMEMLENS_MEMBER void sync() const {
    __asm__ volatile("barrier.sync %0, %1;" ::"r"(barrier()), "n"(Size) : "memory");
  }
  static constexpr SMEMLENS_MEMBER unsigned size() { return Size; }
  static constexpr SMEMLENS_MEMBER unsigned num_threads() { return Size; }
  SMEMLENS_MEMBER unsigned thread_rank() const { return rank_; }
  SMEMLENS_MEMBER unsigned meta_group_rank() const { return index_; }
  SMEMLENS_MEMBER unsigned meta_group_size() const { return count_; }
  // Every thread gets what the thread of this rank gives.
  template <typename T>
  SMEMLENS_MEMBER T shfl(T value, int rank) const {
    if (rank_ == static_cast<unsigned>(rank)) *slot<T>(first_warp()) = value;
    sync();
    const T result = *slot<T>(first_warp());
    sync();
    return result;
  }
  SMEMLENS_MEMBER int any(int predicate) const { return fold(__any_sync(mask_, predicate), false); }
  SMEMLENS_MEMBER int all(int predicate) const { return fold(__all_sync(mask_, predicate), true); }

  // Each warp's share, then all of them in order.
  template <typename T, typename Operation>
  SMEMLENS_MEMBER T smemlens_reduce(T value, Operation operation) const {
    for (unsigned step = 16; step > 0; step /= 2) {
      value = operation(value, __shfl_xor_sync(mask_, value, step));
    }
    if (rank_ % 32 == 0) *slot<T>(first_warp() + rank_ / 32) = value;
    sync();
    T result = *slot<T>(first_warp());
    for (unsigned warp = 1; warp < Size / 32; ++warp) {
      result = operation(result, *slot<T>(first_warp() + warp));
    }
    sync();
    return result;
  }

 private:
  // Barrier 0 is __syncthreads'; only when 16 tiles fill the block it is one of theirs.
  static SMEMLENS_MEMBER unsigned barrier() {
    const unsigned tiles = (thread_block::size() + Size - 1) / Size;
    return (thread_block::thread_rank() / Size) + (tiles < 16 ? 1 : 0);
  }
  static SMEMLENS_MEMBER unsigned first_warp() {
    return thread_block::thread_rank() / Size * (Size / 32);
  }
  // A place of 8 bytes for each warp of the block.
  template <typename T>
  static SMEMLENS_MEMBER T* slot(unsigned warp) {
    static_assert(sizeof(T) <= 8, "tiles of several warps exchange at most 8 bytes a thread");
    unsigned offset;
    __asm__("mov.u32 %0, %%reserved_smem_offset_1;" : "=r"(offset));
    return static_cast<T*>(__cvta_shared_to_generic(offset + 8 * warp));
  }
  SMEMLENS_MEMBER int fold(int value, bool is_all) const {
    return smemlens_reduce(
        value, [is_all](int a, int b) { return is_all ? (a != 0 && b != 0) : (a != 0 || b != 0); });
  }

  unsigned index_;
  unsigned count_;
};

template <>
class thread_block_tile<64, void> : public smemlens_warp_tile<64> {
  using smemlens_warp_tile<64>::smemlens_warp_tile;
};
template <>
class thread_block_tile<128, void> : public smemlens_warp_tile<128> {
  using smemlens_warp_tile<128>::smemlens_warp_tile;
};
template <>
class thread_block_tile<256, void> : public smemlens_warp_tile<256> {
  using smemlens_warp_tile<256>::smemlens_warp_tile;
};
template <>
class thread_block_tile<512, void> : public smemlens_warp_tile<512> {
  using smemlens_warp_tile<512>::smemlens_warp_tile;
};
template <>
class thread_block_tile<1024, void> : public smemlens_warp_tile<1024> {
  using smemlens_warp_tile<1024>::smemlens_warp_tile;
};

}  // namespace cooperative_groups
