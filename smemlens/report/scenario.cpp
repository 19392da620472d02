#include "smemlens/report/scenario.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/pattern_solution.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

Expected<ExplainOptions> options_of(figures::Parameters& parameters) {
  ExplainOptions options;
  const auto architecture = architecture_named(parameters.text("arch", kDefaultArchitecture));
  if (!architecture) return tl::unexpected(architecture.error());
  options.architecture = *architecture;
  if (const std::string text = parameters.text("block", ""); !text.empty()) {
    const auto block = parse_block({"block", text});
    if (!block) return tl::unexpected(block.error());
    options.block = *block;
  }
  for (const std::string& text : parameters.texts("let")) {
    auto let = parse_let({"let", text});
    if (!let) return tl::unexpected(let.error());
    options.lets.push_back(std::move(*let));
  }
  return options;
}

template <typename T>
unsigned last_of(const std::vector<T>& items) {
  return static_cast<unsigned>(items.size()) - 1;
}

std::size_t worst_warp_of(const ExplainedAccess& access) {
  std::size_t worst = 0;
  for (std::size_t i = 1; i < access.warps.size(); ++i) {
    const std::uint32_t excess = access.warps[worst].cost.excess_wavefronts();
    if (access.warps[i].cost.excess_wavefronts() > excess) worst = i;
  }
  return worst;
}

// Looks at the request that the caller chose.
void choose(figures::Parameters& parameters, Explanation& explanation) {
  const auto access = parameters.optional_number("access", 0, last_of(explanation.accesses));
  if (access && *access != explanation.worst_access) {
    explanation.worst_access = *access;
    explanation.worst_warp = worst_warp_of(explanation.accesses[*access]);
  }
  const auto warp = parameters.optional_number("warp", 0, last_of(explanation.worst().warps));
  explanation.worst_warp = warp.value_or(explanation.worst_warp);
  if (access || warp)
    explanation.law =
        explain_law(explanation.architecture->bank_model, explanation.worst_request().request);
}

}  // namespace

Expected<Explanation> explain_scenario(figures::Parameters& parameters) {
  const std::string text = parameters.text("pattern", "");
  if (text.empty()) parameters.refuse("\"pattern\" is missing", "e.g. float s[32][32]; s[lane][0]");
  const auto options = options_of(parameters);
  if (const auto& problem = parameters.problem_so_far()) return tl::unexpected(*problem);
  if (!options) return tl::unexpected(options.error());
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) return tl::unexpected(pattern.error());
  auto explanation = explain(*pattern, *options);
  if (!explanation) return explanation;
  choose(parameters, *explanation);
  if (const auto& problem = parameters.problem_so_far()) return tl::unexpected(*problem);
  return explanation;
}

Expected<SolvedScenario> solve_scenario(figures::Parameters& parameters) {
  auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  const std::vector<std::uint64_t> once(explanation->pattern.accesses.size(), 1);
  auto found = layout_problem_of(*explanation, once);
  if (!found) return tl::unexpected(found.error());
  Solution solution = solve(*found, kScenarioEffort);
  return SolvedScenario{std::move(*explanation), std::move(*found), std::move(solution)};
}

Expected<Explanation> explained(const std::string& text, std::string_view arch) {
  const auto architecture = architecture_named(arch);
  if (!architecture) return tl::unexpected(architecture.error());
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) return tl::unexpected(pattern.error());
  return explain(*pattern, {.architecture = *architecture});
}

}  // namespace smemlens
