#include "smemlens/simt/global_memory.h"

#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace smemlens::simt {

bool GlobalMemory::add(MemoryRange range) {
  if (range.bytes == 0) return false;
  if (range.bytes > std::numeric_limits<std::uint64_t>::max() - range.begin) return false;
  const auto next = ranges_.lower_bound(range.begin);
  if (next != ranges_.end() && next->second.begin < range.end()) return false;
  if (next != ranges_.begin() && std::prev(next)->second.end() > range.begin) return false;
  const std::uint64_t begin = range.begin;
  auto freed = freed_.lower_bound(begin);
  if (freed != freed_.begin() && std::prev(freed)->second.end() > begin) --freed;
  while (freed != freed_.end() && freed->second.begin < range.end()) freed = freed_.erase(freed);
  ranges_.emplace_hint(next, begin, std::move(range));
  return true;
}

bool GlobalMemory::remove(std::uint64_t begin) {
  return ranges_.erase(begin) != 0;
}

bool GlobalMemory::free(std::uint64_t begin) {
  auto range = ranges_.extract(begin);
  if (range.empty()) return false;
  freed_.insert(std::move(range));
  return true;
}

void GlobalMemory::forget_freed(std::uint64_t begin) {
  freed_.erase(begin);
}

const MemoryRange* GlobalMemory::find_in(const Ranges& ranges, std::uint64_t address) {
  const auto next = ranges.upper_bound(address);
  if (next == ranges.begin()) return nullptr;
  const MemoryRange& range = std::prev(next)->second;
  return address < range.end() ? &range : nullptr;
}

const MemoryRange* GlobalMemory::find(std::uint64_t address) const {
  return find_in(ranges_, address);
}

const MemoryRange* GlobalMemory::find_freed(std::uint64_t address) const {
  return find_in(freed_, address);
}

bool GlobalMemory::add_constant_bank(std::uint64_t begin, std::uint64_t bytes) {
  return bytes != 0 && constant_banks_.try_emplace(begin, begin + bytes).second;
}

void GlobalMemory::remove_constant_bank(std::uint64_t begin) {
  constant_banks_.erase(begin);
}

bool GlobalMemory::is_in_constant_bank(std::uint64_t address) const {
  const auto next = constant_banks_.upper_bound(address);
  return next != constant_banks_.begin() && address < std::prev(next)->second;
}

NearestRange GlobalMemory::nearest(std::uint64_t address) const {
  const auto next = ranges_.upper_bound(address);
  NearestRange nearest;
  if (next != ranges_.end()) {
    nearest = {.range = &next->second, .distance_bytes = next->second.begin - address};
  }
  if (next == ranges_.begin()) return nearest;
  const MemoryRange& before = std::prev(next)->second;
  const std::uint64_t distance = address < before.end() ? 0 : address - before.end();
  if (nearest.range == nullptr || distance <= nearest.distance_bytes) {
    nearest = {.range = &before, .distance_bytes = distance, .is_after = true};
  }
  return nearest;
}

}  // namespace smemlens::simt
