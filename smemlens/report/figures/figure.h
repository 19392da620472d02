#pragma once

// A picture of the page: what it is drawn as, and what it is drawn by.
//
//   draw_figure("stride", {"stride": 2, "lang": "hi-Latn", "layout": "phone"})   (figure_table.h)
//     →  svg, the same in sentences, 2 passes, ideal 1

#include <cstdint>
#include <optional>
#include <string>

#include "smemlens/report/figures/language.h"

namespace smemlens::figures {

struct Figure {
  std::string svg;
  std::string words;  // the picture in sentences, in its language
  // Of the access that the picture shows; 0 where it shows none.
  unsigned passes = 0;
  unsigned ideal = 0;
  double height = 0;  // of its viewBox
};

// kPhone: 360 units wide, a column of 11 units a bank, no digits in cells.
enum class Layout : std::uint8_t { kWide, kPhone };

// What every picture takes.
struct FigureOptions {
  std::string id;  // begins every id of the picture: a page may hold several
  Language language = Language::kEnglish;
  Layout layout = Layout::kWide;
  bool has_style = true;  // false: the page has the theme's rules already
  bool is_still = false;  // no data-keys and no handles: a part of another picture
  bool asks = false;      // the reader is to guess: no request, queue or count is shown yet
  // How many passes are over; none: the picture tells the whole story, nothing has left its queue.
  std::optional<unsigned> pass;

  bool is_phone() const { return layout == Layout::kPhone; }
};

}  // namespace smemlens::figures
