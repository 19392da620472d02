#include "smemlens/simt/resolve.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/local_memory.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/observe.h"
#include "smemlens/simt/operation.h"

// Every resolver has two loops: one over all 32 lanes, which the compiler vectorises and which
// finds the shape, and one over the lanes of a partial mask.

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

Shape shape_of(bool is_contiguous, bool is_uniform) {
  if (is_contiguous) return Shape::kContiguous;
  return is_uniform ? Shape::kUniform : Shape::kScattered;
}

// --- shared memory -------------------------------------------------------------------------------

// Offsets of all 32 lanes, written to the request.
struct SharedSpan {
  std::uint32_t low = 0xffffffff;
  std::uint32_t high = 0;
  std::uint32_t beyond = 0;  // bits of addresses above 2^32
  std::uint32_t misaligned = 0;
  std::uint32_t not_contiguous = 0;
  std::uint32_t not_uniform = 0;
};

template <class Address>
SharedSpan span_of_all(const AccessSite& site, std::uint64_t window, ByteAddress* offsets) {
  const auto* addresses = addresses_of<Address>(site);
  const std::uint64_t shift = offset_of(site) - window;
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const auto first = static_cast<std::uint32_t>(addresses[0] + shift);
  SharedSpan span;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    std::uint32_t offset = 0;
    if constexpr (sizeof(Address) == 8) {
      const std::uint64_t wide = addresses[lane] + shift;
      offset = static_cast<std::uint32_t>(wide);
      span.beyond |= static_cast<std::uint32_t>(wide >> 32);
    } else {
      offset = addresses[lane] + static_cast<std::uint32_t>(shift);
    }
    offsets[lane].value = offset;
    span.low = std::min(span.low, offset);
    span.high = std::max(span.high, offset);
    span.misaligned |= offset;
    span.not_contiguous |= offset ^ (first + (lane * bytes));
    span.not_uniform |= offset ^ first;
  }
  return span;
}

template <class Address>
SharedSpan span_of_some(const AccessSite& site, std::uint64_t window, WarpMask mask,
                        ByteAddress* offsets) {
  const auto* addresses = addresses_of<Address>(site);
  const std::uint64_t shift = offset_of(site) - window;
  SharedSpan span{.not_contiguous = 1, .not_uniform = 1};
  for (unsigned lane = 0; lane < kLanes; ++lane) offsets[lane].value = 0;
  for_each_lane_in(mask, [&](unsigned lane) {
    const std::uint64_t wide = sizeof(Address) == 8
                                   ? addresses[lane] + shift
                                   : static_cast<std::uint32_t>(addresses[lane] + shift);
    const auto offset = static_cast<std::uint32_t>(wide);
    offsets[lane].value = offset;
    span.beyond |= static_cast<std::uint32_t>(wide >> 32);
    span.low = std::min(span.low, offset);
    span.high = std::max(span.high, offset);
    span.misaligned |= offset;
  });
  return span;
}

template <class Address>
bool resolve_shared(const AccessSite& site, WarpMask mask, std::uint64_t window, Reach& reach) {
  ExecutionState& state = site.state;
  ByteAddress* offsets = state.request.addresses.data();
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const SharedSpan span = mask == kAllLanes ? span_of_all<Address>(site, window, offsets)
                                            : span_of_some<Address>(site, window, mask, offsets);
  if ((span.misaligned & (bytes - 1)) != 0 || span.beyond != 0 ||
      std::uint64_t{span.high} + bytes > state.shared_bytes) {
    report_bad_access(site, mask);
    return false;
  }
  if (state.launch.observer != nullptr) {
    observe_shared(site, mask, {.low = span.low, .high = span.high});
  }
  reach.shape = shape_of(span.not_contiguous == 0, span.not_uniform == 0);
  reach.first = state.shared + offsets[0].value;
  if (reach.shape != Shape::kScattered) return true;
  if (mask == kAllLanes) {
    for (unsigned l = 0; l < kLanes; ++l) reach.lane[l] = state.shared + offsets[l].value;
  } else {
    for_each_lane_in(mask, [&](unsigned l) { reach.lane[l] = state.shared + offsets[l].value; });
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

bool resolve_global(const AccessSite& site, WarpMask mask, Reach& reach) {
  if (!site.access.address_is_wide) return resolve_global_lanes<std::uint32_t>(site, mask, reach);
  if (mask != kAllLanes) return resolve_global_lanes<std::uint64_t>(site, mask, reach);
  const auto* addresses = addresses_of<std::uint64_t>(site);
  const std::uint32_t bytes = site.access.bytes_per_lane();
  const std::uint64_t first = addresses[0];
  std::uint64_t not_contiguous = 0;
  std::uint64_t not_uniform = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    not_contiguous |= addresses[lane] ^ (first + (std::uint64_t{lane} * bytes));
    not_uniform |= addresses[lane] ^ first;
  }
  reach.shape = shape_of(not_contiguous == 0, not_uniform == 0);
  if (reach.shape != Shape::kScattered) {
    const std::uint64_t begin = first + offset_of(site);
    const std::uint64_t length = reach.shape == Shape::kUniform ? bytes : bytes * kLanes;
    if ((begin & (bytes - 1)) == 0 && is_allowed(site, begin, length)) {
      reach.first = host_pointer(begin);
      return true;
    }
  }
  return resolve_global_lanes<std::uint64_t>(site, mask, reach);
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
    reach.first = reach.lane[0];
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
  return (global == 0 || resolve_global(site, global, reach)) &&
         (local == 0 || resolve_local<std::uint64_t>(site, local, kLocalWindow, reach)) &&
         (parameter == 0 ||
          resolve_parameter<std::uint64_t>(site, parameter, kParameterWindow, reach)) &&
         (shared == 0 || resolve_shared<std::uint64_t>(site, shared, kSharedWindow, reach));
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
