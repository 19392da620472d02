#include "smemlens/report/figures/tile.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "smemlens/base/sort_few.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr std::uint32_t kWholeRows = 40;  // an array with no more is shown whole

enum class WordUse : std::uint8_t { kElement, kPadding, kOutside };

WordUse use_of(const TileView& view, std::uint32_t word) {
  if (!view.shape) return WordUse::kElement;
  const ArrayShape& shape = *view.shape;
  if (word < shape.first_word) return WordUse::kOutside;
  const std::uint32_t at = word - shape.first_word;
  if (at / shape.row_words >= shape.rows) return WordUse::kOutside;
  return at % shape.row_words < shape.used_words ? WordUse::kElement : WordUse::kPadding;
}

std::vector<std::uint32_t> touched_rows(const TileView& view) {
  std::vector<std::uint32_t> rows;
  rows.reserve(view.marks.size());
  for (const Delivery& mark : view.marks) rows.push_back(mark.word.value / view.bank_count);
  sort_few(rows);
  rows.erase(std::ranges::unique(rows).begin(), rows.end());
  return rows;
}

// First and last row of the array, if it is small.
std::vector<TileLine> whole_array(const TileView& view) {
  if (!view.shape || view.shape->rows == 0) return {};
  const ArrayShape& shape = *view.shape;
  const std::uint64_t words = std::uint64_t{shape.rows} * shape.row_words;
  const std::uint64_t first = shape.first_word / view.bank_count;
  const std::uint64_t last = (shape.first_word + words - 1) / view.bank_count;
  std::vector<TileLine> lines;
  if (last - first >= kWholeRows) return lines;
  for (std::uint64_t row = first; row <= last; ++row)
    lines.push_back({.row = static_cast<std::uint32_t>(row)});
  return lines;
}

// Words side by side that are drawn as one.
struct Run {
  Box box;
  std::uint32_t first_word = 0;
  double pitch = 0;
};

// The first word and the pitch say which word of the run a lane was dropped on.
void draw_cells(Canvas& canvas, const Run& run) {
  canvas.svg.leaf("rect", {
                              {"class",           "sl-cell"     },
                              {"data-first-word", run.first_word},
                              {"data-unit",       run.pitch     },
                              {"x",               run.box.x     },
                              {"y",               run.box.y     },
                              {"width",           run.box.width },
                              {"height",          run.box.height}
  });
}

void draw_padding(Canvas& canvas, const Run& run) {
  draw_padding_box(canvas, run.box);
}

struct RunKind {
  bool (*holds)(WordUse use);
  void (*draw)(Canvas& canvas, const Run& run);
};

// Padding is hatched on top of its cells.
constexpr std::array<RunKind, 2> kRunKinds = {
    {{[](WordUse use) { return use != WordUse::kOutside; }, draw_cells},
     {[](WordUse use) { return use == WordUse::kPadding; }, draw_padding}}
};

void draw_runs(Canvas& canvas, const TilePlan& plan, const TileView& view, std::uint32_t row,
               const RunKind& kind) {
  const std::uint32_t first = row * view.bank_count;
  const auto holds = [&](unsigned bank) {
    return bank < view.bank_count && kind.holds(use_of(view, first + bank));
  };
  for (unsigned bank = 0; bank < view.bank_count; ++bank) {
    const unsigned begin = bank;
    while (holds(bank)) ++bank;
    if (bank > begin)
      kind.draw(canvas, {
                            .box = {.x = plan.banks.edge(begin),
                                    .y = plan.top,
                                    .width = plan.banks.pitch * (bank - begin),
                                    .height = plan.row_height},
                            .first_word = first + begin,
                            .pitch = plan.banks.pitch
      });
  }
}

void draw_row(Canvas& canvas, const TilePlan& plan, const TileView& view, std::uint32_t row) {
  for (const RunKind& kind : kRunKinds) draw_runs(canvas, plan, view, row, kind);
  if (!plan.has_numbers) return;
  draw_label(canvas,
             {
                 .x = plan.banks.left - 8,
                 .y = plan.top + (plan.row_height / 2) + 4,
                 .style = "sl-label",
                 .anchor = "end"
  },
             text_of(TextId::kLadderRow, canvas.language, {{"row", std::to_string(row)}}));
}

