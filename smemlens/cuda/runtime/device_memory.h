#pragma once

// The GPU's memory: host memory that the kernels may touch, each allocation a checked interval.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "smemlens/cuda/runtime/device_addresses.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {

class DeviceMemory {
 public:
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  DeviceMemory(DeviceMemory&&) = delete;
  DeviceMemory& operator=(DeviceMemory&&) = delete;
  ~DeviceMemory();

  void set_capacity(std::uint64_t bytes) { capacity_ = bytes; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint64_t free_bytes() const { return capacity_ - used_; }

  // Zeroed bytes, aligned to 512; null pointer if the GPU would have no room, or the host has none.
  //   call  the function's name, for messages: "cudaMalloc"
  void* allocate(std::size_t bytes, simt::RangeKind kind, std::string_view call);
  // False if `pointer` was not allocated as `kind`.
  bool release(void* pointer, simt::RangeKind kind);
  void release_all();

  // Memory of the program's own that kernels may touch (cudaHostRegister).
  bool announce(void* pointer, std::size_t bytes);
  bool withdraw(void* pointer);

  // Why `call` couldn't free `pointer`: "cudaFree of allocation 2 from cudaMalloc (64 bytes), which
  // was freed before".
  struct BadFree {
    std::string_view code;
    std::string message;
  };
  BadFree why_not_freed(const void* pointer, std::string_view call) const;

  // The range that holds `pointer`; null pointer for host memory that no kernel may touch.
  const simt::MemoryRange* range_of(const void* pointer) const;
  // True if the bytes lie in one range, or (unless `must_be_device`) begin in none. Those of a
  // kernel's malloc never may.
  bool may_copy(const void* pointer, std::size_t bytes, bool must_be_device) const;

  simt::GlobalMemory& ranges() { return ranges_; }

 private:
  struct Block {
    std::size_t bytes = 0;
    simt::RangeKind kind{};
  };

  void forget(void* pointer, std::size_t bytes);

  simt::GlobalMemory ranges_;
  DeviceAddresses addresses_;
  std::unordered_map<void*, Block> blocks_;
  std::deque<std::uint64_t> freed_;  // the last ones: what ranges_ knows as freed
  std::map<std::string, std::uint64_t, std::less<>> allocations_;  // by call: so far
  std::uint64_t capacity_ = 0;
  std::uint64_t used_ = 0;
};

}  // namespace smemlens::cuda
