#include "smemlens/cuda/runtime/device_memory.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "smemlens/cuda/runtime/device_addresses.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

// How many freed allocations are known by name. Later an access to one is found out as well, as one
// to no allocation.
constexpr std::size_t kMostFreedNames = 65536;

}  // namespace

// Its name is kept, for who touches it still.
void DeviceMemory::forget(void* pointer, std::size_t bytes) {
  const std::uint64_t address = simt::address_of(pointer);
  ranges_.free(address);
  freed_.push_back(address);
  if (freed_.size() > kMostFreedNames) {
    ranges_.forget_freed(freed_.front());
    freed_.pop_front();
  }
  DeviceAddresses::give_back(pointer, bytes);
}

DeviceMemory::~DeviceMemory() {
  release_all();
}

void* DeviceMemory::allocate(std::size_t bytes, simt::RangeKind kind, std::string_view call) {
  if (bytes > capacity_ || bytes > free_bytes()) return nullptr;
  void* const pointer = addresses_.take(bytes);
  if (pointer == nullptr) return nullptr;
  const std::uint64_t number = ++allocations_[std::string(call)];
  ranges_.add({.begin = simt::address_of(pointer),
               .bytes = bytes,
               .kind = kind,
               .name = "allocation " + std::to_string(number) + " from " + std::string(call)});
  blocks_.emplace(pointer, Block{bytes, kind});
  used_ += bytes;
  return pointer;
}

bool DeviceMemory::release(void* pointer, simt::RangeKind kind) {
  const auto found = blocks_.find(pointer);
  if (found == blocks_.end() || found->second.kind != kind) return false;
  used_ -= found->second.bytes;
  forget(pointer, found->second.bytes);
  blocks_.erase(found);
  return true;
}

void DeviceMemory::release_all() {
  for (const auto& [pointer, block] : blocks_) forget(pointer, block.bytes);
  blocks_.clear();
  used_ = 0;
}

bool DeviceMemory::announce(void* pointer, std::size_t bytes) {
  return ranges_.add({.begin = simt::address_of(pointer),
                      .bytes = bytes,
                      .kind = simt::RangeKind::kHost,
                      .name = "memory given to cudaHostRegister"});
}

bool DeviceMemory::withdraw(void* pointer) {
  return !blocks_.contains(pointer) && ranges_.remove(simt::address_of(pointer));
}

DeviceMemory::BadFree DeviceMemory::why_not_freed(const void* pointer,
                                                  std::string_view call) const {
  const std::uint64_t address = simt::address_of(pointer);
  const std::string subject = std::string(call) + " of ";
  if (const simt::MemoryRange* const freed = ranges_.find_freed(address)) {
    return {"double-free", subject + freed->name + " (" + std::to_string(freed->bytes) +
                               " bytes), which was freed before"};
  }
  const simt::MemoryRange* const range = ranges_.find(address);
  if (range == nullptr) return {"invalid-free", subject + "an address in no allocation"};
  if (range->begin == address) return {"invalid-free", subject + range->name};
  return {"invalid-free", subject + "an address inside " + range->name + ", " +
                              std::to_string(address - range->begin) + " bytes after its begin"};
}

const simt::MemoryRange* DeviceMemory::range_of(const void* pointer) const {
  return ranges_.find(simt::address_of(pointer));
}

bool DeviceMemory::may_copy(const void* pointer, std::size_t bytes, bool must_be_device) const {
  const simt::MemoryRange* const range = range_of(pointer);
  if (range == nullptr) {
    return !must_be_device && ranges_.find_freed(simt::address_of(pointer)) == nullptr;
  }
  return range->kind != simt::RangeKind::kHeap && bytes <= range->end() - simt::address_of(pointer);
}

}  // namespace smemlens::cuda
