#pragma once

// What stands above and below a picture: title, code and counts; legend and sentences.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

struct Header {
  double left = 0;
  double right = 0;
  std::string title;
  std::string code;          // shortened to the room there is
  std::string circumstance;  // the same
  unsigned wavefronts = 0;   // in large type at the right, beside the ideal
  unsigned ideal_wavefronts = 0;
};

// Takes the figure's first 100 units.
void draw_header(Canvas& canvas, const Header& header);

enum class LegendMark : std::uint8_t {
  kChip,
  kSpot,
  kHotChip,
  kShared,
  kIdle,
  kIdealLine,
  kPadding
};

struct LegendEntry {
  LegendMark mark = LegendMark::kChip;
  std::string text;
};

struct Caption {
  double left = 0;
  double top = 0;
  double width = 0;
  std::vector<LegendEntry> legend;
  std::vector<std::string> sentences;  // wrapped to `width`
};

double caption_bottom(const Caption& caption);
void draw_caption(Canvas& canvas, const Caption& caption);

}  // namespace smemlens::figures
