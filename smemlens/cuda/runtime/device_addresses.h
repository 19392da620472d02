#pragma once

// Where allocations lie: in a window of the address space that nothing else uses, each behind the
// one before, and no address twice. So
//   - what is freed has no successor: a kernel that still touches it is found out;
//   - between two allocations lies a gap, which an index out of bounds meets;
//   - a program has the same device pointers in every run.
// Where the window can't be had or is used up, allocations lie wherever there is room.

#include <cstddef>
#include <cstdint>

namespace smemlens::cuda {

class DeviceAddresses {
 public:
  // Zeroed bytes at a multiple of 4096; null pointer if the host has no room.
  void* take(std::size_t bytes);
  // Their memory is free again, but not their addresses.
  static void give_back(void* pointer, std::size_t bytes);

 private:
  std::byte* map(std::size_t bytes);
  std::byte* from_chunk(std::size_t bytes);

  std::uint64_t next_ = 0;  // in the window; 0 at first
  bool has_window_ = true;
  std::byte* chunk_ = nullptr;  // what is left of the mapping that small allocations share
  std::size_t chunk_bytes_ = 0;
};

}  // namespace smemlens::cuda
