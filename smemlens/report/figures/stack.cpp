#include "smemlens/report/figures/stack.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"

namespace smemlens::figures {
namespace {

// What one bank hands over in one wavefront is one chip, all words together.
std::vector<Chip> chips_of(const Board& board, std::span<const Delivery> deliveries) {
  std::vector<Chip> chips;
  for (const Delivery& delivery : deliveries) {
    const unsigned wavefront = board.first_wavefront + delivery.wavefront;
    const bool is_next = !chips.empty() && chips.back().wavefront == wavefront &&
                         chips.back().bank == delivery.bank.value;
    if (!is_next)
      chips.push_back({.key = {},
                       .lanes = 0,
                       .bank = delivery.bank.value,
                       .words = {},
                       .wavefront = wavefront,
                       .waits = delivery.wavefront > 0,
                       .has_label = board.has_numbers,
                       .turn = "wavefront"});
    chips.back().lanes |= delivery.lanes;
    chips.back().words.push_back(delivery.word.value);
  }
  for (Chip& chip : chips) chip.key = chip_key(chip.lanes);
  return chips;
}

Box cell_of(const Board& board, const Chip& chip) {
  return {.x = board.banks.edge(chip.bank),
          .y = board.row_top(chip.wavefront - board.first_wavefront),
          .width = board.banks.pitch,
          .height = board.row_height};
}

// One rectangle for each run of banks that stop at the same depth.
void draw_idle(Canvas& canvas, const Board& board, std::span<const unsigned> depths) {
  for (unsigned bank = 0; bank < depths.size();) {
    unsigned end = bank + 1;
    while (end < depths.size() && depths[end] == depths[bank]) ++end;
    if (depths[bank] < board.rows) {
      draw_idle_box(canvas, {.x = board.banks.edge(bank) + 1,
                             .y = board.row_top(depths[bank]) + 1,
                             .width = (board.banks.pitch * (end - bank)) - 2,
                             .height = (board.row_height * (board.rows - depths[bank])) - 2});
    }
    bank = end;
  }
}

void draw_badges(Canvas& canvas, const Board& board, std::span<const unsigned> depths) {
  for (unsigned bank = 0; bank < depths.size(); ++bank) {
    if (depths[bank] < 2) continue;
    const std::string text = "×" + std::to_string(depths[bank]);
    const bool has_neighbour =
        (bank > 0 && depths[bank - 1] > 1) || (bank + 1 < depths.size() && depths[bank + 1] > 1);
    const double room = board.banks.pitch / text_width(text, 1);
    draw_label(canvas,
               {.x = board.banks.center(bank),
                .y = board.row_top(depths[bank]) + 14,
                .style = "sl-badge-ink",
                .anchor = "middle",
                .size = has_neighbour ? std::min(13.0, room) : 13.0,
                .key = canvas.key("badge-" + std::to_string(bank))},
               text);
  }
}

void draw_row_numbers(Canvas& canvas, const Board& board) {
  for (unsigned row = 0; row < board.rows; ++row) {
    const double y = board.row_top(row) + (board.row_height / 2) + 4;
    const std::string number = std::to_string(board.first_wavefront + row);
    draw_label(canvas, {.x = board.banks.left - 8, .y = y, .style = "sl-label", .anchor = "end"},
               row == 0 ? "wavefront " + number : number);
  }
}

}  // namespace

std::vector<unsigned> queue_depths(std::span<const Delivery> deliveries, unsigned bank_count) {
  std::vector<unsigned> depths(bank_count);
  for (const Delivery& delivery : deliveries) {
    unsigned& depth = depths[delivery.bank.value];
    depth = std::max(depth, delivery.wavefront + 1);
  }
  return depths;
}

Spread spread_of(std::span<const unsigned> depths) {
  Spread spread;
  const unsigned deepest = depths.empty() ? 0 : std::ranges::max(depths);
  for (const unsigned depth : depths) {
    if (depth == 0) continue;
    ++spread.banks;
    spread.is_even = spread.is_even && depth == deepest;
  }
  return spread;
}

void draw_stacks(Canvas& canvas, const Board& board, std::span<const Delivery> deliveries) {
  const std::vector<unsigned> depths = queue_depths(deliveries, board.banks.count);
  draw_idle(canvas, board, depths);
  for (const Chip& chip : chips_of(board, deliveries))
    draw_chip(canvas, cell_of(board, chip), chip);
  draw_badges(canvas, board, depths);
  if (board.has_numbers) draw_row_numbers(canvas, board);
}

}  // namespace smemlens::figures
