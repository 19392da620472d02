#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/scene_figures.h"
#include "smemlens/report/figures/scene_words.h"
#include "smemlens/report/figures/side.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/scenario.h"
#include "smemlens/solve/fix.h"

namespace smemlens::figures {
namespace {

const FixOption* option_of(const Fix& fix, std::string_view kind) {
  const std::optional<FixOption>& option = kind == "pad" ? fix.pad : fix.swizzle;
  return option ? &*option : nullptr;
}

// The same request in the pattern that the fix has rewritten.
Expected<Explanation> explanation_after(const Explanation& before, const FixOption& option) {
  const auto pattern = parse_pattern({"pattern", option.pattern});
  if (!pattern) return tl::unexpected(pattern.error());
  ExplainOptions options{
      .architecture = before.architecture, .block = before.geometry, .finds_fix = false};
  for (const Binding& binding : before.worst().bindings)
    options.lets.push_back({binding.name, binding.value, binding.value});
  auto after = explain(*pattern, options);
  if (!after) return after;
  after->worst_access = before.worst().access;
  after->worst_warp = before.worst_warp;
  return after;
}

// How many elements a row of the array has: what a pad adds to them is never read.
std::uint32_t columns_of(const Explanation& explanation) {
  const std::uint32_t index = explanation.pattern.accesses[explanation.worst().access].place.array;
  const SharedArray& array = explanation.pattern.arrays[index];
  return array.dimensions.empty() ? 0 : array.dimensions.back().size;
}

// Below the board that has become short: how much that is worth. A factor only where it is whole.
void draw_saved(Canvas& canvas, const Stage& stage, const Side& before, const Side& after) {
  const unsigned from = before.scene.access.wavefronts;
  const unsigned to = after.scene.access.wavefronts;
  const double top = side_bottom(stage, after) + 6;
  const double bottom = side_bottom(stage, before) - 18;
  if (stage.is_phone() || to == 0 || from % to != 0 || bottom - top < 60) return;
  const double width = stage.pick(364, 352);
  canvas.svg.leaf("rect", {
                              {"class",  "sl-ghost"  },
                              {"x",      after.left  },
                              {"y",      top         },
                              {"width",  width       },
                              {"height", bottom - top},
                              {"rx",     4           }
  });
  draw_label(canvas,
             {
                 .x = after.left + (width / 2),
                 .y = (top + bottom) / 2,
                 .style = "sl-say",
                 .anchor = "middle"
  },
             stage.text(TextId::kFixSaved, {{"times", std::to_string(from / to)}}));
}

}  // namespace

Expected<Figure> fix_figure(const FigureOptions& options, Parameters& parameters) {
  constexpr std::array<std::string_view, 2> kKinds = {"pad", "swizzle"};
  const std::string kind = parameters.choice("kind", kKinds);
  const auto explanation = explain_scenario(parameters, FixSearch::kYes);
  if (!explanation) return tl::unexpected(explanation.error());
  const FixOption* option = option_of(explanation->fix, kind);
  if (option == nullptr)
    return tl::unexpected(Diagnostic{.code = "figure-fix",
                                     .message = "there is no " + kind + " that helps this pattern",
                                     .hint = explanation->fix.statement});
  const auto changed = explanation_after(*explanation, *option);
  if (!changed) return tl::unexpected(changed.error());

  const Stage stage = stage_of(options);
  Side before{.scene = scene_of(*explanation, std::nullopt),
              .name = std::string(stage.text(TextId::kFixBefore))};
  Side after{.scene = scene_of(*changed, options.pass),
             .name = std::string(stage.text(TextId::kFixAfter))};
  if (kind == "pad")
    if (const auto shape = padded_shape(*changed, columns_of(*explanation)))
      after.scene.tile.shape = shape;
  place_sides(stage, heading_bottom(stage) + stage.pick(12, 0), before, after);

  const unsigned from = before.scene.access.wavefronts;
  const unsigned to = after.scene.access.wavefronts;
  const std::string title = stage.text(
      TextId::kFixTitle,
      {
          {"before", std::to_string(from)},
          {"after", passes_text(to, options.language)}
  });
  const std::string price = price_of(option->price, options.language);
  const std::string words = words_of(*explanation, *option, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = std::max(side_bottom(stage, before), side_bottom(stage, after))});
  draw_heading(
      canvas, stage,
      {.title = title, .code = price, .passes = to, .ideal = after.scene.access.ideal_wavefronts});
  draw_label(canvas,
             {.x = stage.pick(28, 6),
              .y = stage.pick(76, 53),
              .style = "sl-note",
              .size = stage.pick(13, 12)},
             blocks_of(*explanation, *option, options.language));
  canvas.is_still = true;
  draw_side(canvas, stage, before);
  canvas.is_still = options.is_still;
  draw_side(canvas, stage, after);
  draw_saved(canvas, stage, before, after);
  return finished(canvas, after.scene.access, words);
}

}  // namespace smemlens::figures
