#include "smemlens/solve/fix.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/sort_few.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/candidates.h"
#include "smemlens/solve/layout_change.h"
#include "smemlens/solve/rewrite.h"

namespace smemlens {
namespace {

void add(Totals& totals, const RequestCost& cost, LaneMask active) {
  if (active == 0) return;
  ++totals.requests;
  totals.wavefronts += cost.wavefronts;
  totals.ideal_wavefronts += cost.ideal_wavefronts;
}

struct Family {
  std::string name;  // in the plural: "row pads"
  std::vector<LayoutChange> candidates;
};

// The search for one array.
class Search {
 public:
  Search(const FixProblem& problem, const Totals& before, std::uint32_t array)
      : problem_(problem),
        before_(before),
        array_(array),
        form_(form_of(problem.pattern, problem.pattern.arrays[array])) {}

  // The best of `family` that helps the pattern as a whole.
  std::optional<FixOption> best_of(const Family& family) const {
    const LayoutChange* best = nullptr;
    std::uint64_t fewest = wavefronts_of_array();
    for (const LayoutChange& candidate : family.candidates) {
      const std::uint64_t wavefronts = wavefronts_under(candidate, fewest);
      if (wavefronts >= fewest) continue;  // of equals the first, the cheapest, stays
      fewest = wavefronts;
      best = &candidate;
    }
    if (best == nullptr) return std::nullopt;
    return verified(*best, family);
  }

 private:
  template <typename Visit>
  void for_each_request(Visit visit) const {
    for (const PlacedRequest& placed : problem_.requests) {
      const Access& access = problem_.pattern.accesses[placed.access];
      if (access.place.array == array_ && placed.places.active != 0) visit(placed, access);
    }
  }

  std::uint64_t wavefronts_of_array() const {
    return wavefronts_under(RowPad{0}, std::numeric_limits<std::uint64_t>::max());
  }

  // Sum over the array's requests; stops at `enough`.
  std::uint64_t wavefronts_under(const LayoutChange& change, std::uint64_t enough) const {
    const std::uint32_t base = problem_.pattern.arrays[array_].offset_bytes;
    std::uint64_t sum = 0;
    for_each_request([&](const PlacedRequest& placed, const Access& access) {
      if (sum >= enough) return;
      Request request{.operation = access.operation,
                      .bytes_per_lane = access.bytes,
                      .matrices = access.matrices,
                      .active = placed.places.active};
      change_addresses(request, placed.places, form_, change, base);
      sum += cost_of(problem_.architecture.bank_model, request).wavefronts;
    });
    return sum;
  }

  // The candidate as it will be shown: written out, parsed and costed by the ordinary path.
  std::optional<FixOption> verified(const LayoutChange& change, const Family& family) const {
    std::string text = rewritten(problem_.pattern, array_, change);
    const std::optional<Totals> after = totals_of(text);
    if (!after || after->wavefronts >= before_.wavefronts) return std::nullopt;
    const bool is_pad = std::holds_alternative<RowPad>(change) ||
                        std::holds_alternative<BlockPad>(change) ||
                        std::holds_alternative<StructPad>(change);
    // A pad is injective by its form: it only moves elements apart. An XOR is enumerated.
    if (!is_pad && !is_injective(form_, change)) return std::nullopt;
    return FixOption{.change = change,
                     .change_text = described(problem_.pattern, array_, change),
                     .pattern = std::move(text),
                     .after = *after,
                     .price = price_of(change),
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

  FixPrice price_of(const LayoutChange& change) const {
    const std::uint64_t before = problem_.pattern.arrays[array_].bytes;
    const std::uint64_t extra = bytes_of(form_, change) - before;
    const std::uint64_t word = problem_.architecture.bank_model.word_bytes;
    return {before, extra, (extra + word - 1) / word, address_operations(form_, change)};
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
  ArrayForm form_;
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

Family pad_family(const FixProblem& problem, const SharedArray& array, const LayoutLimits& limits) {
  const ArrayForm form = form_of(problem.pattern, array);
  const ElementType& type = problem.pattern.types[array.type.value];
  std::string name = "pads after 2^k elements";
  if (type.is_struct) name = "struct pads";
  if (form.dimensions >= 2) name = "row pads";
  if (limits.widest_bytes > form.element_bytes)
    name += " that keep " + std::to_string(limits.widest_bytes) + "-byte alignment";
  return {name, pads_of(form, type, limits, problem.architecture.bank_model.period_bytes())};
}

Family swizzle_family(const FixProblem& problem, const SharedArray& array,
                      const LayoutLimits& limits) {
  const ArrayForm form = form_of(problem.pattern, array);
  return {form.dimensions >= 2 ? "XORs of column bits with row bits"
                               : "XORs of index bits with higher ones",
          swizzles_of(form, limits, problem.architecture.bank_model.period_bytes())};
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
  const LayoutLimits limits = limits_of(problem.pattern, array, problem.requests);
  const Family pads = pad_family(problem, declared, limits);
  const Family swizzles = swizzle_family(problem, declared, limits);
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
