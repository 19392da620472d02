#pragma once

// The walkthrough's pictures, one function and one file each. Their parameters are read from
// `parameters`; a wrong one is told by draw_figure (figure_table.h), not here.

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/parameters.h"

namespace smemlens::figures {

// Shared memory as a bar cut into banks, and how many passes 32 lanes need.
//   banks  1, 2, 4, 8, 16 or 32 (standard)
Expected<Figure> strip_figure(const FigureOptions& options, Parameters& parameters);

// 32 lanes ask bank 0 for some different words: from broadcast to the worst conflict.
//   different  1 to 32 (standard): lane i reads word 32 · (i mod different)
Expected<Figure> words_figure(const FigureOptions& options, Parameters& parameters);

}  // namespace smemlens::figures
