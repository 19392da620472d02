#pragma once

// Memory as rows of words: column = bank, so that words above each other queue at one bank.
//
//   row 0  [ 0][  ][  ][  ] … [  ]      marked: the lanes that ask for the word
//       1  [//][ 1][  ][  ] … [  ]      ////    padding: no element lies there
//       …  … 5 rows without an access

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

// Where an array of rows lies, in words.
struct ArrayShape {
  std::uint32_t first_word = 0;
  std::uint32_t rows = 0;
  std::uint32_t row_words = 0;   // from row to row
  std::uint32_t used_words = 0;  // the rest of a row is padding
};

struct TileView {
  unsigned bank_count = 32;
  std::vector<Delivery> marks;      // of all phases
  std::optional<ArrayShape> shape;  // without it nothing is known of padding
  bool has_marks = true;            // false: only the rows that they lie in
  // The mark's data-key names its lane, not its word: the same element at another place.
  bool follows_lanes = false;
};

// A line of the tile: a row of words, or how many rows are left out.
struct TileLine {
  std::uint32_t row = 0;
  std::uint32_t left_out = 0;  // not 0: this line stands for so many rows from `row` on
};

// All rows of a small array; of a large one, or if its shape isn't known, those with an access and
// the single rows between them.
std::vector<TileLine> tile_lines(const TileView& view);

struct TilePlan {
  Columns banks;
  double top = 0;
  double row_height = 0;
  bool has_numbers = true;  // of rows and lanes; small tiles go without
};

double tile_bottom(const TilePlan& plan, const std::vector<TileLine>& lines);
void draw_tile(Canvas& canvas, const TilePlan& plan, const TileView& view);

}  // namespace smemlens::figures
