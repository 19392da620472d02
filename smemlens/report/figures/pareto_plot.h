#pragma once

// The layouts of which none is beaten in wavefronts, bytes and operations together, as points.
//
//   wavefronts (logarithmic: each tick doubles)
//   1056 (0)...............................  as declared
//        |:                                  1056 wavefronts, 0 bytes more, 0 operations
//        |:
//     64 (1).........(0)____________________ XOR 5 bits of col with row
//        //////////////////\ \               64 wavefronts, 0 bytes more, 1 operation
//        0           128    \ \_____________ rows of 33 elements …
//        bytes more          \______________ lower bound: 64
//
// A mark holds its operations, so three prices are seen in two dimensions: of layouts with equal
// wavefronts each has other operations, or one would beat the other. Hatched: what no layout can
// reach.
//
// Labels stand in a column at the right, in the order of their levels, each in a box of its own: so
// no two of them overlap, and no two leader lines cross. The plot grows with them.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

struct ParetoPoint {
  std::uint64_t wavefronts = 0;
  std::uint64_t extra_bytes = 0;
  std::uint32_t operations = 0;
  std::string layout;
  std::string price;       // all three in words
  bool is_chosen = false;  // the one that the picture's other parts show
};

struct ParetoPlot {
  double left = 0;
  double top = 0;
  double width = 0;
  std::uint64_t bound = 0;                       // no layout takes fewer wavefronts
  TextId wavefronts = TextId::kWavefrontsLabel;  // what they are called
  std::vector<ParetoPoint> points;               // most wavefronts first, then fewest bytes
};

// "lower bound: 64; 64 wavefronts, 128 bytes more, 0 operations: rows of 33 elements; …"
std::string words_of(const ParetoPlot& plot, Language language);

double pareto_bottom(const ParetoPlot& plot, Language language);
void draw_pareto(Canvas& canvas, const ParetoPlot& plot);

}  // namespace smemlens::figures
