#pragma once

// Pulling at the memory board: the array's right edge makes its rows longer, the gap between the
// words of two neighbouring lanes is the stride.
//
//   [ 0]━━━━━━┃[ 1]      stride 3           [  ][  ][ 0]┃     pad

#include <cstdint>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"

namespace smemlens::figures {

enum class MemoryHandle : std::uint8_t { kNone, kPad, kStride };

// The parameter "handle": "none" (standard), "pad" or "stride".
MemoryHandle memory_handle_of(Parameters& parameters);

void draw_memory_handle(Canvas& canvas, const Stage& stage, const MemoryBoard& board,
                        const Scene& scene, MemoryHandle handle);

}  // namespace smemlens::figures
