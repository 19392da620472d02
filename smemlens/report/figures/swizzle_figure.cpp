#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kBits = 5;  // of a row's number, and of a bank's
constexpr unsigned kSide = 1U << kBits;
constexpr double kLamp = 44;

// "s[lane][0 ^ (lane & 3)]": row and column of the walk, as the swizzle stores it.
std::string pattern_of(unsigned bits, bool is_row) {
  const std::string mask = std::to_string(bits);
  const std::string place =
      is_row ? "s[1][lane ^ (1 & " + mask + ")]" : "s[lane][0 ^ (lane & " + mask + ")]";
  return "float s[32][32]; " + place;
}

// A lamp a bit, the highest left; lit ones are filled.
void draw_lamps(Canvas& canvas, const Stage& stage, double left, double top, unsigned bits) {
  const double radius = 13;
  for (unsigned i = 0; i < kBits; ++i) {
    const unsigned bit = kBits - 1 - i;
    const bool is_lit = (bits >> bit & 1U) != 0;
    const double x = left + (kLamp * i) + (kLamp / 2);
    canvas.svg.leaf("rect", {
                                {"class",    is_lit ? "sl-spot" : "sl-lane-off"       },
                                {"data-key", canvas.key("lamp-" + std::to_string(bit))},
                                {"x",        x - radius                               },
                                {"y",        top + (kLamp / 2) - radius               },
                                {"width",    2 * radius                               },
                                {"height",   2 * radius                               },
                                {"rx",       radius                                   }
    });
    draw_label(canvas,
               {.x = x,
                .y = top + (kLamp / 2) + 4,
                .style = is_lit ? "sl-hot-ink" : "sl-idle-ink",
                .anchor = "middle",
                .size = 12},
               std::to_string(1U << bit));
  }
  draw_label(canvas, {.x = left, .y = top + kLamp + 10, .style = "sl-note"},
             stage.text(TextId::kSwizzleBits));
  draw_touch_zone(canvas, {.x = left, .y = top, .width = kLamp * kBits, .height = kLamp},
                  {.name = "bits", .unit = kLamp});
}

// A tile whose cells have the tint of the column that they were written in.
struct TintedTile {
  Columns columns;
  double top = 0;
  double row_height = 0;
  unsigned rows = kSide;
  unsigned bits = 0;  // of the row's number that move a cell: 0 as written
  std::string_view key;

  double bottom() const { return top + (row_height * rows); }
};

// All cells of one home column as one path, so that they move together as the lamps are lit.
void draw_tints(Canvas& canvas, const TintedTile& tile) {
  const std::string cell = "h" + svg_number(tile.columns.pitch) + "v" +
                           svg_number(tile.row_height) + "h-" + svg_number(tile.columns.pitch) +
                           "z";
  for (unsigned home = 0; home < kSide; ++home) {
    std::string path;
    for (unsigned row = 0; row < tile.rows; ++row)
      path += "M" + svg_number(tile.columns.edge(home ^ (row & tile.bits))) + " " +
              svg_number(tile.top + (tile.row_height * row)) + cell;
    canvas.svg.leaf(
        "path", {
                    {"class",        "sl-tint"                                                     },
                    {"data-key",     canvas.key(std::string(tile.key) + "-" + std::to_string(home))},
                    {"fill-opacity", static_cast<double>(home + 1) / (kSide + 4)                   },
                    {"d",            path                                                          }
    });
  }
}

struct Plan {
  TintedTile written;
  double lamps = 0;
  MemoryBoard memory;
  double strip = 0;
  TimeBoard time;
};

