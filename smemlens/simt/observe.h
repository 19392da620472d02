#pragma once

// Reports a shared-memory access to the observer. The request's addresses are already in
// ExecutionState::request.

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
