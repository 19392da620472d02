#include "smemlens/report/figures/scene_board.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/figures/tile_picture.h"

namespace smemlens::figures {
namespace {

std::vector<SceneChip> chips_of(const AccessView& view) {
  std::vector<SceneChip> chips;
  std::map<std::pair<unsigned, std::uint32_t>, unsigned> shares;  // by pass and bank
  unsigned first_pass = 1;
  for (const PhaseView& phase : view.phases) {
    for (const Delivery& delivery : phase.deliveries) {
      const unsigned pass = first_pass + delivery.wavefront;
      chips.push_back({delivery, pass, shares[{pass, delivery.bank.value}]++});
    }
    first_pass += phase.wavefronts;
  }
  for (SceneChip& chip : chips) chip.shares = shares[{chip.pass, chip.delivery.bank.value}];
  return chips;
}

Chip chip_of(const SceneChip& placed, bool has_label) {
  return {.key = chip_key(placed.delivery.lanes),
          .lanes = placed.delivery.lanes,
          .bank = placed.delivery.bank.value,
          .words = {placed.delivery.word.value},
          .wavefront = placed.pass,
          .has_label = has_label};
}

// The upper edge of each row of words that is drawn.
std::map<std::uint32_t, double> row_tops(const MemoryBoard& board, const Scene& scene) {
  std::map<std::uint32_t, double> tops;
  double y = board.top;
  for (const TileLine& line : tile_lines(scene.tile)) {
    if (line.left_out == 0) tops[line.row] = y;
    y += board.row_height;
  }
  return tops;
}

// One mark a word. While somebody waits for it, it is the chip that will fall; then only its place
// is left.
struct WordMark {
  Chip chip;
  LaneMask lanes = 0;
  bool is_waiting = false;
};

std::map<std::uint32_t, WordMark> word_marks(const Scene& scene, bool has_digits) {
  std::map<std::uint32_t, WordMark> marks;
  for (const SceneChip& placed : scene.chips) {
    WordMark& mark = marks[placed.delivery.word.value];
    mark.lanes |= placed.delivery.lanes;
    if (mark.is_waiting) continue;
    mark.chip = chip_of(placed, has_digits);
    mark.is_waiting = !scene.is_served(placed);
  }
  return marks;
}

void draw_place(Canvas& canvas, const Box& box, const WordMark& mark) {
  const std::string lanes = lane_list(mark.lanes);
  const std::string key = canvas.key("cell-lane-" + std::to_string(std::countr_zero(mark.lanes)));
  canvas.svg.leaf("rect", {
                              {"class",     "sl-chip"              },
                              {"data-key",  key                    },
                              {"data-lane", lanes                  },
                              {"data-bank", mark.chip.bank         },
                              {"data-word", mark.chip.words.front()},
                              {"x",         box.x + 0.5            },
                              {"y",         box.y + 0.5            },
                              {"width",     box.width - 1          },
                              {"height",    box.height - 1         }
  });
}

// A place that is kept for a word.
void draw_slot(Canvas& canvas, const TimeBoard& board, const SceneChip& placed) {
  const Box box = time_cell(board, placed);
  const std::string key = canvas.key("slot-" + chip_key(placed.delivery.lanes));
  canvas.svg.leaf("rect", {
                              {"class",     "sl-slot"                 },
                              {"data-key",  key                       },
                              {"data-bank", placed.delivery.bank.value},
                              {"data-pass", placed.pass               },
                              {"x",         box.x + 0.5               },
                              {"y",         box.y + 0.5               },
                              {"width",     box.width - 1             },
                              {"height",    box.height - 1            }
  });
}

void draw_row_numbers(Canvas& canvas, const TimeBoard& board, const Scene& scene) {
  if (!board.has_digits) return;
  constexpr double kLineHeight = 11;
  const auto every = static_cast<unsigned>(kLineHeight / board.row_height) + 1;
  for (unsigned pass = 1; pass <= scene.access.wavefronts; ++pass) {
    if (every > 1 && pass != 1 && pass % (4 * every / 2) != 0) continue;
    draw_label(canvas,
               {.x = board.banks.left - 8,
                .y = board.row_top(pass) + (board.row_height / 2) + 4,
                .style = "sl-label",
                .anchor = "end"},
               std::to_string(pass));
  }
}

void draw_line(Canvas& canvas, const TimeBoard& board, double y, std::string_view style,
               const std::string& key) {
  const std::string path = "M" + svg_number(board.banks.left - 6) + " " + svg_number(y) + "H" +
                           svg_number(board.banks.left + board.banks.width() + 6);
  canvas.svg.leaf("path", {
                              {"class",    style          },
                              {"data-key", canvas.key(key)},
                              {"d",        path           }
  });
}

// Where a conflict-free access of as many phases would end.
void draw_ideal(Canvas& canvas, const Stage& stage, const TimeBoard& board, const Scene& scene) {
  const double y = board.row_top(scene.access.ideal_wavefronts + 1);
  draw_line(canvas, board, y, "sl-ideal", "ideal");
  if (scene.access.wavefronts < scene.access.ideal_wavefronts + 2) return;
  draw_plate(canvas,
             {.x = board.banks.left + board.banks.width() - stage.pick(36, 26),
              .y = y + std::max(9.0, board.row_height / 2),
              .style = "sl-note",
              .size = stage.pick(11, 12)},
             std::string(stage.text(TextId::kIdeal)) + " " +
                 std::to_string(scene.access.ideal_wavefronts));
}

void draw_depth(Canvas& canvas, const TimeBoard& board, const Scene& scene) {
  if (!scene.worst_bank) return;
  unsigned depth = 0;
  for (const SceneChip& placed : scene.chips)
    depth = placed.delivery.bank == *scene.worst_bank ? depth + 1 : depth;
  const std::string text = "×" + std::to_string(depth);
  draw_label(canvas,
             {.x = std::max(board.banks.center(scene.worst_bank->value),
                            board.banks.left + (text_width(text, 12) / 2)),
              .y = time_bottom(board, scene) + 13,
              .style = "sl-times",
              .anchor = "middle",
              .size = 12,
              .key = canvas.key("badge")},
             text);
}

}  // namespace

std::optional<BankIndex> worst_bank_of(const AccessView& view) {
  std::optional<BankIndex> bank;
  unsigned longest = 0;
  for (const PhaseView& phase : view.phases) {
    for (const Delivery& delivery : phase.deliveries) {
      if (delivery.wavefront <= longest) continue;
      longest = delivery.wavefront;
      bank = delivery.bank;
    }
  }
  return bank;
}

Scene scene_of(const AccessStory& story, unsigned lanes_per_warp, std::optional<unsigned> pass) {
  Scene scene{.operation = story.operation, .access = story.view, .tile = tile_view(story.view)};
  scene.tile.shape = story.shape;
  scene.tile.has_marks = false;
  scene.lanes = ~LaneMask{0} >> (kMaxLanes - lanes_per_warp);
  scene.chips = chips_of(story.view);
  for (const SceneChip& placed : scene.chips) scene.active |= placed.delivery.lanes;
  scene.worst_bank = worst_bank_of(story.view);
  scene.served = std::min(pass.value_or(story.view.wavefronts), story.view.wavefronts);
  return scene;
}

Scene scene_of(const Explanation& explanation, std::optional<unsigned> pass) {
  return scene_of(worst_story(explanation), explanation.architecture->bank_model.lanes_per_warp,
                  pass);
}

std::optional<ArrayShape> padded_shape(const Explanation& explanation, std::uint32_t columns) {
  const Pattern& pattern = explanation.pattern;
  const SharedArray& array =
      pattern.arrays[pattern.accesses[explanation.worst().access].place.array];
  if (array.dimensions.size() < 2 || columns >= array.dimensions.back().size) return std::nullopt;
  const std::uint32_t word = explanation.architecture->bank_model.word_bytes;
  const std::uint32_t element = pattern.types[array.type.value].bytes;
  const std::uint32_t row = array.dimensions.back().size * element;
  if (columns * element % word != 0 || row % word != 0) return std::nullopt;
  return ArrayShape{.first_word = array.offset_bytes / word,
                    .rows = array.bytes / row,
                    .row_words = row / word,
                    .used_words = columns * element / word};
}

double memory_bottom(const MemoryBoard& board, const Scene& scene) {
  return board.top + (board.row_height * static_cast<double>(tile_lines(scene.tile).size()));
}

Box word_box(const MemoryBoard& board, const Scene& scene, const Delivery& delivery) {
  const std::uint32_t row = delivery.word.value / scene.access.bank_count;
  return {.x = board.banks.edge(delivery.bank.value),
          .y = row_tops(board, scene).at(row),
          .width = board.banks.pitch,
          .height = board.row_height};
}

void draw_memory_board(Canvas& canvas, const MemoryBoard& board, const Scene& scene) {
  draw_tile(canvas,
            {.banks = board.banks,
             .top = board.top,
             .row_height = board.row_height,
             .has_numbers = false},
            scene.tile);
  draw_words(canvas, board, scene);
}

void draw_words(Canvas& canvas, const MemoryBoard& board, const Scene& scene) {
  const std::map<std::uint32_t, double> tops = row_tops(board, scene);
  const Box first{.x = board.banks.left,
                  .y = board.top,
                  .width = board.banks.pitch,
                  .height = board.row_height};
  const bool has_digits =
      board.has_digits && std::ranges::all_of(scene.chips, [&](const SceneChip& placed) {
        return has_room_for_label(first, chip_of(placed, true));
      });
  for (const auto& [word, mark] : word_marks(scene, has_digits)) {
    Box box = first;
    box.x = board.banks.edge(mark.chip.bank);
    box.y = tops.at(word / scene.access.bank_count);
    if (mark.is_waiting) {
      draw_chip(canvas, box, mark.chip);
    } else {
      draw_place(canvas, box, mark);
    }
  }
}

Box time_cell(const TimeBoard& board, const SceneChip& placed) {
  const double width = board.banks.pitch / placed.shares;
  return {.x = board.banks.edge(placed.delivery.bank.value) + (width * placed.share),
          .y = board.row_top(placed.pass),
          .width = width,
          .height = board.row_height};
}

double time_bottom(const TimeBoard& board, const Scene& scene) {
  return board.row_top(scene.access.wavefronts + 1);
}

void draw_time_board(Canvas& canvas, const Stage& stage, const TimeBoard& board,
                     const Scene& scene) {
  const Box whole{.x = board.banks.left,
                  .y = board.top,
                  .width = board.banks.width(),
                  .height = time_bottom(board, scene) - board.top};
  if (scene.access.wavefronts == 0) return;
  draw_idle_box(canvas, whole);
  for (const SceneChip& placed : scene.chips) draw_slot(canvas, board, placed);
  const bool has_digits =
      board.has_digits && std::ranges::all_of(scene.chips, [&](const SceneChip& placed) {
        return has_room_for_label(time_cell(board, placed), chip_of(placed, true));
      });
  for (const SceneChip& placed : scene.chips)
    if (scene.is_served(placed))
      draw_chip(canvas, time_cell(board, placed), chip_of(placed, has_digits));
  draw_row_numbers(canvas, board, scene);
  draw_ideal(canvas, stage, board, scene);
  draw_depth(canvas, board, scene);
  if (stage.options.pass)
    draw_line(canvas, board, board.row_top(scene.served + 1), "sl-tick", "now");
  if (board.has_handle) draw_touch_zone(canvas, whole, {.name = "pass", .unit = board.row_height});
}

void draw_scene_strip(Canvas& canvas, const Columns& banks, double top, const Scene& scene) {
  std::vector<DrawerState> states(banks.count, DrawerState::kIdle);
  for (const SceneChip& placed : scene.chips)
    states[placed.delivery.bank.value] = DrawerState::kBusy;
  if (scene.worst_bank) states[scene.worst_bank->value] = DrawerState::kQueued;
  draw_strip(canvas, banks, top, states);
}

}  // namespace smemlens::figures
