#pragma once

// Reports a shared-memory access to the observer. The request's addresses are already in
// ExecutionState::request, and what only few instructions say of it (matrices, source, …): they
// set that before they resolve their addresses, and clear it behind them.

#include <cstdint>

#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// The lowest and highest offset of the active lanes.
struct OffsetRange {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

void observe_shared(const AccessSite& site, WarpMask mask, OffsetRange offsets);

}  // namespace smemlens::simt
