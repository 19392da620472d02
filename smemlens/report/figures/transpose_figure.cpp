#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/further_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/side.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr std::uint32_t kRows = 32;

// The tile with rows of `width` words; `access` is one of a warp's instructions on it.
Expected<Side> side_of(std::uint32_t width, std::string_view access, std::string_view name,
                       std::optional<unsigned> pass) {
  const auto explanation =
      explained("float s[32][" + std::to_string(width) + "]; " + std::string(access));
  if (!explanation) return tl::unexpected(explanation.error());
  Side side{.scene = scene_of(*explanation, pass), .name = std::string(name)};
  side.scene.tile.shape = ArrayShape{.rows = kRows, .row_words = width, .used_words = kLessonLanes};
  return side;
}

std::string passes_of(const Stage& stage, const Side& side) {
  return passes_text(side.scene.access.wavefronts, stage.options.language);
}

}  // namespace

Expected<Figure> transpose_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned pad = parameters.number("pad", {.least = 0, .most = 8, .standard = 1});
  const Stage stage = stage_of(options);
  const std::uint32_t width = kLessonLanes + pad;
  auto store = side_of(width, "s[0][lane] = 0", stage.text(TextId::kTransposeStore), options.pass);
  auto load = side_of(width, "s[lane][0]", stage.text(TextId::kTransposeLoad), options.pass);
  if (!store) return tl::unexpected(store.error());
  if (!load) return tl::unexpected(load.error());
  place_sides(stage, heading_bottom(stage), *store, *load);

  AccessView both;
  both.wavefronts = store->scene.access.wavefronts + load->scene.access.wavefronts;
  both.ideal_wavefronts =
      store->scene.access.ideal_wavefronts + load->scene.access.ideal_wavefronts;
  const std::string title = stage.text(
      TextId::kTransposeTitle, {
                                   {"store", std::to_string(store->scene.access.wavefronts)},
                                   {"load",  std::to_string(load->scene.access.wavefronts) }
  });
  const std::string words = stage.text(TextId::kTransposeWords,
                                       {
                                           {"width", std::to_string(width)},
                                           {"pad", std::to_string(pad)},
                                           {"store", passes_of(stage, *store)},
                                           {"load", passes_of(stage, *load)}
  }) +
                            " " +
                            cost_sentence(both.wavefronts, both.ideal_wavefronts, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = side_bottom(stage, *load)});
  draw_heading(canvas, stage,
               {.title = title,
                .code = "float s[32][" + std::to_string(width) + "]",
                .passes = both.wavefronts,
                .ideal = both.ideal_wavefronts});
  draw_side(canvas, stage, *store);
  draw_side(canvas, stage, *load);
  return finished(canvas, both, words);
}

}  // namespace smemlens::figures
