#pragma once

// What the slow second model says of a layout.

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "tests/oracle/slow_cost.h"

namespace smemlens::testing {

inline std::uint64_t slow_wavefronts(const LayoutProblem& problem, const Layout& layout) {
  std::uint64_t sum = 0;
  for (const ElementRequest& request : problem.requests) {
    std::vector<std::uint32_t> elements;
    for (const ElementPlace& place : request.lanes) elements.push_back(place.element);
    std::array<std::uint32_t, kMaxLanes> starts{};
    std::ranges::copy(places_of(layout, problem.shape, elements), starts.begin());
    const RequestCost cost =
        slow_cost(problem.architecture->bank_model, request_at(problem, request, starts));
    sum += cost.wavefronts * request.count * problem.accesses[request.access].weight;
  }
  return sum;
}

}  // namespace smemlens::testing
