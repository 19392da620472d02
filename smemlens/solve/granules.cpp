#include "smemlens/solve/granules.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/phase_words.h"

namespace smemlens {

GranuleProblem granules_of(const LayoutProblem& problem, std::uint32_t granule_bytes) {
  const BankModel& model = problem.architecture->bank_model;
  const std::uint32_t words = granule_bytes / model.word_bytes;
  GranuleProblem result{
      .granule_bytes = granule_bytes,
      .granules = static_cast<std::uint32_t>(divided_up(problem.shape.bytes(), granule_bytes)),
      .slots = model.banks / words};
  for (const PhaseWords& phase : phase_words_of(problem)) {
    std::vector<std::vector<std::uint32_t>> places(words);
    for (const std::uint32_t word : phase.words) places[word % words].push_back(word / words);
    std::erase_if(places, [](const auto& list) { return list.size() < 2; });
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    result.phases.push_back({phase.weight, std::move(places)});
  }
  return result;
}

}  // namespace smemlens
