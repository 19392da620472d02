#pragma once

// Calls: of the module's own functions, and of what the device library provides.

#include "smemlens/simt/control.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct CallFrame;
struct Warp;

ControlResult call(ExecutionState& state, const Operation& operation, WarpMask lanes);

// The current call has no lanes left: brings its results to the caller's frame.
void leave_call(ExecutionState& state);

// Makes room for a call's registers and local memory at the current end and fills the slots that
// don't change. Used for the kernel's own frame too.
void enter_frame(ExecutionState& state, Warp& warp, const CallFrame& frame);

}  // namespace smemlens::simt
