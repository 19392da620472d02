#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// One height for every number of words: what the reader compares is the queue, not the frame.
struct Plan {
  double lanes = 0;
  double strip = 0;
  double queues = 0;
  double row_height = 0;
  double back = 0;  // the lanes that a broadcast reaches
  double bottom = 0;
};

Plan plan_of(const Stage& stage) {
  Plan plan{.lanes = heading_bottom(stage) + stage.pick(4, 16)};
  plan.strip = plan.lanes + kLaneHeight + stage.pick(84, 52);
  plan.queues = plan.strip + strip_height(stage.banks) + 5;
  plan.row_height = stage.pick(kLeastDigitRow, 4);
  plan.bottom = plan.queues + (plan.row_height * kLessonLanes) + stage.pick(28, 36);
  plan.back = plan.bottom - kLaneHeight - 30;
  return plan;
}

LaneWords words_of(unsigned different) {
  LaneWords words{};
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) words[lane] = 32 * (lane % different);
  return words;
}

// Both ends of the line in their plainest form.
std::string code_of(unsigned different) {
  if (different == 1) return "s[0]";
  if (different == kLessonLanes) return "s[32 * lane]";
  return "s[32 * (lane % " + std::to_string(different) + ")]";
}

// Beside the queue, where there is room: which word each chip brings.
void draw_word_notes(Canvas& canvas, const Stage& stage, const Plan& plan, const AccessView& view) {
  const double x = stage.banks.edge(1) + 6;
  if (stage.is_phone()) return;
  canvas.svg.leaf("rect", {
                              {"class",  "sl-paper"                       },
                              {"x",      stage.banks.edge(1)              },
                              {"y",      plan.queues                      },
                              {"width",  66                               },
                              {"height", plan.row_height * view.wavefronts}
  });
  for (const Delivery& delivery : deliveries_of(view)) {
    if (is_served(stage, delivery)) continue;
    const unsigned row = delivery.wavefront - stage.options.pass.value_or(0);
    const std::string word = std::to_string(delivery.word.value);
    draw_label(canvas,
               {.x = x,
                .y = plan.queues + (plan.row_height * (row + 1)) - 2,
                .style = "sl-label",
                .size = 11,
                .key = canvas.key("word-" + word)},
               std::string(stage.text(TextId::kWord)) + " " + word);
  }
}

// How deep the queue can get: 32 words.
void draw_worst(Canvas& canvas, const Stage& stage, const Plan& plan) {
  canvas.svg.leaf("rect", {
                              {"class",  "sl-ghost"                    },
                              {"x",      stage.banks.edge(0) + 1       },
                              {"y",      plan.queues                   },
                              {"width",  stage.banks.pitch - 2         },
                              {"height", plan.row_height * kLessonLanes},
                              {"rx",     2                             }
  });
}

void draw_idle_note(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned passes) {
  const double height = plan.row_height * passes;
  if (height < 34) return;
  draw_plate(canvas,
             {
                 .x = stage.banks.center(17),
                 .y = plan.queues + (height / 2),
                 .style = "sl-note",
                 .size = stage.pick(14, 12)
  },
             stage.text(TextId::kIdleBanks, {{"banks", "31"}}));
}

// The dashed way back from the one word to every lane.
void draw_broadcast(Canvas& canvas, const Stage& stage, const Plan& plan, double from) {
  const double x = stage.banks.center(0);
  const double middle = from + (0.55 * (plan.back - from));
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) {
    const double to = stage.lanes.center(lane);
    const std::string path = "M" + svg_number(x) + " " + svg_number(from) + "C" + svg_number(x) +
                             " " + svg_number(middle) + " " + svg_number(to) + " " +
                             svg_number(middle) + " " + svg_number(to) + " " +
                             svg_number(plan.back - 1);
    const std::string key = canvas.key("back-" + std::to_string(lane));
    const std::string head = "url(#" + canvas.id + "-head)";
    canvas.svg.leaf("path", {
                                {"class",      "sl-arrow sl-shared"},
                                {"data-key",   key                 },
                                {"data-lane",  lane                },
                                {"data-bank",  0                   },
                                {"data-word",  0                   },
                                {"d",          path                },
                                {"marker-end", head                }
    });
  }
  draw_row_name(canvas, stage, plan.back + (kLaneHeight / 2), stage.text(TextId::kLane));
  draw_lanes(canvas, stage.lanes, plan.back, kAllLanes, kAllLanes);
  draw_label(
      canvas,
      {.x = stage.right(), .y = plan.back + kLaneHeight + 18, .style = "sl-say", .anchor = "end"},
      stage.text(TextId::kWordsGets));
}

