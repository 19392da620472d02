#include "smemlens/solve/linear_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/solve/granules.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_completion.h"
#include "smemlens/solve/sparse_map.h"

namespace smemlens {
namespace {

constexpr std::uint32_t kMaxSlots = 64;
// Phases of more than 24 dimensions would need 2^24 rows at the first step.
constexpr std::size_t kMaxDimensions = 20;

// Linearly independent vectors in reduced form: the leading bit of each is in no other.
class Basis {
 public:
  void add(std::uint32_t vector) {
    for (const std::uint32_t member : members_) vector = std::min(vector, vector ^ member);
    if (vector == 0) return;
    const std::uint32_t leading = std::bit_floor(vector);
    for (std::uint32_t& member : members_) {
      if ((member & leading) != 0) member ^= vector;
    }
    members_.push_back(vector);
    std::ranges::sort(members_);
  }

  std::size_t size() const { return members_.size(); }

  // Coordinates of a vector of the span: its bits at the leading places, ascending.
  std::uint32_t coordinates_of(std::uint32_t vector) const {
    std::uint32_t coordinates = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      const auto place = static_cast<std::uint32_t>(std::bit_width(members_[i]) - 1);
      coordinates |= ((vector >> place) & 1U) << i;
    }
    return coordinates;
  }

  // A functional on coordinates as one on vectors.
  std::uint32_t mask_of(std::uint32_t functional) const {
    std::uint32_t mask = 0;
    for (; functional != 0; functional &= functional - 1)
      mask |= std::bit_floor(members_[static_cast<std::size_t>(std::countr_zero(functional))]);
    return mask;
  }

