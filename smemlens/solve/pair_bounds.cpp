#include "smemlens/solve/pair_bounds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/rounding.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/phase_words.h"

namespace smemlens {
namespace {

// More words than this are not searched for a clique.
constexpr std::size_t kMaxCliqueWords = 256;
constexpr std::size_t kMaxCliqueStarts = 4;

using Words = std::vector<std::uint32_t>;

// Only phases that could do with one wavefront prove anything, and only if words stay whole.
std::vector<const PhaseWords*> usable_phases(const LayoutProblem& problem,
                                             std::span<const PhaseWords> phases,
                                             std::span<const std::uint32_t> by_phase) {
  std::vector<const PhaseWords*> usable;
  const std::uint32_t word_bytes = problem.architecture->bank_model.word_bytes;
  if (problem.shape.element_bytes % word_bytes != 0 || problem.base_bytes % word_bytes != 0)
    return usable;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    if (by_phase[i] == 1 && phases[i].counting == Counting::kDistinctWords)
      usable.push_back(&phases[i]);
  }
  return usable;
}

// Rows, columns and wrapped diagonals of a square with as many rows as there are banks.
class Diagonals {
 public:
  Diagonals(std::span<const PhaseWords* const> phases, std::uint32_t banks) : banks_(banks) {
    for (const PhaseWords* phase : phases) weights_[phase->words] += phase->weight;
  }

  // Executions of the rarest line, if all three classes are there.
  std::optional<std::uint64_t> least_weight() const {
    const auto row = weight_of([](std::uint32_t line, std::uint32_t) { return line; },
                               [](std::uint32_t, std::uint32_t i) { return i; });
    const auto column = weight_of([](std::uint32_t, std::uint32_t i) { return i; },
                                  [](std::uint32_t line, std::uint32_t) { return line; });
    const auto falling = weight_of([](std::uint32_t, std::uint32_t i) { return i; },
                                   [&](std::uint32_t line, std::uint32_t i) { return line + i; });
    const auto rising =
        weight_of([](std::uint32_t, std::uint32_t i) { return i; },
                  [&](std::uint32_t line, std::uint32_t i) { return line + banks_ - i; });
    const std::optional<std::uint64_t> diagonal = falling ? falling : rising;
    if (!row || !column || !diagonal) return std::nullopt;
    return std::min({*row, *column, *diagonal});
  }

 private:
  template <typename RowOf, typename ColumnOf>
  std::optional<std::uint64_t> weight_of(RowOf row_of, ColumnOf column_of) const {
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::uint32_t line = 0; line < banks_; ++line) {
      Words words;
      for (std::uint32_t i = 0; i < banks_; ++i)
        words.push_back((row_of(line, i) * banks_) + (column_of(line, i) % banks_));
      std::ranges::sort(words);
      const auto found = weights_.find(words);
      if (found == weights_.end()) return std::nullopt;
      least = std::min(least, found->second);
    }
    return least;
  }

  std::map<Words, std::uint64_t> weights_;
  std::uint32_t banks_;
};

PairBound diagonal_bound(const LayoutProblem& problem, std::span<const PhaseWords* const> phases) {
  const BankModel& model = problem.architecture->bank_model;
  const bool is_square =
      problem.shape.bytes() == std::uint64_t{model.banks} * model.banks * model.word_bytes;
  if (!is_square || model.banks < 2) return {};
  const auto weight = Diagonals(phases, model.banks).least_weight();
  if (!weight) return {};
  const std::string size = std::to_string(model.banks);
  return {.extra_wavefronts = 2 * *weight,
          .is_of_diagonals = true,
          .because = "rows, columns and wrapped diagonals of a " + size + " x " + size +
                     " square can't all be free of conflicts: at least two lines take a second "
                     "wavefront"};
}

