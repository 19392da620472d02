#pragma once

// The mbarrier instructions, lane after lane.
//
//   mbarrier.init.shared.b64 [%r1], 128;              slots: –, 128
//   mbarrier.arrive.shared.b64 %rd1, [%r1], 2;        slots: %rd1, 2
//   mbarrier.test_wait.parity.shared.b64 %p1, [%r1], %r2;    slots: %p1, %r2   (phase_wait.h)

#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/simt/mbarrier.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// Operation::immediate of an arrival: a set of these.
inline constexpr std::uint32_t kArrivalDrops = 1;     // arrive_drop
inline constexpr std::uint32_t kArrivalExpects = 2;   // .expect_tx: slots[1] is bytes, not a count
inline constexpr std::uint32_t kArrivalMustWait = 4;  // .noComplete

bool mbarrier_init(const AccessSite& site, WarpMask mask);
bool mbarrier_invalidate(const AccessSite& site, WarpMask mask);
bool mbarrier_expect_bytes(const AccessSite& site, WarpMask mask);    // slots[1]: bytes
bool mbarrier_complete_bytes(const AccessSite& site, WarpMask mask);  // slots[1]: bytes
bool mbarrier_arrive(const AccessSite& site, WarpMask mask);
// cp.async.mbarrier.arrive without .noinc: its arrival is one more than the phase waits for, and
// the copies are done: nothing changes.
bool mbarrier_check(const AccessSite& site, WarpMask mask);

// The lane's mbarrier; nullopt: a fault, kept in the state.
std::optional<Mbarrier> mbarrier_of(const AccessSite& site, unsigned lane);

// `bytes` of a bulk copy have come to the lane's mbarrier; false: a fault.
bool complete_bytes(const AccessSite& site, unsigned lane, std::uint32_t bytes);

// slots: d (32-bit), state (64-bit)
void mbarrier_pending_count(std::byte* frame, const Operation& operation, WarpMask mask);

}  // namespace smemlens::simt
