#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// A picture of the lesson in small, and the step that tells it.
struct Vignette {
  Expected<Figure> (*draw)(const FigureOptions& options, Parameters& parameters);
  std::string_view parameters;
  unsigned step;
  bool is_right;  // column on the wide poster
  bool is_below;  // the strip in the middle
};

constexpr std::array kVignettes = std::to_array<Vignette>({
    {dealing_figure, R"({"dealt":64})",                           2, false, false},
    {ruler_figure,   R"({"stride":12})",                          5, false, false},
    {words_figure,   R"({"different":1})",                        6, true,  false},
    {matrix_figure,  R"({"width":32,"line":"column","index":5})", 8, false, true },
    {matrix_figure,  R"({"width":33,"line":"column","index":5})", 9, true,  true },
});

constexpr double kSmallPrint = 11;
constexpr double kStripRoom = 58;
constexpr double kGap = 14;
constexpr double kNumberRoom = 26;

Figure drawn(const Vignette& vignette, const FigureOptions& poster, unsigned number) {
  FigureOptions options = poster;
  options.id = poster.id + "-" + std::to_string(number);
  options.layout = Layout::kPhone;
  options.has_style = false;
  options.is_still = true;
  options.pass = {};
  const auto json = parse_json({"vignette", std::string(vignette.parameters)});
  Parameters parameters(*json);
  return *vignette.draw(options, parameters);
}

void place(Canvas& canvas, const Figure& picture, double x, double y) {
  constexpr std::string_view kOpening = "<svg";
  const std::string at = "<svg x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\"";
  canvas.svg.raw(at + picture.svg.substr(kOpening.size()));
}

void draw_number(Canvas& canvas, unsigned number, double x, double y) {
  canvas.svg.leaf(
      "rect",
      {
          {"class",  "sl-lane"},
          {"x",      x        },
          {"y",      y        },
          {"width",  22       },
          {"height", 22       },
          {"rx",     11       }
  });
  draw_label(canvas,
             {.x = x + 11, .y = y + 16, .style = "sl-lane-ink", .anchor = "middle", .size = 13},
             std::to_string(number));
}

struct Placed {
  Figure picture;
  double x = 0;
  double y = 0;
};

struct Plan {
  std::vector<Placed> pictures;
  double laws = 0;  // the middle of the room that the right column leaves
  double strip = 0;
  double bottom = 0;
};

// A phone's head has the small print too.
double top_of(const Stage& stage) {
  return stage.pick(50, 62);
}

// Two columns, or on a phone one; the strip between the third picture and the fourth.
Plan plan_of(const Stage& stage) {
  Plan plan;
  std::array<double, 2> ends = {top_of(stage), top_of(stage)};
  unsigned number = 0;
  for (const Vignette& vignette : kVignettes) {
    if (vignette.is_below && plan.strip == 0) {
      plan.laws = (ends[0] + ends[1]) / 2;
      plan.strip = std::max(ends[0], ends[1]) + 8;
      ends.fill(plan.strip + kStripRoom);
    }
    const std::size_t column = vignette.is_right && !stage.is_phone() ? 1 : 0;
    Placed placed{.picture = drawn(vignette, stage.options, ++number),
                  .x = stage.pick(30 + (380 * static_cast<double>(column)), 0),
                  .y = ends[column] + kNumberRoom};
    ends[column] = placed.y + placed.picture.height + kGap;
    plan.pictures.push_back(std::move(placed));
  }
  plan.bottom = std::max(ends[0], ends[1]) + 8;
  return plan;
}

// What the law of strides takes for granted.
void draw_small_print(Canvas& canvas, const Stage& stage, double x, double y) {
  draw_label(canvas, {.x = x, .y = y, .style = "sl-note", .size = kSmallPrint},
             stage.text(TextId::kPosterWhen));
}

// All of it in three lines, in the upper right column's room.
void draw_laws(Canvas& canvas, const Stage& stage, double middle) {
  constexpr std::array<std::string_view, 3> kLaws = {
      "bank = word mod 32", "passes = gcd(stride, 32)", "m[32][33]: (r + c) mod 32"};
  constexpr double kLeft = 416;
  constexpr double kLine = 34;
  double y = middle - (kLine / 2);
  for (const std::string_view law : kLaws) {
    draw_label(canvas, {.x = kLeft, .y = y, .style = "sl-code", .size = 17}, law);
    y += kLine;
  }
  draw_small_print(canvas, stage, kLeft, middle + (kLine / 2) + 14);
}

void draw_middle(Canvas& canvas, const Stage& stage, double top) {
  std::vector<DrawerState> states(kLessonLanes, DrawerState::kBusy);
  states[0] = DrawerState::kQueued;
  draw_row_name(canvas, stage, top + 24, stage.text(TextId::kBank));
  draw_strip(canvas, stage.banks, top + 10, states);
  if (stage.is_phone()) draw_axis(canvas, stage, top + 44, stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> poster_figure(const FigureOptions& options, Parameters& /*parameters*/) {
  const Stage stage = stage_of(options);
  const Plan plan = plan_of(stage);
  const std::string title(stage.text(TextId::kPosterTitle));
  const std::string words(stage.text(TextId::kPosterDescription));
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = title, .code = stage.is_phone() ? "passes = gcd(stride, 32)" : ""});
  if (stage.is_phone()) {
    draw_small_print(canvas, stage, 6, 54);
  } else {
    draw_laws(canvas, stage, plan.laws);
  }
  draw_middle(canvas, stage, plan.strip);
  for (unsigned i = 0; i < plan.pictures.size(); ++i) {
    const Placed& at = plan.pictures[i];
    const std::string step = std::to_string(kVignettes[i].step);
    canvas.svg.open("g", {
                             {"data-step", step}
    });
    place(canvas, at.picture, at.x, at.y);
    draw_number(canvas, i + 1, at.x + 6, at.y - kNumberRoom + 4);
    canvas.svg.close();
  }
  return finished(canvas, {}, words);
}

}  // namespace smemlens::figures
