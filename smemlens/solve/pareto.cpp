#include "smemlens/solve/pareto.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

// Whether `good` is as good as `bad` in all three.
bool covers(const SolutionPoint& good, const SolutionPoint& bad) {
  return good.wavefronts <= bad.wavefronts && good.extra_bytes <= bad.extra_bytes &&
         good.address_operations <= bad.address_operations;
}

}  // namespace

void ParetoSet::add(SolutionPoint point) {
  for (const SolutionPoint& kept : points_)
    if (covers(kept, point)) return;
  std::erase_if(points_, [&](const SolutionPoint& kept) { return covers(point, kept); });
  points_.push_back(std::move(point));
}

std::optional<std::uint64_t> ParetoSet::worthwhile_wavefronts(
    std::uint64_t extra_bytes, std::uint32_t address_operations) const {
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  for (const SolutionPoint& point : points_) {
    if (point.extra_bytes > extra_bytes || point.address_operations > address_operations) continue;
    if (point.wavefronts == 0) return std::nullopt;
    most = std::min(most, point.wavefronts - 1);
  }
  return most;
}

std::uint64_t ParetoSet::fewest_wavefronts() const {
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (const SolutionPoint& point : points_) fewest = std::min(fewest, point.wavefronts);
  return fewest;
}

std::vector<SolutionPoint> ParetoSet::sorted() const {
  std::vector<SolutionPoint> sorted = points_;
  std::ranges::sort(sorted, {}, [](const SolutionPoint& point) {
    return std::tuple(point.wavefronts, point.extra_bytes, point.address_operations);
  });
  return sorted;
}

}  // namespace smemlens
