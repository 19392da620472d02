#include "smemlens/solve/fix.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/rounding.h"
#include "smemlens/base/sort_few.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_problem.h"
#include "smemlens/solve/rewrite.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/solve/writable.h"

namespace smemlens {
namespace {

void add(Totals& totals, const RequestCost& cost, LaneMask active) {
  if (active == 0) return;
  ++totals.requests;
  totals.wavefronts += cost.wavefronts;
  totals.ideal_wavefronts += cost.ideal_wavefronts;
}

// What can be written back of one kind, and the problem that it changes.
struct Family {
  LayoutFamily family = LayoutFamily::kNone;
  std::string name;  // in the plural: "row pads"
  const LayoutProblem& layout_problem;
  std::vector<Layout> candidates;
};

// The search for one array.
class Search {
 public:
  Search(const FixProblem& problem, const Totals& before, std::uint32_t array)
      : problem_(problem), before_(before), array_(array) {}

  // The best of `family` that helps the pattern as a whole.
  std::optional<FixOption> best_of(const Family& family) const {
    const Solution solution =
        solve_among(family.layout_problem, family.family, {.layouts = family.candidates});
    const SolutionPoint& best = solution.best();
    if (best.family == LayoutFamily::kNone) return std::nullopt;
    return verified(best.layout, family);
  }

 private:
  // The candidate as it will be shown: written out, parsed and costed by the ordinary path.
  std::optional<FixOption> verified(const Layout& change, const Family& family) const {
    std::string text = rewritten(problem_.pattern, array_, change);
    const std::optional<Totals> after = totals_of(text);
    if (!after || after->wavefronts >= before_.wavefronts) return std::nullopt;
    return FixOption{.change = change,
                     .change_text = described(problem_.pattern, array_, change),
                     .pattern = std::move(text),
                     .after = *after,
                     .price = price_of(change, family.layout_problem.shape),
                     .claim = claim_of(family)};
  }

  std::optional<Totals> totals_of(const std::string& text) const {
    const auto pattern = parse_pattern({problem_.pattern.source.name, text});
    if (!pattern) return std::nullopt;
    Totals totals;
    for (std::size_t access = 0; access < pattern->accesses.size(); ++access) {
      for (const Bindings& bindings : problem_.combinations) {
        const auto requests =
            evaluate(*pattern, access, problem_.architecture, problem_.geometry, bindings);
        if (!requests) return std::nullopt;
        for (const WarpRequest& warp : *requests)
          add(totals, cost_of(problem_.architecture.bank_model, warp.request), warp.request.active);
      }
    }
    return totals;
  }

  FixPrice price_of(const Layout& change, const TileShape& shape) const {
    const std::uint64_t before = problem_.pattern.arrays[array_].bytes;
    const std::uint64_t extra = (footprint_of(change, shape) * shape.element_bytes) - before;
    const std::uint64_t word = problem_.architecture.bank_model.word_bytes;
    return {before, extra, divided_up(extra, word), address_operations(change, shape)};
  }

  std::string claim_of(const Family& family) const {
    return "the fewest wavefronts, and of those the cheapest, of all " +
           std::to_string(family.candidates.size()) + ' ' + family.name +
           " up to one period of the banks (" +
           std::to_string(problem_.architecture.bank_model.period_bytes()) + " bytes)";
  }

