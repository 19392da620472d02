#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>

#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/figures/tile_picture.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kRows = 32;  // of the matrix; its rows have 32 elements and then padding

struct Matrix {
  unsigned width = kRows;  // words from row to row
  bool is_row = false;
  unsigned index = 0;  // of the row or column that the lanes read
  AccessView view;

  unsigned word(unsigned lane) const {
    return is_row ? (index * width) + lane : (lane * width) + index;
  }
  unsigned padding_words() const { return (width - kRows) * kRows; }
  bool is_asked = false;    // the reader is to guess: nothing queues yet
  bool has_handle = false;  // at the array's right edge
  bool has_conflict() const { return !is_asked && view.wavefronts > view.ideal_wavefronts; }
};

Matrix read_matrix(Parameters& parameters) {
  constexpr std::array<std::string_view, 2> kLines = {"column", "row"};
  constexpr std::array<std::string_view, 2> kHandles = {"none", "pad"};
  Matrix matrix{.width = parameters.number("width", {.least = 32, .most = 40, .standard = 32}),
                .is_row = parameters.choice("line", kLines) == "row",
                .index = parameters.number("index", {.least = 0, .most = 31, .standard = 0})};
  matrix.has_handle = parameters.choice("handle", kHandles) == "pad";
  LaneWords words{};
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) words[lane] = matrix.word(lane);
  matrix.view = lesson_view(words, kAllLanes);
  return matrix;
}

struct Plan {
  Columns array;  // as written; none on a phone
  double row = 0;
  double lanes = 0;
  double memory = 0;
  double strip = 0;
  double queues = 0;
  double queue_row = 0;
  double bottom = 0;
};

Plan plan_of(const Stage& stage, const Matrix& matrix) {
  Plan plan{
      .array = {.left = 28, .pitch = 7.5, .count = matrix.width},
        .row = stage.pick(8, 3)
  };
  plan.lanes = heading_bottom(stage) + stage.pick(20, 16);
  plan.memory = plan.lanes + kLaneHeight + stage.pick(10, 6);
  // Padding by one moves nothing below it.
  plan.strip = plan.memory + (plan.row * std::max(matrix.width, kRows + 1)) + 10;
  plan.queues = plan.strip + strip_height(stage.banks) + 5;
  const double room = stage.pick(128, 80);
  plan.queue_row = row_height_of(stage, matrix.view.wavefronts, room);
  plan.bottom = plan.queues + room + 38;
  return plan;
}

struct Told {
  TextId title;
  TextId description;
};

Told told_of(const Matrix& matrix) {
  if (matrix.is_row) return {TextId::kMatrixRowTitle, TextId::kMatrixRowDescription};
  if (matrix.has_conflict())
    return {spread_of(matrix.view).banks == 1 ? TextId::kMatrixOneBankTitle
                                              : TextId::kMatrixColumnTitle,
            TextId::kMatrixColumnDescription};
  return {TextId::kMatrixCleanTitle, TextId::kMatrixCleanDescription};
}

std::string title_of(const Stage& stage, const Matrix& matrix) {
  return stage.text(told_of(matrix).title,
                    {
                        {"index",  std::to_string(matrix.index)                },
                        {"passes", std::to_string(matrix.view.wavefronts)      },
                        {"banks",  std::to_string(spread_of(matrix.view).banks)}
  });
}

std::string words_of(const Stage& stage, const Matrix& matrix) {
  std::string text = stage.text(told_of(matrix).description,
                                {
                                    {"index",  std::to_string(matrix.index)          },
                                    {"width",  std::to_string(matrix.width)          },
                                    {"passes", std::to_string(matrix.view.wavefronts)}
  });
  if (matrix.padding_words() > 0)
    text += " " + stage.text(TextId::kMatrixPaddingDescription,
                             {
                                 {"words", std::to_string(matrix.padding_words())    },
                                 {"bytes", std::to_string(4 * matrix.padding_words())}
    });
  return text + " " +
         cost_sentence(matrix.view.wavefronts, matrix.view.ideal_wavefronts,
                       stage.options.language);
}

// "float m[32][33]; m[lane][0]"
std::string code_of(const Matrix& matrix) {
  const std::string index = std::to_string(matrix.index);
  return "float m[32][" + std::to_string(matrix.width) + "]; " +
         (matrix.is_row ? "m[" + index + "][lane]" : "m[lane][" + index + "]");
}

// All grid lines of `rows` rows in one path.
std::string grid_path(const Columns& columns, double top, double row_height, unsigned rows) {
  std::string path;
  for (unsigned column = 0; column <= columns.count; ++column)
    path += "M" + svg_number(columns.edge(column)) + " " + svg_number(top) + "v" +
            svg_number(row_height * rows);
  for (unsigned row = 0; row <= rows; ++row)
    path += "M" + svg_number(columns.left) + " " + svg_number(top + (row_height * row)) + "h" +
            svg_number(columns.width());
  return path;
}

