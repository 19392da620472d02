#pragma once

// The strip of banks on its way to a table: its ends rise until bank 31 sits beside bank 0.
//
//   bend 0   [0][1] … [30][31]          bend 1     [0]
//                                              [1]     [31]      counter-clockwise, 0 at the top
//                                                 …   …
//
// What lies under the straight strip lies round the table.

#include <vector>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/strip.h"

namespace smemlens::figures {

struct Point {
  double x = 0;
  double y = 0;
};

// The seat of a bank at a table of `radius` round `center`.
Point table_seat(Point center, double radius, double bank);

struct BentStrip {
  Columns banks;      // where they are when it lies straight
  double bend = 0;    // 0 straight … 1 a table
  double radius = 0;  // of the table
  double middle = 0;  // the drawers' centre line where the strip is lowest

  // The middle of `bank`, `below` units under the drawers' centre line: outside, seen from the
  // table.
  Point seat(double bank, double below) const;
  // The middle of the table, or of the arc that the strip is.
  Point center() const;
};

// The drawers, lower and without their handles where the strip is bent.
void draw_bent_strip(Canvas& canvas, const Stage& stage, const BentStrip& strip,
                     const std::vector<DrawerState>& states);

}  // namespace smemlens::figures
