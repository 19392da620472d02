#pragma once

// The queues under the bank strip: column = bank, row = wavefront, a chip = what the bank hands
// over then, named by the lanes that get it.
//
//   wavefront 1 |  0  |/////|  1  |     the first row is what a conflict-free access would take
//             2 | 16  |/////| 17  |     later rows are excess, in accent; ////: idle
//                 ×2          ×2

#include <span>
#include <vector>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

struct Board {
  Columns banks;
  double top = 0;
  double row_height = 0;
  unsigned rows = 0;             // wavefronts
  unsigned first_wavefront = 1;  // the number of the first row
  bool has_numbers = true;       // of lanes and wavefronts; small boards go without

  double row_top(unsigned row) const { return top + (row_height * row); }
  double bottom() const { return row_top(rows); }
};

// How deep the queue of each bank is.
std::vector<unsigned> queue_depths(std::span<const Delivery> deliveries, unsigned bank_count);

// The banks that are asked, and whether their queues are equally deep.
struct Spread {
  unsigned banks = 0;
  bool is_even = true;
};
Spread spread_of(std::span<const unsigned> depths);

void draw_stacks(Canvas& canvas, const Board& board, std::span<const Delivery> deliveries);

}  // namespace smemlens::figures
