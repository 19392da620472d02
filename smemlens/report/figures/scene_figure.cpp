#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/base/sort_few.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/arrows.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/memory_handles.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/scene_figures.h"
#include "smemlens/report/figures/scene_words.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr double kTouch = 44;  // units that a finger needs

struct Plan {
  double lanes = 0;
  MemoryBoard memory;
  double strip = 0;
  TimeBoard time;
  double axis = 0;
  double bottom = 0;
  MemoryHandle handle = MemoryHandle::kNone;
};

// Columns for as many lanes and banks as there are.
Stage scene_stage(const FigureOptions& options, const Scene& scene) {
  Stage stage = stage_of(options);
  const double left = stage.left();
  const double width = stage.lanes.width();
  const unsigned banks = scene.access.bank_count;
  stage.lanes = lane_columns(left, width, scene.lanes);
  stage.banks = {.left = left, .pitch = width / banks, .count = banks};
  return stage;
}

double memory_row_height(const Stage& stage, const Scene& scene) {
  const auto lines = static_cast<double>(tile_lines(scene.tile).size());
  return std::clamp(stage.pick(288, 104) / std::max(lines, 1.0), stage.pick(5, 3),
                    stage.pick(16, 11));
}

Plan plan_of(const Stage& stage, const Scene& scene) {
  const bool has_digits = !stage.is_phone() && stage.banks.pitch >= kDigitsPitch;
  Plan plan{.lanes = heading_bottom(stage) + stage.pick(4, 14)};
  plan.memory = {.banks = stage.banks,
                 .top = plan.lanes + kLaneHeight + stage.pick(58, 26),
                 .row_height = memory_row_height(stage, scene),
                 .has_digits = has_digits};
  plan.strip = memory_bottom(plan.memory, scene) + 6;
  plan.time = {.banks = stage.banks,
               .top = plan.strip + strip_height(stage.banks) + 6,
               .row_height = row_height_of(stage, scene.access.wavefronts, stage.pick(288, 84)),
               .has_digits = has_digits};
  plan.axis = time_bottom(plan.time, scene) + stage.pick(30, 28);
  plan.bottom = plan.axis + 10;
  return plan;
}

// Lanes whose words are still to come point at them: the bank's column leads there.
void draw_requests(Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene) {
  std::vector<Arrow> arrows;
  for (const SceneChip& placed : scene.chips) {
    if (scene.is_served(placed)) continue;
    for (LaneMask rest = placed.delivery.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      arrows.push_back({.from_x = stage.lanes.center(lane_column(scene.lanes, lane)),
                        .to_x = stage.banks.center(placed.delivery.bank.value),
                        .lane = {lane},
                        .bank = placed.delivery.bank,
                        .word = placed.delivery.word});
    }
  }
  sort_few(arrows, {}, [](const Arrow& arrow) { return std::pair(arrow.lane, arrow.word); });
  draw_arrows(canvas, plan.lanes + kLaneHeight, plan.memory.top - 2, arrows);
}

// "lane 0 8 16 24 31" under or over so many columns.
void draw_numbers(Canvas& canvas, const Stage& stage, const Columns& columns, double y,
                  std::string_view name) {
  const unsigned quarter = std::max(columns.count / 4, 1U);
  for (unsigned column = 0; column < columns.count; ++column) {
    const bool is_last = column + 1 == columns.count;
    if (column % quarter != 0 && !is_last) continue;
    const std::string number = std::to_string(column);
    draw_label(canvas,
               {.x = column == 0 ? stage.left() : columns.center(column),
                .y = y,
                .style = "sl-label",
                .anchor = column == 0 ? "start" : "middle",
                .size = stage.pick(0, 12)},
               column == 0 ? std::string(name) + " 0" : number);
  }
}

void draw_scene_lanes(Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene) {
  draw_row_name(canvas, stage, plan.lanes + (kLaneHeight / 2), stage.text(TextId::kLane));
  if (stage.is_phone())
    draw_numbers(canvas, stage, stage.lanes, plan.lanes - 2, stage.text(TextId::kLane));
  draw_lanes(canvas, stage.lanes, plan.lanes, scene.lanes, scene.active);
  draw_touch_zone(canvas,
                  {.x = stage.left(),
                   .y = plan.lanes + (kLaneHeight / 2) - (kTouch / 2),
                   .width = stage.lanes.width(),
                   .height = kTouch},
                  {.name = "lane", .unit = stage.lanes.pitch});
}

