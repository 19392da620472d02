#include "smemlens/cuda/runtime/device_addresses.h"

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>

#include "smemlens/base/rounding.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

// Below where Linux puts libraries, stack and heap, above where sanitizers keep their shadow.
constexpr std::uint64_t kWindowBegin = 0x2000'0000'0000;
constexpr std::uint64_t kWindowEnd = 0x5000'0000'0000;

constexpr std::size_t kPage = 4096;
constexpr std::size_t kGap = std::size_t{64} << 10;
// From here on an allocation has a mapping of its own.
constexpr std::size_t kOwnMapping = std::size_t{1} << 20;
constexpr std::size_t kChunk = std::size_t{64} << 20;

std::byte* map_at(void* place, std::size_t bytes, int flags) {
  void* const pages = mmap(place, bytes, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return pages == MAP_FAILED ? nullptr : static_cast<std::byte*>(pages);
}

std::size_t whole_pages(std::size_t bytes) {
  return rounded_up(bytes, kPage);
}

}  // namespace

// Zeroed pages, where the window goes on if possible.
std::byte* DeviceAddresses::map(std::size_t bytes) {
  if (next_ == 0) next_ = kWindowBegin;
  if (has_window_ && bytes <= kWindowEnd - next_) {
    std::byte* const wanted = simt::host_pointer(next_);
    std::byte* const pages = map_at(wanted, bytes, MAP_FIXED_NOREPLACE);
    if (pages == wanted) {
      next_ += bytes;
      return pages;
    }
    if (pages != nullptr) munmap(pages, bytes);  // a kernel that doesn't know the flag
  }
  has_window_ = false;
  return map_at(nullptr, bytes, 0);
}

std::byte* DeviceAddresses::from_chunk(std::size_t bytes) {
  if (chunk_bytes_ < bytes) {
    std::byte* const chunk = map(kChunk);
    if (chunk == nullptr) return nullptr;
    madvise(chunk, kChunk, MADV_NOHUGEPAGE);  // the gaps are to take no room
    chunk_ = chunk;
    chunk_bytes_ = kChunk;
  }
  std::byte* const taken = chunk_;
  chunk_ += bytes;
  chunk_bytes_ -= bytes;
  return taken;
}

void* DeviceAddresses::take(std::size_t bytes) {
  if (bytes < kOwnMapping) return from_chunk(whole_pages(bytes) + kGap);
  std::byte* const pages = map(whole_pages(bytes));
  if (pages != nullptr && has_window_) next_ += kGap;
  return pages;
}

void DeviceAddresses::give_back(void* pointer, std::size_t bytes) {
  if (bytes >= kOwnMapping) {
    munmap(pointer, whole_pages(bytes));
  } else {
    madvise(pointer, whole_pages(bytes), MADV_DONTNEED);
  }
}

}  // namespace smemlens::cuda
