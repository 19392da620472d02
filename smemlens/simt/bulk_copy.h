#pragma once

// cp.async.bulk between global and shared memory, lane after lane; done at once.
//
//   cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r3];
//     accesses: [%r1], [%rd1], [%r3]; slots[0]: %r2
//
// These copies are no shared-memory requests of the warp: none is counted (docs/model.md §10).

#include <cstddef>
#include <cstdint>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// Operation::immediate
inline constexpr std::uint32_t kSignalsMbarrier = 1;  // a third address; else a bulk group's copy

bool bulk_copy(const AccessSite& site, WarpMask mask);

// Puts `bytes` bytes at `from` into memory at `to`; cp.reduce.async.bulk combines them.
using BulkMerge = void (*)(const AccessSite& site, std::byte* to, const std::byte* from,
                           std::uint32_t bytes);
bool move_bulk(const AccessSite& site, WarpMask mask, BulkMerge merge);

}  // namespace smemlens::simt
