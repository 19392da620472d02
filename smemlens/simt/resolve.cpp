#include "smemlens/simt/resolve.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/model/request.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/observe.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_lanes.h"

// Every resolver has loops over all 32 lanes, which the compiler vectorises, and mostly one over
// the lanes of a partial mask.

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class Address>
[[gnu::always_inline]] inline const Address* addresses_of(const AccessSite& site) {
  return slot_elements<const Address>(site.frame, site.access.address_slot);
}

// What is added to every lane's address.
std::uint64_t offset_of(const AccessSite& site) {
  return static_cast<std::uint64_t>(std::int64_t{site.access.offset});
}

// Of all 32 lanes' addresses, `bytes` a lane.
template <class Address>
Shape shape_of(const Address* addresses, std::uint32_t bytes) {
  const Address step = addresses[1] - addresses[0];
  if (step != bytes && step != 0) return Shape::kScattered;
  Address differences = 0;
  for (unsigned first = 0; first < kLanes; first += kRunLanes) {
    for (unsigned l = 0; l < kRunLanes; ++l) {
      differences |= addresses[first + l] ^ (addresses[first] + (l * step));
    }
  }
  if (differences != 0) return Shape::kScattered;
  return step == 0 ? Shape::kUniform : Shape::kContiguous;
}

// --- shared memory -------------------------------------------------------------------------------

// All lanes' offsets in shared memory. Local to who fills it, so that the compiler knows that
// nothing else is written.
using Offsets = std::array<std::uint32_t, kLanes>;

struct SharedSpan {
  std::uint32_t low = 0xffffffff;
  std::uint32_t high = 0;
  std::uint32_t beyond = 0;  // bits of addresses above 2^32
  std::uint32_t misaligned = 0;
};

// What is added to addresses to make offsets of them.
template <class Address>
Address to_offset(const AccessSite& site, std::uint64_t window) {
  return static_cast<Address>(offset_of(site) - window);
}

// Idle lanes' offsets are 0. All lanes are looked at, as a loop over some isn't vectorised.
template <bool kFull, class Address>
[[gnu::always_inline]] inline SharedSpan span_of(const AccessSite& site, std::uint64_t window,
                                                 WarpMask mask, Offsets& offsets) {
  const auto* addresses = addresses_of<Address>(site);
  const auto shift = to_offset<Address>(site, window);
  SharedSpan span;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const bool is_active = kFull || (mask & kLaneBits<WarpMask>[lane]) != 0;
    const std::uint32_t keep = is_active ? ~0U : 0U;
    const Address wide = addresses[lane] + shift;
    const std::uint32_t offset = static_cast<std::uint32_t>(wide) & keep;
    if constexpr (sizeof(Address) == 8) {
      span.beyond |= static_cast<std::uint32_t>(wide >> 32) & keep;
    }
    offsets[lane] = offset;
    span.low = std::min(span.low, offset | ~keep);
    span.high = std::max(span.high, offset);
    span.misaligned |= offset;
  }
  return span;
}

bool is_good(const AccessSite& site, const SharedSpan& span) {
  const std::uint32_t bytes = site.access.bytes_per_lane();
  return (span.misaligned & (bytes - 1)) == 0 && span.beyond == 0 &&
         std::uint64_t{span.high} + bytes <= site.state.shared_bytes;
}

// What else than its addresses a request's cost hangs on is the same each time.
bool has_pattern(const AccessSite& site) {
  const AccessAction action = site.access.action;
  return action != AccessAction::kCopy && action != AccessAction::kCopyBypass &&
         site.access.open_cost != OpenCost::kFragmentLayout;
}

// May all of `pattern` be asked for `shift` bytes further, in the same array?
bool may_move(const AccessSite& site, const SharedPattern& pattern, std::uint32_t shift) {
  const SiteCache& cache = site.state.sites[site.access.site];
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const std::int64_t signed_shift = static_cast<std::int32_t>(shift);
  const std::int64_t low = pattern.low + signed_shift;
  const std::int64_t high = pattern.high + signed_shift;
  return (shift & (bytes - 1)) == 0 && pattern.array == cache.array && low >= cache.array_begin &&
         high < cache.array_end && high + bytes <= site.state.shared_bytes;
}

