#pragma once

// wmma.load and wmma.store. Compiled once for each host instruction set.
//
// Which lane touches which element of the matrix PTX leaves open; this is how it is done, and
// counted, here (docs/model.md §5.1):
//
//   A by rows, B by columns (all types but f64), and 16-bit A and B in either order
//       as ldmatrix does: 16 bytes of a row or column by one lane, up to 32 such a request
//   everything else
//       each lane its own elements, one after the other; two at a time where they lie together

#include "smemlens/simt/collective.h"

namespace smemlens::simt::SMEMLENS_ISA {

bool load_fragment(const CollectiveSite& site);
bool store_fragment(const CollectiveSite& site);

}  // namespace smemlens::simt::SMEMLENS_ISA
