#pragma once

// The four neighbours of the story: where to go on.

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/parameters.h"

namespace smemlens::figures {

// A tile of 32 rows is written by rows and read by columns; passes and ideal are of both together.
//   pad  0 to 8, standard 1: unused words at the end of each row
Expected<Figure> transpose_figure(const FigureOptions& options, Parameters& parameters);

// The lesson's fan over global memory: which sectors of 32 bytes the lanes touch.
//   stride  0 to 33, standard 1
Expected<Figure> coalescing_figure(const FigureOptions& options, Parameters& parameters);

// How many blocks with a padded tile fit into an amount of shared memory, which the picture says.
//   pad  0 to 8, standard 2: unused words at the end of each of the tile's 32 rows
Expected<Figure> occupancy_figure(const FigureOptions& options, Parameters& parameters);

// Half of the lanes have taken another branch and ask for nothing.
Expected<Figure> divergence_figure(const FigureOptions& options, Parameters& parameters);

}  // namespace smemlens::figures
