#pragma once

// A row of lanes, each a numbered dot, or a pill as wide as the words that it asks for.
//
//   ( 0)( 1)( 2) … (31)          4 bytes a lane: 32 lanes fill the strip
//   (   0    )(   1    ) … ( 7 )  16 bytes a lane: 8 lanes fill it

#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

inline constexpr double kLaneHeight = 22;

// The column of each of `lanes` in a row that is `width` wide: lowest lane first.
Columns lane_columns(double left, double width, LaneMask lanes);

// Which column `lane` has among `lanes`.
unsigned lane_column(LaneMask lanes, unsigned lane);

// Lanes outside `active` are dashed and empty: they don't ask.
void draw_lanes(Canvas& canvas, const Columns& columns, double top, LaneMask lanes,
                LaneMask active);

}  // namespace smemlens::figures
