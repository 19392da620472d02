#include "smemlens/solve/layout_cost.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {
namespace {

// So many requests are tried before the places of all elements are worked out.
constexpr std::size_t kAlone = 4;

}  // namespace

LayoutCost::LayoutCost(const LayoutProblem& problem, const LowerBound& bound) : problem_(problem) {
  for (const ElementRequest& request : problem.requests) {
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1)
      elements_.push_back(request.lanes[static_cast<std::size_t>(std::countr_zero(rest))].element);
  }
  std::ranges::sort(elements_);
  elements_.erase(std::unique(elements_.begin(), elements_.end()), elements_.end());
  for (const ElementRequest& request : problem.requests) {
    std::vector<std::uint32_t> indices(kMaxLanes);
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      const auto found =
          std::lower_bound(elements_.begin(), elements_.end(), request.lanes[lane].element);
      indices[lane] = static_cast<std::uint32_t>(found - elements_.begin());
    }
    lane_index_.push_back(std::move(indices));
  }

  const std::vector<std::uint32_t> natural =
      places_of(natural_layout(problem.shape), problem.shape, elements_);
  std::vector<std::uint64_t> excess(problem.requests.size());
  for (std::size_t i = 0; i < excess.size(); ++i)
    excess[i] = wavefronts_of(i, natural) - (weight_of(i) * bound.by_request[i]);
  order_.resize(problem.requests.size());
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
    return std::pair(excess[b], a) < std::pair(excess[a], b);
  });
  rest_bound_.resize(order_.size() + 1);
  for (std::size_t i = order_.size(); i-- > 0;)
    rest_bound_[i] = rest_bound_[i + 1] + (weight_of(order_[i]) * bound.by_request[order_[i]]);
}

std::uint64_t LayoutCost::weight_of(std::size_t request) const {
  const ElementRequest& counted = problem_.requests[request];
  return counted.count * problem_.accesses[counted.access].weight;
}

RequestCost LayoutCost::cost_under(std::size_t request,
                                   std::span<const std::uint32_t> places) const {
  const ElementRequest& counted = problem_.requests[request];
  std::array<std::uint32_t, kMaxLanes> starts{};
  for (LaneMask rest = counted.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    starts[lane] = places[lane_index_[request][lane]];
  }
  return cost_of(problem_.architecture->bank_model, request_at(problem_, counted, starts));
}

std::uint64_t LayoutCost::wavefronts_of(std::size_t request,
                                        std::span<const std::uint32_t> places) const {
  return weight_of(request) * cost_under(request, places).wavefronts;
}

std::uint64_t LayoutCost::wavefronts_alone(std::size_t request, const Layout& layout) const {
  const ElementRequest& counted = problem_.requests[request];
  std::array<std::uint32_t, kMaxLanes> elements{};
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane) elements[lane] = counted.lanes[lane].element;
  std::array<std::uint32_t, kMaxLanes> starts{};
  std::ranges::copy(places_of(layout, problem_.shape, elements), starts.begin());
  const Request placed = request_at(problem_, counted, starts);
  return weight_of(request) * cost_of(problem_.architecture->bank_model, placed).wavefronts;
}

std::optional<std::uint64_t> LayoutCost::wavefronts(const Layout& layout, std::uint64_t at_most) {
  std::uint64_t sum = 0;
  std::size_t i = 0;
  for (; i < std::min(order_.size(), kAlone); ++i) {
    if (sum + rest_bound_[i] > at_most) return std::nullopt;
    sum += wavefronts_alone(order_[i], layout);
    ++costed_;
  }
  if (sum + rest_bound_[i] > at_most) return std::nullopt;
  const std::vector<std::uint32_t> places = places_of(layout, problem_.shape, elements_);
  for (; i < order_.size(); ++i) {
    if (sum + rest_bound_[i] > at_most) return std::nullopt;
    sum += wavefronts_of(order_[i], places);
    ++costed_;
  }
  return sum <= at_most ? std::optional(sum) : std::nullopt;
}

bool LayoutCost::is_exact(const Layout& layout) const {
  const std::vector<std::uint32_t> places = places_of(layout, problem_.shape, elements_);
  for (std::size_t i = 0; i < problem_.requests.size(); ++i)
    if (!cost_under(i, places).is_exact()) return false;
  return true;
}

std::vector<std::uint64_t> LayoutCost::by_access(const Layout& layout) const {
  const std::vector<std::uint32_t> places = places_of(layout, problem_.shape, elements_);
  std::vector<std::uint64_t> sums(problem_.accesses.size());
  for (std::size_t i = 0; i < problem_.requests.size(); ++i)
    sums[problem_.requests[i].access] += wavefronts_of(i, places);
  return sums;
}

}  // namespace smemlens
