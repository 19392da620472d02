#pragma once

// The execute loop. Compiled once for each host instruction set.

#include <cstdint>

#include "smemlens/simt/isa_functions.h"

namespace smemlens::simt::SMEMLENS_ISA {

WarpOutcome run_warp(ExecutionState& state, std::uint64_t budget);

}  // namespace smemlens::simt::SMEMLENS_ISA
