#pragma once

// Control flow that changes a warp's paths: divergent branches, calls, returns, exits, barriers.

#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

struct ControlResult {
  bool stops = false;  // the warp stops here, with `outcome`
  WarpOutcome outcome = WarpOutcome::kBudget;
};

// Executes `operation` at the pc of the warp's top path.
//   lanes  those of the path whose guard holds; may be 0
ControlResult control(ExecutionState& state, const Operation& operation, WarpMask lanes);

// Brings the path that runs next to the top and points the state at its function; leaves calls
// that have returned. False if the warp is done.
bool resume(ExecutionState& state);

}  // namespace smemlens::simt
