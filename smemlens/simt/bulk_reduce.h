#pragma once

// cp.reduce.async.bulk: a bulk copy that combines each element with the one in memory, as an atomic
// instruction does. Compiled once for each host instruction set.

#include "smemlens/simt/memory_access.h"

namespace smemlens::simt::SMEMLENS_ISA {

// What the first of a bulk copy's accesses (bulk_copy.h) has as its function. Null pointer: no such
// reduction.
AccessFunction bulk_reduction(const MemoryAccess& access);

}  // namespace smemlens::simt::SMEMLENS_ISA
