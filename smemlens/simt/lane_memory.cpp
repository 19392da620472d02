#include "smemlens/simt/lane_memory.h"

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/address_space.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/memory_access.h"

namespace smemlens::simt {
namespace {

std::uint64_t address_of_lane(const AccessSite& site, unsigned lane) {
  const MemoryAccess& access = site.access;
  const std::byte* const slot = site.frame + access.address_slot;
  const auto offset = static_cast<std::uint64_t>(std::int64_t{access.offset});
  if (access.address_is_wide) return reinterpret_cast<const std::uint64_t*>(slot)[lane] + offset;
  return static_cast<std::uint32_t>(reinterpret_cast<const std::uint32_t*>(slot)[lane] + offset);
}

}  // namespace

std::byte* memory_at(const AccessSite& site, unsigned lane, const LaneExtent& extent) {
  ExecutionState& state = site.state;
  std::uint64_t address = address_of_lane(site, lane);
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
