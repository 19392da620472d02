#include "smemlens/report/figures/solution_words.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/model/architecture.h"
#include "smemlens/model/residency.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/pareto_plot.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/scenario.h"
#include "smemlens/report/translation.h"
#include "smemlens/solve/families.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens::figures {
namespace {

// "3.1" of 31 and 1000, rounded.
std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t tenths = ((part * 1000) + (whole / 2)) / whole;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string passes_of(const SolutionPoint& point, Language language) {
  return counted(point.wavefronts, kPassNoun, language);
}

// What the pattern's arrays take together.
std::uint64_t shared_bytes_of(const Pattern& pattern) {
  const SharedArray& last = pattern.arrays.back();
  return std::uint64_t{last.offset_bytes} + last.bytes;
}

}  // namespace

std::string statement_of(const Solution& solution, Language language) {
  constexpr std::string_view kBetween = "; ";
  std::string text;
  std::string_view rest = solution.statement;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(kBetween), rest.size());
    if (!text.empty()) text += kBetween;
    text += translated(rest.substr(0, end), language);
    rest.remove_prefix(std::min(end + kBetween.size(), rest.size()));
  }
  return text;
}

std::string change_of(const SolvedScenario& solved, const SolutionPoint& point, Language language) {
  return translated(described(point, solved.found.problem.shape), language);
}

ParetoPlot pareto_of(const LayoutProblem& problem, const Solution& solution, std::size_t chosen,
                     const Vocabulary& vocabulary) {
  const Language language = vocabulary.language;
  ParetoPlot plot{.bound = solution.bound.wavefronts, .wavefronts = vocabulary.axis, .points = {}};
  const auto add = [&](const SolutionPoint& point, bool is_chosen) {
    const std::string price =
        text_of(TextId::kParetoPrice, language,
                {
                    {"wavefronts", counted(point.wavefronts,         vocabulary.count, language)},
                    {"bytes",      counted(point.extra_bytes,        kByteNoun,        language)},
                    {"operations", counted(point.address_operations, kOperationNoun,   language)}
    });
    plot.points.push_back({.wavefronts = point.wavefronts,
                           .extra_bytes = point.extra_bytes,
                           .operations = point.address_operations,
                           .layout = translated(described(point, problem.shape), language),
                           .price = price,
                           .is_chosen = is_chosen});
  };
  for (std::size_t i = 0; i < solution.pareto.size(); ++i) add(solution.pareto[i], i == chosen);
  if (std::ranges::find(solution.pareto, solution.naive) == solution.pareto.end())
    add(solution.naive, false);
  std::ranges::sort(plot.points, [](const ParetoPoint& a, const ParetoPoint& b) {
    return std::pair(b.wavefronts, a.extra_bytes) < std::pair(a.wavefronts, b.extra_bytes);
  });
  return plot;
}

std::string price_of(const SolvedScenario& solved, const SolutionPoint& point, Language language) {
  if (point.extra_bytes == 0 && point.address_operations == 0)
    return std::string(text_of(TextId::kFixLayoutFree, language));
  return text_of(
      TextId::kFixLayoutPrice, language,
      {
          {"bytes", std::to_string(point.extra_bytes)},
          {"percent", percent_text(point.extra_bytes, solved.found.problem.shape.bytes())},
          {"operations", std::to_string(point.address_operations)}
  });
}

std::string blocks_of(const SolvedScenario& solved, const SolutionPoint& point, Language language) {
  const Architecture& architecture = *solved.explanation.architecture;
  const std::optional<Residency> residency = residency_of(architecture);
  if (!residency)
    return text_of(TextId::kFixBlocksUnknown, language,
                   {
                       {"arch", std::string(architecture.name)}
    });
  const std::uint64_t before = shared_bytes_of(solved.explanation.pattern);
  const std::uint64_t after = before + point.extra_bytes;
  const std::string kib = std::to_string(residency->shared_bytes / 1024);
  const std::string blocks = std::to_string(residency->blocks_of(before));
  if (residency->blocks_of(after) == residency->blocks_of(before))
    return text_of(TextId::kFixBlocksSame, language,
                   {
                       {"kib",    kib   },
                       {"blocks", blocks}
    });
  return text_of(TextId::kFixBlocks, language,
                 {
                     {"kib",    kib                                        },
                     {"before", blocks                                     },
                     {"after",  std::to_string(residency->blocks_of(after))}
  });
}

std::string condition_of(const SolvedScenario& solved, const SolutionPoint& point,
                         Language language) {
  const LayoutProblem& problem = solved.found.problem;
  const bool is_tile = !problem.element_type.empty();
  if (point.family != LayoutFamily::kAxisOrder || problem.accesses.size() > 1 || !is_tile)
    return {};
  return std::string(text_of(TextId::kFixRowsToo, language));
}

std::string refused_of(const SolvedScenario& solved, Language language) {
  const LayoutProblem& problem = solved.found.problem;
  const LayoutConstraints constraints = constraints_of(problem);
  const std::uint32_t pads = misaligned_row_pads(setting_of(problem, constraints));
  if (pads == 0) return {};
  const std::uint32_t columns = problem.shape.columns();
  std::string rows = std::to_string(columns + 1);
  if (pads > 1) rows += "–" + std::to_string(columns + pads);
  return text_of(TextId::kFixMisaligned, language,
                 {
                     {"rows",  rows                                    },
                     {"bytes", std::to_string(constraints.widest_bytes)}
  });
}

std::string words_of(const SolvedScenario& solved, const SolutionPoint& point, Language language) {
  return text_of(TextId::kFixWords, language,
                 {
                     {"before",  passes_of(solved.solution.naive, language)    },
                     {"after",   passes_of(point,                 language)    },
                     {"pattern", code_text(solved.found.problem,  point.layout)}
  }) +
         " " + sentence(price_of(solved, point, language), language) + " " +
         sentence(blocks_of(solved, point, language), language);
}

}  // namespace smemlens::figures
