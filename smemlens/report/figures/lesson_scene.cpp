#include "smemlens/report/figures/lesson_scene.h"

#include <algorithm>

#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kLeastRows = 4;

}  // namespace

ScenePlan plan_scene(const Stage& stage, unsigned rows) {
  ScenePlan plan{.lanes = heading_bottom(stage) + stage.pick(4, 16), .rows = rows};
  plan.strip = plan.lanes + kLaneHeight + stage.pick(84, 52);
  plan.queues = plan.strip + strip_height(stage.banks) + 5;
  plan.row_height = row_height_of(stage, rows, stage.pick(288, 80));
  const double least = kLeastRows * stage.pick(22, 11);
  plan.bottom = plan.queues + std::max(plan.row_height * rows, least) + 24;
  return plan;
}

void draw_scene(Canvas& canvas, const Stage& stage, const ScenePlan& plan, const AccessView& view,
                const SceneLanes& lanes) {
  draw_requests(canvas, stage, {.top = plan.lanes + kLaneHeight, .bottom = plan.strip - 1}, view,
                lanes.look);
  draw_stage_lanes(canvas, stage, plan.lanes, lanes.active, lanes.handle);
  draw_row_name(canvas, stage, plan.strip + (strip_height(stage.banks) / 2),
                stage.text(TextId::kBank));
  draw_strip(canvas, stage.banks, plan.strip, drawer_states(stage, view));
  draw_queues(canvas, stage,
              {.top = plan.queues,
               .row_height = plan.row_height,
               .rows = plan.rows,
               .look = lanes.look,
               .lanes_top = plan.lanes},
              view);
}

}  // namespace smemlens::figures
