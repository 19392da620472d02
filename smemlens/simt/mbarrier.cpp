#include "smemlens/simt/mbarrier.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace smemlens::simt {
namespace {

constexpr unsigned kExpectedShift = 20;
constexpr unsigned kBytesShift = 40;
constexpr unsigned kPhaseShift = 61;
constexpr std::uint64_t kValid = std::uint64_t{1} << 63;
constexpr std::uint32_t kBytesMask = (1U << 21) - 1;

}  // namespace

std::uint64_t encoded(const Mbarrier& barrier) {
  const std::uint64_t bytes = static_cast<std::uint32_t>(barrier.bytes) & kBytesMask;
  return kValid | std::uint64_t{barrier.phase} << kPhaseShift | bytes << kBytesShift |
         std::uint64_t{barrier.expected & kMostArrivals} << kExpectedShift |
         (barrier.pending & kMostArrivals);
}

std::optional<Mbarrier> decoded(std::uint64_t object) {
  if ((object & kValid) == 0) return std::nullopt;
  const auto bytes = static_cast<std::uint32_t>(object >> kBytesShift) & kBytesMask;
  return Mbarrier{.pending = static_cast<std::uint32_t>(object) & kMostArrivals,
                  .expected = static_cast<std::uint32_t>(object >> kExpectedShift) & kMostArrivals,
                  .bytes = static_cast<std::int32_t>(bytes << 11) >> 11,
                  .phase = (object >> kPhaseShift & 1U) != 0};
}

void complete_if_due(Mbarrier& barrier) {
  if (barrier.pending != 0 || barrier.bytes != 0) return;
  barrier.phase = !barrier.phase;
  barrier.pending = barrier.expected;
}

std::string_view expect_bytes(Mbarrier& barrier, std::int64_t bytes) {
  const std::int64_t sum = barrier.bytes + bytes;
  if (sum > kMostBytes || sum < -kMostBytes) {
    return "an mbarrier can't count more than 1048575 bytes";
  }
  barrier.bytes = static_cast<std::int32_t>(sum);
  return {};
}

std::string_view arrive(Mbarrier& barrier, const Arrival& arrival) {
  if (arrival.count > barrier.pending) return "more threads arrive than the mbarrier expects";
  barrier.pending -= arrival.count;
  if (arrival.is_dropped) barrier.expected -= arrival.count;
  complete_if_due(barrier);
  return {};
}

}  // namespace smemlens::simt
