#pragma once

// The heap that kernels' malloc and free work on: one of a device, kept from launch to launch.
//
//   DeviceHeap heap(memory);              8 MiB, as cudaLimitMallocHeapSize is at first
//   heap.allocate(100)                    an address that is a multiple of 16; 112 bytes are taken
//   memory.find(address)->name            "allocation 1 from malloc"
//
// A GPU's own bookkeeping takes a part of its heap; here all of it can be given out. The last freed
// blocks are kept back, so that a kernel which still touches one is found out.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>

#include "smemlens/simt/global_memory.h"

namespace smemlens::simt {

class DeviceHeap {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{8} << 20U;

  // `memory`, which learns of every block, outlives the heap.
  explicit DeviceHeap(GlobalMemory& memory) : memory_(&memory) {}
  DeviceHeap(const DeviceHeap&) = delete;
  DeviceHeap& operator=(const DeviceHeap&) = delete;
  DeviceHeap(DeviceHeap&&) = delete;
  DeviceHeap& operator=(DeviceHeap&&) = delete;
  ~DeviceHeap() { clear(); }

  // Of all blocks together; those there are stay.
  void set_limit(std::uint64_t bytes) { limit_ = bytes; }

  // Zeroed bytes; 0: more than are left, or none were asked for.
  std::uint64_t allocate(std::uint64_t bytes);
  // False if no block begins there.
  bool free(std::uint64_t address);
  // As if it were new, but for the limit.
  void clear();

 private:
  void forget_first_freed();

  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };
  struct Block {
    std::unique_ptr<std::byte, Free> storage;
    std::uint64_t bytes = 0;
  };

  GlobalMemory* memory_;
  std::map<std::uint64_t, Block> blocks_;  // by address
  std::deque<Block> freed_;                // the last ones: what the memory knows as freed
  std::uint64_t freed_bytes_ = 0;          // of these
  std::uint64_t limit_ = kDefaultBytes;
  std::uint64_t used_ = 0;
  std::uint64_t allocations_ = 0;  // so far
};

}  // namespace smemlens::simt
