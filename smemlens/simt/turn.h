#pragma once

// One turn of one warp: what a block's run is made of.

#include <cstdint>

#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/warp.h"

namespace smemlens::simt {

struct ExecutionState;

// Lets `warp`, which is ready, run until it waits, ends or has executed `budget` warp instructions.
WarpOutcome run_turn(ExecutionState& state, Warp& warp, std::uint64_t budget);

}  // namespace smemlens::simt
