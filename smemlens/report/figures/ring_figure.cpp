#include <bit>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/bent_strip.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

struct Ring {
  Point center;
  double radius = 0;

  Point seat(unsigned bank, double radius_here) const {
    return table_seat(center, radius_here, bank);
  }
};

// The bank of each lane.
std::vector<unsigned> banks_by_lane(const AccessView& view) {
  std::vector<unsigned> banks(kLessonLanes);
  for (const Delivery& delivery : deliveries_of(view))
    for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1)
      banks[static_cast<unsigned>(std::countr_zero(rest))] = delivery.bank.value;
  return banks;
}

// From each lane's seat to the next lane's, the last back to the first: the star closes.
void draw_hops(Canvas& canvas, const Ring& ring, const std::vector<unsigned>& banks) {
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) {
    const Point from = ring.seat(banks[lane], ring.radius - 12);
    const Point to = ring.seat(banks[(lane + 1) % kLessonLanes], ring.radius - 12);
    const std::string key = canvas.key("hop-" + std::to_string(lane));
    const std::string path = "M" + svg_number(from.x) + " " + svg_number(from.y) + "L" +
                             svg_number(to.x) + " " + svg_number(to.y);
    canvas.svg.leaf("path", {
                                {"class",     "sl-arrow" },
                                {"data-key",  key        },
                                {"data-lane", lane       },
                                {"data-bank", banks[lane]},
                                {"d",         path       }
    });
  }
}

void draw_seats(Canvas& canvas, const Stage& stage, const Ring& ring, const AccessView& view) {
  const std::vector<unsigned> depths = queue_depths(deliveries_of(view), view.bank_count);
  for (unsigned bank = 0; bank < depths.size(); ++bank) {
    const Point at = ring.seat(bank, ring.radius);
    const double half = stage.pick(9, 5.5);
    const char* style = depths[bank] > 0 ? "sl-chip" : "sl-lane-off";
    const std::string key = canvas.key("bank-" + std::to_string(bank));
    canvas.svg.leaf("rect", {
                                {"class",     bank == 0 ? "sl-drawer-hot" : style},
                                {"data-key",  key                                },
                                {"data-bank", bank                               },
                                {"x",         at.x - half                        },
                                {"y",         at.y - half                        },
                                {"width",     2 * half                           },
                                {"height",    2 * half                           },
                                {"rx",        half                               }
    });
    if (stage.is_phone() && bank % 8 != 0) continue;
    const Point label = stage.is_phone() ? ring.seat(bank, ring.radius + 15) : at;
    draw_label(canvas,
               {.x = label.x,
                .y = label.y + 4,
                .style = bank == 0 ? "sl-badge-ink" : "sl-label",
                .anchor = "middle",
                .size = 11},
               std::to_string(bank));
  }
}

// One text under the other, in the circle's right or below it.
void draw_notes(Canvas& canvas, const Stage& stage, const Ring& ring,
                const std::vector<std::string>& notes) {
  const double x = stage.pick(ring.center.x + ring.radius + 60, 6);
  double y = stage.pick(ring.center.y - 12, ring.center.y + ring.radius + 44);
  for (const std::string& note : notes) {
    draw_label(canvas, {.x = x, .y = y, .style = "sl-say", .size = stage.pick(15, 12)}, note);
    y += stage.pick(26, 18);
  }
}

}  // namespace

Expected<Figure> ring_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned stride = parameters.number("stride", {.least = 0, .most = 199, .standard = 6});
  const AccessView view = lesson_view(strided_words(stride), kAllLanes);
  const Stage stage = stage_of(options);
  unsigned seats = 0;
  for (const unsigned depth : queue_depths(deliveries_of(view), view.bank_count))
    seats += depth > 0 ? 1 : 0;
  const std::string title = stage.text(TextId::kRingTitle, {
                                                               {"stride", std::to_string(stride)}
  });
  const std::vector<std::string> notes = {
      stage.text(TextId::kRingHops, {{"hops", std::to_string(seats)}               }
       ),
      stage.text(TextId::kRingLaps, {{"laps", std::to_string(kLessonLanes / seats)}}
       )
  };
  const std::string words = sentence(title, options.language) + " " +
                            sentence(notes[0] + "; " + notes[1], options.language) + " " +
                            cost_sentence(view.wavefronts, view.ideal_wavefronts, options.language);
  const Ring ring{
      .center = {.x = stage.pick(230, 180), .y = heading_bottom(stage) + stage.pick(170, 150)},
      .radius = stage.pick(155, 122)
  };
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = ring.center.y + ring.radius + stage.pick(28, 76)});
  draw_heading(canvas, stage,
               {.title = title,
                .code = "bank = (" + std::to_string(stride) + " * lane) mod 32",
                .passes = view.wavefronts,
                .ideal = view.ideal_wavefronts});
  draw_hops(canvas, ring, banks_by_lane(view));
  draw_seats(canvas, stage, ring, view);
  draw_notes(canvas, stage, ring, notes);
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
