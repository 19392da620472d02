#pragma once

// cvta and isspacep. Compiled once for each host instruction set.

#include "smemlens/simt/operation.h"

namespace smemlens::simt::SMEMLENS_ISA {

// slots: d, a, b (64-bit): d = a + b.
Compute wide_add();

// slots: p, a, window (64-bit): p = a lies in the window that begins there.
Compute window_test();

}  // namespace smemlens::simt::SMEMLENS_ISA