// gcd(0,32) = 32, struck through, and what is true instead.
void draw_struck_law(Canvas& canvas, const Stage& stage, double y) {
  const double size = stage.pick(15, 12);
  const double right = stage.right() - 8;
  const std::string_view law = stage.text(TextId::kWordsGcdStruck);
  const double left = right - text_width(law, size) - 12;
  draw_label(canvas, {.x = right, .y = y, .style = "sl-say", .anchor = "end", .size = size}, "1");
  draw_label(canvas, {.x = left, .y = y, .style = "sl-note", .size = size}, law);
  const std::string line = "M" + svg_number(left - 2) + " " + svg_number(y - (0.35 * size)) + "H" +
                           svg_number(left + (0.58 * size * static_cast<double>(law.size())));
  canvas.svg.leaf("path", {
                              {"class", "sl-bracket"},
                              {"d",     line        }
  });
}

std::string title_of(const Stage& stage, unsigned different) {
  if (different == 1) return std::string(stage.text(TextId::kWordsOneTitle));
  if (different == kLessonLanes) return std::string(stage.text(TextId::kWordsAllTitle));
  return stage.text(TextId::kWordsTitle, {
                                             {"words", std::to_string(different)}
  });
}

std::string words_text(const Stage& stage, unsigned different, const AccessView& view) {
  const std::string what = different == 1 ? std::string(stage.text(TextId::kWordsOneDescription))
                                          : stage.text(TextId::kWordsDescription,
                                                       {
                                                           {"words", std::to_string(different)}
  });
  return what + " " + cost_sentence(view.wavefronts, view.ideal_wavefronts, stage.options.language);
}

void draw_banks(Canvas& canvas, const Stage& stage, double top) {
  std::vector<DrawerState> states(kLessonLanes, DrawerState::kIdle);
  if (!stage.options.asks) states[0] = DrawerState::kQueued;
  draw_row_name(canvas, stage, top + (strip_height(stage.banks) / 2), stage.text(TextId::kBank));
  draw_strip(canvas, stage.banks, top, states);
}

void draw_one_word(Canvas& canvas, const Stage& stage, const Plan& plan) {
  const double card = plan.queues + stage.pick(22, 11);
  draw_broadcast(canvas, stage, plan, card + 2);
  draw_label(canvas, {.x = stage.banks.edge(2) + 4, .y = card - 4, .style = "sl-say"},
             stage.text(TextId::kWordsOneRead));
  draw_struck_law(canvas, stage, card - 4);
}

}  // namespace

Expected<Figure> words_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned different =
      parameters.number("different", {.least = 1, .most = 32, .standard = 32});
  const AccessView view = lesson_view(words_of(different), kAllLanes);
  const Stage stage = stage_of(options);
  const Plan plan = plan_of(stage);
  const std::string code = code_of(different);
  const auto [title, words] = telling_or_question(
      stage, code,
      {.title = title_of(stage, different), .words = words_text(stage, different, view)});
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(
      canvas, stage,
      {.title = title, .code = code, .passes = view.wavefronts, .ideal = view.ideal_wavefronts});
  const bool is_broadcast = different == 1 && !options.asks;
  if (!is_broadcast && !options.asks) draw_worst(canvas, stage, plan);
  draw_requests(canvas, stage, {.top = plan.lanes + kLaneHeight, .bottom = plan.strip - 1}, view,
                0);
  draw_stage_lanes(canvas, stage, plan.lanes, kAllLanes);
  draw_banks(canvas, stage, plan.strip);
  draw_queues(canvas, stage,
              {.top = plan.queues,
               .row_height = is_broadcast ? stage.pick(22, 11) : plan.row_height,
               .rows = is_broadcast ? 0 : view.wavefronts,
               .lanes_top = plan.lanes},
              view);
  if (is_broadcast) {
    draw_one_word(canvas, stage, plan);
  } else if (!options.asks) {
    draw_word_notes(canvas, stage, plan, view);
    draw_idle_note(canvas, stage, plan, view.wavefronts);
  }
  if (stage.is_phone() && !is_broadcast)
    draw_axis(canvas, stage, plan.bottom - 8, stage.text(TextId::kBank));
  draw_touch_zone(canvas,
                  {.x = stage.left(),
                   .y = plan.queues,
                   .width = stage.pick(66, 44),
                   .height = plan.row_height * kLessonLanes},
                  {.name = "different", .unit = plan.row_height});
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
