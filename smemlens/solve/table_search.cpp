#include "smemlens/solve/table_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "smemlens/base/split_mix.h"
#include "smemlens/solve/granules.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"

namespace smemlens {
namespace {

class Random {
 public:
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(numbers_.next() % limit);
  }
  double unit() { return static_cast<double>(numbers_.next() >> 11U) * 0x1p-53; }

 private:
  SplitMix numbers_{1};
};

// One list of granules that are asked for together, and how many of them each slot has.
struct Line {
  std::size_t phase = 0;
  std::vector<std::uint32_t> slot_counts;
  std::uint32_t largest = 0;
  std::uint64_t pairs = 0;  // of granules in one slot
};

class Annealer {
 public:
  explicit Annealer(const GranuleProblem& problem) : problem_(problem) {
    places_.resize(problem.granules);
    std::iota(places_.begin(), places_.end(), 0U);
    lines_of_.resize(problem.granules);
    for (std::size_t phase = 0; phase < problem.phases.size(); ++phase) {
      first_line_.push_back(lines_.size());
      for (const std::vector<std::uint32_t>& list : problem.phases[phase].places) {
        for (const std::uint32_t granule : list)
          lines_of_[granule].push_back(static_cast<std::uint32_t>(lines_.size()));
        lines_.push_back({phase, std::vector<std::uint32_t>(problem.slots)});
      }
    }
    first_line_.push_back(lines_.size());
    last_seen_.resize(problem.phases.size());
    for (std::uint32_t granule = 0; granule < problem.granules; ++granule) add(granule);
    for (std::size_t phase = 0; phase < problem.phases.size(); ++phase)
      wavefronts_ += wavefronts_of(phase);
  }

  void run(const TableSearchLimits& limits) {
    // Hot enough to take a wavefront more at first, cold enough to take none at the end.
    constexpr double kHot = 1.0;
    constexpr double kCold = 0.05;
    best_ = limits.better_than;
    const double steps = static_cast<double>(std::max<std::uint64_t>(limits.max_exchanges, 1));
    for (; exchanges_ < limits.max_exchanges && best_ > limits.at_least; ++exchanges_) {
      if (steps_ > limits.max_steps) break;
      const double progress = static_cast<double>(exchanges_) / steps;
      exchange_at(kHot * std::pow(kCold / kHot, progress));
      if (wavefronts_ < best_) {
        best_ = wavefronts_;
        best_places_ = places_;
      }
    }
  }

  const std::vector<std::uint32_t>& best_places() const { return best_places_; }
  std::uint64_t exchanges() const { return exchanges_; }

 private:
  std::uint32_t slot_of(std::uint32_t granule) const { return places_[granule] % problem_.slots; }

  void add(std::uint32_t granule) {
    for (const std::uint32_t index : lines_of_[granule]) {
      Line& line = lines_[index];
      std::uint32_t& count = line.slot_counts[slot_of(granule)];
      line.pairs += count++;
      line.largest = std::max(line.largest, count);
    }
  }

  void remove(std::uint32_t granule) {
    for (const std::uint32_t index : lines_of_[granule]) {
      Line& line = lines_[index];
      std::uint32_t& count = line.slot_counts[slot_of(granule)];
      if (count-- == line.largest) line.largest = *std::ranges::max_element(line.slot_counts);
      line.pairs -= count;
    }
  }

  std::uint64_t wavefronts_of(std::size_t phase) const {
    std::uint32_t largest = 1;
    for (std::size_t i = first_line_[phase]; i < first_line_[phase + 1]; ++i)
      largest = std::max(largest, lines_[i].largest);
    return problem_.phases[phase].weight * largest;
  }

  struct Energy {
    std::uint64_t wavefronts = 0;
    std::uint64_t pairs = 0;
    // A pair counts little beside a wavefront, but leads the way across plateaus.
    double value() const {
      return static_cast<double>(wavefronts) + (static_cast<double>(pairs) / 16.0);
    }
  };

  // Of all phases that ask for either granule.
  Energy energy_around(std::uint32_t a, std::uint32_t b) {
    ++now_;
    Energy energy;
    for (const std::uint32_t granule : {a, b}) {
      for (const std::uint32_t index : lines_of_[granule]) {
        const Line& line = lines_[index];
        energy.pairs += line.pairs * problem_.phases[line.phase].weight;
        if (std::exchange(last_seen_[line.phase], now_) != now_)
          energy.wavefronts += wavefronts_of(line.phase);
      }
      steps_ += lines_of_[granule].size();
    }
    return energy;
  }

  void exchange(std::uint32_t a, std::uint32_t b) {
    remove(a);
    remove(b);
    std::swap(places_[a], places_[b]);
    add(a);
    add(b);
  }

  void exchange_at(double temperature) {
    const std::uint32_t a = random_.below(problem_.granules);
    const std::uint32_t b = random_.below(problem_.granules);
    if (slot_of(a) == slot_of(b)) return;
    const Energy before = energy_around(a, b);
    exchange(a, b);
    const Energy after = energy_around(a, b);
    const double rise = after.value() - before.value();
    if (rise > 0 && random_.unit() >= std::exp(-rise / temperature)) {
      exchange(a, b);
    } else {
      wavefronts_ = wavefronts_ - before.wavefronts + after.wavefronts;
    }
  }

  const GranuleProblem& problem_;
  std::vector<std::uint32_t> places_;  // of each granule
  std::vector<Line> lines_;
  std::vector<std::size_t> first_line_;               // of each phase
  std::vector<std::vector<std::uint32_t>> lines_of_;  // of each granule
  std::vector<std::uint64_t> last_seen_;              // of each phase: when energy_around met it
  std::uint64_t now_ = 0;
  std::uint64_t steps_ = 0;
  Random random_;
  std::uint64_t wavefronts_ = 0;
  std::uint64_t best_ = 0;
  std::vector<std::uint32_t> best_places_;
  std::uint64_t exchanges_ = 0;
};

}  // namespace

TableSearchResult search_table(const LayoutProblem& problem, const LayoutConstraints& constraints,
                               const TableSearchLimits& limits) {
  TableSearchResult result;
  const GranuleProblem granules = granules_of(problem, granule_bytes_of(problem, constraints));
  const std::uint32_t unit = granules.granule_bytes / problem.shape.element_bytes;
  // The last granule must be whole: another may take its place.
  const bool is_whole = problem.shape.elements() % unit == 0;
  if (!is_whole || granules.granules < 2 || granules.granules > limits.max_granules) return result;
  Annealer annealer(granules);
  annealer.run(limits);
  result.exchanges = annealer.exchanges();
  if (annealer.best_places().empty()) return result;
  PlaceTable table;
  for (const std::uint32_t place : annealer.best_places()) {
    for (std::uint32_t i = 0; i < unit; ++i) table.places.push_back((place * unit) + i);
  }
  result.table = std::move(table);
  return result;
}

}  // namespace smemlens
