#pragma once

// One access of the lesson: lanes, arrows, drawers, queues (lesson_stage.h), one above the other.

#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/lesson_stage.h"

namespace smemlens::figures {

struct ScenePlan {
  double lanes = 0;  // upper edges
  double strip = 0;
  double queues = 0;
  double row_height = 0;
  unsigned rows = 0;
  double bottom = 0;  // under the queues' badges
};

// `rows` is the depth of the queues; at least a few are left room, so that little changes move
// little.
ScenePlan plan_scene(const Stage& stage, unsigned rows);

// Which lanes ask, and which of them to look at.
struct SceneLanes {
  LaneMask active = kAllLanes;
  LaneMask look = 0;
  std::string_view handle = "lane";  // what dragging along them changes
};

void draw_scene(Canvas& canvas, const Stage& stage, const ScenePlan& plan, const AccessView& view,
                const SceneLanes& lanes);

}  // namespace smemlens::figures
