#pragma once

// Reports a shared-memory access to the observer. The request's addresses are already in
// ExecutionState::request, and what only few instructions say of it (matrices, source, …): they
// set that before they resolve their addresses, and clear it behind them.

#include <cstdint>
#include <optional>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// The lowest and highest offset of the active lanes.
struct OffsetRange {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

// The array that holds all of `offsets`; kNone: more than one, or padding.
ptx::Index array_of(const AccessSite& site, OffsetRange offsets);

// array: array_of() the offsets; moved_by: see SharedAccess.
void observe_shared(const AccessSite& site, WarpMask mask, ptx::Index array,
                    std::optional<std::uint32_t> moved_by = {});

}  // namespace smemlens::simt
