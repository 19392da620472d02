#include "smemlens/solve/solve.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "smemlens/solve/bounds.h"
#include "smemlens/solve/families.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_cost.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"
#include "smemlens/solve/pareto.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/table_search.h"
#include "smemlens/solve/verdict.h"

namespace smemlens {
namespace {

// Cheap ones first: what is found early spares costing what it beats.
constexpr LayoutFamily kEnumerated[] = {
    LayoutFamily::kRowPad,     LayoutFamily::kAxisOrder, LayoutFamily::kTma,
    LayoutFamily::kSwizzle,    LayoutFamily::kBlockPad,  LayoutFamily::kRotation,
    LayoutFamily::kComplement,
};

class Solver {
 public:
  Solver(const LayoutProblem& problem, const SolveEffort& effort)
      : problem_(problem),
        effort_(effort),
        constraints_(constraints_of(problem)),
        bound_(lower_bound_of(problem)),
        cost_(problem, bound_) {}

  Solution solve() {
    return solve_by([&] { search(); });
  }

  Solution solve_among(LayoutFamily family, FamilyMembers members) {
    return solve_by([&] { search(family, std::move(members)); });
  }

 private:
  template <typename Search>
  Solution solve_by(Search search) {
    Solution solution;
    consider(LayoutFamily::kNone, natural_layout(problem_.shape));
    solution.naive = pareto_.sorted().front();
    if (solution.naive.wavefronts > bound_.wavefronts) search();
    solution.pareto = pareto_.sorted();
    solution.is_exact =
        cost_.is_exact(solution.naive.layout) && cost_.is_exact(solution.best().layout);
    solution.bound = std::move(bound_);
    solution.searched = std::move(searched_);
    solution.has_too_large = has_too_large_;
    judge(solution, problem_);
    warn_of_dearer_accesses(solution, problem_, cost_);
    return solution;
  }

  void search() {
    const FamilySetting setting = setting_of(problem_, constraints_);
    for (const LayoutFamily family : kEnumerated)
      if (allows(problem_.limits, family)) search(family, members_of(family, setting));
    if (!has_linear_layouts(problem_, constraints_)) return;
    if (allows(problem_.limits, LayoutFamily::kLinear)) search_all_linear();
    if (allows(problem_.limits, LayoutFamily::kTable)) search_tables();
  }

  void search(LayoutFamily family, FamilyMembers members) {
    if (members.layouts.empty() && members.is_complete) return;
    std::uint64_t tried = 0;
    for (Layout& layout : members.layouts) {
      if (cost_.costed_requests() > effort_.requests) break;
      consider(family, std::move(layout));
      ++tried;
    }
    const bool is_complete = members.is_complete && tried == members.layouts.size();
    searched_.push_back({family, tried, is_complete});
  }

  std::uint64_t extra_bytes_of(const Layout& layout) const {
    return (footprint_of(layout, problem_.shape) * problem_.shape.element_bytes) -
           problem_.shape.bytes();
  }

  // Within the limits, and within what a block can have. An array that fits in no block as it is
  // declared is a sketch: its layouts may be too.
  bool fits(std::uint64_t extra_bytes) {
    const std::uint64_t bytes = problem_.shape.bytes() + extra_bytes;
    const std::uint64_t most = problem_.architecture->shared_bytes_optin;
    const bool fits_block = extra_bytes == 0 || bytes <= most || problem_.shape.bytes() > most;
    has_too_large_ = has_too_large_ || !fits_block;
    return fits_block && extra_bytes <= problem_.limits.max_extra_bytes.value_or(
                                            std::numeric_limits<std::uint64_t>::max());
  }

  // Costs the layout, and keeps it if it is worth having and loses no element.
  void consider(LayoutFamily family, Layout layout) {
    SolutionPoint point{.family = family,
                        .extra_bytes = extra_bytes_of(layout),
                        .address_operations = address_operations(layout, problem_.shape)};
    if (!fits(point.extra_bytes)) return;
    const auto at_most = pareto_.worthwhile_wavefronts(point.extra_bytes, point.address_operations);
    const auto wavefronts = at_most ? cost_.wavefronts(layout, *at_most) : std::nullopt;
    if (!wavefronts || !is_injective(layout, problem_.shape)) return;
    point.wavefronts = *wavefronts;
    point.by_access = cost_.by_access(layout);
    if (family == LayoutFamily::kNone) declared_by_access_ = point.by_access;
    if (problem_.limits.no_access_dearer && is_dearer_for_any(point)) return;
    point.layout = std::move(layout);
    pareto_.add(std::move(point));
  }

  bool is_dearer_for_any(const SolutionPoint& point) const {
    for (std::size_t access = 0; access < declared_by_access_.size(); ++access)
      if (point.by_access[access] > declared_by_access_[access]) return true;
    return false;
  }

  // The fewest wavefronts with no more bytes than that.
  std::uint64_t fewest_within(std::uint64_t extra_bytes) const {
    const auto most =
        pareto_.worthwhile_wavefronts(extra_bytes, std::numeric_limits<std::uint32_t>::max());
    return most ? *most + 1 : 0;
  }

  void search_all_linear() {
    const std::uint64_t places = std::uint64_t{1} << index_bits_of(problem_.shape.elements());
    const std::uint64_t extra = (places - problem_.shape.elements()) * problem_.shape.element_bytes;
    const std::uint64_t fewest = fewest_within(extra);
    if (!fits(extra) || fewest <= bound_.wavefronts) return;
    LinearSearchResult result = search_linear(
        problem_, constraints_,
        {.at_least = bound_.wavefronts, .better_than = fewest, .max_steps = effort_.linear_steps});
    searched_.push_back({LayoutFamily::kLinear, result.steps, result.is_complete});
    if (result.map) consider(LayoutFamily::kLinear, std::move(*result.map));
  }

  void search_tables() {
    const std::uint64_t fewest = pareto_.fewest_wavefronts();
    if (fewest <= bound_.wavefronts) return;
    // Tables that turn rows are made for what rows, columns and diagonals together forbid.
    constexpr std::uint32_t kTurnTries = 3;
    TableSearchResult result =
        search_table(problem_, constraints_,
                     {.at_least = bound_.wavefronts,
                      .better_than = fewest,
                      .max_exchanges = effort_.exchanges,
                      .turn_tries = bound_.kind == BoundKind::kDiagonals ? kTurnTries : 0});
    if (result.exchanges == 0) return;
    searched_.push_back({LayoutFamily::kTable, result.exchanges, false});
    if (result.layout) consider(LayoutFamily::kTable, std::move(*result.layout));
  }

  const LayoutProblem& problem_;
  SolveEffort effort_;
  LayoutConstraints constraints_;
  LowerBound bound_;
  LayoutCost cost_;
  ParetoSet pareto_;
  std::vector<std::uint64_t> declared_by_access_;
  std::vector<FamilySearch> searched_;
  bool has_too_large_ = false;
};

}  // namespace

Solution solve(const LayoutProblem& problem, const SolveEffort& effort) {
  return Solver(problem, effort).solve();
}

Solution solve_among(const LayoutProblem& problem, LayoutFamily family, FamilyMembers members) {
  return Solver(problem, {}).solve_among(family, std::move(members));
}

}  // namespace smemlens
