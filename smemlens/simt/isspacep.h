#pragma once

// isspacep.global and isspacep.const: what the addresses of the windows (address_space.h) don't
// tell, but where the modules' constants lie.
//
//   isspacep.global %p1, %rd1;    not in shared or local memory, and no constant's. The kernel's
//                                 parameters are global (PTX ISA, "isspacep")

#include <cstdint>

#include "smemlens/simt/control.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

// Operation::immediate.
enum class TestedSpace : std::uint8_t { kGlobal, kConst };

// kSpaceTest. slots: predicate, address (64-bit).
ControlResult test_space(ExecutionState& state, const Operation& operation, WarpMask lanes);

}  // namespace smemlens::simt
