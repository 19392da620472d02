#include "smemlens/report/figures/memory_handles.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {
namespace {

constexpr double kTouch = 44;  // units that a finger needs

void draw_grip(Canvas& canvas, double x, double middle, double half) {
  const std::string path =
      "M" + svg_number(x) + " " + svg_number(middle - half) + "V" + svg_number(middle + half);
  canvas.svg.leaf("path", {
                              {"class",    "sl-grip"         },
                              {"data-key", canvas.key("grip")},
                              {"d",        path              }
  });
}

// On a phone the board ends at the screen's edge: there the zone alone is left.
void draw_pad_handle(Canvas& canvas, const Stage& stage, const MemoryBoard& board,
                     const Scene& scene) {
  const double height = memory_bottom(board, scene) - board.top;
  if (!stage.is_phone()) draw_grip(canvas, stage.right() + 9, board.top + (height / 2), 16);
  draw_touch_zone(canvas,
                  {.x = stage.width - kTouch, .y = board.top, .width = kTouch, .height = height},
                  {.name = "pad", .unit = board.banks.pitch});
}

const Delivery* delivery_of(const Scene& scene, unsigned lane) {
  for (const SceneChip& placed : scene.chips)
    if ((placed.delivery.lanes >> lane & 1U) != 0) return &placed.delivery;
  return nullptr;
}

void draw_stride_handle(Canvas& canvas, const MemoryBoard& board, const Scene& scene) {
  const Delivery* first = delivery_of(scene, 0);
  const Delivery* second = delivery_of(scene, 1);
  if (first == nullptr || second == nullptr) return;
  const Box from = word_box(board, scene, *first);
  const Box to = word_box(board, scene, *second);
  const double x = first->word == second->word ? to.x + to.width : to.x;
  const double middle = to.y + (to.height / 2);
  if (from.y == to.y && x > from.x + from.width) {
    const std::string path =
        "M" + svg_number(from.x + from.width) + " " + svg_number(middle) + "H" + svg_number(x);
    canvas.svg.leaf("path",
                    {
                        {"class",    "sl-tick"        },
                        {"data-key", canvas.key("gap")},
                        {"d",        path             }
    });
  }
  draw_grip(canvas, x, middle, std::max(9.0, to.height / 2));
  draw_touch_zone(
      canvas,
      {.x = x - (kTouch / 2), .y = middle - (kTouch / 2), .width = kTouch, .height = kTouch},
      {.name = "stride", .unit = board.banks.pitch});
}

}  // namespace

MemoryHandle memory_handle_of(Parameters& parameters) {
  constexpr std::array<std::string_view, 3> kNames = {"none", "pad", "stride"};
  const auto name = std::ranges::find(kNames, parameters.choice("handle", kNames));
  return static_cast<MemoryHandle>(name - kNames.begin());
}

void draw_memory_handle(Canvas& canvas, const Stage& stage, const MemoryBoard& board,
                        const Scene& scene, MemoryHandle handle) {
  switch (handle) {
    case MemoryHandle::kNone:
      break;
    case MemoryHandle::kPad:
      draw_pad_handle(canvas, stage, board, scene);
      break;
    case MemoryHandle::kStride:
      draw_stride_handle(canvas, board, scene);
      break;
  }
}

}  // namespace smemlens::figures