  const FixProblem& problem_;
  const Totals& before_;
  std::uint32_t array_;
};

struct Excess {
  std::uint32_t array = 0;
  std::uint64_t wavefronts = 0;
};

// By excess wavefronts, the most first; arrays without any are left out.
std::vector<Excess> excess_of_arrays(const FixProblem& problem, Totals& totals) {
  std::vector<Excess> arrays(problem.pattern.arrays.size());
  for (std::uint32_t i = 0; i < arrays.size(); ++i) arrays[i].array = i;
  for (const PlacedRequest& placed : problem.requests) {
    const Access& access = problem.pattern.accesses[placed.access];
    const Request request = request_of(problem.pattern, access, placed.places);
    const RequestCost cost = cost_of(problem.architecture.bank_model, request);
    add(totals, cost, request.active);
    arrays[access.place.array].wavefronts += cost.excess_wavefronts();
  }
  std::erase_if(arrays, [](const Excess& excess) { return excess.wavefronts == 0; });
  sort_few(arrays, std::ranges::greater{}, &Excess::wavefronts);
  return arrays;
}

Family pad_family(const FixProblem& problem, std::uint32_t array,
                  const LayoutProblem& layout_problem) {
  const SharedArray& declared = problem.pattern.arrays[array];
  const ElementType& type = problem.pattern.types[declared.type.value];
  std::string name = "pads after 2^k elements";
  if (type.is_struct) name = "struct pads";
  if (declared.dimensions.size() >= 2) name = "row pads";
  const std::uint32_t widest = constraints_of(layout_problem).widest_bytes;
  if (widest > type.bytes) name += " that keep " + std::to_string(widest) + "-byte alignment";
  std::vector<Layout> pads =
      writable_pads(problem.pattern, array, layout_problem,
                    named_places_of(problem.pattern, array, problem.requests));
  // An array that fits in no block is a sketch: its pads may be too.
  const std::uint64_t most = problem.architecture.shared_bytes_optin;
  const auto too_large = std::erase_if(pads, [&](const Layout& pad) {
    return declared.bytes <= most &&
           footprint_of(pad, layout_problem.shape) * layout_problem.shape.element_bytes > most;
  });
  if (too_large > 0) name += " that fit in a block's shared memory";
  const bool has_rows = declared.dimensions.size() >= 2 || type.is_struct;
  return {has_rows ? LayoutFamily::kRowPad : LayoutFamily::kBlockPad, std::move(name),
          layout_problem, std::move(pads)};
}

Family swizzle_family(const FixProblem& problem, std::uint32_t array,
                      const LayoutProblem& layout_problem) {
  return {LayoutFamily::kSwizzle,
          problem.pattern.arrays[array].dimensions.size() >= 2
              ? "XORs of column bits with row bits"
              : "XORs of index bits with higher ones",
          layout_problem,
          writable_swizzles(problem.pattern, array, layout_problem,
                            named_places_of(problem.pattern, array, problem.requests))};
}

std::string why_nothing_helps(const SharedArray& array, const Family& pads,
                              const Family& swizzles) {
  if (array.dimensions.empty()) return array.name + " is one element: no layout changes its cost";
  if (pads.candidates.empty() && swizzles.candidates.empty())
    return "no pad and no XOR of " + array.name + " keeps together what one access needs";
  return "none of " + std::to_string(pads.candidates.size()) + ' ' + pads.name + " and " +
         std::to_string(swizzles.candidates.size()) + ' ' + swizzles.name +
         " takes fewer wavefronts in sum over all accesses of the pattern";
}

std::string what_remains(const FixProblem& problem, std::span<const Excess> others) {
  std::string text;
  for (const Excess& other : others)
    text += (text.empty() ? "" : ", ") + problem.pattern.arrays[other.array].name;
  return text.empty() ? text : "; conflicts remain in " + text;
}

}  // namespace

double FixPrice::extra_percent() const {
  return array_bytes == 0
             ? 0.0
             : 100.0 * static_cast<double>(extra_bytes) / static_cast<double>(array_bytes);
}

std::string_view name_of(FixVerdict verdict) {
  switch (verdict) {
    case FixVerdict::kNothingToFix:
      return "nothing_to_fix";
    case FixVerdict::kImproves:
      return "improves";
    case FixVerdict::kNothingHelps:
      return "nothing_helps";
  }
  return "";
}

Fix cheapest_fix(const FixProblem& problem) {
  Fix fix;
  const std::vector<Excess> conflicting = excess_of_arrays(problem, fix.before);
  if (conflicting.empty()) {
    fix.statement = "nothing to fix: every access takes its ideal wavefronts";
    return fix;
  }
  const std::uint32_t array = conflicting.front().array;
  const SharedArray& declared = problem.pattern.arrays[array];
  const std::vector<AccessRequest> requests = requests_of(problem.pattern, problem.requests);
  const auto seen_by = [&](StructView view) {
    return problem_of(problem.pattern, array, view, problem.architecture, requests);
  };
  const LayoutProblem by_elements = seen_by(StructView::kElements);
  const LayoutProblem by_units = seen_by(StructView::kUnits);
  const Family pads =
      pad_family(problem, array, pads_structs(problem.pattern, array) ? by_units : by_elements);
  const Family swizzles = swizzle_family(problem, array, by_elements);
  const Search search(problem, fix.before, array);
  fix.array = declared.name;
  fix.pad = search.best_of(pads);
  fix.swizzle = search.best_of(swizzles);
  const bool improves = fix.pad || fix.swizzle;
  fix.verdict = improves ? FixVerdict::kImproves : FixVerdict::kNothingHelps;
  fix.statement = improves ? "a change of " + declared.name + " takes fewer wavefronts"
                           : why_nothing_helps(declared, pads, swizzles);
  fix.statement += what_remains(problem, std::span(conflicting).subspan(1));
  return fix;
}

}  // namespace smemlens
