#pragma once

// The two boards of a request: memory (space) above, bank × pass (time) below, column = bank in
// both. A chip is a word on its way: it waits on its place in memory, and the pass that serves it
// drops it straight down to its row of the time board.
//
//   memory  [ 0][  ][  ]     pass 1  [ 0]////////      2 of 3 passes are over
//           [ 1][  ][  ]          2  [ 1]////////      ////: a bank that idles
//           [ 2][  ][  ]          3  [  ]////////

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {

// A word that a bank hands over, and when.
struct SceneChip {
  Delivery delivery;
  unsigned pass = 1;   // from 1 over the whole request
  unsigned share = 0;  // of `shares` words that the bank hands over in this pass: sm_3x has pairs
  unsigned shares = 1;
};

struct Scene {
  Operation operation = Operation::kLoad;
  AccessView access;
  TileView tile;  // rows of memory
  LaneMask lanes = 0;
  LaneMask active = 0;
  std::vector<SceneChip> chips;
  std::optional<BankIndex> worst_bank;  // where the longest queue is; none if nobody waits
  unsigned served = 0;                  // passes that are over

  bool is_served(const SceneChip& chip) const { return chip.pass <= served; }
};

// `pass` passes of the story's request are over; all of them if it isn't given.
Scene scene_of(const AccessStory& story, unsigned lanes_per_warp, std::optional<unsigned> pass);

// The request that the explanation looks at first.
Scene scene_of(const Explanation& explanation, std::optional<unsigned> pass);

// Where the rows of the array that is looked at lie, if each has only `columns` elements and
// padding behind them. None if it has no rows, or their ends don't fall between words.
std::optional<ArrayShape> padded_shape(const Explanation& explanation, std::uint32_t columns);

// The bank of the delivery that waits longest; none if nobody waits.
std::optional<BankIndex> worst_bank_of(const AccessView& view);

struct MemoryBoard {
  Columns banks;
  double top = 0;
  double row_height = 0;
  bool has_digits = false;
};

double memory_bottom(const MemoryBoard& board, const Scene& scene);
// Where the board shows a word that a lane asks for.
Box word_box(const MemoryBoard& board, const Scene& scene, const Delivery& delivery);
void draw_memory_board(Canvas& canvas, const MemoryBoard& board, const Scene& scene);
// The words alone, without the rows that they lie in.
void draw_words(Canvas& canvas, const MemoryBoard& board, const Scene& scene);

struct TimeBoard {
  Columns banks;
  double top = 0;
  double row_height = 0;
  bool has_digits = false;
  bool has_handle = true;  // dragging down the board serves passes

  double row_top(unsigned pass) const { return top + (row_height * (pass - 1)); }
};

double time_bottom(const TimeBoard& board, const Scene& scene);
// Where the board shows that the word is handed over.
Box time_cell(const TimeBoard& board, const SceneChip& placed);
void draw_time_board(Canvas& canvas, const Stage& stage, const TimeBoard& board,
                     const Scene& scene);

// The drawers between the boards; the one with the longest queue in accent.
void draw_scene_strip(Canvas& canvas, const Columns& banks, double top, const Scene& scene);

}  // namespace smemlens::figures
