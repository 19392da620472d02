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
constexpr std::size_t kMostFreed = 64;

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
                .name = "allocation " + std::to_string(++allocations_) + " from malloc"});
  blocks_.emplace(address, std::move(block));
  return address;
}

bool DeviceHeap::free(std::uint64_t address) {
  const auto block = blocks_.find(address);
  if (block == blocks_.end()) return false;
  used_ -= block->second.bytes;
  memory_->free(address);
  blocks_.erase(block);
  freed_.push_back(address);
  if (freed_.size() > kMostFreed) {
    memory_->forget_freed(freed_.front());
    freed_.pop_front();
  }
  return true;
}

void DeviceHeap::clear() {
  for (const auto& [address, block] : blocks_) memory_->remove(address);
  for (const std::uint64_t address : freed_) memory_->forget_freed(address);
  blocks_.clear();
  freed_.clear();
  used_ = 0;
  allocations_ = 0;
}

}  // namespace smemlens::simt
