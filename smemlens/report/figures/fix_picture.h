#pragma once

// What a fix changes: memory and queues of one access before and after it, side by side.
//
//   32 × fewer wavefronts for this access
//   float s[32][32]   32 wavefronts        float s[32][33]   1 wavefront
//   rows of words, column = bank           the same rows, one word longer
//   #......                                #......
//   #......                                .#.....
//   [0][1][2] …  banks                     [0][1][2] …
//   ###…                                   ##################
//   and below, where there is a choice, what each layout costs (pareto_plot.h)

#include <optional>
#include <string>
#include <vector>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/pareto_plot.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {

struct FixSide {
  AccessView access;
  TileView tile;
};

struct FixView {
  std::string change;  // "pad each row by 1 element"
  std::string price;   // "32 words (128 bytes, 3.1 %)"
  FixSide before;
  FixSide after;
  std::optional<ParetoPlot> pareto;    // the picture finds its place
  std::vector<std::string> sentences;  // below the picture: what is proved
};

std::string fix_picture(const FixView& view, const std::string& id);

}  // namespace smemlens::figures
