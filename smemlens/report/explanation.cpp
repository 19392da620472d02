#include "smemlens/report/explanation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/rounding.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/pattern_problem.h"

namespace smemlens {
namespace {

// Evaluations of expression nodes: a few seconds' work.
constexpr std::uint64_t kMaxEvaluations = std::uint64_t{1} << 30U;

void add(Totals& totals, const ExplainedRequest& explained) {
  if (explained.request.active == 0) return;
  ++totals.requests;
  totals.wavefronts += explained.cost.wavefronts;
  totals.ideal_wavefronts += explained.cost.ideal_wavefronts;
}

std::optional<Diagnostic> unused_name(const Pattern& pattern, std::span<const LetRange> lets) {
  for (const LetRange& let : lets) {
    if (std::ranges::find(pattern.bound_names, let.name) != pattern.bound_names.end()) continue;
    const std::vector<std::string_view> names(pattern.bound_names.begin(),
                                              pattern.bound_names.end());
    return Diagnostic{.code = "pattern-let",
                      .message = "--let binds " + let.name + ", which the pattern does not use",
                      .hint = did_you_mean(let.name, names)};
  }
  return std::nullopt;
}

std::optional<Diagnostic> too_much(const Pattern& pattern, const Explanation& explanation,
                                   std::uint64_t combinations) {
  const std::uint64_t threads = threads_of(explanation.geometry);
  const std::uint64_t lanes = explanation.architecture->bank_model.lanes_per_warp;
  const std::uint64_t warps = divided_up(threads, lanes);
  const std::uint64_t requests = pattern.accesses.size() * combinations * warps;
  const std::uint64_t evaluations = pattern.expressions.size() * combinations * threads;
  if (requests <= kMaxExplainedRequests && evaluations <= kMaxEvaluations) return std::nullopt;
  return Diagnostic{.code = "pattern-limit",
                    .message = "too much to explain: " + std::to_string(requests) +
                               " requests (accesses x warps x values of --let); the limit is " +
                               std::to_string(kMaxExplainedRequests),
                    .hint = "narrow the values of --let, or the block"};
}

// Fills an explanation request by request, and keeps where their lanes are for the fix.
class Explainer {
 public:
  explicit Explainer(Explanation explanation) : explanation_(std::move(explanation)) {}

  std::optional<Diagnostic> explain_access(std::size_t access, const Bindings& bindings,
                                           std::size_t combination) {
    const Pattern& pattern = explanation_.pattern;
    auto places =
        places_of(pattern, access, *explanation_.architecture, explanation_.geometry, bindings);
    if (!places) return places.error();
    ExplainedAccess explained{.access = access, .bindings = bindings};
    explained.warps.reserve(places->size());
    for (const WarpPlaces& warp : *places) {
      placed_.push_back({access, combination, warp});
      const Request request = request_of(pattern, pattern.accesses[access], warp);
      explained.warps.push_back(
          {warp.warp, request, cost_of(explanation_.architecture->bank_model, request)});
      add(explained.totals, explained.warps.back());
      add(explanation_.totals, explained.warps.back());
    }
    explanation_.accesses.push_back(std::move(explained));
    return std::nullopt;
  }

  Explanation finish(std::span<const Bindings> combinations, const ExplainOptions& options) && {
    find_worst();
    const ExplainedRequest& worst = explanation_.worst_request();
    explanation_.law = explain_law(explanation_.architecture->bank_model, worst.request);
    if (options.find_fix != nullptr)
      explanation_.fix = options.find_fix({explanation_.pattern, *explanation_.architecture,
                                           explanation_.geometry, combinations, placed_});
    return std::move(explanation_);
  }

 private:
  void find_worst() {
    // A request with no active lane is the last choice.
    const auto rank = [](const ExplainedRequest& explained) {
      return std::pair(explained.request.active != 0, explained.cost.excess_wavefronts());
    };
    for (std::size_t i = 0; i < explanation_.accesses.size(); ++i) {
      const auto& warps = explanation_.accesses[i].warps;
      for (std::size_t j = 0; j < warps.size(); ++j) {
        if (rank(warps[j]) <= rank(explanation_.worst_request())) continue;
        explanation_.worst_access = i;
        explanation_.worst_warp = j;
      }
    }
  }

  Explanation explanation_;
  std::vector<PlacedRequest> placed_;
};

}  // namespace

Expected<Explanation> explain(const Pattern& pattern, const ExplainOptions& options) {
  Explanation explanation{.architecture = options.architecture,
                          .pattern = pattern,
                          .geometry = options.block.value_or(one_warp(*options.architecture))};
  if (std::string reason = why_impossible(explanation.geometry); !reason.empty())
    return tl::unexpected(Diagnostic{.code = "pattern-block", .message = std::move(reason)});
  if (auto unused = unused_name(pattern, options.lets)) return tl::unexpected(*unused);
  const auto combinations = combinations_of(options.lets);
  if (!combinations) return tl::unexpected(combinations.error());
  if (auto excessive = too_much(pattern, explanation, combinations->size()))
    return tl::unexpected(*excessive);
  Explainer explainer(std::move(explanation));
  for (std::size_t access = 0; access < pattern.accesses.size(); ++access) {
    for (std::size_t i = 0; i < combinations->size(); ++i) {
      if (auto error = explainer.explain_access(access, (*combinations)[i], i))
        return tl::unexpected(*error);
    }
  }
  return std::move(explainer).finish(*combinations, options);
}

std::string_view text_of(const Explanation& explanation, const ExplainedAccess& access) {
  return text_of(explanation.pattern, explanation.pattern.accesses[access.access].span);
}

}  // namespace smemlens
