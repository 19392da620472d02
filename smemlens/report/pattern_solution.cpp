#include "smemlens/report/pattern_solution.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

struct ArrayCost {
  std::uint64_t excess = 0;
  std::uint64_t wavefronts = 0;
};

std::vector<ArrayCost> costs_of(const Explanation& explanation,
                                std::span<const std::uint64_t> weights) {
  std::vector<ArrayCost> costs(explanation.pattern.arrays.size());
  for (const ExplainedAccess& access : explanation.accesses) {
    ArrayCost& cost = costs[explanation.pattern.accesses[access.access].place.array];
    cost.excess += access.totals.excess_wavefronts() * weights[access.access];
    cost.wavefronts += access.totals.wavefronts * weights[access.access];
  }
  return costs;
}

std::uint32_t worst_of(std::span<const ArrayCost> costs) {
  const auto worst = std::ranges::max_element(
      costs, {}, [](const ArrayCost& cost) { return std::pair(cost.excess, cost.wavefronts); });
  return static_cast<std::uint32_t>(worst - costs.begin());
}

}  // namespace

Expected<PatternProblem> layout_problem_of(const Explanation& explanation,
                                           std::span<const std::uint64_t> weights) {
  const Pattern& pattern = explanation.pattern;
  const std::vector<ArrayCost> costs = costs_of(explanation, weights);
  const std::uint32_t array = worst_of(costs);
  if (shape_of(pattern, array, StructView::kUnits).elements() > kMaxTileElements) {
    return tl::unexpected(located({.code = "pattern-limit",
                                   .message = pattern.arrays[array].name + " has more than " +
                                              std::to_string(kMaxTileElements) + " elements",
                                   .hint = "give the tile that one block holds"},
                                  pattern.source, pattern.arrays[array].name_span));
  }
  std::vector<AccessRequest> requests;
  for (const ExplainedAccess& access : explanation.accesses) {
    for (const ExplainedRequest& warp : access.warps)
      requests.push_back({access.access, warp.request});
  }
  PatternProblem result{.problem = problem_of(pattern, array, StructView::kUnits,
                                              *explanation.architecture, requests),
                        .array = array,
                        .other_arrays = {}};
  std::size_t number = 0;
  for (std::size_t i = 0; i < pattern.accesses.size(); ++i) {
    if (pattern.accesses[i].place.array == array)
      result.problem.accesses[number++].weight = weights[i];
  }
  if (result.problem.requests.empty()) {
    return tl::unexpected(
        Diagnostic{.code = "pattern-access", .message = "no lane of any access is active"});
  }
  for (std::size_t other = 0; other < costs.size(); ++other) {
    if (other == array || costs[other].excess == 0) continue;
    result.other_arrays += (result.other_arrays.empty() ? "" : ", ") + pattern.arrays[other].name;
  }
  return result;
}

Solution solve(const PatternProblem& found, const SolveEffort& effort) {
  Solution solution = solve(found.problem, effort);
  if (!found.other_arrays.empty())
    solution.warnings.push_back("other arrays have conflicts too: " + found.other_arrays);
  return solution;
}

}  // namespace smemlens