 private:
  std::vector<std::uint32_t> members_;
};

// Costs don't change when all granules of a list are XORed with one number, so each list begins
// at 0; phases that are then equal become one.
std::vector<GranulePhase> translated(std::span<const GranulePhase> phases) {
  std::map<std::vector<std::vector<std::uint32_t>>, std::uint64_t> weights;
  for (const GranulePhase& phase : phases) {
    std::vector<std::vector<std::uint32_t>> places = phase.places;
    for (std::vector<std::uint32_t>& list : places) {
      const std::uint32_t first = list.front();
      for (std::uint32_t& granule : list) granule ^= first;
      std::ranges::sort(list);
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    weights[std::move(places)] += phase.weight;
  }
  std::vector<GranulePhase> merged;
  merged.reserve(weights.size());
  for (const auto& [places, weight] : weights) merged.push_back({weight, places});
  // The heaviest first: a bound that is too high shows early.
  std::ranges::sort(merged, [](const GranulePhase& a, const GranulePhase& b) {
    return std::tie(b.weight, a.places) < std::tie(a.weight, b.places);
  });
  return merged;
}

class Searcher {
 public:
  Searcher(std::vector<GranulePhase> phases, const Basis& basis, std::uint32_t rows,
           const LinearSearchLimits& limits)
      : phases_(std::move(phases)),
        dimensions_(static_cast<std::uint32_t>(basis.size())),
        row_count_(rows),
        limits_(limits),
        best_(limits.better_than),
        classes_(std::size_t{rows} + 1) {
    for (GranulePhase& phase : phases_) {
      for (std::vector<std::uint32_t>& list : phase.places) {
        for (std::uint32_t& granule : list) granule = basis.coordinates_of(granule);
        words_ += list.size();
      }
    }
    for (auto& classes : classes_) classes.resize(words_);
    rows_.resize(rows);
  }

  void run() { descend(0, 0, 0); }

  const std::vector<std::uint32_t>& best_rows() const { return best_rows_; }
  std::uint64_t best() const { return best_; }
  std::uint64_t steps() const { return steps_; }
  bool was_cut() const { return was_cut_; }

 private:
  struct Child {
    std::uint64_t bound = 0;
    std::uint64_t unevenness = 0;  // sum of the largest classes: less is more promising
    std::uint32_t row = 0;
  };

  bool is_done() const { return was_cut_ || best_ <= limits_.at_least; }

  // Every row that may come next, the most promising first; the last row is judged on the spot.
  std::vector<Child> children_at(std::uint32_t depth, std::uint32_t lowest_leading,
                                 std::uint32_t leading_bits) {
    std::vector<Child> children;
    const std::uint32_t highest_leading = dimensions_ - (row_count_ - depth);
    for (std::uint32_t leading = lowest_leading; leading <= highest_leading; ++leading) {
      const std::uint32_t free = ((std::uint32_t{1} << leading) - 1) & ~leading_bits;
      // Every subset of `free`, the empty one first.
      for (std::uint32_t subset = 0;; subset = (subset - free) & free) {
        const Child child = judged(depth, subset | (std::uint32_t{1} << leading));
        if (was_cut_) return {};
        if (child.bound < best_) take(depth, child, children);
        if (is_done() || subset == free) break;
      }
      if (is_done()) return {};
    }
    std::ranges::sort(children, [](const Child& a, const Child& b) {
      return std::tie(a.bound, a.unevenness, a.row) < std::tie(b.bound, b.unevenness, b.row);
    });
    return children;
  }

  void take(std::uint32_t depth, const Child& child, std::vector<Child>& children) {
    if (depth + 1 < row_count_) {
      children.push_back(child);
      return;
    }
    rows_[depth] = child.row;
    best_ = child.bound;
    best_rows_ = rows_;
  }

  void descend(std::uint32_t depth, std::uint32_t lowest_leading, std::uint32_t leading_bits) {
    if (depth == row_count_) return;
    for (const Child& child : children_at(depth, lowest_leading, leading_bits)) {
      if (child.bound >= best_) break;
      divide(depth, child.row);
      rows_[depth] = child.row;
      const std::uint32_t leading = std::bit_floor(child.row);
      descend(depth + 1, static_cast<std::uint32_t>(std::bit_width(leading)),
              leading_bits | leading);
      if (is_done()) return;
    }
  }

  static std::uint8_t divided(std::uint8_t old_class, std::uint32_t row, std::uint32_t granule) {
    const auto bit = static_cast<unsigned>(std::popcount(row & granule)) & 1U;
    return static_cast<std::uint8_t>((unsigned{old_class} << 1U) | bit);
  }

  // What the rows so far and `row` leave possible; exact if they are all rows.
  Child judged(std::uint32_t depth, std::uint32_t row) {
    Child child{.row = row};
    const std::vector<std::uint8_t>& classes = classes_[depth];
    const std::uint32_t halvings = row_count_ - depth - 1;
    std::size_t at = 0;
    for (const GranulePhase& phase : phases_) {
      std::uint32_t largest = 1;
      for (const std::vector<std::uint32_t>& list : phase.places) {
        std::array<std::uint8_t, kMaxSlots> counts{};
        std::uint8_t most = 0;
        for (const std::uint32_t granule : list)
          most = std::max(most, ++counts[divided(classes[at++], row, granule)]);
        largest = std::max<std::uint32_t>(largest, most);
      }
      child.bound += phase.weight * (((largest - 1) >> halvings) + 1);
      child.unevenness += phase.weight * largest;
      if (child.bound >= best_) break;
    }
    steps_ += at;
    was_cut_ = was_cut_ || steps_ > limits_.max_steps;
    return child;
  }

  void divide(std::uint32_t depth, std::uint32_t row) {
    std::size_t at = 0;
    for (const GranulePhase& phase : phases_) {
      for (const std::vector<std::uint32_t>& list : phase.places) {
        for (const std::uint32_t granule : list) {
          classes_[depth + 1][at] = divided(classes_[depth][at], row, granule);
          ++at;
        }
      }
    }
  }

  std::vector<GranulePhase> phases_;
  std::uint32_t dimensions_;
  std::uint32_t row_count_;
  LinearSearchLimits limits_;
  std::uint64_t best_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> best_rows_;
  std::vector<std::vector<std::uint8_t>> classes_;  // [rows chosen][word]: its bank so far
  std::size_t words_ = 0;
  std::uint64_t steps_ = 0;
  bool was_cut_ = false;
};

}  // namespace

std::uint32_t granule_bytes_of(const LayoutProblem& problem, const LayoutConstraints& constraints) {
  return std::max({constraints.chunk_elements * problem.shape.element_bytes,
                   problem.architecture->bank_model.word_bytes, problem.shape.element_bytes});
}

bool has_linear_layouts(const LayoutProblem& problem, const LayoutConstraints& constraints) {
  const BankModel& model = problem.architecture->bank_model;
  const auto counts_words = [&](const ElementRequest& request) {
    const WeightedAccess& access = problem.accesses[request.access];
    const AccessRules* rules = rules_of(model, access.operation, access.bytes);
    const Counting counting = rules->rules[0].counting;
    return counting == Counting::kDistinctWords || counting == Counting::kLanes;
  };
  const std::uint32_t granule = granule_bytes_of(problem, constraints);
  return constraints.has_aligned_numbers && std::has_single_bit(granule) &&
         granule < model.banks * model.word_bytes && problem.base_bytes % model.word_bytes == 0 &&
         std::ranges::all_of(problem.requests, counts_words);
}

LinearSearchResult search_linear(const LayoutProblem& problem, const LayoutConstraints& constraints,
                                 const LinearSearchLimits& limits) {
  LinearSearchResult result;
  const GranuleProblem granules = granules_of(problem, granule_bytes_of(problem, constraints));
  std::vector<GranulePhase> phases = translated(granules.phases);
  Basis basis;
  for (const GranulePhase& phase : phases) {
    for (const auto& list : phase.places)
      for (const std::uint32_t granule : list) basis.add(granule);
  }
  const auto slot_bits = static_cast<std::uint32_t>(std::countr_zero(granules.slots));
  const std::uint32_t granule_bits = index_bits_of(granules.granules);
  const auto rows = std::min(slot_bits, static_cast<std::uint32_t>(basis.size()));
  if (rows == 0 || granule_bits < slot_bits || basis.size() > kMaxDimensions) return result;

  Searcher searcher(phases, basis, rows, limits);
  searcher.run();
  result.steps = searcher.steps();
  result.is_complete = !searcher.was_cut();
  if (searcher.best_rows().empty()) return result;
  result.wavefronts = searcher.best();
  std::vector<std::uint32_t> masks;
  for (const std::uint32_t row : searcher.best_rows()) masks.push_back(basis.mask_of(row));
  const auto completed = [&](std::span<const std::uint32_t> bank_rows) {
    return completed_map({.phases = phases,
                          .bank_rows = bank_rows,
                          .slot_bits = slot_bits,
                          .granule_bits = granule_bits,
                          .element_bits = static_cast<std::uint32_t>(std::countr_zero(
                              granules.granule_bytes / problem.shape.element_bytes))});
  };
  result.map = completed(masks);
  // Of the maps that are as good, one that is short to write.
  const auto sparse = sparse_bank_rows({.phases = phases,
                                        .wavefronts = result.wavefronts,
                                        .slot_bits = slot_bits,
                                        .granule_bits = granule_bits,
                                        .max_steps = limits.max_steps / 16});
  if (!sparse) return result;
  LinearMap shorter = completed(*sparse);
  const auto operations = [&](const LinearMap& map) {
    return address_operations(map, problem.shape);
  };
  if (operations(shorter) < operations(*result.map)) result.map = std::move(shorter);
  return result;
}

}  // namespace smemlens
