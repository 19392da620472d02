#pragma once

// Memory as text: a row of words a line, column = bank, so that words above each other meet in
// one bank. For float s[32][32]; s[lane][0] (left part, first rows):
//
//   bank  0  1  2  3  4  5  6  7
//      0  0  .  .  .  .  .  .  .
//      1  1! .  .  .  .  .  .  .
//      2  2! .  .  .  .  .  .  .
//   use 32  .  .  .  .  .  .  .
//
//   12    lane 12 asks for the word and is served in its phase's first wavefront
//   12!   it waits: an earlier word of the bank goes first
//   12+   lane 12 and others ask for the same word: one delivery serves all (12! if they wait)
//   12*   lanes 12 and others take turns at the word (atomics)
//   .     nobody asks        #     padding        blank   outside the array
//   use   in how many wavefronts the bank delivers

#include <optional>
#include <string>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/text_style.h"

namespace smemlens {

// The grid and a legend of the marks that occur in it. More banks than fit into style.columns go
// into further blocks below; a run of rows without an access becomes one line.
std::string bank_grid(const figures::AccessView& view,
                      const std::optional<figures::ArrayShape>& shape, const TextStyle& style);

}  // namespace smemlens
