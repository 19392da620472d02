#pragma once

// Two requests to be compared, one beside the other, or on a phone one below the other: a layout
// before and after its fix, the store and the load of a transposed tile.
//
//   before: 32 passes          after: 1 pass
//   float s[32][32]; …         float s[32][33]; …
//   memory, drawers, passes    memory, drawers, passes

#include <cstddef>
#include <string>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/scene_board.h"

namespace smemlens::figures {

struct Side {
  Scene scene;
  std::string name;
  double left = 0;
  double top = 0;
  // Both sides have the same heights, so that they can be compared: of the larger one.
  std::size_t lines = 1;  // of memory
  unsigned passes = 1;
};

// Puts both in their places from `top` on, and makes them equally high.
void place_sides(const Stage& stage, double top, Side& first, Side& second);

// The lower edge of a side that has its place.
double side_bottom(const Stage& stage, const Side& side);

void draw_side(Canvas& canvas, const Stage& stage, const Side& side);

}  // namespace smemlens::figures
