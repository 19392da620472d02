#include "smemlens/cuda/runtime/memory_digests.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "smemlens/simt/global_memory.h"

namespace smemlens::cuda {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{32} << 30U;  // some seconds

std::uint64_t mixed(std::uint64_t digest, std::uint64_t word) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
  constexpr unsigned kShift = 29;
  digest = (digest ^ word) * kOdd;
  return digest ^ (digest >> kShift);
}

std::uint64_t digest_of(const simt::MemoryRange& range) {
  // Several digests side by side, as each step waits for the one before.
  std::array<std::uint64_t, 4> digests{};
  std::array<std::uint64_t, 4> words{};
  const std::byte* const bytes = simt::host_pointer(range.begin);
  std::uint64_t at = 0;
  for (; at + sizeof words <= range.bytes; at += sizeof words) {
    std::memcpy(words.data(), bytes + at, sizeof words);
    for (std::size_t i = 0; i < words.size(); ++i) digests[i] = mixed(digests[i], words[i]);
  }
  words = {};
  std::memcpy(words.data(), bytes + at, range.bytes - at);
  std::uint64_t digest = range.bytes;
  for (const std::uint64_t word : words) digest = mixed(digest, word);
  for (const std::uint64_t part : digests) digest = mixed(digest, part);
  return digest;
}

std::string hexadecimal(std::uint64_t value) {
  std::array<char, 16> digits{};
  constexpr int kBase = 16;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value, kBase);
  return {digits.data(), end.ptr};
}

}  // namespace

std::uint64_t MemoryDigests::taken(const simt::MemoryRange& range) {
  if (!range.is_writable() || bytes_read_ + range.bytes > kMostBytes) return 0;
  bytes_read_ += range.bytes;
  return std::max(digest_of(range), std::uint64_t{1});
}

void MemoryDigests::before_launch(const simt::GlobalMemory& memory) {
  before_.clear();
  memory.for_each([&](const simt::MemoryRange& range) { before_[range.begin] = taken(range); });
}

std::vector<std::string> MemoryDigests::after_launch(std::uint64_t launch,
                                                     const simt::GlobalMemory& memory) {
  std::vector<std::string> lines;
  memory.for_each([&](const simt::MemoryRange& range) {
    const auto before = before_.find(range.begin);
    const bool is_new = before == before_.end();  // a kernel's own malloc
    if (!is_new && before->second == 0) return;
    const std::uint64_t digest = taken(range);
    if (digest == 0 || (!is_new && digest == before->second)) return;
    lines.push_back(std::to_string(launch) + ' ' + range.name + ' ' + hexadecimal(digest));
  });
  std::ranges::sort(lines);  // where variables lie changes from run to run
  return lines;
}

}  // namespace smemlens::cuda
