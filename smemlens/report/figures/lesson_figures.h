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

// Words dealt round the banks like cards; word 32 comes round to bank 0.
//   dealt  0 to 64 (standard): cards on the table
//   word   0 to 2^20: its bank is worked out
//   bend   0 (standard) to 8: from the strip to a table
Expected<Figure> dealing_figure(const FigureOptions& options, Parameters& parameters);

// Every lane at its own bank: one pass.
Expected<Figure> fan_figure(const FigureOptions& options, Parameters& parameters);

// Lane i reads word stride · i.
//   stride  0 to 199, standard 2
//   lanes   0 to 32 (standard): so many have arrived, lane 0 first
Expected<Figure> stride_figure(const FigureOptions& options, Parameters& parameters);

// The strides as a number line with the passes of each, and the lanes that meet lane 0 at its bank.
//   stride  0 to 33, standard 2
Expected<Figure> ruler_figure(const FigureOptions& options, Parameters& parameters);

// k × g = 32: the lanes as k banks, g lanes at each.
//   stride  0 to 199, standard 2
Expected<Figure> rectangle_figure(const FigureOptions& options, Parameters& parameters);

// The banks as a circle of seats, the lanes' hops from one to the next as a star.
//   stride  0 to 199, standard 6
Expected<Figure> ring_figure(const FigureOptions& options, Parameters& parameters);

// float m[32][width], a row or column of it: as written, in memory over its banks, and in queues.
//   width  32 (standard) to 40; from 33 on the rest of a row is padding
//   line   "column" (standard) or "row"
//   index  0 to 31: which
//   handle "none" (standard) or "pad": at the array's right edge
Expected<Figure> matrix_figure(const FigureOptions& options, Parameters& parameters);

// The lesson on one page: five small pictures round the banks, each with its step.
Expected<Figure> poster_figure(const FigureOptions& options, Parameters& parameters);

// 32 lanes ask bank 0 for some different words: from broadcast to the worst conflict.
//   different  1 to 32 (standard): lane i reads word 32 · (i mod different)
Expected<Figure> words_figure(const FigureOptions& options, Parameters& parameters);

}  // namespace smemlens::figures
