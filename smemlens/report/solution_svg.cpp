#include "smemlens/report/solution_svg.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/fix_picture.h"
#include "smemlens/report/figures/tile_picture.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

Request request_under(const LayoutProblem& problem, const ElementRequest& request,
                      const Layout& layout) {
  std::vector<std::uint32_t> elements;
  elements.reserve(request.lanes.size());
  for (const ElementPlace& place : request.lanes) elements.push_back(place.element);
  const std::vector<std::uint32_t> places = places_of(layout, problem.shape, elements);
  std::array<std::uint32_t, kMaxLanes> starts{};
  std::ranges::copy(places, starts.begin());
  return request_at(problem, request, starts);
}

const ElementRequest& worst_request(const LayoutProblem& problem) {
  const Layout natural = natural_layout(problem.shape);
  const ElementRequest* worst = &problem.requests.front();
  std::uint32_t most = 0;
  for (const ElementRequest& request : problem.requests) {
    const RequestCost cost =
        cost_of(problem.architecture->bank_model, request_under(problem, request, natural));
    if (cost.excess_wavefronts() <= most) continue;
    most = cost.excess_wavefronts();
    worst = &request;
  }
  return *worst;
}

std::string declared_text(const LayoutProblem& problem) {
  std::string text = problem.array;
  for (const std::uint32_t size : problem.shape.sizes) text += '[' + std::to_string(size) + ']';
  return text;
}

figures::FixSide side_of(const LayoutProblem& problem, const ElementRequest& request,
                         const Layout& layout, const std::string& code) {
  const WeightedAccess& access = problem.accesses[request.access];
  figures::AccessView view =
      figures::view_of(problem.architecture->bank_model, request_under(problem, request, layout));
  view.code = code;
  view.circumstance = std::string(problem.architecture->name) + " · " + access.name + " · " +
                      std::to_string(access.bytes) + " bytes a lane";
  return {view, figures::tile_view(view)};
}

}  // namespace

std::string solution_svg(const LayoutProblem& problem, const Solution& solution) {
  const SolutionPoint& best = solution.best();
  const ElementRequest& request = worst_request(problem);
  return figures::fix_picture(
      {.change = described(best.layout, problem.shape),
       .price = std::to_string(best.extra_bytes) + " bytes, " +
                std::to_string(best.address_operations) + " address operations",
       .before = side_of(problem, request, natural_layout(problem.shape), declared_text(problem)),
       .after =
           side_of(problem, request, best.layout,
                   problem.array + "[" + one_line(index_text(best.layout, problem.shape)) + "]")},
      "smemlens-solution");
}

}  // namespace smemlens
