#pragma once

// What a layout costs: every request of a problem with the addresses that the layout gives it,
// costed by cost_of and added up with its weight.
//
//   LayoutCost cost(transpose);  cost.wavefronts(natural)  →  1056
//
// Requests are costed worst first, and a sum that can't come below a limit any more is given up:
// each request still to come costs at least its bound. So most layouts are given up after a few.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smemlens/model/cost.h"
#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {

class LayoutCost {
 public:
  // `problem` must outlive this. `bound` is of its requests.
  LayoutCost(const LayoutProblem& problem, const LowerBound& bound);

  // The weighted sum over all requests; none if it is above `at_most`.
  std::optional<std::uint64_t> wavefronts(const Layout& layout, std::uint64_t at_most);

  // Whether every request's cost is exact, as the model has it (docs/model.md).
  bool is_exact(const Layout& layout) const;

  // Requests that were costed so far: what the time goes into.
  std::uint64_t costed_requests() const { return costed_; }

  // The weighted sum for each access of the problem.
  std::vector<std::uint64_t> by_access(const Layout& layout) const;

 private:
  RequestCost cost_under(std::size_t request, std::span<const std::uint32_t> places) const;
  std::uint64_t wavefronts_of(std::size_t request, std::span<const std::uint32_t> places) const;
  std::uint64_t wavefronts_alone(std::size_t request, const Layout& layout) const;
  std::uint64_t weight_of(std::size_t request) const;

  const LayoutProblem& problem_;
  std::vector<std::uint32_t> elements_;                 // that a lane's access begins at, ascending
  std::vector<std::vector<std::uint32_t>> lane_index_;  // [request][lane]: index into elements_
  std::vector<std::size_t> order_;                      // of costing: most excess first
  std::vector<std::uint64_t> rest_bound_;               // of the requests from order_[i] on
  std::uint64_t costed_ = 0;
};

}  // namespace smemlens
