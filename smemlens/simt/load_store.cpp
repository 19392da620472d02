#include "smemlens/simt/load_store.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "smemlens/simt/atomic.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/resolve.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

template <class Element>
[[gnu::always_inline]] inline Element read(const std::byte* from) {
  Element element;
  std::memcpy(&element, from, sizeof(Element));
  return element;
}

// As a register holds it: zero- or sign-extended by the element's type.
template <class Slot, class Element>
[[gnu::always_inline]] inline Slot extended(Element element) {
  if constexpr (std::is_signed_v<Element>) {
    return static_cast<Slot>(static_cast<std::make_signed_t<Slot>>(element));
  } else {
    return static_cast<Slot>(element);
  }
}

// function(run, lane of the run), in order: the compiler unrolls the inner loop, not one of 32.
template <class Function>
[[gnu::always_inline]] inline void for_all_lanes(Function function) {
  for (unsigned run = 0; run < kRuns; ++run) {
    for (unsigned l = 0; l < kRunLanes; ++l) function(run, l);
  }
}

template <class Element, class Slot, unsigned kCount>
bool load(const AccessSite& site, WarpMask mask) {
  constexpr std::size_t kBytes = sizeof(Element) * kCount;
  Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve(site, mask, reach)) return false;
  for (unsigned k = 0; k < kCount; ++k) {
    Slot* const to = slot_elements<Slot>(site.frame, site.operation.slots[k]);
    const std::size_t skip = k * sizeof(Element);
    const auto get = [skip](const std::byte* from) {
      return extended<Slot>(read<Element>(from + skip));
    };
    if (reach.shape == Shape::kContiguous) {
      for_all_lanes([&](unsigned run, unsigned l) {
        to[(run * kRunLanes) + l] = get(reach.run[run] + (l * kBytes));
      });
    } else if (reach.shape == Shape::kUniform) {
      for (unsigned run = 0; run < kRuns; ++run) {
        const Slot value = get(reach.run[run]);
        for (unsigned l = 0; l < kRunLanes; ++l) to[(run * kRunLanes) + l] = value;
      }
    } else if (mask == kAllLanes) {
      for_all_lanes([&](unsigned run, unsigned l) {
        const unsigned lane = (run * kRunLanes) + l;
        to[lane] = get(reach.lane[lane]);
      });
    } else {
      for_each_lane_in(mask, [&](unsigned l) { to[l] = get(reach.lane[l]); });
    }
  }
  return true;
}

// Of lanes that store to one address, the highest wins.
template <class Element, class Slot, unsigned kCount>
bool store(const AccessSite& site, WarpMask mask) {
  constexpr std::size_t kBytes = sizeof(Element) * kCount;
  Reach reach;  // NOLINT(cppcoreguidelines-pro-type-member-init): resolve() fills what counts
  if (!resolve(site, mask, reach)) return false;
  for (unsigned k = 0; k < kCount; ++k) {
    const Slot* const from = slot_elements<const Slot>(site.frame, site.operation.slots[k]);
    const std::size_t skip = k * sizeof(Element);
    const auto put = [from](std::byte* to, unsigned lane) {
      const auto element = static_cast<Element>(from[lane]);
      std::memcpy(to, &element, sizeof(Element));
    };
    if (reach.shape == Shape::kContiguous) {
      for_all_lanes([&](unsigned run, unsigned l) {
        put(reach.run[run] + skip + (l * kBytes), (run * kRunLanes) + l);
      });
    } else if (reach.shape == Shape::kUniform) {
      for (unsigned run = 0; run < kRuns; ++run) {
        put(reach.run[run] + skip, (run * kRunLanes) + kRunLanes - 1);
      }
    } else if (mask == kAllLanes) {
      for_all_lanes([&](unsigned run, unsigned l) {
        const unsigned lane = (run * kRunLanes) + l;
        put(reach.lane[lane] + skip, lane);
      });
    } else {
      for_each_lane_in(mask, [&](unsigned l) { put(reach.lane[l] + skip, l); });
    }
  }
  return true;
}

struct AccessRow {
  AccessAction action;
  bool is_signed;
  std::uint8_t element_bytes;
  std::uint8_t register_bits;
  std::array<AccessFunction, 4> by_count;  // 1, 2, 4, 8
};

// .v8 is of 32 bits each (PTX ISA, "ld").
template <class Element, class Slot>
constexpr AccessFunction load8() {
  return sizeof(Element) == 4 ? load < Element, Slot, sizeof(Element) == 4 ? 8 : 1 > : nullptr;
}
template <class Element, class Slot>
constexpr AccessFunction store8() {
  return sizeof(Element) == 4 ? store < Element, Slot, sizeof(Element) == 4 ? 8 : 1 > : nullptr;
}

template <class Element, class Slot>
constexpr AccessRow kLoads = {
    AccessAction::kLoad,
    std::is_signed_v<Element>,
    sizeof(Element),
    8 * sizeof(Slot),
    {load<Element, Slot, 1>, load<Element, Slot, 2>, load<Element, Slot, 4>,
                     load8<Element, Slot>()}
};

template <class Element, class Slot>
constexpr AccessRow kStores = {
    AccessAction::kStore,
    false,
    sizeof(Element),
    8 * sizeof(Slot),
    {store<Element, Slot, 1>, store<Element, Slot, 2>, store<Element, Slot, 4>,
                     store8<Element, Slot>()}
};

constexpr AccessRow kRows[] = {
    kLoads<std::uint8_t, std::uint32_t>,   kLoads<std::int8_t, std::uint32_t>,
    kLoads<std::uint16_t, std::uint32_t>,  kLoads<std::int16_t, std::uint32_t>,
    kLoads<std::uint32_t, std::uint32_t>,  kLoads<std::uint8_t, std::uint64_t>,
    kLoads<std::int8_t, std::uint64_t>,    kLoads<std::uint16_t, std::uint64_t>,
    kLoads<std::int16_t, std::uint64_t>,   kLoads<std::uint32_t, std::uint64_t>,
    kLoads<std::int32_t, std::uint64_t>,   kLoads<std::uint64_t, std::uint64_t>,
    kStores<std::uint8_t, std::uint32_t>,  kStores<std::uint16_t, std::uint32_t>,
    kStores<std::uint32_t, std::uint32_t>, kStores<std::uint8_t, std::uint64_t>,
    kStores<std::uint16_t, std::uint64_t>, kStores<std::uint32_t, std::uint64_t>,
    kStores<std::uint64_t, std::uint64_t>,
};

// A sign matters only where a loaded value grows.
bool needs_sign(const MemoryAccess& access) {
  return access.action == AccessAction::kLoad && access.element == ElementKind::kSigned &&
         access.element_bytes * 8U < access.register_bits;
}

}  // namespace

AccessFunction access_function(const MemoryAccess& access) {
  if (access.action == AccessAction::kAtomic) return atomic_function(access);
  const auto by_count = static_cast<std::size_t>(std::countr_zero(access.count));
  for (const AccessRow& row : kRows) {
    if (row.action == access.action && row.is_signed == needs_sign(access) &&
        row.element_bytes == access.element_bytes && row.register_bits == access.register_bits) {
      return row.by_count[by_count];
    }
  }
  return nullptr;
}

}  // namespace smemlens::simt::SMEMLENS_ISA
