#pragma once

// mma.sync and wmma.mma: D = A B + C. Compiled once for each host instruction set.
//
//   elements            products      sums
//   f16 bf16 tf32 fp8   exact in f64  in f64: C, then k = 0, 1, …; rounded once, to D's type
//   f64                 –             one fma after the other, from C on, k = 0, 1, …
//   s8 u8 s4 u4 b1      exact         exact, then wrapped to s32, or clamped (.satfinite)
//
// A GPU adds f16, bf16, tf32 and fp8 products in groups and truncates between them; PTX leaves that
// open (PTX ISA, "mma": "accumulation order … unspecified"), so last bits may differ from a GPU's.

#include "smemlens/simt/collective.h"

namespace smemlens::simt::SMEMLENS_ISA {

bool multiply(const CollectiveSite& site);

}  // namespace smemlens::simt::SMEMLENS_ISA
