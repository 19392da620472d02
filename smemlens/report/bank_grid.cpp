#include "smemlens/report/bank_grid.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/utf8.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/text_style.h"

namespace smemlens {
namespace {

using figures::AccessView;
using figures::ArrayShape;
using figures::Delivery;
using figures::PhaseView;

constexpr unsigned kLabelWidth = 4;
constexpr unsigned kCellWidth = 3;

struct Mark {
  LaneMask lanes = 0;
  unsigned deliveries = 0;
  bool waits = false;
};

struct Grid {
  const AccessView* view = nullptr;
  std::optional<ArrayShape> shape;
  std::map<std::uint32_t, Mark> marks;  // by word
  std::vector<unsigned> busy;           // by bank
};

// One row of words, or so many rows that are left out.
struct Line {
  std::uint32_t row = 0;
  std::uint32_t left_out = 0;
};

struct Rows {
  std::vector<Line> lines;
  std::uint32_t step = 1;  // not 1: every step-th row is shown, and nothing lies between
};

Grid grid_of(const AccessView& view, const std::optional<ArrayShape>& shape) {
  Grid grid{.view = &view, .shape = shape, .marks = {}, .busy = {}};
  grid.busy.resize(view.bank_count);
  for (const PhaseView& phase : view.phases) {
    std::vector<unsigned> depths(view.bank_count);
    for (const Delivery& delivery : phase.deliveries) {
      Mark& mark = grid.marks[delivery.word.value];
      mark.lanes |= delivery.lanes;
      mark.waits |= delivery.wavefront > 0;
      ++mark.deliveries;
      unsigned& depth = depths[delivery.bank.value];
      depth = std::max(depth, delivery.wavefront + 1);
    }
    for (unsigned bank = 0; bank < view.bank_count; ++bank) grid.busy[bank] += depths[bank];
  }
  return grid;
}

std::vector<std::uint32_t> touched_rows(const Grid& grid) {
  std::vector<std::uint32_t> rows;
  for (const auto& [word, mark] : grid.marks) {
    const std::uint32_t row = word / grid.view->bank_count;
    if (rows.empty() || rows.back() != row) rows.push_back(row);
  }
  return rows;
}

// The distance of neighbours in `rows` if there are at least four and it is always the same.
std::uint32_t common_step(const std::vector<std::uint32_t>& rows) {
  if (rows.size() < 4) return 1;
  const std::uint32_t step = rows[1] - rows[0];
  for (std::size_t i = 2; i < rows.size(); ++i)
    if (rows[i] - rows[i - 1] != step) return 1;
  return step;
}

Rows rows_of(const Grid& grid) {
  const std::vector<std::uint32_t> touched = touched_rows(grid);
  Rows rows{.lines = {}, .step = common_step(touched)};
  for (const std::uint32_t row : touched) {
    const std::uint32_t next = rows.lines.empty() ? 0 : rows.lines.back().row + 1;
    if (row > next && (rows.step == 1 || rows.lines.empty()))
      rows.lines.push_back({.row = next, .left_out = row - next});
    rows.lines.push_back({.row = row});
  }
  return rows;
}

bool is_outside(const ArrayShape& shape, std::uint32_t word) {
  return word < shape.first_word || (word - shape.first_word) / shape.row_words >= shape.rows;
}

enum class CellKind : std::uint8_t {
  kOutside,
  kPadding,
  kUnasked,
  kServed,
  kShared,
  kWaits,
  kTurns,  // delivered to one lane after the other
};

CellKind kind_of(const Grid& grid, std::uint32_t word) {
  const auto found = grid.marks.find(word);
  if (found != grid.marks.end()) {
    const bool takes_turns = found->second.waits && found->second.deliveries > 1;
    if (takes_turns) return CellKind::kTurns;
    if (found->second.waits) return CellKind::kWaits;
    return std::has_single_bit(found->second.lanes) ? CellKind::kServed : CellKind::kShared;
  }
  if (!grid.shape) return CellKind::kUnasked;
  if (is_outside(*grid.shape, word)) return CellKind::kOutside;
  const std::uint32_t column = (word - grid.shape->first_word) % grid.shape->row_words;
  return column < grid.shape->used_words ? CellKind::kUnasked : CellKind::kPadding;
}

// Two columns for the lane and one for its mark.
std::string cell(const Grid& grid, std::uint32_t word, const TextStyle& style) {
  const Ink ink(style);
  const auto lane_of = [&grid, word] {
    const std::string lane = std::to_string(std::countr_zero(grid.marks.at(word).lanes));
    return std::string(2 - std::min<std::size_t>(lane.size(), 2), ' ') + lane;
  };
  switch (kind_of(grid, word)) {
    case CellKind::kOutside:
      return "   ";
    case CellKind::kPadding:
      return ink.faint(" #") + " ";
    case CellKind::kUnasked:
      return ink.faint(style.utf8 ? " ·" : " .") + " ";
    case CellKind::kServed:
      return ink.calm(lane_of()) + " ";
    case CellKind::kShared:
      return ink.shared(lane_of() + "+");
    case CellKind::kWaits:
      return ink.hot(lane_of() + "!");
    case CellKind::kTurns:
      return ink.hot(lane_of() + "*");
  }
  return {};
}

std::string right_aligned(std::string_view text, unsigned width) {
  return std::string(width - std::min<std::size_t>(width, text.size()), ' ') + std::string(text);
}

void end_line(std::string& out) {
  out.erase(out.find_last_not_of(' ') + 1);
  out += '\n';
}

std::string rows_text(std::uint32_t rows, const TextStyle& style) {
  return styled(style, "… ") + std::to_string(rows) + (rows == 1 ? " row" : " rows") +
         " without an access";
}

// Rows from 1000 on have no room for their number: the line above the first of them names it.
std::string row_label(std::uint32_t row) {
  return row < 1000 ? right_aligned(std::to_string(row), kLabelWidth - 1) + " "
                    : std::string(kLabelWidth, ' ');
}

// Banks side by side: as many as fit, a power of two.
unsigned banks_per_block(const Grid& grid, const TextStyle& style) {
  const unsigned room = (std::max(style.columns, 40U) - kLabelWidth) / kCellWidth;
  return std::min(std::bit_floor(room), grid.view->bank_count);
}

struct Block {
  unsigned begin = 0;
  unsigned end = 0;
};

void add_line(std::string& out, const Grid& grid, const Line& line, const Block& block,
              const TextStyle& style) {
  if (line.left_out > 0) {
    std::string text = rows_text(line.left_out, style);
    const std::uint32_t next = line.row + line.left_out;
    if (next >= 1000) text += "; the next is row " + std::to_string(next);
    out += "    " + Ink(style).faint(text);
  } else {
    out += row_label(line.row);
    for (unsigned bank = block.begin; bank < block.end; ++bank)
      out += cell(grid, (line.row * grid.view->bank_count) + bank, style);
  }
  end_line(out);
}

void add_header(std::string& out, const Block& block, const TextStyle& style) {
  std::string line = block.begin == 0 ? "bank" : "    ";
  for (unsigned bank = block.begin; bank < block.end; ++bank)
    line += right_aligned(std::to_string(bank), 2) + " ";
  line.erase(line.find_last_not_of(' ') + 1);
  out += Ink(style).strong(line) + "\n";
}

std::string busy_cell(unsigned count, bool is_queued, const TextStyle& style) {
  const Ink ink(style);
  if (count == 0) return ink.faint(style.utf8 ? " ·" : " .");
  const std::string text = right_aligned(std::to_string(count), 2);
  return is_queued ? ink.hot(text) : text;
}

void add_busy(std::string& out, const Grid& grid, const Block& block, const TextStyle& style) {
  const Ink ink(style);
  out += ink.strong("use ");
  for (unsigned bank = block.begin; bank < block.end; ++bank) {
    const unsigned count = grid.busy[bank];
    out += busy_cell(count, count > grid.view->phases.size(), style);
    out += ' ';
  }
  end_line(out);
}

bool has_cell(const Grid& grid, const Rows& rows, CellKind kind) {
  for (const Line& line : rows.lines) {
    if (line.left_out > 0) continue;
    for (unsigned bank = 0; bank < grid.view->bank_count; ++bank)
      if (kind_of(grid, (line.row * grid.view->bank_count) + bank) == kind) return true;
  }
  return false;
}

struct LegendEntry {
  CellKind kind;
  std::string_view text;
};

constexpr auto kLegend = std::to_array<LegendEntry>({
    {CellKind::kServed,  "7 lane 7"                           },
    {CellKind::kShared,  "7+ lane 7 and others share the word"},
    {CellKind::kWaits,   "7! lane 7 waits for its bank"       },
    {CellKind::kTurns,   "7* lane 7 and others take turns"    },
    {CellKind::kPadding, "# padding"                          },
});

std::string legend(const Grid& grid, const Rows& rows) {
  std::string text;
  for (const LegendEntry& entry : kLegend) {
    if (!has_cell(grid, rows, entry.kind)) continue;
    text += std::string(entry.text) + "; ";
  }
  return text + "use: wavefronts that use the bank";
}

bool has_access(const Grid& grid, const Block& block) {
  const std::span<const unsigned> busy =
      std::span(grid.busy).subspan(block.begin, block.end - block.begin);
  return std::ranges::any_of(busy, [](unsigned count) { return count > 0; });
}

void add_block(std::string& out, const Grid& grid, const Rows& rows, const Block& block,
               const TextStyle& style) {
  if (!has_access(grid, block)) {
    out += "    " +
           Ink(style).faint("banks " + std::to_string(block.begin) + " to " +
                            std::to_string(block.end - 1) + ": no access") +
           "\n";
    return;
  }
  add_header(out, block, style);
  for (const Line& line : rows.lines) add_line(out, grid, line, block, style);
  add_busy(out, grid, block, style);
}

void add_note(std::string& out, const std::string& text, const TextStyle& style) {
  for (const std::string& line : wrapped(text, std::max(style.columns, 40U) - kLabelWidth))
    out += std::string(kLabelWidth, ' ') + Ink(style).faint(line) + "\n";
}

}  // namespace

std::string bank_grid(const AccessView& view, const std::optional<ArrayShape>& shape,
                      const TextStyle& style) {
  const Grid grid = grid_of(view, shape);
  if (grid.marks.empty()) return {};
  const Rows rows = rows_of(grid);
  const unsigned width = banks_per_block(grid, style);
  std::string out;
  for (unsigned begin = 0; begin < view.bank_count; begin += width)
    add_block(out, grid, rows, {.begin = begin, .end = std::min(begin + width, view.bank_count)},
              style);
  if (rows.step > 1)
    add_note(out,
             "one row of " + std::to_string(rows.step) + " is shown; the others have no access",
             style);
  add_note(out, legend(grid, rows), style);
  return out;
}

}  // namespace smemlens