// How far the addresses have moved since `pattern`, if all lanes' have so; then `offsets` are
// theirs.
template <class Address>
[[gnu::always_inline]] inline std::optional<std::uint32_t> moved_by(const AccessSite& site,
                                                                    std::uint64_t window,
                                                                    SharedPattern& pattern,
                                                                    Offsets& offsets) {
  if (pattern.array == ptx::kNone || !pattern.is_worth_it() || !has_pattern(site)) {
    return std::nullopt;
  }
  const auto* addresses = addresses_of<Address>(site);
  const auto to = to_offset<Address>(site, window);
  const auto shift_of = [&](unsigned lane) {
    return static_cast<std::uint32_t>(addresses[lane] + to) - pattern.offsets[lane];
  };
  const std::uint32_t shift = shift_of(0);
  // Most that will differ do so here.
  if (shift_of(1) != shift || shift_of(kLanes - 1) != shift || !may_move(site, pattern, shift)) {
    return std::nullopt;
  }
  Address differences = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    offsets[lane] = pattern.offsets[lane] + shift;
    differences |= (addresses[lane] + to) ^ offsets[lane];
  }
  if (differences != 0) return std::nullopt;
  ++pattern.hits;
  return shift;
}

// Looks at all lanes, and keeps what they ask for. False: a fault.
template <class Address>
[[gnu::always_inline]] inline bool renew(const AccessSite& site, std::uint64_t window,
                                         SharedPattern& pattern, Offsets& offsets) {
  const SharedSpan span = span_of<true, Address>(site, window, kAllLanes, offsets);
  if (!is_good(site, span)) {
    pattern.array = ptx::kNone;
    return false;
  }
  ++pattern.misses;
  if (pattern.is_worth_it()) pattern.offsets = offsets;
  pattern.low = span.low;
  pattern.high = span.high;
  pattern.shape = shape_of(offsets.data(), site.access.bytes_per_lane());
  pattern.array = array_of(site, {.low = span.low, .high = span.high});
  return true;
}

void write_to_request(const Offsets& offsets, Request& request) {
  for (unsigned lane = 0; lane < kLanes; ++lane) request.addresses[lane].value = offsets[lane];
}

template <class Address>
bool resolve_all_shared(const AccessSite& site, std::uint64_t window, Reach& reach) {
  ExecutionState& state = site.state;
  SharedPattern& pattern = state.patterns[site.access.site];
  Offsets offsets;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by one of two
  const std::optional<std::uint32_t> shift = moved_by<Address>(site, window, pattern, offsets);
  if (!shift && !renew<Address>(site, window, pattern, offsets)) {
    report_bad_access(site, kAllLanes);
    return false;
  }
  reach.shape = pattern.shape;
  if (reach.shape == Shape::kScattered) {
    for (unsigned l = 0; l < kLanes; ++l) reach.lane[l] = state.shared + offsets[l];
  } else {
    for (std::size_t r = 0; r < kRuns; ++r) reach.run[r] = state.shared + offsets[r * kRunLanes];
  }
  if (state.launch.observer != nullptr) {
    write_to_request(offsets, state.request);
    observe_shared(site, kAllLanes, pattern.array, shift);
  }
  return true;
}

template <class Address>
bool resolve_shared(const AccessSite& site, WarpMask mask, std::uint64_t window, Reach& reach) {
  if (mask == kAllLanes) return resolve_all_shared<Address>(site, window, reach);
  ExecutionState& state = site.state;
  Offsets offsets;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled at once
  const SharedSpan span = span_of<false, Address>(site, window, mask, offsets);
  if (!is_good(site, span)) {
    report_bad_access(site, mask);
    return false;
  }
  reach.shape = Shape::kScattered;
  for (unsigned l = 0; l < kLanes; ++l) reach.lane[l] = state.shared + offsets[l];
  if (state.launch.observer != nullptr) {
    write_to_request(offsets, state.request);
    observe_shared(site, mask, array_of(site, {.low = span.low, .high = span.high}));
  }
  return true;
}

// --- global memory -------------------------------------------------------------------------------

