#pragma once

// Functions that the module declares and the device library provides: vprintf, __assertfail and
// mathematics (__nv_sinf, …).

#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

// False: a fault, kept in the state.
bool call_native(ExecutionState& state, const CallSite& site, WarpMask lanes);

}  // namespace smemlens::simt
