#pragma once

// Loads and stores of 32 lanes. Compiled once for each host instruction set.

#include "smemlens/simt/memory_access.h"

namespace smemlens::simt::SMEMLENS_ISA {

// The function for `access` (its `function` member is ignored); null pointer: no such access.
AccessFunction access_function(const MemoryAccess& access);

}  // namespace smemlens::simt::SMEMLENS_ISA
