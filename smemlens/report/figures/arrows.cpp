#include "smemlens/report/figures/arrows.h"

#include <span>
#include <string>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {
namespace {

std::string point(double x, double y) {
  return svg_number(x) + " " + svg_number(y);
}

void draw_arrow(Canvas& canvas, const Arrow& arrow, const std::string& path) {
  const std::string style = std::string(arrow.waits ? "sl-arrow-hot" : "sl-arrow") +
                            (arrow.is_shared ? " sl-shared" : "");
  const std::string head = "url(#" + canvas.id + (arrow.waits ? "-head-hot)" : "-head)");
  const std::string key = canvas.key("arrow-" + std::to_string(arrow.lane.value));
  canvas.svg.leaf("path", {
                              {"class",      style           },
                              {"data-key",   key             },
                              {"data-lane",  arrow.lane.value},
                              {"data-bank",  arrow.bank.value},
                              {"data-word",  arrow.word.value},
                              {"d",          path            },
                              {"marker-end", head            }
  });
}

}  // namespace

std::string arrow_path(const Arrow& arrow, double top, double bottom) {
  const double height = bottom - top;
  return "M" + point(arrow.from_x, top) + "C" + point(arrow.from_x, top + (0.55 * height)) + " " +
         point(arrow.to_x, top + (0.4 * height)) + " " + point(arrow.to_x, bottom);
}

void draw_arrows(Canvas& canvas, double top, double bottom, std::span<const Arrow> arrows) {
  for (const bool waits : {false, true})
    for (const Arrow& arrow : arrows)
      if (arrow.waits == waits) draw_arrow(canvas, arrow, arrow_path(arrow, top, bottom));
}

}  // namespace smemlens::figures
