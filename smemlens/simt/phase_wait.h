#pragma once

// mbarrier.test_wait and try_wait: has the phase completed?
//
// Neither waits here. Where the answer is no for a lane, the warp's turn ends, so that the warps
// which it waits for go on; a program asks again in a loop.

#include <cstdint>

#include "smemlens/simt/control.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

// Operation::immediate
inline constexpr std::uint32_t kWaitsForParity = 1;  // slots[1]: 32-bit; else a 64-bit state

ControlResult wait_for_phase(ExecutionState& state, const Operation& operation, WarpMask lanes);

}  // namespace smemlens::simt
