#pragma once

// The playground's pictures: any pattern, on any architecture. All of them take what a scenario is
// (smemlens/report/scenario.h): pattern, arch, block, let, access, warp. The first three take, too:
//   handle   "none" (standard), "pad" or "stride": what the memory can be pulled by
//   columns  so many elements of a row are used, the rest is padding

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/parameters.h"

namespace smemlens::figures {

// Lanes, memory, banks, and who is served in which pass.
Expected<Figure> scene_figure(const FigureOptions& options, Parameters& parameters);

// One of its two boards alone.
Expected<Figure> memory_figure(const FigureOptions& options, Parameters& parameters);
Expected<Figure> time_figure(const FigureOptions& options, Parameters& parameters);

// Memory and passes of the worst request before and after a change of layout.
//   point  of the solution's layouts worth having: 0 (standard) is the best
Expected<Figure> fix_figure(const FigureOptions& options, Parameters& parameters);

}  // namespace smemlens::figures
