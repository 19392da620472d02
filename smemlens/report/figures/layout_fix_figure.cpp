#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/utf8.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/pareto_plot.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/scene_figures.h"
#include "smemlens/report/figures/side.h"
#include "smemlens/report/figures/solution_words.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/layout_story.h"
#include "smemlens/report/scenario.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens::figures {
namespace {

struct Pictured {
  const ExplainedAccess* access = nullptr;
  const ExplainedRequest* warp = nullptr;
};

// The request of the solved array with the most excess, as declared.
Pictured worst_of(const SolvedScenario& solved) {
  const Pattern& pattern = solved.explanation.pattern;
  Pictured worst;
  for (const ExplainedAccess& access : solved.explanation.accesses) {
    if (pattern.accesses[access.access].place.array != solved.found.array) continue;
    for (const ExplainedRequest& warp : access.warps) {
      const bool is_worse = worst.warp == nullptr || worst.warp->request.active == 0 ||
                            warp.cost.excess_wavefronts() > worst.warp->cost.excess_wavefronts();
      if (is_worse) worst = {&access, &warp};
    }
  }
  return worst;
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

struct Sides {
  Side before;
  Side after;
};

// "s[lane][0] " where several accesses are solved, of which the picture shows this one; else empty.
std::string name_of(const SolvedScenario& solved, const Pictured& pictured) {
  constexpr std::size_t kMost = 24;
  if (solved.found.problem.accesses.size() < 2) return {};
  return shortened(text_of(solved.explanation, *pictured.access), kMost) + ' ';
}

Sides sides_of(const Stage& stage, const SolvedScenario& solved, const SolutionPoint& point) {
  const LayoutProblem& problem = solved.found.problem;
  const Pictured worst = worst_of(solved);
  const std::string access = name_of(solved, worst);
  const auto side_of = [&](const smemlens::Layout& layout, TextId name,
                           std::optional<unsigned> pass) {
    const AccessStory story =
        layout_story(problem, worst.warp->request, layout, stage.options.language);
    return Side{.scene = scene_of(story, problem.architecture->bank_model.lanes_per_warp, pass),
                .name = access + std::string(stage.text(name))};
  };
  Sides sides{side_of(natural_layout(problem.shape), TextId::kFixBefore, std::nullopt),
              side_of(point.layout, TextId::kFixAfter, stage.options.pass)};
  place_sides(stage, heading_bottom(stage) + stage.pick(12, 0), sides.before, sides.after);
  return sides;
}

double bottom_of(const Stage& stage, const Sides& sides) {
  return std::max(side_bottom(stage, sides.before), side_bottom(stage, sides.after));
}

// Where there is a choice.
std::optional<ParetoPlot> pareto_below(const Stage& stage, const SolvedScenario& solved,
                                       const Sides& sides, std::size_t chosen) {
  if (solved.solution.pareto.size() < 2) return std::nullopt;
  ParetoPlot plot = pareto_of(
      solved.found.problem, solved.solution, chosen,
      {.language = stage.options.language, .count = kPassNoun, .axis = TextId::kPassesLabel});
  plot.left = stage.pick(20, 4);
  plot.top = bottom_of(stage, sides) + 12;
  plot.width = stage.width - (2 * plot.left);
  return plot;
}

std::string title_of(const Stage& stage, const Sides& sides) {
  return stage.text(
      TextId::kFixTitle,
      {
          {"before", std::to_string(sides.before.scene.access.wavefronts)},
          {"after", passes_text(sides.after.scene.access.wavefronts, stage.options.language)}
  });
}

}  // namespace

Expected<Figure> fix_figure(const FigureOptions& options, Parameters& parameters) {
  constexpr unsigned kMostPoints = 1000;
  const unsigned number = parameters.number("point", {.most = kMostPoints});
  const auto solved = solve_scenario(parameters);
  if (!solved) return tl::unexpected(solved.error());
  const std::vector<SolutionPoint>& points = solved->solution.pareto;
  if (number >= points.size())
    return tl::unexpected(Diagnostic{
        .code = "figure-fix",
        .message = "point must be a whole number from 0 to " + std::to_string(points.size() - 1)});
  const SolutionPoint& point = points[number];
  const Stage stage = stage_of(options);
  const Sides sides = sides_of(stage, *solved, point);
  const std::string title = title_of(stage, sides);
  const AccessView& access = sides.after.scene.access;
  const std::optional<ParetoPlot> pareto = pareto_below(stage, *solved, sides, number);
  const std::string words = words_of(*solved, point, options.language) +
                            (pareto ? " " + words_of(*pareto, options.language) : "");
  Canvas canvas = canvas_of(options);
  begin_figure(canvas, {.title = title,
                        .description = words,
                        .width = stage.width,
                        .height = pareto ? pareto_bottom(*pareto, options.language)
                                         : bottom_of(stage, sides)});
  draw_heading(canvas, stage,
               {.title = title,
                .code = change_of(*solved, point, options.language),
                .passes = access.wavefronts,
                .ideal = access.ideal_wavefronts,
                .is_exact = access.is_exact});
  draw_label(canvas,
             {.x = stage.pick(28, 6),
              .y = stage.pick(76, 66),
              .style = "sl-note",
              .size = stage.pick(13, 12)},
             blocks_of(*solved, point, options.language));
  canvas.is_still = true;
  draw_side(canvas, stage, sides.before);
  canvas.is_still = options.is_still;
  draw_side(canvas, stage, sides.after);
  draw_saved(canvas, stage, sides.before, sides.after);
  if (pareto) draw_pareto(canvas, *pareto);
  return finished(canvas, access, words);
}

}  // namespace smemlens::figures
