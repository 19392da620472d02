#include "smemlens/solve/bounds.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/base/rounding.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pair_bounds.h"
#include "smemlens/solve/phase_words.h"

namespace smemlens {
namespace {

// Bytes that one wavefront delivers at most.
std::uint32_t capacity_of(const BankModel& model, Counting counting) {
  const std::uint32_t bytes = model.banks * model.word_bytes;
  return counting == Counting::kDistinctWordPairs ? 2 * bytes : bytes;
}

bool broadcasts_one_word(Counting counting) {
  return counting == Counting::kBroadcastFirst || counting == Counting::kBroadcastMostWanted ||
         counting == Counting::kBroadcastLeastWanted;
}

// By bytes, wherever they lie.
std::uint32_t counting_bound(const BankModel& model, const PhaseWords& phase) {
  if (broadcasts_one_word(phase.counting)) return 1;
  return std::max(1U, divided_up(phase.bytes, capacity_of(model, phase.counting)));
}

// Lanes that take turns: each occupies its banks alone.
std::uint32_t turns_bound(const BankModel& model, const PhaseWords& phase) {
  if (phase.counting != Counting::kLanes) return 1;
  const auto words = static_cast<std::uint32_t>(phase.words.size());
  return std::max(phase.most_sharers, divided_up(words, model.banks));
}

// Words of vectors of `words` words: those at one place in their vector share banks / words.
std::uint32_t aligned_bound(const BankModel& model, const PhaseWords& phase,
                            const WordWidths& log2_widths, std::uint32_t words) {
  std::array<std::uint32_t, 4> at_place{};
  for (const std::uint32_t word : phase.words) {
    const auto found = log2_widths.find(word);
    const bool is_held =
        found != log2_widths.end() && std::uint32_t{1} << found->second >= words * model.word_bytes;
    if (is_held) ++at_place[word % words];
  }
  return divided_up(*std::ranges::max_element(at_place), model.banks / words);
}

std::uint32_t aligned_bound(const BankModel& model, const PhaseWords& phase,
                            const WordWidths& log2_widths) {
  const bool counts_words =
      phase.counting == Counting::kDistinctWords || phase.counting == Counting::kLanes;
  if (!counts_words || log2_widths.empty()) return 1;
  std::uint32_t bound = 1;
  for (const std::uint32_t words : {2U, 4U}) {
    if (words * model.word_bytes <= 16)
      bound = std::max(bound, aligned_bound(model, phase, log2_widths, words));
  }
  return bound;
}

// The phase that a sentence about a bound shows: the one with the highest bound of that kind.
struct Witness {
  std::uint32_t bound = 0;
  const PhaseWords* phase = nullptr;
};

class BoundFinder {
 public:
  explicit BoundFinder(const LayoutProblem& problem)
      : problem_(problem),
        model_(problem.architecture->bank_model),
        phases_(phase_words_of(problem)),
        log2_widths_(log2_widths_of_words(problem)) {}

  LowerBound find(bool with_pairs) {
    LowerBound bound;
    bound.by_request.resize(problem_.requests.size());
    std::uint64_t with_turns = 0;
    std::vector<std::uint32_t> by_phase;
    for (const PhaseWords& phase : phases_) {
      const std::uint32_t counting = counting_bound(model_, phase);
      const std::uint32_t turns = std::max(counting, turns_bound(model_, phase));
      // Words are those of the declared layout: it must begin on one.
      const bool begins_on_word = problem_.base_bytes % model_.word_bytes == 0;
      const std::uint32_t aligned =
          begins_on_word ? std::max(turns, aligned_bound(model_, phase, log2_widths_)) : turns;
      bound.counting += phase.weight * counting;
      with_turns += phase.weight * turns;
      bound.aligned += phase.weight * aligned;
      bound.by_request[phase.request] += aligned;
      by_phase.push_back(aligned);
      note(counting_, counting, phase);
      if (turns > counting) note(turns_, turns, phase);
      if (aligned > turns) note(aligned_, aligned, phase);
    }
    bound.wavefronts = bound.aligned;
    bound.kind = BoundKind::kCounting;
    if (with_turns > bound.counting) bound.kind = BoundKind::kTurns;
    if (bound.aligned > with_turns) bound.kind = BoundKind::kAligned;
    bound.because = because(bound);
    if (with_pairs) add_pairs(bound, by_phase);
    return bound;
  }

 private:
  static void note(Witness& witness, std::uint32_t bound, const PhaseWords& phase) {
    if (bound > witness.bound) witness = {bound, &phase};
  }

  void add_pairs(LowerBound& bound, std::span<const std::uint32_t> by_phase) const {
    const PairBound pairs = pair_bound_of(problem_, phases_, by_phase);
    if (pairs.extra_wavefronts == 0) return;
    bound.wavefronts += pairs.extra_wavefronts;
    bound.kind = pairs.is_of_diagonals ? BoundKind::kDiagonals : BoundKind::kPairs;
    bound.because = pairs.because + "; without that, " + bound.because;
  }

  std::string name_of_access(const Witness& witness) const {
    return problem_.accesses[problem_.requests[witness.phase->request].access].name;
  }

  std::string because(const LowerBound& bound) const {
    if (counting_.phase == nullptr) return "there is no request";
    if (bound.kind == BoundKind::kAligned) return because_aligned();
    if (bound.kind == BoundKind::kTurns) {
      return "lanes of " + name_of_access(turns_) +
             " take turns: " + counted(turns_.phase->most_sharers, "lane") +
             " at one address, and a bank serves one lane a wavefront";
    }
    const std::uint32_t capacity = capacity_of(model_, counting_.phase->counting);
    const std::string served =
        "one wavefront delivers at most " + std::to_string(capacity) + " bytes";
    if (counting_.bound > 1) {
      return "a phase of " + name_of_access(counting_) + " touches " +
             std::to_string(counting_.phase->bytes) + " bytes, and " + served;
    }
    return "each phase takes at least one wavefront, which delivers at most " +
           std::to_string(capacity) + " bytes";
  }

  std::string because_aligned() const {
    const PhaseWords& phase = *aligned_.phase;
    std::uint32_t words = 4;
    while (aligned_bound(model_, phase, log2_widths_, words) < aligned_.bound) words /= 2;
    std::array<std::uint32_t, 4> at_place{};
    for (const std::uint32_t word : phase.words) ++at_place[word % words];
    const std::uint32_t most = *std::ranges::max_element(at_place);
    return "while vectors of " + std::to_string(words * model_.word_bytes) +
           " bytes stay whole, the words at one place in them share " +
           std::to_string(model_.banks / words) + " banks, and a phase of " +
           name_of_access(aligned_) + " needs " + std::to_string(most) + " of those";
  }

  const LayoutProblem& problem_;
  const BankModel& model_;
  std::vector<PhaseWords> phases_;
  WordWidths log2_widths_;
  Witness counting_;
  Witness turns_;
  Witness aligned_;
};

}  // namespace

LowerBound lower_bound_of(const LayoutProblem& problem) {
  return BoundFinder(problem).find(true);
}

LowerBound phase_bound_of(const LayoutProblem& problem) {
  return BoundFinder(problem).find(false);
}

}  // namespace smemlens
