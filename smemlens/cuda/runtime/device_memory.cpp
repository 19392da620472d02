#include "smemlens/cuda/runtime/device_memory.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

// What cudaMalloc gives in practice (it promises 256), so that whether a cp.async reads from a
// multiple of 512 bytes doesn't depend on the run (docs/model.md §6.2).
constexpr std::size_t kAlignment = 512;
// From here on the operating system gives the pages, zeroed when they are first touched.
constexpr std::size_t kMappedBytes = std::size_t{1} << 20;

void* take(std::size_t bytes) {
  if (bytes >= kMappedBytes) {
    void* const pages = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? nullptr : pages;
  }
  void* const pointer = std::aligned_alloc(kAlignment, bytes);
  if (pointer != nullptr) std::memset(pointer, 0, bytes);
  return pointer;
}

}  // namespace

void DeviceMemory::give_back(void* pointer, std::size_t bytes) {
  if (bytes >= kMappedBytes) {
    munmap(pointer, bytes);
  } else {
    std::free(pointer);  // NOLINT(cppcoreguidelines-no-malloc): from aligned_alloc
  }
}

DeviceMemory::~DeviceMemory() {
  release_all();
}

void* DeviceMemory::allocate(std::size_t bytes, simt::RangeKind kind, std::string_view call) {
  if (bytes > capacity_ || bytes > free_bytes()) return nullptr;
  const std::size_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  void* const pointer = take(rounded);
  if (pointer == nullptr) return nullptr;
  ranges_.add({.begin = simt::address_of(pointer),
               .bytes = bytes,
               .kind = kind,
               .name = "an allocation from " + std::string(call)});
  blocks_.emplace(pointer, Block{rounded, kind});
  used_ += bytes;
  return pointer;
}

bool DeviceMemory::release(void* pointer, simt::RangeKind kind) {
  const auto found = blocks_.find(pointer);
  if (found == blocks_.end() || found->second.kind != kind) return false;
  const simt::MemoryRange* const range = ranges_.find(simt::address_of(pointer));
  used_ -= range->bytes;
  ranges_.remove(range->begin);
  give_back(pointer, found->second.bytes);
  blocks_.erase(found);
  return true;
}

void DeviceMemory::release_all() {
  for (const auto& [pointer, block] : blocks_) {
    ranges_.remove(simt::address_of(pointer));
    give_back(pointer, block.bytes);
  }
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

const simt::MemoryRange* DeviceMemory::range_of(const void* pointer) const {
  return ranges_.find(simt::address_of(pointer));
}

bool DeviceMemory::may_copy(const void* pointer, std::size_t bytes, bool must_be_device) const {
  const simt::MemoryRange* const range = range_of(pointer);
  if (range == nullptr) return !must_be_device;
  return bytes <= range->end() - simt::address_of(pointer);
}

}  // namespace smemlens::cuda
