#pragma once

// cp.async.bulk between global and shared memory, lane after lane; done at once.
//
//   cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r3];
//     accesses: [%r1], [%rd1], [%r3]; slots[0]: %r2
//
// These copies are no shared-memory requests of the warp: none is counted (docs/model.md §10).

#include <cstdint>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// Operation::immediate
inline constexpr std::uint32_t kSignalsMbarrier = 1;  // a third address; else a bulk group's copy

bool bulk_copy(const AccessSite& site, WarpMask mask);

}  // namespace smemlens::simt
