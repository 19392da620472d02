#include <bit>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/further_figures.h"
#include "smemlens/report/figures/lesson_scene.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr LaneMask kAsking = 0xFFFF;  // the lower half

std::string words_of(const Stage& stage, const AccessView& view) {
  const unsigned all = lesson_view(strided_words(2), kAllLanes).wavefronts;
  return stage.text(TextId::kDivergenceWords,
                    {
                        {"first", std::to_string(std::countr_one(kAsking))},
                        {"last", std::to_string(kLessonLanes - 1)},
                        {"all", passes_text(all, stage.options.language)}
  }) +
         " " + cost_sentence(view.wavefronts, view.ideal_wavefronts, stage.options.language);
}

}  // namespace

Expected<Figure> divergence_figure(const FigureOptions& options, Parameters& /*parameters*/) {
  const AccessView view = lesson_view(strided_words(2), kAsking);
  const Stage stage = stage_of(options);
  const ScenePlan plan = plan_scene(stage, view.wavefronts);
  const int active = std::popcount(kAsking);
  const std::string title =
      stage.text(TextId::kDivergenceTitle,
                 {
                     {"active", std::to_string(active)                                 },
                     {"dark",   std::to_string(static_cast<int>(kLessonLanes) - active)}
  });
  const std::string words = words_of(stage, view);
  const double bottom = plan.queues + plan.row_height + stage.pick(20, 30);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = "if (lane < " + std::to_string(active) + ") s[2 * lane]",
                .passes = view.wavefronts,
                .ideal = view.ideal_wavefronts});
  draw_scene(canvas, stage, plan, view, {.active = kAsking});
  if (stage.is_phone()) draw_axis(canvas, stage, bottom - 8, stage.text(TextId::kBank));
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
