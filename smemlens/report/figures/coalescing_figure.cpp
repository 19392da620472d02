#include <set>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/arrows.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/further_figures.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// A column of this picture is a word's place in its line, not a bank: global memory has none.
constexpr unsigned kLineWords = 32;
constexpr unsigned kSectorWords = 8;  // what moves: 32 bytes, from compute capability 6.0 on
constexpr unsigned kWordBytes = 4;

struct Fetch {
  unsigned stride = 0;
  LaneWords words{};           // by lane
  std::set<unsigned> asked;    // different words
  std::set<unsigned> sectors;  // with an asked word
  std::set<unsigned> lines;    // with such a sector
};

Fetch fetch_of(unsigned stride) {
  Fetch fetch{.stride = stride, .words = strided_words(stride)};
  fetch.asked.insert(fetch.words.begin(), fetch.words.end());
  for (const unsigned word : fetch.asked) {
    fetch.sectors.insert(word / kSectorWords);
    fetch.lines.insert(word / kLineWords);
  }
  return fetch;
}

struct Plan {
  double lanes = 0;
  double memory = 0;
  double row_height = 0;
  double sentences = 0;
  double bottom = 0;

  double line_top(unsigned line) const { return memory + (row_height * line); }
};

Plan plan_of(const Stage& stage, const Fetch& fetch) {
  const unsigned last = *fetch.asked.rbegin() / kLineWords;
  Plan plan{.lanes = heading_bottom(stage) + stage.pick(4, 16)};
  plan.memory = plan.lanes + kLaneHeight + stage.pick(84, 52);
  plan.row_height = row_height_of(stage, last + 1, stage.pick(288, 176));
  plan.sentences = plan.line_top(last + 1) + stage.pick(24, 22);
  plan.bottom = plan.sentences + stage.pick(34, 74);
  return plan;
}

void draw_requests(Canvas& canvas, const Stage& stage, const Plan& plan, const Fetch& fetch) {
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) {
    const double to = stage.banks.center(fetch.words[lane] % kLineWords);
    const std::string path = arrow_path({.from_x = stage.lanes.center(lane), .to_x = to},
                                        plan.lanes + kLaneHeight, plan.memory - 1);
    canvas.svg.leaf("path", {
                                {"class",      fetch.stride == 0 ? "sl-arrow sl-shared" : "sl-arrow"},
                                {"data-key",   canvas.key("arrow-" + std::to_string(lane))          },
                                {"data-lane",  lane                                                 },
                                {"data-word",  fetch.words[lane]                                    },
                                {"d",          path                                                 },
                                {"marker-end", "url(#" + canvas.id + "-head)"                       }
    });
  }
}

// Of a line that is touched only the sectors with an asked word are fetched; they are filled.
void draw_sector(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned sector) {
  const unsigned first = sector * kSectorWords;
  const std::string key = canvas.key("sector-" + std::to_string(sector));
  canvas.svg.leaf("rect", {
                              {"class",    "sl-drawer"                            },
                              {"data-key", key                                    },
                              {"x",        stage.banks.edge(first % kLineWords)   },
                              {"y",        plan.line_top(first / kLineWords) + 0.5},
                              {"width",    stage.banks.pitch * kSectorWords       },
                              {"height",   plan.row_height - 1                    }
  });
}

void draw_line(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned line) {
  canvas.svg.leaf("rect", {
                              {"class",    "sl-slot"                                 },
                              {"data-key", canvas.key("line-" + std::to_string(line))},
                              {"x",        stage.left()                              },
                              {"y",        plan.line_top(line) + 0.5                 },
                              {"width",    stage.lanes.width()                       },
                              {"height",   plan.row_height - 1                       }
  });
  if (stage.is_phone() || (plan.row_height < 11 && line % 4 != 0)) return;
  draw_row_name(canvas, stage, plan.line_top(line) + (plan.row_height / 2),
                std::string(stage.text(TextId::kCoalescingLine)) + " " + std::to_string(line));
}

void draw_memory(Canvas& canvas, const Stage& stage, const Plan& plan, const Fetch& fetch) {
  for (const unsigned line : fetch.lines) draw_line(canvas, stage, plan, line);
  for (const unsigned sector : fetch.sectors) draw_sector(canvas, stage, plan, sector);
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) {
    const unsigned word = fetch.words[lane];
    if (lane > 0 && fetch.stride == 0) break;
    canvas.svg.leaf("rect", {
                                {"class",     "sl-spot"                                 },
                                {"data-key",  canvas.key("chip-" + std::to_string(lane))},
                                {"data-lane", lane                                      },
                                {"data-word", word                                      },
                                {"x",         stage.banks.edge(word % kLineWords) + 1   },
                                {"y",         plan.line_top(word / kLineWords) + 1      },
                                {"width",     stage.banks.pitch - 2                     },
                                {"height",    plan.row_height - 2                       }
    });
  }
}

}  // namespace

Expected<Figure> coalescing_figure(const FigureOptions& options, Parameters& parameters) {
  const Fetch fetch =
      fetch_of(parameters.number("stride", {.least = 0, .most = 33, .standard = 1}));
  const Stage stage = stage_of(options);
  const Plan plan = plan_of(stage, fetch);
  const std::string title =
      stage.text(TextId::kCoalescingTitle, {
                                               {"stride", std::to_string(fetch.stride)}
  });
  const auto sectors = static_cast<unsigned>(fetch.sectors.size());
  const std::string fetched =
      stage.text(TextId::kCoalescingFetched,
                 {
                     {"sectors", std::to_string(sectors)                            },
                     {"lines",   std::to_string(fetch.lines.size())                 },
                     {"bytes",   std::to_string(sectors * kSectorWords * kWordBytes)},
                     {"used",    std::to_string(fetch.asked.size() * kWordBytes)    }
  });
  const std::string words = fetched + " " + std::string(stage.text(TextId::kCoalescingAssumed));
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {
                   .title = title,
                   .code = "a[" + std::to_string(fetch.stride) + " * lane]",
                   .own = OwnCount{.count = sectors,
                                   .name = stage.text(sectors == 1 ? TextId::kCoalescingSector
                                                                   : TextId::kCoalescingSectors)}
  });
  draw_requests(canvas, stage, plan, fetch);
  draw_stage_lanes(canvas, stage, plan.lanes, kAllLanes, "stride");
  draw_memory(canvas, stage, plan, fetch);
  draw_sentence(canvas, stage, plan.sentences, words);
  return Figure{.svg = end_figure(canvas), .words = words, .height = canvas.height};
}

}  // namespace smemlens::figures
