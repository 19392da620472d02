#include "smemlens/report/figures/strip.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {
namespace {

struct DrawerStyle {
  std::string_view box;
  std::string_view number;
};

DrawerStyle style_of(DrawerState state) {
  switch (state) {
    case DrawerState::kIdle:
      return {"sl-drawer", "sl-idle-ink"};
    case DrawerState::kBusy:
      return {"sl-drawer", "sl-drawer-ink"};
    case DrawerState::kQueued:
      return {"sl-drawer-hot", "sl-badge-ink"};
  }
  return {};
}

void draw_handle(Canvas& canvas, double x, double y, double half) {
  const std::string path =
      "M" + svg_number(x - half) + " " + svg_number(y) + "h" + svg_number(2 * half);
  canvas.svg.leaf("path", {
                              {"class", "sl-handle"},
                              {"d",     path       }
  });
}

void draw_drawer(Canvas& canvas, const Columns& banks, double top, unsigned bank,
                 DrawerState state) {
  const DrawerStyle style = style_of(state);
  const double x = banks.center(bank);
  const bool has_digits = banks.pitch >= kDigitsPitch;
  const double gap = has_digits ? 1.0 : 0.5;
  const std::string key = canvas.key("bank-" + std::to_string(bank));
  canvas.svg.open("g", {
                           {"data-bank", bank}
  });
  canvas.svg.leaf("rect", {
                              {"class",    style.box              },
                              {"data-key", key                    },
                              {"x",        banks.edge(bank) + gap },
                              {"y",        top                    },
                              {"width",    banks.pitch - (2 * gap)},
                              {"height",   strip_height(banks)    },
                              {"rx",       3                      }
  });
  if (has_digits) {
    draw_handle(canvas, x, top + 23, std::min(5.0, banks.pitch / 5));
    draw_label(canvas,
               {.x = x, .y = top + 16, .style = style.number, .anchor = "middle", .size = 11},
               std::to_string(bank));
  }
  canvas.svg.close();
}

}  // namespace

Columns bank_columns(unsigned bank_count) {
  constexpr double kWidest = 44;
  const double pitch = bank_count > 32 ? 20.0 : std::min(kWidest, 960.0 / bank_count);
  return {.left = kStripGutter, .pitch = pitch, .count = bank_count};
}

double strip_height(const Columns& banks) {
  return banks.pitch < kDigitsPitch ? kLowStripHeight : kStripHeight;
}

void draw_strip(Canvas& canvas, const Columns& banks, double top,
                const std::vector<DrawerState>& states) {
  assert(states.size() == banks.count);
  for (unsigned bank = 0; bank < banks.count; ++bank)
    draw_drawer(canvas, banks, top, bank, states[bank]);
}

}  // namespace smemlens::figures