[[gnu::always_inline]] inline bool is_cached(const SiteCache& cache, std::uint64_t address,
                                             std::uint64_t bytes) {
  return address >= cache.begin && address < cache.end && bytes <= cache.end - address;
}

// True if all bytes may be touched; the site's cache then holds their range.
[[gnu::always_inline]] inline bool is_allowed(const AccessSite& site, std::uint64_t address,
                                              std::uint64_t bytes) {
  return is_cached(site.state.sites[site.access.site], address, bytes) ||
         find_range(site, address, bytes);
}

template <class Address>
bool resolve_global_lanes(const AccessSite& site, WarpMask mask, Reach& reach) {
  const auto* addresses = addresses_of<Address>(site);
  const std::uint64_t shift = offset_of(site);
  const std::uint32_t bytes = site.access.bytes_per_lane();
  std::uint64_t misaligned = 0;
  bool is_inside = true;
  for_each_lane_in(mask, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane] + shift;
    misaligned |= address;
    is_inside = is_inside && is_allowed(site, address, bytes);
    reach.lane[lane] = host_pointer(address);
  });
  reach.shape = Shape::kScattered;
  if (is_inside && (misaligned & (bytes - 1)) == 0) return true;
  report_bad_access(site, mask);
  return false;
}

// False: they don't all lie in one range, or not as they must; lane by lane it will be seen.
bool resolve_global_runs(const AccessSite& site, Reach& reach) {
  const auto* addresses = addresses_of<std::uint64_t>(site);
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const std::uint64_t shift = offset_of(site);
  std::uint64_t low = ~std::uint64_t{0};
  std::uint64_t high = 0;
  std::uint64_t misaligned = 0;
  for (std::size_t r = 0; r < kRuns; ++r) {
    const std::uint64_t begin = addresses[r * kRunLanes] + shift;
    low = std::min(low, begin);
    high = std::max(high, begin);
    misaligned |= begin;
    reach.run[r] = host_pointer(begin);
  }
  const std::uint64_t run_bytes = reach.shape == Shape::kUniform ? bytes : bytes * kRunLanes;
  const std::uint64_t length = high - low + run_bytes;
  return (misaligned & (bytes - 1)) == 0 && length >= run_bytes && is_allowed(site, low, length);
}

bool resolve_global(const AccessSite& site, WarpMask mask, Reach& reach) {
  if (!site.access.address_is_wide) return resolve_global_lanes<std::uint32_t>(site, mask, reach);
  if (mask != kAllLanes) return resolve_global_lanes<std::uint64_t>(site, mask, reach);
  const auto* addresses = addresses_of<std::uint64_t>(site);
  const std::uint32_t bytes = site.access.bytes_per_lane();
  reach.shape = shape_of(addresses, bytes);
  if (reach.shape == Shape::kScattered || !resolve_global_runs(site, reach)) {
    return resolve_global_lanes<std::uint64_t>(site, mask, reach);
  }
  return true;
}

// --- local memory and parameters -----------------------------------------------------------------

// A space without host addresses of its own: [window, window + limit).
struct Bounds {
  std::uint64_t window = 0;
  std::uint64_t limit = 0;
};

// `pointer_to(offset, lane)`: where a lane's byte lies.
template <class Address, class PointerTo>
bool resolve_bounded(const AccessSite& site, WarpMask mask, const Bounds& bounds, Reach& reach,
                     PointerTo pointer_to) {
  const auto* addresses = addresses_of<Address>(site);
  const std::uint64_t shift = offset_of(site) - bounds.window;
  const std::uint32_t bytes = site.access.bytes_per_lane();
  bool is_good = true;
  for_each_lane_in(mask, [&](unsigned lane) {
    const std::uint64_t offset = sizeof(Address) == 8
                                     ? addresses[lane] + shift
                                     : static_cast<std::uint32_t>(addresses[lane] + shift);
    is_good = is_good && offset < bounds.limit && bytes <= bounds.limit - offset &&
              (offset & (bytes - 1)) == 0;
    if (is_good) reach.lane[lane] = pointer_to(static_cast<std::uint32_t>(offset), lane);
  });
  reach.shape = Shape::kScattered;
  if (!is_good) report_bad_access(site, mask);
  return is_good;
}