// Lines between the words of `rows` rows that lie below each other from `top` on.
std::string grid_path(const TilePlan& plan, double top, std::size_t rows) {
  const double height = plan.row_height * static_cast<double>(rows);
  std::string path;
  for (unsigned bank = 0; bank <= plan.banks.count; ++bank)
    path +=
        "M" + svg_number(plan.banks.edge(bank)) + " " + svg_number(top) + "v" + svg_number(height);
  for (std::size_t row = 0; row <= rows; ++row)
    path += "M" + svg_number(plan.banks.left) + " " +
            svg_number(top + (plan.row_height * static_cast<double>(row))) + "h" +
            svg_number(plan.banks.width());
  return path;
}

// The grids of all rows, in one path; where rows are left out it is interrupted.
void draw_grid(Canvas& canvas, const TilePlan& plan, const std::vector<TileLine>& lines) {
  std::string path;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    const std::size_t begin = at;
    while (at < lines.size() && lines[at].left_out == 0) ++at;
    if (at > begin)
      path +=
          grid_path(plan, plan.top + (plan.row_height * static_cast<double>(begin)), at - begin);
  }
  canvas.svg.leaf("path", {
                              {"class", "sl-grid"},
                              {"d",     path     }
  });
}

void draw_left_out(Canvas& canvas, const TilePlan& plan, std::uint32_t rows) {
  const TextId id = rows == 1 ? TextId::kRowLeftOut : TextId::kRowsLeftOut;
  draw_label(canvas,
             {
                 .x = plan.banks.left + (plan.banks.width() / 2),
                 .y = plan.top + (plan.row_height / 2) + 4,
                 .style = "sl-label",
                 .anchor = "middle"
  },
             text_of(id, canvas.language, {{"rows", std::to_string(rows)}}));
}

// One chip a word: of several phases that ask for it, the one that waits longest gives its colour.
void draw_marks(Canvas& canvas, const TilePlan& plan, const TileView& view, std::uint32_t row) {
  std::map<std::uint32_t, Chip> chips;
  for (const Delivery& mark : view.marks) {
    if (mark.word.value / view.bank_count != row) continue;
    Chip& chip = chips[mark.word.value];
    chip.lanes |= mark.lanes;
    const auto lane = static_cast<unsigned>(std::countr_zero(chip.lanes));
    chip.key = "cell-" + std::to_string(view.follows_lanes ? lane : mark.word.value);
    chip.bank = mark.bank.value;
    chip.words = {mark.word.value};
    chip.wavefront = 0;
    chip.waits |= mark.wavefront > 0;
    chip.has_label = plan.has_numbers;
  }
  for (const auto& [word, chip] : chips)
    draw_chip(canvas,
              {.x = plan.banks.edge(chip.bank),
               .y = plan.top,
               .width = plan.banks.pitch,
               .height = plan.row_height},
              chip);
}

}  // namespace

std::vector<TileLine> tile_lines(const TileView& view) {
  std::vector<TileLine> lines = whole_array(view);
  if (!lines.empty()) return lines;
  for (const std::uint32_t row : touched_rows(view)) {
    const std::uint32_t next = lines.empty() ? row : lines.back().row + 1;
    if (row == next + 1) lines.push_back({.row = next});
    if (row > next + 1) lines.push_back({.row = next, .left_out = row - next});
    lines.push_back({.row = row});
  }
  return lines;
}

double tile_bottom(const TilePlan& plan, const std::vector<TileLine>& lines) {
  return plan.top + (plan.row_height * static_cast<double>(lines.size()));
}

void draw_tile(Canvas& canvas, const TilePlan& plan, const TileView& view) {
  const std::vector<TileLine> lines = tile_lines(view);
  TilePlan at = plan;
  for (const TileLine& line : lines) {
    if (line.left_out > 0) {
      draw_left_out(canvas, at, line.left_out);
    } else {
      draw_row(canvas, at, view, line.row);
    }
    at.top += plan.row_height;
  }
  draw_grid(canvas, plan, lines);
  at.top = plan.top;
  for (const TileLine& line : lines) {
    if (line.left_out == 0 && view.has_marks) draw_marks(canvas, at, view, line.row);
    at.top += plan.row_height;
  }
}

}  // namespace smemlens::figures
