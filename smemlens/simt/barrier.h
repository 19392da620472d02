#pragma once

// bar.sync, bar.arrive, bar.red and their barrier.* spellings; barrier.cluster of one block.
//
// A barrier completes when every warp that still runs has arrived; with a thread count, when that
// many threads have (a warp counts 32). A warp arrives as a whole: lanes that come along different
// paths wait for each other at the instruction; if some can't come, that is a fault.

#include "smemlens/simt/control.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

ControlResult arrive(ExecutionState& state, const Operation& operation, WarpMask lanes);

// bar.warp.sync: lanes that are on other paths come here first. If some that the mask names can't,
// because they wait for these, that is a fault (PTX leaves it undefined).
ControlResult meet(ExecutionState& state, const Operation& operation, WarpMask lanes);

// A shuffle or vote in a warp whose lanes are on different paths: the same, then the operation.
ControlResult exchange(ExecutionState& state, const Operation& operation, WarpMask lanes);

// Barriers without a thread count that only the warps which just finished were missing.
void complete_barriers(ExecutionState& state);

}  // namespace smemlens::simt