// Wide: as written and its lamps at the left of memory. On a phone one row tells what was written.
Plan plan_of(Stage& stage, const Scene& scene) {
  const double top = heading_bottom(stage) + 14;
  Plan plan;
  if (!stage.is_phone()) stage.lanes = stage.banks = {.left = 380, .pitch = 12.25, .count = kSide};
  plan.written = {
      .columns = stage.is_phone() ? stage.banks : Columns{.left = 28, .pitch = 9.5, .count = kSide},
      .top = stage.pick(top, heading_bottom(stage) + kLamp + 32),
      .row_height = stage.pick(9, 9),
      .rows = stage.is_phone() ? 1 : kSide,
      .key = "written"
  };
  plan.lamps = stage.pick(plan.written.bottom() + 14, heading_bottom(stage));
  plan.memory = {.banks = stage.banks,
                 .top = stage.pick(top, plan.written.bottom() + 18),
                 .row_height = stage.pick(9, 4)};
  plan.strip = memory_bottom(plan.memory, scene) + 6;
  plan.time = {.banks = stage.banks,
               .top = plan.strip + strip_height(stage.banks) + 6,
               .row_height = row_height_of(stage, scene.access.wavefronts, stage.pick(200, 96)),
               .has_digits = false};
  return plan;
}

void draw_written(Canvas& canvas, const Stage& stage, const Plan& plan) {
  const TintedTile& tile = plan.written;
  draw_label(canvas, {.x = tile.columns.left, .y = tile.top - 5, .style = "sl-note"},
             stage.text(TextId::kSwizzleWritten));
  draw_tints(canvas, tile);
  canvas.svg.leaf("rect", {
                              {"class",  "sl-tick"               },
                              {"x",      tile.columns.left       },
                              {"y",      tile.top                },
                              {"width",  tile.columns.pitch      },
                              {"height", tile.bottom() - tile.top}
  });
}

void draw_stored(Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene,
                 unsigned bits) {
  draw_label(canvas, {.x = stage.left(), .y = plan.memory.top - 5, .style = "sl-note"},
             stage.text(TextId::kSwizzleStored));
  draw_tints(canvas, {.columns = stage.banks,
                      .top = plan.memory.top,
                      .row_height = plan.memory.row_height,
                      .bits = bits,
                      .key = "home"});
  draw_words(canvas, plan.memory, scene);
  draw_scene_strip(canvas, stage.banks, plan.strip, scene);
  draw_time_board(canvas, stage, plan.time, scene);
  draw_axis(canvas, stage, time_bottom(plan.time, scene) + 30, stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> swizzle_figure(const FigureOptions& options, Parameters& parameters) {
  constexpr std::array<std::string_view, 2> kLines = {"column", "row"};
  const unsigned bits = parameters.number("bits", {.least = 0, .most = 31, .standard = 0});
  const bool is_row = parameters.choice("line", kLines) == "row";
  const auto explanation = explained(pattern_of(bits, is_row));
  if (!explanation) return tl::unexpected(explanation.error());
  const Scene scene = scene_of(*explanation, options.pass);
  Stage stage = stage_of(options);
  const Plan plan = plan_of(stage, scene);
  const std::string title =
      stage.text(bits == 0 ? TextId::kSwizzleNoneTitle : TextId::kSwizzleTitle,
                 {
                     {"bits", std::to_string(std::popcount(bits))},
                     {"passes", passes_text(scene.access.wavefronts, options.language)}
  });
  const std::string words =
      stage.text(bits == 0 ? TextId::kSwizzleNoneWords : TextId::kSwizzleWords,
                 {
                     {"mask", std::to_string(bits)}
  }) +
      " " + cost_sentence(scene.access.wavefronts, scene.access.ideal_wavefronts, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = time_bottom(plan.time, scene) + 40});
  draw_heading(canvas, stage,
               {.title = title,
                .code = scene.access.code,
                .passes = scene.access.wavefronts,
                .ideal = scene.access.ideal_wavefronts});
  draw_written(canvas, stage, plan);
  draw_lamps(canvas, stage, plan.written.columns.left, plan.lamps, bits);
  draw_stored(canvas, stage, plan, scene, bits);
  return finished(canvas, scene.access, words);
}

}  // namespace smemlens::figures
