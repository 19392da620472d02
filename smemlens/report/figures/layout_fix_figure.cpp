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

// The room behind each row's elements, if rows became longer and nothing else moved.
void show_padding(Scene& after, const Explanation& before, const Explanation& padded) {
  const std::uint32_t index = before.pattern.accesses[before.worst().access].place.array;
  const SharedArray& array = before.pattern.arrays[index];
  const SharedArray& longer = padded.pattern.arrays[index];
  const std::uint32_t word = before.architecture->bank_model.word_bytes;
  if (array.dimensions.size() < 2 || longer.dimensions.size() != array.dimensions.size()) return;
  const std::uint32_t columns = array.dimensions.back().size;
  const std::uint32_t padded_columns = longer.dimensions.back().size;
  const std::uint32_t rows = array.bytes / columns / before.pattern.types[array.type.value].bytes;
  const std::uint32_t used = array.bytes / rows;
  const std::uint32_t stride = longer.bytes / rows;
  if (padded_columns <= columns || used % word != 0 || stride % word != 0) return;
  after.tile.shape = ArrayShape{.first_word = longer.offset_bytes / word,
                                .rows = rows,
                                .row_words = stride / word,
                                .used_words = used / word};
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
  if (kind == "pad") show_padding(after.scene, *explanation, *changed);
  place_sides(stage, before, after);

  const unsigned from = before.scene.access.wavefronts;
  const unsigned to = after.scene.access.wavefronts;
  const std::string title = stage.text(
      TextId::kFixTitle,
      {
          {"before", std::to_string(from)},
          {"after", passes_text(to, options.language)}
  });
  const std::string price = price_of(option->price, options.language);
  const std::string words = words_of(explanation->fix, *option, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = std::max(side_bottom(stage, before), side_bottom(stage, after))});
  draw_heading(
      canvas, stage,
      {.title = title, .code = price, .passes = to, .ideal = after.scene.access.ideal_wavefronts});
  canvas.is_still = true;
  draw_side(canvas, stage, before);
  canvas.is_still = options.is_still;
  draw_side(canvas, stage, after);
  return finished(canvas, after.scene.access, words);
}

}  // namespace smemlens::figures
