#pragma once

// The pictures behind the engineers' door.

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/parameters.h"

namespace smemlens::figures {

// Wide accesses in trays: 128 bytes, one row of banks, and the lanes that fill it.
//   bytes  4, 8 or 16 (standard): a row of such elements, if no pattern is given
//   and what a scenario is (smemlens/report/scenario.h)
Expected<Figure> tray_figure(const FigureOptions& options, Parameters& parameters);

// The same of a wide access whose lanes have partners at their own address: trays merge.
Expected<Figure> merge_figure(const FigureOptions& options, Parameters& parameters);

// ldmatrix.x4: eight lanes hand over eight row addresses, a tray each, with an arrow to each row.
//   pitch_bytes  16 to 272 in steps of 16, standard 128: from row to row
Expected<Figure> ldmatrix_figure(const FigureOptions& options, Parameters& parameters);

// A column or row of a 32 × 32 tile whose column index is XORed by some of the row's bits.
//   bits  0 to 31: the bits that are used, as a mask
//   line  "column" (standard) or "row"
Expected<Figure> swizzle_figure(const FigureOptions& options, Parameters& parameters);

// From one lane's expression down to its place in the queue: byte address as bits (row, bank,
// byte), word, bank. Over the bits what a pad adds, with its carry, or an XOR flips.
//   lane  standard 0
//   and what a scenario is (smemlens/report/scenario.h)
Expected<Figure> ladder_figure(const FigureOptions& options, Parameters& parameters);

// Three layouts against four ways to walk the tile.
Expected<Figure> lunch_figure(const FigureOptions& options, Parameters& parameters);

}  // namespace smemlens::figures
