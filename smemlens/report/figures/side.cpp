#include "smemlens/report/figures/side.h"

#include <algorithm>
#include <cstddef>

#include "smemlens/base/utf8.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {
namespace {

constexpr double kSideHead = 40;  // its name and its pattern

struct Boards {
  MemoryBoard memory;
  double strip = 0;
  TimeBoard time;
};

Boards boards_of(const Stage& stage, const Side& side) {
  const double width = stage.pick(364, 352);
  const unsigned count = side.scene.access.bank_count;
  const Columns banks{.left = side.left, .pitch = width / count, .count = count};
  const auto lines = static_cast<double>(side.lines);
  Boards boards{
      .memory = {.banks = banks,
                 .top = side.top + kSideHead,
                 .row_height = std::clamp(stage.pick(264, 132) / lines, 3.0, 11.0)}
  };
  boards.strip = boards.memory.top + (boards.memory.row_height * lines) + 5;
  boards.time = {.banks = banks,
                 .top = boards.strip + strip_height(banks) + 5,
                 .row_height = row_height_of(stage, side.passes, stage.pick(224, 112)),
                 .has_handle = false};
  return boards;
}

void share_heights(Side& first, Side& second) {
  for (const Side* side : {&first, &second}) {
    first.lines = std::max(first.lines, tile_lines(side->scene.tile).size());
    first.passes = std::max(first.passes, side->scene.access.wavefronts);
  }
  second.lines = first.lines;
  second.passes = first.passes;
}

}  // namespace

void place_sides(const Stage& stage, double top, Side& first, Side& second) {
  share_heights(first, second);
  first.left = stage.pick(20, 4);
  second.left = stage.pick(416, 4);
  first.top = top;
  second.top = stage.pick(first.top, side_bottom(stage, first) + 6);
}

double side_bottom(const Stage& stage, const Side& side) {
  return time_bottom(boards_of(stage, side).time, side.scene) + 18;
}

void draw_side(Canvas& canvas, const Stage& stage, const Side& side) {
  const Boards boards = boards_of(stage, side);
  const auto most = static_cast<std::size_t>(stage.pick(42, 46));
  draw_label(canvas, {.x = side.left, .y = side.top + 14, .style = "sl-label-ink"},
             side.name + ": " + passes_text(side.scene.access.wavefronts, stage.options.language));
  draw_label(canvas, {.x = side.left, .y = side.top + 31, .style = "sl-code", .size = 12},
             shortened(side.scene.access.code, most));
  draw_memory_board(canvas, boards.memory, side.scene);
  draw_scene_strip(canvas, boards.memory.banks, boards.strip, side.scene);
  draw_time_board(canvas, stage, boards.time, side.scene);
}

}  // namespace smemlens::figures