// Which words meet in some phase.
class CoAccess {
 public:
  explicit CoAccess(std::span<const PhaseWords* const> phases) {
    std::set<std::uint32_t> words;
    for (const PhaseWords* phase : phases) words.insert(phase->words.begin(), phase->words.end());
    words_.assign(words.begin(), words.end());
    if (words_.size() > kMaxCliqueWords) return;
    meets_.assign(words_.size(), std::vector<bool>(words_.size()));
    std::set<Words> seen;
    for (const PhaseWords* phase : phases) {
      if (!seen.insert(phase->words).second) continue;
      std::vector<std::size_t> indices;
      indices.reserve(phase->words.size());
      for (const std::uint32_t word : phase->words) indices.push_back(index_of(word));
      for (const std::size_t a : indices) {
        for (const std::size_t b : indices)
          if (a != b) meets_[a][b] = true;
      }
    }
  }

  // A large set of words that meet two by two: greedy, from several starts.
  Words large_clique() const {
    Words best;
    for (std::size_t start = 0; start < std::min(meets_.size(), kMaxCliqueStarts); ++start) {
      const Words clique = clique_from(start);
      if (clique.size() > best.size()) best = clique;
    }
    return best;
  }

 private:
  std::size_t index_of(std::uint32_t word) const {
    return static_cast<std::size_t>(std::lower_bound(words_.begin(), words_.end(), word) -
                                    words_.begin());
  }

  Words clique_from(std::size_t start) const {
    std::vector<std::size_t> clique = {start};
    std::vector<std::size_t> candidates;
    for (std::size_t i = 0; i < meets_.size(); ++i)
      if (meets_[start][i]) candidates.push_back(i);
    while (!candidates.empty()) {
      const auto friends = [&](std::size_t i) {
        return std::ranges::count_if(candidates, [&](std::size_t j) { return meets_[i][j]; });
      };
      const std::size_t chosen = *std::ranges::max_element(candidates, {}, friends);
      clique.push_back(chosen);
      std::erase_if(candidates, [&](std::size_t i) { return !meets_[chosen][i]; });
    }
    Words words;
    for (const std::size_t i : clique) words.push_back(words_[i]);
    std::ranges::sort(words);
    return words;
  }

  Words words_;
  std::vector<std::vector<bool>> meets_;
};

// Pairs of `words` words that share a bank in the evenest of all distributions.
std::uint64_t least_pairs(std::uint64_t words, std::uint64_t banks) {
  const std::uint64_t each = words / banks;
  const std::uint64_t longer = words % banks;
  return (longer * (each + 1) * each / 2) + ((banks - longer) * each * (each - 1) / 2);
}

// A phase with m words of the clique that takes p wavefronts holds at most m (p - 1) / 2 pairs in
// one bank, so each pair costs at least 2 / m of an execution.
PairBound clique_bound(const LayoutProblem& problem, std::span<const PhaseWords* const> phases) {
  const std::uint32_t banks = problem.architecture->bank_model.banks;
  const Words clique = CoAccess(phases).large_clique();
  if (clique.size() <= banks) return {};
  const std::uint64_t pairs = least_pairs(clique.size(), banks);
  std::uint64_t extra = std::numeric_limits<std::uint64_t>::max();
  for (const PhaseWords* phase : phases) {
    const auto members =
        static_cast<std::uint64_t>(std::ranges::count_if(phase->words, [&](std::uint32_t word) {
          return std::binary_search(clique.begin(), clique.end(), word);
        }));
    if (members >= 2) extra = std::min(extra, divided_up(2 * pairs * phase->weight, members));
  }
  return {.extra_wavefronts = extra,
          .because = std::to_string(clique.size()) +
                     " words are asked for together two by two, and there are " +
                     std::to_string(banks) + " banks: at least " + std::to_string(pairs) +
                     " pairs share a bank"};
}

}  // namespace

PairBound pair_bound_of(const LayoutProblem& problem, std::span<const PhaseWords> phases,
                        std::span<const std::uint32_t> by_phase) {
  const std::vector<const PhaseWords*> usable = usable_phases(problem, phases, by_phase);
  const PairBound diagonals = diagonal_bound(problem, usable);
  const PairBound clique = clique_bound(problem, usable);
  return clique.extra_wavefronts > diagonals.extra_wavefronts ? clique : diagonals;
}

}  // namespace smemlens
