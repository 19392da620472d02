#include "smemlens/solve/verdict.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_cost.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

std::string wavefronts(std::uint64_t count) {
  return counted(count, "wavefront");
}

// " of whole 16-byte granules": no other linear maps are searched. Nothing where an element is one.
std::string of_granules(LayoutFamily family, const LayoutProblem& problem) {
  if (family != LayoutFamily::kLinear) return "";
  const std::uint32_t granule_bytes = granule_bytes_of(problem, constraints_of(problem));
  if (granule_bytes == problem.shape.element_bytes) return "";
  return " of whole " + number(granule_bytes) + "-byte granules";
}

// "all 31 row pads"; "all linear maps over GF(2)".
std::string all_of(const FamilySearch& search, const LayoutProblem& problem) {
  const bool counts_layouts =
      search.family != LayoutFamily::kLinear && search.family != LayoutFamily::kTable;
  return "all " + (counts_layouts ? number(search.candidates) + ' ' : std::string()) +
         std::string(described(search.family)) + of_granules(search.family, problem);
}

const FamilySearch* search_of(const Solution& solution, LayoutFamily family) {
  const auto found = std::ranges::find(solution.searched, family, &FamilySearch::family);
  return found == solution.searched.end() ? nullptr : &*found;
}

// What was not looked at to the end, and could hold something better.
std::string cuts_of(const Solution& solution) {
  std::string text;
  for (const FamilySearch& search : solution.searched) {
    if (search.is_complete) continue;
    const std::string count = number(search.candidates);
    text += "; ";
    if (search.candidates == 0) {
      text += "the " + std::string(described(search.family)) + " were not searched";
    } else if (search.family == LayoutFamily::kLinear) {
      text += "the search of the linear maps was cut after " + count + " steps";
    } else if (search.family == LayoutFamily::kTable) {
      text += count + " exchanges found no better table, which proves nothing";
    } else {
      text += "of the " + std::string(described(search.family)) + " only " + count + " were tried";
    }
  }
  return text;
}

// A search that went through all of its family without finding the best proves a little too.
std::string linear_proof(const Solution& solution, const LayoutProblem& problem) {
  const FamilySearch* linear = search_of(solution, LayoutFamily::kLinear);
  const bool is_proof =
      linear != nullptr && linear->is_complete && solution.best().family != LayoutFamily::kLinear;
  if (!is_proof) return "";
  return "; no linear map over GF(2)" + of_granules(LayoutFamily::kLinear, problem) +
         " does better (searched all)";
}

std::string gap_text(const Solution& solution) {
  const std::uint64_t gap = solution.best().wavefronts - solution.bound.wavefronts;
  return "the lower bound is " + number(solution.bound.wavefronts) + ", so at most " +
         wavefronts(gap) + " could still be saved, because " + solution.bound.because;
}

void judge_optimal(Solution& solution) {
  const SolutionPoint& best = solution.best();
  const bool is_declared = best.family == LayoutFamily::kNone;
  solution.verdict = is_declared ? SolutionVerdict::kNothingToGain : SolutionVerdict::kOptimal;
  solution.optimal_in = "every layout";
  solution.statement = (is_declared ? "nothing to gain: no layout takes fewer than "
                                    : "optimal: no layout takes fewer than ") +
                       wavefronts(best.wavefronts) + ", because " + solution.bound.because;
  if (best.extra_bytes > 0) {
    // Linear maps are searched for the fewest wavefronts, whatever room they take.
    const bool has_linear = search_of(solution, LayoutFamily::kLinear) != nullptr;
    solution.statement += std::string("; ") + (has_linear ? "but for linear maps, " : "") +
                          "of the layouts searched none does that with fewer than " +
                          number(best.extra_bytes) + " bytes more" + cuts_of(solution);
  }
}

bool is_worse(const SolutionPoint& point, const Solution& solution, std::size_t access) {
  return point.by_access[access] > solution.naive.by_access[access];
}

}  // namespace

std::string_view name_of(SolutionVerdict verdict) {
  switch (verdict) {
    case SolutionVerdict::kNothingToGain:
      return "nothing_to_gain";
    case SolutionVerdict::kOptimal:
      return "optimal";
    case SolutionVerdict::kOptimalInFamily:
      return "optimal_in_family";
    case SolutionVerdict::kGap:
      return "gap";
  }
  return "";
}

void judge(Solution& solution, const LayoutProblem& problem) {
  const SolutionPoint& best = solution.best();
  if (best.wavefronts == solution.bound.wavefronts) {
    judge_optimal(solution);
    return;
  }
  const FamilySearch* own = search_of(solution, best.family);
  const bool is_declared = best.family == LayoutFamily::kNone;
  if (own != nullptr && own->is_complete) {
    solution.verdict = SolutionVerdict::kOptimalInFamily;
    solution.optimal_in = "the family of " + std::string(described(best.family)) +
                          of_granules(best.family, problem) + " (searched all)";
    solution.statement = "optimal in this family (searched " + all_of(*own, problem) + "): ";
  } else {
    solution.verdict = SolutionVerdict::kGap;
    solution.statement =
        is_declared ? "no layout that was tried takes fewer than " : "the best that was found: ";
  }
  solution.statement += wavefronts(best.wavefronts) + linear_proof(solution, problem) +
                        cuts_of(solution) + "; " + gap_text(solution);
  const SolveLimits& limits = problem.limits;
  if (limits.no_access_dearer)
    solution.statement += "; layouts that make an access dearer were left out";
  if (!limits.families.empty() || limits.max_extra_bytes)
    solution.statement += "; other layouts were ruled out by the limits";
  if (solution.has_too_large)
    solution.statement += "; layouts that fit in no block's shared memory were left out";
}

void warn_of_dearer_accesses(Solution& solution, const LayoutProblem& problem,
                             const LayoutCost& cost) {
  const SolutionPoint& best = solution.best();
  for (std::size_t access = 0; access < problem.accesses.size(); ++access) {
    if (!is_worse(best, solution, access)) continue;
    solution.warnings.push_back("this layout takes " + problem.accesses[access].name + " from " +
                                number(solution.naive.by_access[access]) + " to " +
                                wavefronts(best.by_access[access]));
  }
  const std::size_t axes = problem.shape.sizes.size();
  if (axes < 2) return;
  std::vector<std::uint32_t> strides(axes, 1);
  for (std::size_t axis = axes - 1; axis > 0; --axis)
    strides[axis - 1] = (strides[axis] * problem.shape.sizes[axis]) + (axis == axes - 1 ? 1U : 0U);
  const LayoutConstraints constraints = constraints_of(problem);
  const std::uint64_t row_bytes = std::uint64_t{strides[axes - 2]} * problem.shape.element_bytes;
  if (!constraints.stays_in_row || row_bytes % constraints.widest_bytes != 0) return;
  const std::vector<std::uint64_t> padded = cost.by_access(AxisLayout{strides});
  for (std::size_t access = 0; access < problem.accesses.size(); ++access) {
    if (padded[access] <= solution.naive.by_access[access]) continue;
    solution.warnings.push_back("the usual pad, rows of " + number(strides[axes - 2]) +
                                " elements, would take " + problem.accesses[access].name +
                                " from " + number(solution.naive.by_access[access]) + " to " +
                                wavefronts(padded[access]));
  }
}

}  // namespace smemlens
