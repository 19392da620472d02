#pragma once

// Arrows from lanes to banks: one a lane and word.
//
//   drawn in accent if the lane waits for it, dashed if other lanes get the same word with it

#include <span>
#include <string>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

struct Arrow {
  double from_x = 0;
  double to_x = 0;
  LaneIndex lane;
  BankIndex bank;
  WordIndex word;
  bool waits = false;
  bool is_shared = false;
};

// The path of an arrow: leaves straight down and arrives straight down, so that a fan stays
// readable. A straight one is written as a curve too: between two states of a figure its numbers
// can move.
std::string arrow_path(const Arrow& arrow, double top, double bottom);

// All arrows run from height `top` down to `bottom`; those that wait lie on top.
void draw_arrows(Canvas& canvas, double top, double bottom, std::span<const Arrow> arrows);

}  // namespace smemlens::figures
