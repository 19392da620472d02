#include "smemlens/report/figures/chip.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <span>
#include <string>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {
namespace {

bool are_neighbours(LaneMask lanes) {
  const LaneMask run = lanes >> static_cast<unsigned>(std::countr_zero(lanes));
  return (run & (run + 1)) == 0;
}

std::string number_list(std::span<const unsigned> numbers) {
  std::string text;
  for (const unsigned number : numbers) {
    if (!text.empty()) text += ' ';
    text += std::to_string(number);
  }
  return text;
}

std::string tooltip(const Chip& chip) {
  return (std::has_single_bit(chip.lanes) ? "lane " : "lanes ") + lane_list(chip.lanes) +
         (chip.words.size() == 1 ? ": word " : ": words ") + number_list(chip.words) + ", bank " +
         std::to_string(chip.bank) +
         (chip.wavefront == 0
              ? ""
              : ", " + std::string(chip.turn) + " " + std::to_string(chip.wavefront));
}

constexpr double kLabelSize = 11;

// The largest type that leaves a label within the box's width.
double label_room(const Box& box, const std::string& label) {
  constexpr double kBold = 1.08;  // wider than regular type by this
  return (box.width - 1) / (kBold * text_width(label, 1));
}

void draw_chip_label(Canvas& canvas, const Box& box, const Chip& chip, const std::string& key) {
  const std::string label = chip_label(chip.lanes, chip.words.size());
  const double size = std::min({kLabelSize, box.height - 2, label_room(box, label)});
  draw_label(canvas,
             {.x = box.x + (box.width / 2),
              .y = box.y + (box.height / 2) + (size * 0.36),
              .style = chip.waits ? "sl-hot-ink" : "sl-chip-ink",
              .anchor = "middle",
              .size = size,
              .key = key},
             label);
}

std::string style_of(const Chip& chip) {
  std::string style = chip.has_label ? "sl-chip" : "sl-spot";
  if (chip.waits) style = "sl-hot";
  return chip.is_shared() ? style + " sl-shared" : style;
}

}  // namespace

bool Chip::is_shared() const {
  return static_cast<std::size_t>(std::popcount(lanes)) > words.size();
}

void draw_chip(Canvas& canvas, const Box& box, const Chip& chip) {
  const double margin = std::min(1.0, box.height / 16);
  const std::string lanes = lane_list(chip.lanes);
  const std::string words = number_list(chip.words);
  const std::string style = style_of(chip);
  const std::string pass = chip.wavefront == 0 ? "" : std::to_string(chip.wavefront);
  const std::string key = canvas.key(chip.key);
  canvas.svg.open("g", {
                           {"data-lane", lanes    },
                           {"data-bank", chip.bank},
                           {"data-word", words    },
                           {"data-pass", pass     }
  });
  canvas.svg.text_element("title", {}, tooltip(chip));
  canvas.svg.leaf("rect", {
                              {"class", style},
                              {"data-key", key},
                              {"x", box.x + margin},
                              {"y", box.y + margin},
                              {"width", box.width - (2 * margin)},
                              {"height", box.height - (2 * margin)},
                              {"rx", std::min(3.0, box.height / 4)}
  });
  if (chip.has_label) draw_chip_label(canvas, box, chip, text_key(key));
  canvas.svg.close();
}

bool has_room_for_label(const Box& box, const Chip& chip) {
  const std::string label = chip_label(chip.lanes, chip.words.size());
  return box.height >= kLeastDigitRow && label_room(box, label) >= kLabelSize;
}

std::string chip_key(LaneMask lanes) {
  return "chip-" + std::to_string(std::countr_zero(lanes));
}

std::string chip_label(LaneMask lanes, std::size_t words) {
  const int count = std::popcount(lanes);
  const int first = std::countr_zero(lanes);
  if (count == 1) return std::to_string(first);
  if (words == 1 && are_neighbours(lanes))
    return std::to_string(first) + "–" + std::to_string(first + count - 1);
  if (words == 2 && count == 2)
    return std::to_string(first) + "," + std::to_string(std::bit_width(lanes) - 1);
  return std::to_string(count) + ":" + std::to_string(words);
}

}  // namespace smemlens::figures
