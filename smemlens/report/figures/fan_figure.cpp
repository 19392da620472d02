#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_scene.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

Expected<Figure> fan_figure(const FigureOptions& options, Parameters& /*parameters*/) {
  const AccessView view = lesson_view(strided_words(1), kAllLanes);
  const Stage stage = stage_of(options);
  const ScenePlan plan = plan_scene(stage, view.wavefronts);
  const std::string title(stage.text(TextId::kFanTitle));
  const std::string words = std::string(stage.text(TextId::kFanDescription)) + " " +
                            cost_sentence(view.wavefronts, view.ideal_wavefronts, options.language);
  const double bottom = plan.queues + plan.row_height + stage.pick(20, 30);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = "s[lane]",
                .passes = view.wavefronts,
                .ideal = view.ideal_wavefronts});
  draw_scene(canvas, stage, plan, view, {});
  if (stage.is_phone()) draw_axis(canvas, stage, bottom - 8, stage.text(TextId::kBank));
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
