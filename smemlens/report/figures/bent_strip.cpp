#include "smemlens/report/figures/bent_strip.h"

#include <algorithm>
#include <numbers>
#include <string>
#include <vector>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/turn.h"

namespace smemlens::figures {
namespace {

constexpr double kStraight = 1e-3;  // below it the arc's radius is of no use
constexpr double kTurn = 2 * std::numbers::pi;

// Between a straight strip's measure and a table's.
double blended(double straight, double bent, double bend) {
  return straight + ((bent - straight) * bend);
}

Point arc_center(const BentStrip& strip) {
  const double length = blended(strip.banks.width(), kTurn * strip.radius, strip.bend);
  return {.x = strip.banks.left + (strip.banks.width() / 2),
          .y = strip.middle - (length / (kTurn * strip.bend))};
}

}  // namespace

Point table_seat(Point center, double radius, double bank) {
  const double turns = bank / kLessonLanes;
  return {.x = center.x - (radius * sine(turns)), .y = center.y - (radius * cosine(turns))};
}

Point BentStrip::seat(double bank, double below) const {
  const double share = ((bank + 0.5) / banks.count) - 0.5;  // of the strip, from its middle
  if (bend < kStraight)
    return {.x = banks.left + (banks.width() * (share + 0.5)), .y = middle + below};
  const Point at = arc_center(*this);
  // Half a seat's turn brings bank 0 to the top.
  const double turns = bend * (share - (0.5 / banks.count));
  const double reach = middle - at.y + below;
  return {.x = at.x + (reach * sine(turns)), .y = at.y + (reach * cosine(turns))};
}

Point BentStrip::center() const {
  if (bend < kStraight) return {.x = banks.left + (banks.width() / 2), .y = middle};
  return arc_center(*this);
}

void draw_bent_strip(Canvas& canvas, const Stage& stage, const BentStrip& strip,
                     const std::vector<DrawerState>& states) {
  const bool has_digits = strip.banks.pitch >= kDigitsPitch;
  // Squares that touch at no corner, wherever on the arc.
  const double square = strip.banks.pitch * 0.8;
  const double way = std::min(1.0, 2 * strip.bend);
  const double width = blended(strip.banks.pitch - (has_digits ? 2 : 1), square, way);
  const double height = blended(strip_height(strip.banks), square, way);
  for (unsigned bank = 0; bank < states.size(); ++bank) {
    const Point at = strip.seat(bank, 0);
    const std::string key = canvas.key("bank-" + std::to_string(bank));
    const bool is_queued = states[bank] == DrawerState::kQueued;
    canvas.svg.leaf("rect", {
                                {"class",     is_queued ? "sl-drawer-hot" : "sl-drawer"},
                                {"data-key",  key                                      },
                                {"data-bank", bank                                     },
                                {"x",         at.x - (width / 2)                       },
                                {"y",         at.y - (height / 2)                      },
                                {"width",     width                                    },
                                {"height",    height                                   },
                                {"rx",        3                                        }
    });
    const bool is_told = has_digits || (strip.bend > kStraight && bank % 8 == 0);
    if (!is_told) continue;
    const Point label = has_digits ? at : strip.seat(bank, -18);
    draw_label(canvas,
               {.x = label.x,
                .y = label.y + 4,
                .style = is_queued ? "sl-badge-ink" : "sl-drawer-ink",
                .anchor = "middle",
                .size = 11,
                .key = text_key(key)},
               std::to_string(bank));
  }
  if (strip.bend < kStraight && !stage.is_phone())
    draw_row_name(canvas, stage, strip.middle, stage.text(TextId::kBank));
}

}  // namespace smemlens::figures
