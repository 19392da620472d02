#include "smemlens/simt/device_heap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

#include "smemlens/base/rounding.h"
#include "smemlens/simt/global_memory.h"

namespace smemlens::simt {
namespace {

constexpr std::uint64_t kUnit = 16;
// Kept back, of freed blocks.
constexpr std::size_t kMostFreed = 65536;
constexpr std::uint64_t kMostFreedBytes = DeviceHeap::kDefaultBytes;

}  // namespace

std::uint64_t DeviceHeap::allocate(std::uint64_t bytes) {
  const std::uint64_t left = limit_ - std::min(used_, limit_);
  // Whole units that are left, so that `bytes` can be rounded up.
  if (bytes == 0 || bytes > left / kUnit * kUnit) return 0;
  const std::uint64_t taken = rounded_up(bytes, kUnit);
  Block block{.storage = {}, .bytes = taken};
  block.storage.reset(static_cast<std::byte*>(std::calloc(taken, 1)));
  const std::uint64_t address = address_of(block.storage.get());
  if (address == 0) return 0;
  used_ += taken;
  memory_->add({.begin = address,
                .bytes = bytes,
                .kind = RangeKind::kHeap,
                .name = "allocation " + std::to_string(++allocations_) + " from malloc"});
  blocks_.emplace(address, std::move(block));
  return address;
}

bool DeviceHeap::free(std::uint64_t address) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return false;
  used_ -= block->second.bytes;
  freed_bytes_ += block->second.bytes;
  memory_->free(address);
  freed_.push_back(std::move(block->second));
  blocks_.erase(block);
  while (freed_.size() > kMostFreed || freed_bytes_ > kMostFreedBytes) forget_first_freed();
  return true;
}

void DeviceHeap::forget_first_freed() {
  memory_->forget_freed(address_of(freed_.front().storage.get()));
  freed_bytes_ -= freed_.front().bytes;
  freed_.pop_front();
}

void DeviceHeap::clear() {
  for (const auto& [address, block] : blocks_) memory_->remove(address);
  while (!freed_.empty()) forget_first_freed();
  blocks_.clear();
  used_ = 0;
  allocations_ = 0;
}

}  // namespace smemlens::simt
