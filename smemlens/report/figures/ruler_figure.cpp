#include <bit>
#include <cstddef>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/number_line.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// The lanes that ask lane 0's bank, lane 0 first.
std::vector<unsigned> lanes_with_lane_0(const AccessView& view) {
  std::vector<unsigned> lanes;
  for (const Delivery& delivery : deliveries_of(view)) {
    if (delivery.bank != deliveries_of(view).front().bank) continue;
    for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1)
      lanes.push_back(static_cast<unsigned>(std::countr_zero(rest)));
  }
  return lanes;
}

struct Story {
  unsigned stride = 0;
  AccessView view;
  std::vector<unsigned> together;  // in one bank with lane 0

  unsigned gap() const { return together.size() < 2 ? 0 : together[1] - together[0]; }
  // Different words meet: what the law of gcd is about.
  bool has_conflict() const { return view.wavefronts > 1; }
};

// An arch from each lane at the bank of lane 0 to the next.
void draw_arches(Canvas& canvas, const Stage& stage, const Story& story, double top) {
  for (std::size_t i = 1; i < story.together.size(); ++i) {
    const double from = stage.lanes.center(story.together[i - 1]);
    const double to = stage.lanes.center(story.together[i]);
    const double high = top - stage.pick(26, 18);
    const std::string key = canvas.key("arch-" + std::to_string(i));
    const std::string path = "M" + svg_number(from) + " " + svg_number(top) + "C" +
                             svg_number(from) + " " + svg_number(high) + " " + svg_number(to) +
                             " " + svg_number(high) + " " + svg_number(to) + " " + svg_number(top);
    canvas.svg.leaf("path", {
                                {"class",    "sl-bracket"},
                                {"data-key", key         },
                                {"d",        path        }
    });
  }
}

void draw_together(Canvas& canvas, const Stage& stage, const Story& story, double top) {
  LaneMask mask = 0;
  for (const unsigned lane : story.together) mask |= LaneMask{1} << lane;
  if (stage.options.asks) mask = kAllLanes;
  if (story.has_conflict()) draw_arches(canvas, stage, story, top);
  draw_row_name(canvas, stage, top + (kLaneHeight / 2), stage.text(TextId::kLane));
  draw_lanes(canvas, stage.lanes, top, kAllLanes, mask);
  if (stage.is_phone()) draw_axis(canvas, stage, top + kLaneHeight + 13, stage.text(TextId::kLane));
}

std::string note_of(const Stage& stage, const Story& story) {
  if (!story.has_conflict())
    return std::string(
        stage.text(story.stride == 0 ? TextId::kRulerZeroNote : TextId::kRulerAloneNote));
  return stage.text(TextId::kRulerGapNote, {
                                               {"gap",   std::to_string(story.gap())          },
                                               {"lanes", std::to_string(story.together.size())}
  });
}

std::string law_of(const Story& story) {
  const std::string law = "gcd(" + std::to_string(story.stride) + ", 32) = ";
  // What cost_of counts is what the law says for every stride but 0 (docs/model.md §12).
  return story.stride == 0 ? law + "32 ≠ 1" : law + std::to_string(story.view.wavefronts);
}

std::string words_of(const Stage& stage, const Story& story) {
  const Language language = stage.options.language;
  return stage.text(TextId::kRulerDescription,
                    {
                        {"stride", std::to_string(story.stride)}
  }) +
         " " + sentence(note_of(stage, story), language) + " " +
         cost_sentence(story.view.wavefronts, story.view.ideal_wavefronts, language);
}

}  // namespace

Expected<Figure> ruler_figure(const FigureOptions& options, Parameters& parameters) {
  Story story{.stride = parameters.number("stride", {.least = 0, .most = 33, .standard = 2})};
  story.view = lesson_view(strided_words(story.stride), kAllLanes);
  if (!options.asks) story.together = lanes_with_lane_0(story.view);
  const Stage stage = stage_of(options);
  const std::string code = "s[" + std::to_string(story.stride) + " * lane]";
  const auto [title, words] = telling_or_question(
      stage, code,
      {.title = std::string(stage.text(TextId::kRulerTitle)), .words = words_of(stage, story)});
  const double axis = heading_bottom(stage) + stage.pick(130, 96);
  const double lanes = axis + stage.pick(104, 96);
  const double bottom = lanes + kLaneHeight + stage.pick(42, 62);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = options.asks ? code : law_of(story),
                .passes = story.view.wavefronts,
                .ideal = story.view.ideal_wavefronts});
  draw_number_line(canvas, stage,
                   {.left = stage.left(),
                    .width = stage.lanes.width(),
                    .axis = axis,
                    .tick = stage.pick(110, 84),
                    .stride = story.stride});
  draw_row_name(canvas, stage, axis + 11, stage.text(TextId::kStride));
  if (!options.asks) draw_row_name(canvas, stage, axis + 28, stage.text(TextId::kPassesLabel));
  draw_together(canvas, stage, story, lanes);
  if (!options.asks)
    draw_sentence(canvas, stage, lanes + kLaneHeight + stage.pick(28, 34), note_of(stage, story));
  return finished(canvas, story.view, words);
}

}  // namespace smemlens::figures
