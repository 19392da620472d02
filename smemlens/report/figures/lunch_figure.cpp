#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr std::array kWalks = {TextId::kLunchRow, TextId::kLunchColumn, TextId::kLunchDiagonal,
                               TextId::kLunchAntidiagonal};
constexpr std::size_t kLayouts = 3;  // as it is, padded, XOR

using Row = std::array<std::string_view, kWalks.size()>;
constexpr std::array<Row, kLayouts> kPatterns = {
    {{"float s[32][32]; s[0][lane]", "float s[32][32]; s[lane][0]",
      "float s[32][32]; s[lane][lane]", "float s[32][32]; s[lane][31 - lane]"},
     {"float s[32][33]; s[0][lane]", "float s[32][33]; s[lane][0]",
      "float s[32][33]; s[lane][lane]", "float s[32][33]; s[lane][31 - lane]"},
     {"float s[32][32]; s[0][lane ^ 0]", "float s[32][32]; s[lane][0 ^ lane]",
      "float s[32][32]; s[lane][lane ^ lane]", "float s[32][32]; s[lane][(31 - lane) ^ lane]"}}
};

using Scenes = std::array<std::array<Scene, kWalks.size()>, kLayouts>;

Expected<Scenes> all_scenes() {
  Scenes scenes;
  for (std::size_t layout = 0; layout < kLayouts; ++layout) {
    for (std::size_t walk = 0; walk < kWalks.size(); ++walk) {
      const auto explanation = explained(std::string(kPatterns[layout][walk]));
      if (!explanation) return tl::unexpected(explanation.error());
      scenes[layout][walk] = scene_of(*explanation, std::nullopt);
    }
  }
  return scenes;
}

std::string layout_name(const Stage& stage, std::size_t layout) {
  if (layout == 0) return std::string(stage.text(TextId::kLunchNone));
  return layout == 1 ? "[32][33]" : "XOR";
}

// "1 32 1 1"
std::string passes_list(const std::array<Scene, kWalks.size()>& scenes) {
  std::string text;
  for (const Scene& scene : scenes)
    text += (text.empty() ? "" : " ") + std::to_string(scene.access.wavefronts);
  return text;
}

struct Thumbnail {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  double stack = 0;  // of the height, for the queues below memory
  std::string name;  // "column, [32][33]"
};

// Pressed, it opens its access in the playground.
void draw_button(Canvas& canvas, const Thumbnail& at, const std::string& pattern,
                 const std::string& label) {
  if (canvas.is_still) return;
  canvas.svg.leaf("rect", {
                              {"class",        "sl-touch"    },
                              {"role",         "button"      },
                              {"tabindex",     0             },
                              {"aria-label",   label         },
                              {"data-pattern", pattern       },
                              {"x",            at.x          },
                              {"y",            at.y          },
                              {"width",        at.width      },
                              {"height",       at.height + 20}
  });
}

// The queues under the memory as one shape: a flat row, or the stack that a conflict piles up.
void draw_silhouette(Canvas& canvas, const Columns& banks, double top, double unit,
                     const AccessView& view) {
  const std::vector<unsigned> depths = queue_depths(deliveries_of(view), view.bank_count);
  std::string path;
  for (unsigned bank = 0; bank < banks.count; ++bank) {
    if (depths[bank] == 0) continue;
    path += "M" + svg_number(banks.edge(bank)) + " " + svg_number(top) + "h" +
            svg_number(banks.pitch) + "v" + svg_number(unit * depths[bank]) + "h-" +
            svg_number(banks.pitch) + "z";
  }
  const bool has_conflict = view.wavefronts > view.ideal_wavefronts;
  canvas.svg.leaf("path", {
                              {"class", has_conflict ? "sl-head-hot" : "sl-head"},
                              {"d",     path                                    }
  });
}

void draw_thumbnail(Canvas& canvas, const Stage& stage, const Thumbnail& at, const Scene& scene) {
  const MemoryBoard board{
      .banks = {.left = at.x, .pitch = at.width / 32, .count = 32},
      .top = at.y,
      .row_height = (at.height - at.stack) / 33
  };
  const std::string passes = passes_text(scene.access.wavefronts, stage.options.language);
  draw_memory_board(canvas, board, scene);
  draw_silhouette(canvas, board.banks, at.y + at.height - at.stack + 2, (at.stack - 2) / 32,
                  scene.access);
  draw_label(canvas,
             {.x = at.x + (at.width / 2),
              .y = at.y + at.height + 15,
              .style = "sl-label-ink",
              .anchor = "middle",
              .size = 12},
             passes);
  draw_button(canvas, at, scene.access.code, at.name + ": " + passes);
}

}  // namespace

Expected<Figure> lunch_figure(const FigureOptions& options, Parameters& /*parameters*/) {
  const auto scenes = all_scenes();
  if (!scenes) return tl::unexpected(scenes.error());
  const Stage stage = stage_of(options);
  const double top = stage.pick(64, 60);
  const double pitch = stage.pick(182, 88);
  const double width = stage.pick(160, 80);
  const double stack = stage.pick(34, 26);
  const double height = stage.pick(119, 66) + stack;
  const double row = height + 44;
  const std::string title(stage.text(TextId::kLunchTitle));
  const std::string words =
      stage.text(TextId::kLunchWords, {
                                          {"none", passes_list((*scenes)[0])},
                                          {"pad",  passes_list((*scenes)[1])},
                                          {"xor",  passes_list((*scenes)[2])}
  });
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = top + (row * kLayouts) + 22,
                        .has_buttons = true});
  draw_heading(canvas, stage, {.title = title, .code = {}});
  for (std::size_t walk = 0; walk < kWalks.size(); ++walk)
    draw_label(canvas,
               {.x = stage.pick(44, 4) + (pitch * static_cast<double>(walk)),
                .y = top + 8,
                .style = "sl-note"},
               stage.text(kWalks[walk]));
  for (std::size_t layout = 0; layout < kLayouts; ++layout) {
    const double y = top + 30 + (row * static_cast<double>(layout));
    draw_label(canvas, {.x = stage.pick(44, 4), .y = y - 5, .style = "sl-code", .size = 11},
               layout_name(stage, layout));
    for (std::size_t walk = 0; walk < kWalks.size(); ++walk)
      draw_thumbnail(
          canvas, stage,
          {.x = stage.pick(44, 4) + (pitch * static_cast<double>(walk)),
           .y = y,
           .width = width,
           .height = height,
           .stack = stack,
           .name = std::string(stage.text(kWalks[walk])) + ", " + layout_name(stage, layout)},
          (*scenes)[layout][walk]);
  }
  return Figure{.svg = end_figure(canvas), .words = words};
}

}  // namespace smemlens::figures
