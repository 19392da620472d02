#include "smemlens/simt/mbarrier_access.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/lane_memory.h"
#include "smemlens/simt/mbarrier.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

constexpr LaneExtent kObject = {.bytes = sizeof(std::uint64_t), .alignment = sizeof(std::uint64_t)};

bool fault(const AccessSite& site, unsigned lane, std::string_view code, std::string_view message) {
  site.state.warp->paths.back().pc = site.access.instruction;
  report_fault(
      site.state,
      {.lane = lane, .code = code, .message = std::string(message), .notes = {}, .hint = {}});
  return false;
}

void write(std::byte* where, const Mbarrier& barrier) {
  const std::uint64_t object = encoded(barrier);
  std::memcpy(where, &object, sizeof(object));
}

std::uint32_t operand(const AccessSite& site, unsigned lane) {
  return reinterpret_cast<const std::uint32_t*>(site.frame + site.operation.slots[1])[lane];
}

// `change(barrier, lane)` returns what is wrong, or an empty text.
template <class Change>
bool change_each(const AccessSite& site, WarpMask mask, Change change) {
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    std::optional<Mbarrier> barrier = mbarrier_of(site, lane);
    if (!barrier) return false;
    const std::string_view problem = change(*barrier, lane);
    if (!problem.empty()) return fault(site, lane, "mbarrier-count", problem);
    write(memory_at(site, lane, kObject), *barrier);
  }
  return true;
}

}  // namespace

std::optional<Mbarrier> mbarrier_of(const AccessSite& site, unsigned lane) {
  const std::byte* const where = memory_at(site, lane, kObject);
  if (where == nullptr) return std::nullopt;
  std::uint64_t object = 0;
  std::memcpy(&object, where, sizeof(object));
  const std::optional<Mbarrier> barrier = decoded(object);
  if (!barrier) {
    fault(site, lane, "mbarrier-invalid", "there is no mbarrier here: mbarrier.init comes first");
  }
  return barrier;
}

bool mbarrier_init(const AccessSite& site, WarpMask mask) {
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    std::byte* const where = memory_at(site, lane, kObject);
    if (where == nullptr) return false;
    const std::uint32_t count = operand(site, lane);
    if (count == 0 || count > kMostArrivals) {
      return fault(site, lane, "mbarrier-count",
                   "an mbarrier expects 1 to 1048575 arrivals, not " + std::to_string(count));
    }
    write(where, {.pending = count, .expected = count});
  }
  return true;
}

bool mbarrier_invalidate(const AccessSite& site, WarpMask mask) {
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    if (!mbarrier_of(site, lane)) return false;
    std::memset(memory_at(site, lane, kObject), 0, kObject.bytes);
  }
  return true;
}

bool mbarrier_expect_bytes(const AccessSite& site, WarpMask mask) {
  return change_each(site, mask, [&](Mbarrier& barrier, unsigned lane) {
    const std::string_view problem = expect_bytes(barrier, operand(site, lane));
    complete_if_due(barrier);  // the bytes may have come before, and the arrivals too
    return problem;
  });
}

bool mbarrier_complete_bytes(const AccessSite& site, WarpMask mask) {
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    if (!complete_bytes(site, lane, operand(site, lane))) return false;
  }
  return true;
}

bool complete_bytes(const AccessSite& site, unsigned lane, std::uint32_t bytes) {
  return change_each(site, WarpMask{1} << lane, [bytes](Mbarrier& barrier, unsigned /*lane*/) {
    const std::string_view problem = expect_bytes(barrier, -std::int64_t{bytes});
    complete_if_due(barrier);
    return problem;
  });
}

bool mbarrier_arrive(const AccessSite& site, WarpMask mask) {
  auto* const result = reinterpret_cast<std::uint64_t*>(site.frame + site.operation.slots[0]);
  const std::uint32_t kind = site.operation.immediate;
  const bool expects = (kind & kArrivalExpects) != 0;
  return change_each(site, mask, [&](Mbarrier& barrier, unsigned lane) -> std::string_view {
    const std::uint32_t value = operand(site, lane);
    const std::uint64_t before = encoded(barrier);
    const bool phase = barrier.phase;
    if (expects) {
      if (const std::string_view problem = expect_bytes(barrier, value); !problem.empty()) {
        return problem;
      }
    }
    const std::string_view problem =
        arrive(barrier, {.count = expects ? 1 : value, .is_dropped = (kind & kArrivalDrops) != 0});
    if (!problem.empty()) return problem;
    if ((kind & kArrivalMustWait) != 0 && barrier.phase != phase) {
      return "an arrival with .noComplete completes the phase";
    }
    result[lane] = before;
    return {};
  });
}

bool mbarrier_check(const AccessSite& site, WarpMask mask) {
  return change_each(
      site, mask, [](Mbarrier& /*barrier*/, unsigned /*lane*/) -> std::string_view { return {}; });
}

void mbarrier_pending_count(std::byte* frame, const Operation& operation, WarpMask mask) {
  auto* const count = reinterpret_cast<std::uint32_t*>(frame + operation.slots[0]);
  const auto* const state = reinterpret_cast<const std::uint64_t*>(frame + operation.slots[1]);
  for (; mask != 0; mask &= mask - 1) {
    const unsigned lane = lowest_lane(mask);
    const std::optional<Mbarrier> barrier = decoded(state[lane]);
    count[lane] = barrier ? barrier->pending : 0;
  }
}

}  // namespace smemlens::simt