void draw_cell(Canvas& canvas, const Plan& plan, const Matrix& matrix, const Delivery& delivery,
               unsigned lane) {
  const unsigned row = matrix.word(lane) / matrix.width;
  const unsigned column = matrix.word(lane) % matrix.width;
  const std::string key = "array-" + std::to_string(lane);
  canvas.svg.leaf("rect", {
                              {"class",     matrix.has_conflict() ? "sl-hot" : "sl-spot"},
                              {"data-key",  canvas.key(key)                             },
                              {"data-lane", lane                                        },
                              {"data-bank", delivery.bank.value                         },
                              {"data-word", delivery.word.value                         },
                              {"x",         plan.array.edge(column) + 0.5               },
                              {"y",         plan.memory + (plan.row * row) + 0.5        },
                              {"width",     plan.array.pitch - 1                        },
                              {"height",    plan.row - 1                                },
                              {"rx",        1                                           }
  });
}

// What the programmer sees: rows of `width` words, the last ones padding.
void draw_array(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  const double height = plan.row * kRows;
  draw_label(canvas, {.x = plan.array.left, .y = plan.memory - 8, .style = "sl-note"},
             stage.text(TextId::kMatrixArray));
  canvas.svg.leaf("rect", {
                              {"class",    "sl-cell"          },
                              {"data-key", canvas.key("array")},
                              {"x",        plan.array.left    },
                              {"y",        plan.memory        },
                              {"width",    plan.array.width() },
                              {"height",   height             }
  });
  if (matrix.width > kRows)
    draw_padding_box(canvas, {.x = plan.array.edge(kRows),
                              .y = plan.memory,
                              .width = plan.array.pitch * (matrix.width - kRows),
                              .height = height});
  canvas.svg.leaf("path", {
                              {"class", "sl-grid"},
                              {"d", grid_path(plan.array, plan.memory, plan.row, kRows)}
  });
  for (const Delivery& delivery : deliveries_of(matrix.view))
    draw_cell(canvas, plan, matrix, delivery,
              static_cast<unsigned>(std::countr_zero(delivery.lanes)));
}

// The array's right edge is the handle.
void draw_edge(Canvas& canvas, const Stage& stage, const Plan& plan) {
  const double edge = stage.pick(plan.array.edge(plan.array.count), stage.right() - 22);
  const double middle = plan.memory + (plan.row * kRows / 2);
  if (!stage.is_phone())
    canvas.svg.leaf("path", {
                                {"class",    "sl-grip"                                                      },
                                {"data-key", canvas.key("edge")                                             },
                                {"d",        "M" + svg_number(edge + 5) + " " + svg_number(middle - 16) +
                                          "V" + svg_number(middle + 16)}
    });
  draw_touch_zone(canvas,
                  {.x = edge - 22, .y = plan.memory, .width = 44, .height = plan.row * kRows},
                  {.name = "pad", .unit = stage.pick(plan.array.pitch, stage.banks.pitch)});
}

void draw_price(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  if (matrix.padding_words() == 0) return;
  const double y = stage.pick(plan.memory + (plan.row * kRows) + 22, plan.bottom - 28);
  draw_label(
      canvas,
      {
          .x = stage.pick(plan.array.left, stage.right()),
          .y = y,
          .style = "sl-say",
          .anchor = stage.is_phone() ? "end" : "start"
  },
      stage.text(TextId::kMatrixPrice, {{"words", std::to_string(matrix.padding_words())},
                                        {"bytes", std::to_string(4 * matrix.padding_words())}}));
}

// The chosen words as the tile marks them; in accent all of them if they queue.
TileView tile_of(const Matrix& matrix) {
  TileView tile = tile_view(matrix.view);
  tile.shape =
      ArrayShape{.first_word = 0, .rows = kRows, .row_words = matrix.width, .used_words = kRows};
  tile.follows_lanes = true;
  for (Delivery& mark : tile.marks) mark.wavefront = matrix.has_conflict() ? 1 : 0;
  return tile;
}

// From each word straight down into its drawer.
void draw_drops(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  const std::string head = "url(#" + canvas.id + (matrix.has_conflict() ? "-head-hot)" : "-head)");
  if (stage.options.asks) return;
  for (const Delivery& delivery : deliveries_of(matrix.view)) {
    if (is_served(stage, delivery)) continue;
    const auto lane = static_cast<unsigned>(std::countr_zero(delivery.lanes));
    const unsigned next_row = (delivery.word.value / 32U) + 1;
    const double from = plan.memory + (plan.row * next_row);
    const std::string key = canvas.key("arrow-" + std::to_string(lane));
    const std::string path = "M" + svg_number(stage.banks.center(delivery.bank.value)) + " " +
                             svg_number(from) + "V" + svg_number(plan.strip - 1);
    canvas.svg.leaf("path", {
                                {"class",      matrix.has_conflict() ? "sl-drop-hot" : "sl-drop"},
                                {"data-key",   key                                              },
                                {"data-lane",  lane                                             },
                                {"data-bank",  delivery.bank.value                              },
                                {"data-word",  delivery.word.value                              },
                                {"d",          path                                             },
                                {"marker-end", head                                             }
    });
  }
}