template <class Address>
bool resolve_local(const AccessSite& site, WarpMask mask, std::uint64_t window, Reach& reach) {
  const ExecutionState& state = site.state;
  std::byte* memory = state.warp->local.data();
  const std::uint64_t limit = state.warp->calls.back().local_end;
  return resolve_bounded<Address>(site, mask, {.window = window, .limit = limit}, reach,
                                  [memory](std::uint32_t offset, unsigned lane) {
                                    return memory + local_position(offset, lane);
                                  });
}

// Parameters are mostly read at one address by all lanes.
template <class Address>
bool is_uniform(const AccessSite& site) {
  const auto* addresses = addresses_of<Address>(site);
  Address difference = 0;
  for (unsigned lane = 1; lane < kLanes; ++lane) difference |= addresses[lane] ^ addresses[0];
  return difference == 0;
}

template <class Address>
bool resolve_parameter(const AccessSite& site, WarpMask mask, std::uint64_t window, Reach& reach) {
  ExecutionState& state = site.state;
  std::byte* memory = state.parameters.data();
  const auto pointer_to = [memory](std::uint32_t offset, unsigned /*lane*/) {
    return memory + offset;
  };
  const bool is_one_place = mask == kAllLanes && is_uniform<Address>(site);
  if (!resolve_bounded<Address>(site, is_one_place ? 1 : mask,
                                {.window = window, .limit = state.parameters.size()}, reach,
                                pointer_to)) {
    return false;
  }
  if (is_one_place) {
    reach.shape = Shape::kUniform;
    reach.run.fill(reach.lane[0]);
  }
  return true;
}

// --- generic addresses ---------------------------------------------------------------------------

WarpMask lanes_in(const AccessSite& site, WarpMask mask, std::uint64_t window) {
  const auto* addresses = addresses_of<std::uint64_t>(site);
  const std::uint64_t shift = offset_of(site);
  WarpMask lanes = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    lanes |= is_in_window(addresses[lane] + shift, window) ? WarpMask{1} << lane : 0;
  }
  return lanes & mask;
}

// Lanes may point into different spaces: each space's lanes are one access.
bool resolve_generic(const AccessSite& site, WarpMask mask, Reach& reach) {
  const WarpMask shared = lanes_in(site, mask, kSharedWindow);
  if (shared == mask) return resolve_shared<std::uint64_t>(site, mask, kSharedWindow, reach);
  const WarpMask local = lanes_in(site, mask, kLocalWindow);
  const WarpMask parameter = lanes_in(site, mask, kParameterWindow);
  const WarpMask global = mask & ~(shared | local | parameter);
  if (global == mask) return resolve_global(site, mask, reach);
  // Shared memory first, as its pointers are written for all lanes.
  return (shared == 0 || resolve_shared<std::uint64_t>(site, shared, kSharedWindow, reach)) &&
         (global == 0 || resolve_global(site, global, reach)) &&
         (local == 0 || resolve_local<std::uint64_t>(site, local, kLocalWindow, reach)) &&
         (parameter == 0 ||
          resolve_parameter<std::uint64_t>(site, parameter, kParameterWindow, reach));
}

template <class Address>
bool resolve_in(const AccessSite& site, WarpMask mask, Reach& reach) {
  switch (site.access.space) {
    case AccessSpace::kShared:
      return resolve_shared<Address>(site, mask, 0, reach);
    case AccessSpace::kLocal:
      return resolve_local<Address>(site, mask, 0, reach);
    case AccessSpace::kParameter:
      return resolve_parameter<Address>(site, mask, 0, reach);
    case AccessSpace::kGlobal:
      return resolve_global(site, mask, reach);
    case AccessSpace::kGeneric:
      return resolve_generic(site, mask, reach);
  }
  return false;
}

}  // namespace

bool resolve(const AccessSite& site, WarpMask mask, Reach& reach) {
  return site.access.address_is_wide ? resolve_in<std::uint64_t>(site, mask, reach)
                                     : resolve_in<std::uint32_t>(site, mask, reach);
}

}  // namespace smemlens::simt::SMEMLENS_ISA
