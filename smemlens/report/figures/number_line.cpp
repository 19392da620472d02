#include "smemlens/report/figures/number_line.h"

#include <bit>
#include <string>
#include <string_view>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {
namespace {

struct Mark {
  double x = 0;
  unsigned stride = 0;
  unsigned passes = 0;

  bool is_hot() const { return passes > 1; }
};

void draw_line(Canvas& canvas, std::string_view style, std::string_view key,
               const std::string& path) {
  canvas.svg.leaf("path",
                  {
                      {"class",    style                       },
                      {"data-key", canvas.key(std::string(key))},
                      {"d",        path                        }
  });
}

// Stride 0 is hollow: the law says 32, the hardware takes 1.
void draw_tick(Canvas& canvas, const RulerPlan& plan, const Mark& mark) {
  const auto steps = static_cast<double>(std::bit_width(mark.passes));  // 1 for one pass
  const double height = plan.tick * steps / 6;
  const std::string key = "tick-" + std::to_string(mark.stride);
  const std::string path =
      "M" + svg_number(mark.x) + " " + svg_number(plan.axis) + "V" + svg_number(plan.axis - height);
  std::string_view style = mark.is_hot() ? "sl-tick-hot" : "sl-tick";
  if (mark.stride == 0) style = "sl-ghost";
  draw_line(canvas, style, key, path);
}

// A phone has no room for all 34 numbers.
bool is_told(const Stage& stage, unsigned stride) {
  return !stage.is_phone() || stride % 4 == 0;
}

void draw_numbers(Canvas& canvas, const Stage& stage, const RulerPlan& plan, const Mark& mark) {
  const bool is_chosen = mark.stride == plan.stride;
  if (!is_told(stage, mark.stride) && !is_chosen) return;
  const bool is_hidden = stage.is_phone() && !is_chosen && plan.stride + 1 >= mark.stride &&
                         mark.stride + 1 >= plan.stride;
  if (is_hidden) return;
  draw_label(canvas,
             {.x = mark.x,
              .y = plan.axis + 15,
              .style = is_chosen ? "sl-label-ink" : "sl-label",
              .anchor = "middle",
              .size = stage.pick(11, 12)},
             std::to_string(mark.stride));
  if (stage.options.asks) return;
  draw_label(canvas,
             {.x = mark.x,
              .y = plan.axis + 32,
              .style = mark.is_hot() ? "sl-badge-ink" : "sl-label-ink",
              .anchor = "middle",
              .size = stage.pick(11, 12)},
             std::to_string(mark.passes));
}

void draw_struck_zero(Canvas& canvas, const Stage& stage, const RulerPlan& plan, double x) {
  const double y = plan.axis - (plan.tick / 6) - 8;
  draw_label(canvas,
             {.x = x, .y = y, .style = "sl-note", .anchor = "middle", .size = stage.pick(11, 12)},
             "32");
  draw_line(canvas, "sl-bracket", "struck",
            "M" + svg_number(x - 8) + " " + svg_number(y - 4) + "h16");
}

void draw_marker(Canvas& canvas, const RulerPlan& plan, double x) {
  const double y = plan.axis + 40;
  draw_line(canvas, "sl-marker", "marker",
            "M" + svg_number(x) + " " + svg_number(y) + "L" + svg_number(x + 7) + " " +
                svg_number(y + 11) + "L" + svg_number(x - 7) + " " + svg_number(y + 11) + "Z");
}

}  // namespace

unsigned stride_passes(unsigned stride) {
  return lesson_view(strided_words(stride), kAllLanes).wavefronts;
}

void draw_number_line(Canvas& canvas, const Stage& stage, const RulerPlan& plan) {
  const Columns columns{.left = plan.left, .pitch = plan.width / kRulerMarks, .count = kRulerMarks};
  draw_line(canvas, "sl-bracket", "axis",
            "M" + svg_number(plan.left) + " " + svg_number(plan.axis) + "H" +
                svg_number(plan.left + plan.width));
  for (unsigned stride = 0; stride < kRulerMarks; ++stride) {
    const Mark mark{.x = columns.center(stride), .stride = stride, .passes = stride_passes(stride)};
    if (!stage.options.asks) draw_tick(canvas, plan, mark);
    draw_numbers(canvas, stage, plan, mark);
  }
  if (!stage.options.asks) draw_struck_zero(canvas, stage, plan, columns.center(0));
  draw_marker(canvas, plan, columns.center(plan.stride));
  draw_touch_zone(canvas, {.x = plan.left, .y = plan.axis + 8, .width = plan.width, .height = 46},
                  {.name = "stride", .unit = columns.pitch});
}

}  // namespace smemlens::figures
