#include "smemlens/simt/lane_memory.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/memory_access.h"

namespace smemlens::simt {
namespace {

std::uint64_t address_of_lane(const MemoryAccess& access, const std::byte* frame, unsigned lane) {
  const std::byte* const slot = frame + access.address_slot;
  const auto offset = static_cast<std::uint64_t>(std::int64_t{access.offset});
  if (access.address_is_wide) return reinterpret_cast<const std::uint64_t*>(slot)[lane] + offset;
  return static_cast<std::uint32_t>(reinterpret_cast<const std::uint32_t*>(slot)[lane] + offset);
}

}  // namespace

LanePlace lane_place(const MemoryAccess& access, const std::byte* frame, unsigned lane) {
  const std::uint64_t address = address_of_lane(access, frame, lane);
  if (access.space != AccessSpace::kGeneric) return {access.space, address};
  constexpr std::pair<std::uint64_t, AccessSpace> kWindows[] = {
      {kSharedWindow,    AccessSpace::kShared   },
      {kLocalWindow,     AccessSpace::kLocal    },
      {kParameterWindow, AccessSpace::kParameter},
  };
  for (const auto& [window, space] : kWindows) {
    if (is_in_window(address, window)) return {space, address - window};
  }
  return {AccessSpace::kGlobal, address};
}

std::byte* memory_at(const AccessSite& site, unsigned lane, const LaneExtent& extent) {
  ExecutionState& state = site.state;
  std::uint64_t address = address_of_lane(site.access, site.frame, lane);
  const bool is_aligned = (address & (extent.alignment - 1)) == 0;
  if (site.access.space == AccessSpace::kGlobal) {
    if (is_aligned && find_range(site, address, extent.bytes)) return host_pointer(address);
    report_bad_range(site, lane, extent.bytes, extent.alignment);
    return nullptr;
  }
  if (site.access.space == AccessSpace::kGeneric) {
    if (!is_in_window(address, kSharedWindow)) {
      state.warp->paths.back().pc = site.access.instruction;
      report_not_shared(state, lane);
      return nullptr;
    }
    address -= kSharedWindow;
  }
  const bool is_inside =
      address <= state.shared_bytes && extent.bytes <= state.shared_bytes - address;
  if (is_aligned && is_inside) return state.shared + address;
  report_bad_range(site, lane, extent.bytes, extent.alignment);
  return nullptr;
}

}  // namespace smemlens::simt
