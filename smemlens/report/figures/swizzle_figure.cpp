#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kBits = 5;  // of a row's number, and of a bank's
constexpr double kLamp = 44;

// "s[lane][0 ^ (lane & 3)]": row and column of the walk, as the swizzle stores it.
std::string pattern_of(unsigned bits, bool is_row) {
  const std::string mask = std::to_string(bits);
  const std::string place =
      is_row ? "s[1][lane ^ (1 & " + mask + ")]" : "s[lane][0 ^ (lane & " + mask + ")]";
  return "float s[32][32]; " + place;
}

// A lamp a bit, the highest left; lit ones are filled.
void draw_lamps(Canvas& canvas, const Stage& stage, double top, unsigned bits) {
  const double radius = 13;
  for (unsigned i = 0; i < kBits; ++i) {
    const unsigned bit = kBits - 1 - i;
    const bool is_lit = (bits >> bit & 1U) != 0;
    const double x = stage.left() + (kLamp * i) + (kLamp / 2);
    canvas.svg.leaf("rect", {
                                {"class",    is_lit ? "sl-spot" : "sl-lane-off"       },
                                {"data-key", canvas.key("lamp-" + std::to_string(bit))},
                                {"x",        x - radius                               },
                                {"y",        top + (kLamp / 2) - radius               },
                                {"width",    2 * radius                               },
                                {"height",   2 * radius                               },
                                {"rx",       radius                                   }
    });
    draw_label(canvas,
               {.x = x,
                .y = top + (kLamp / 2) + 4,
                .style = is_lit ? "sl-hot-ink" : "sl-idle-ink",
                .anchor = "middle",
                .size = 12},
               std::to_string(1U << bit));
  }
  draw_touch_zone(canvas, {.x = stage.left(), .y = top, .width = kLamp * kBits, .height = kLamp},
                  {.name = "bits", .unit = kLamp});
}

}  // namespace

Expected<Figure> swizzle_figure(const FigureOptions& options, Parameters& parameters) {
  constexpr std::array<std::string_view, 2> kLines = {"column", "row"};
  const unsigned bits = parameters.number("bits", {.least = 0, .most = 31, .standard = 0});
  const bool is_row = parameters.choice("line", kLines) == "row";
  const auto explanation = explained(pattern_of(bits, is_row));
  if (!explanation) return tl::unexpected(explanation.error());
  const Scene scene = scene_of(*explanation, options.pass);
  const Stage stage = stage_of(options);
  const double lamps = heading_bottom(stage);
  const MemoryBoard memory{.banks = stage.banks,
                           .top = lamps + kLamp + 8,
                           .row_height = stage.pick(10, 5),
                           .has_digits = !stage.is_phone()};
  const double strip = memory_bottom(memory, scene) + 6;
  const TimeBoard time{
      .banks = stage.banks,
      .top = strip + strip_height(stage.banks) + 6,
      .row_height = row_height_of(stage, scene.access.wavefronts, stage.pick(200, 120)),
      .has_digits = !stage.is_phone()};
  const std::string title =
      stage.text(TextId::kSwizzleTitle,
                 {
                     {"bits", std::to_string(std::popcount(bits))},
                     {"passes", passes_text(scene.access.wavefronts, options.language)}
  });
  const std::string words =
      stage.text(TextId::kSwizzleWords,
                 {
                     {"mask", std::to_string(bits)}
  }) +
      " " + cost_sentence(scene.access.wavefronts, scene.access.ideal_wavefronts, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = time_bottom(time, scene) + 40});
  draw_heading(canvas, stage,
               {.title = title,
                .code = scene.access.code,
                .passes = scene.access.wavefronts,
                .ideal = scene.access.ideal_wavefronts});
  draw_lamps(canvas, stage, lamps, bits);
  draw_memory_board(canvas, memory, scene);
  draw_scene_strip(canvas, stage.banks, strip, scene);
  draw_time_board(canvas, stage, time, scene);
  draw_axis(canvas, stage, time_bottom(time, scene) + 30, stage.text(TextId::kBank));
  return finished(canvas, scene.access, words);
}

}  // namespace smemlens::figures
