#include "smemlens/report/figures/lanes.h"

#include <algorithm>
#include <bit>
#include <string>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {
namespace {

struct Dot {
  double x = 0;  // centre
  double pitch = 0;
  unsigned lane = 0;
  bool is_active = false;
};

void draw_lane(Canvas& canvas, double top, const Dot& dot) {
  const double height = std::min(kLaneHeight, dot.pitch - 2);
  const double width = std::max(height, dot.pitch - 6);
  const std::string key = canvas.key("lane-" + std::to_string(dot.lane));
  canvas.svg.leaf("rect", {
                              {"class",     dot.is_active ? "sl-lane" : "sl-lane-off"},
                              {"data-key",  key                                      },
                              {"data-lane", dot.lane                                 },
                              {"x",         dot.x - (width / 2)                      },
                              {"y",         top + ((kLaneHeight - height) / 2)       },
                              {"width",     width                                    },
                              {"height",    height                                   },
                              {"rx",        height / 2                               }
  });
  if (dot.pitch < kDigitsPitch) return;
  draw_label(canvas,
             {.x = dot.x,
              .y = top + (kLaneHeight / 2) + 4,
              .style = dot.is_active ? "sl-lane-ink" : "sl-idle-ink",
              .anchor = "middle",
              .size = dot.pitch < 18 ? 8.0 : 11.0,
              .key = text_key(key)},
             std::to_string(dot.lane));
}

}  // namespace

Columns lane_columns(double left, double width, LaneMask lanes) {
  const auto count = static_cast<unsigned>(std::popcount(lanes));
  return {.left = left, .pitch = count == 0 ? width : width / count, .count = count};
}

unsigned lane_column(LaneMask lanes, unsigned lane) {
  const LaneMask below = (LaneMask{1} << lane) - 1;
  return static_cast<unsigned>(std::popcount(lanes & below));
}

void draw_lanes(Canvas& canvas, const Columns& columns, double top, LaneMask lanes,
                LaneMask active) {
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    draw_lane(canvas, top,
              {.x = columns.center(lane_column(lanes, lane)),
               .pitch = columns.pitch,
               .lane = lane,
               .is_active = (active >> lane & 1U) != 0});
  }
}

}  // namespace smemlens::figures
