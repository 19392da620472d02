#pragma once

// The bank strip: a row of numbered drawers.
//
//   |  0  |  1  |  2  |  …  | 31  |     idle ones hatched, those with a queue outlined in accent

#include <cstdint>
#include <vector>

#include "smemlens/report/figures/canvas.h"

namespace smemlens::figures {

enum class DrawerState : std::uint8_t { kIdle, kBusy, kQueued };

inline constexpr double kStripHeight = 30;
inline constexpr double kLowStripHeight = 18;  // of drawers too narrow for digits
inline constexpr double kStripGutter = 92;     // left of the strip: names of rows

// Columns wide enough for two digits, all of them together near a page's width.
Columns bank_columns(unsigned bank_count);

double strip_height(const Columns& banks);

// One state a column; `top` is the strip's upper edge.
void draw_strip(Canvas& canvas, const Columns& banks, double top,
                const std::vector<DrawerState>& states);

}  // namespace smemlens::figures
