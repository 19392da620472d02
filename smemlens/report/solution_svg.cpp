#include "smemlens/report/solution_svg.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/figures/fix_picture.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/solution_words.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/figures/tile_picture.h"
#include "smemlens/report/layout_story.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

// The one with the most excess, as declared.
struct ShownRequest {
  Request request;
  std::uint32_t access = 0;
};

ShownRequest worst_request(const LayoutProblem& problem) {
  ShownRequest worst;
  std::optional<std::uint32_t> most;
  for (const ElementRequest& element_request : problem.requests) {
    std::array<std::uint32_t, kMaxLanes> starts{};
    std::ranges::transform(element_request.lanes, starts.begin(), &ElementPlace::element);
    const Request request = request_at(problem, element_request, starts);
    const std::uint32_t excess =
        cost_of(problem.architecture->bank_model, request).excess_wavefronts();
    if (most && excess <= *most) continue;
    most = excess;
    worst = {request, element_request.access};
  }
  return worst;
}

figures::FixSide side_of(const LayoutProblem& problem, const ShownRequest& worst,
                         const Layout& layout) {
  const WeightedAccess& access = problem.accesses[worst.access];
  AccessStory story = layout_story(problem, worst.request, layout, Language::kEnglish);
  story.view.circumstance = std::string(problem.architecture->name) + " · " + access.name + " · " +
                            std::to_string(access.bytes) + " bytes a lane";
  figures::TileView tile = figures::tile_view(story.view);
  tile.shape = story.shape;
  return {story.view, tile};
}

std::string price_text(const SolutionPoint& point) {
  return counted(point.extra_bytes, "byte") + " more, " +
         counted(point.address_operations, "address operation");
}

// What is proved, and what to beware of.
std::vector<std::string> sentences_of(const Solution& solution) {
  std::vector<std::string> sentences = {solution.statement + '.'};
  for (const std::string& warning : solution.warnings) sentences.push_back(warning + '.');
  if (!solution.is_exact) {
    sentences.emplace_back(
        "Some of these counts rest on open questions of the model (docs/model.md); the first of "
        "its "
        "candidate rules is used.");
  }
  return sentences;
}

}  // namespace

std::string solution_svg(const LayoutProblem& problem, const Solution& solution,
                         std::size_t chosen) {
  const SolutionPoint& point = solution.pareto[chosen];
  const ShownRequest worst = worst_request(problem);
  figures::FixView view{.change = described(point, problem.shape),
                        .price = price_text(point),
                        .before = side_of(problem, worst, natural_layout(problem.shape)),
                        .after = side_of(problem, worst, point.layout),
                        .pareto = {},
                        .sentences = sentences_of(solution)};
  if (solution.pareto.size() > 1) view.pareto = figures::pareto_of(problem, solution, chosen, {});
  return figures::fix_picture(view, "smemlens-solution");
}

}  // namespace smemlens
