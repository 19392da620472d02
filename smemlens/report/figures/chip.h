#pragma once

// A chip: one or more lanes at one place, in the queue of a bank or on a word of memory.
//
//   | 7 | one lane    | 0–7 | neighbours that share a word, dashed    | 4:1 | four lanes, one word

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

struct Chip {
  std::string key;  // data-key: "chip-7" for the lane in a queue, "cell-33" for the word in memory
  LaneMask lanes = 0;
  unsigned bank = 0;
  std::vector<unsigned> words;  // not empty
  unsigned wavefront = 0;       // counted from 1 over the whole request; 0: not told
  bool waits = false;           // for a wavefront before it in its phase
  bool has_label = true;
  std::string_view turn = "pass";  // what a wavefront is called here

  // More lanes than words: a broadcast.
  bool is_shared() const;
};

// "chip-7": the key of what a bank hands over to `lanes`, 7 the lowest.
std::string chip_key(LaneMask lanes);

void draw_chip(Canvas& canvas, const Box& box, const Chip& chip);

// Lower boxes have no room for digits that one can read.
inline constexpr double kLeastDigitRow = 13;

// Whether the label can be read at full size. Where one chip of a board hasn't the room, none is
// labelled: the dots above tell the lanes.
bool has_room_for_label(const Box& box, const Chip& chip);

// "7", "0–7", "4:1", and "0,1" for two lanes with a word each.
std::string chip_label(LaneMask lanes, std::size_t words);

}  // namespace smemlens::figures
