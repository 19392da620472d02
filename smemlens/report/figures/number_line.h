#pragma once

// The strides 0 to 33 as an axis: under each its passes, above it a tick as tall as their
// logarithm, so that it looks like an inch ruler.
//
//                                   |
//               |               |   |
//   |   |   |   |   |   |   |   |   |
//   1 2 3 4 5 6 7 8 9 …

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"

namespace smemlens::figures {

inline constexpr unsigned kRulerMarks = 34;

// Passes of all 32 lanes at that stride, by cost_of.
unsigned stride_passes(unsigned stride);

struct RulerPlan {
  double left = 0;
  double width = 0;
  double axis = 0;  // the line's height; ticks rise from it
  double tick = 0;  // the tallest
  unsigned stride = 0;
};

// `stage` gives language and layout; the chosen stride has a marker, which can be dragged.
void draw_number_line(Canvas& canvas, const Stage& stage, const RulerPlan& plan);

}  // namespace smemlens::figures