// "(8 + 5) mod 32 = 13": the bank of row 8's word of column 5, each row beginning a bank further;
// "(2·8 + 5) mod 32 = 21" where it begins two further.
std::string bank_sum(const Matrix& matrix, const Delivery& delivery, unsigned row) {
  const unsigned pad = matrix.width - kRows;
  return "(" + (pad == 1 ? "" : std::to_string(pad) + "·") + std::to_string(row) + " + " +
         std::to_string(matrix.index) + ") mod 32 = " + std::to_string(delivery.bank.value);
}

// With padding some cells of the diagonal say why they are where they are, on the side
// that has room.
void draw_sums(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  if (matrix.is_row || matrix.padding_words() == 0) return;
  constexpr double kSize = 11;
  constexpr double kAside = 3;  // columns that the next rows' cells need
  for (const Delivery& delivery : deliveries_of(matrix.view)) {
    const auto row = static_cast<unsigned>(std::countr_zero(delivery.lanes));
    if (row % 8 != 0 && row != kRows - 1) continue;
    const std::string sum = bank_sum(matrix, delivery, row);
    const unsigned line = delivery.word.value / kRows;
    const double lines = std::clamp(line + 0.5, 1.5, matrix.width - 1.5);
    const double half = (text_width(sum, kSize) / 2) + 8;
    const double x = stage.banks.edge(delivery.bank.value);
    const double right = x + (kAside * stage.banks.pitch) + half;
    const double left = x - ((kAside - 1) * stage.banks.pitch) - half;
    draw_plate(canvas,
               {.x = right + half < stage.right() ? right : left,
                .y = plan.memory + (plan.row * lines),
                .style = "sl-say",
                .size = kSize},
               sum);
  }
}

void draw_memory(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  draw_label(canvas, {.x = stage.left(), .y = heading_bottom(stage) + 12, .style = "sl-note"},
             stage.is_phone() ? "" : stage.text(TextId::kMatrixMemory));
  draw_stage_lanes(canvas, stage, plan.lanes, kAllLanes);
  draw_tile(
      canvas,
      {.banks = stage.banks, .top = plan.memory, .row_height = plan.row, .has_numbers = false},
      tile_of(matrix));
  draw_drops(canvas, stage, plan, matrix);
  if (!stage.is_phone() && !stage.options.asks) draw_sums(canvas, stage, plan, matrix);
  draw_touch_zone(canvas,
                  {.x = stage.left(),
                   .y = plan.memory + 20,
                   .width = stage.lanes.width() - stage.pick(0, 44),
                   .height = (plan.row * kRows) - 20},
                  {.name = "index", .unit = matrix.is_row ? plan.row : stage.banks.pitch});
}

void draw_banks(Canvas& canvas, const Stage& stage, const Plan& plan, const Matrix& matrix) {
  draw_row_name(canvas, stage, plan.strip + (strip_height(stage.banks) / 2),
                stage.text(TextId::kBank));
  draw_strip(canvas, stage.banks, plan.strip, drawer_states(stage, matrix.view));
  draw_queues(canvas, stage,
              {.top = plan.queues,
               .row_height = plan.queue_row,
               .rows = matrix.view.wavefronts,
               .lanes_top = plan.lanes},
              matrix.view);
  draw_axis(canvas, stage, plan.bottom - 10, stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> matrix_figure(const FigureOptions& options, Parameters& parameters) {
  Matrix matrix = read_matrix(parameters);
  matrix.is_asked = options.asks;
  Stage stage = stage_of(options);
  if (!stage.is_phone())
    stage.lanes = stage.banks = {.left = 388, .pitch = 12, .count = kLessonLanes};
  const Plan plan = plan_of(stage, matrix);
  const auto [title, words] = telling_or_question(
      stage, code_of(matrix), {.title = title_of(stage, matrix), .words = words_of(stage, matrix)});
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = code_of(matrix),
                .passes = matrix.view.wavefronts,
                .ideal = matrix.view.ideal_wavefronts});
  draw_memory(canvas, stage, plan, matrix);
  if (!stage.is_phone()) draw_array(canvas, stage, plan, matrix);
  if (matrix.has_handle && !canvas.is_still) draw_edge(canvas, stage, plan);
  draw_banks(canvas, stage, plan, matrix);
  draw_price(canvas, stage, plan, matrix);
  return finished(canvas, matrix.view, words);
}

}  // namespace smemlens::figures
