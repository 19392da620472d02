#pragma once

// Atomics: each lane reads, combines and writes in turn, the lowest lane first. On global memory
// they are atomic between host threads too, as blocks run in parallel.

#include "smemlens/simt/memory_access.h"

namespace smemlens::simt::SMEMLENS_ISA {

AccessFunction atomic_function(const MemoryAccess& access);

}  // namespace smemlens::simt::SMEMLENS_ISA