Heading heading_of(const Stage& stage, const Scene& scene) {
  return {.title = title_of(scene, stage.options.language),
          .code = scene.access.code,
          .passes = scene.access.wavefronts,
          .ideal = scene.access.ideal_wavefronts,
          .is_exact = scene.access.is_exact};
}

// One of the two boards under a heading: both are drawn at the places that `plan` gives them.
using DrawBoards = void (*)(Canvas& canvas, const Stage& stage, const Plan& plan,
                            const Scene& scene);

Expected<Figure> drawn(const FigureOptions& options, Parameters& parameters,
                       Plan (*plan_boards)(const Stage&, const Scene&), DrawBoards draw_boards) {
  const auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  Scene scene = scene_of(*explanation, options.pass);
  if (explanation->architecture->name != kDefaultArchitecture)
    scene.access.code = std::string(explanation->architecture->name) + ": " + scene.access.code;
  constexpr unsigned kMostColumns = 1U << 16U;
  if (const auto columns = parameters.optional_number("columns", 1, kMostColumns))
    if (const auto shape = padded_shape(*explanation, *columns)) scene.tile.shape = shape;
  const Stage stage = scene_stage(options, scene);
  Plan plan = plan_boards(stage, scene);
  plan.handle = memory_handle_of(parameters);
  const Heading heading = heading_of(stage, scene);
  const std::string words = words_of(scene, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(
      canvas,
      {.title = heading.title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage, heading);
  draw_boards(canvas, stage, plan, scene);
  draw_numbers(canvas, stage, stage.banks, plan.axis, stage.text(TextId::kBank));
  return finished(canvas, scene.access, words);
}

Plan plan_memory(const Stage& stage, const Scene& scene) {
  Plan plan = plan_of(stage, scene);
  plan.memory.top = heading_bottom(stage) + 8;
  plan.strip = memory_bottom(plan.memory, scene) + 6;
  plan.axis = plan.strip + strip_height(stage.banks) + 18;
  plan.bottom = plan.axis + 10;
  return plan;
}

Plan plan_time(const Stage& stage, const Scene& scene) {
  Plan plan = plan_of(stage, scene);
  plan.strip = heading_bottom(stage) + 8;
  plan.time.top = plan.strip + strip_height(stage.banks) + 6;
  plan.axis = time_bottom(plan.time, scene) + 30;
  plan.bottom = plan.axis + 10;
  return plan;
}

}  // namespace

Expected<Figure> scene_figure(const FigureOptions& options, Parameters& parameters) {
  return drawn(options, parameters, plan_of,
               [](Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene) {
                 draw_requests(canvas, stage, plan, scene);
                 draw_scene_lanes(canvas, stage, plan, scene);
                 draw_memory_board(canvas, plan.memory, scene);
                 draw_memory_handle(canvas, stage, plan.memory, scene, plan.handle);
                 draw_row_name(canvas, stage, plan.strip + (strip_height(stage.banks) / 2),
                               stage.text(TextId::kBank));
                 draw_scene_strip(canvas, stage.banks, plan.strip, scene);
                 draw_time_board(canvas, stage, plan.time, scene);
               });
}

Expected<Figure> memory_figure(const FigureOptions& options, Parameters& parameters) {
  return drawn(options, parameters, plan_memory,
               [](Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene) {
                 draw_memory_board(canvas, plan.memory, scene);
                 draw_memory_handle(canvas, stage, plan.memory, scene, plan.handle);
                 draw_scene_strip(canvas, stage.banks, plan.strip, scene);
               });
}

Expected<Figure> time_figure(const FigureOptions& options, Parameters& parameters) {
  return drawn(options, parameters, plan_time,
               [](Canvas& canvas, const Stage& stage, const Plan& plan, const Scene& scene) {
                 draw_scene_strip(canvas, stage.banks, plan.strip, scene);
                 draw_time_board(canvas, stage, plan.time, scene);
               });
}

}  // namespace smemlens::figures
