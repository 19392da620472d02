#include "smemlens/simt/bulk_copy.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/execution.h"
#include "smemlens/simt/fault.h"
#include "smemlens/simt/lane_memory.h"
#include "smemlens/simt/mbarrier_access.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

constexpr std::uint32_t kUnit = 16;  // of addresses and sizes (PTX ISA, "cp.async.bulk")

bool move_one(const AccessSite& site, unsigned lane, BulkMerge merge) {
  ExecutionState& state = site.state;
  const auto* const accesses = &state.function->accesses[site.operation.detail];
  const AccessSite source{state, site.frame, site.operation, accesses[1]};
  const std::uint32_t bytes =
      reinterpret_cast<const std::uint32_t*>(site.frame + site.operation.slots[0])[lane];
  if (bytes % kUnit != 0) {
    state.warp->paths.back().pc = site.access.instruction;
    report_fault(state, {.lane = lane,
                         .code = "bulk-copy-size",
                         .message = "a bulk copy's size must be a multiple of 16, not " +
                                    std::to_string(bytes),
                         .notes = {},
                         .hint = {}});
    return false;
  }
  std::byte* const to = memory_at(site, lane, {.bytes = bytes, .alignment = kUnit});
  if (to == nullptr) return false;
  const std::byte* const from = memory_at(source, lane, {.bytes = bytes, .alignment = kUnit});
  if (from == nullptr) return false;
  merge(site, to, from, bytes);
  if (site.operation.immediate != kSignalsMbarrier) return true;
  return complete_bytes({state, site.frame, site.operation, accesses[2]}, lane, bytes);
}

void copy(const AccessSite& /*site*/, std::byte* to, const std::byte* from, std::uint32_t bytes) {
  std::memmove(to, from, bytes);
}

}  // namespace

bool bulk_copy(const AccessSite& site, WarpMask mask) {
  return move_bulk(site, mask, copy);
}

bool move_bulk(const AccessSite& site, WarpMask mask, BulkMerge merge) {
  for (; mask != 0; mask &= mask - 1) {
    if (!move_one(site, lowest_lane(mask), merge)) return false;
  }
  return true;
}

}  // namespace smemlens::simt
