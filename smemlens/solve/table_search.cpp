#include "smemlens/solve/table_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "smemlens/base/split_mix.h"
#include "smemlens/solve/granules.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

class Random {
 public:
  explicit Random(std::uint64_t seed) : numbers_{seed} {}
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(numbers_.next() % limit);
  }
  double unit() { return static_cast<double>(numbers_.next() >> 11U) * 0x1p-53; }

 private:
  SplitMix numbers_;
};

// One list of granules that are asked for together, and how many of them each slot has.
struct Line {
  std::size_t phase = 0;
  std::vector<std::uint32_t> slot_counts;
  std::uint32_t largest = 0;
  std::uint64_t pairs = 0;      // of granules in one slot
  std::uint64_t last_seen = 0;  // when energy_around met it
};

// What changes places: granules that move together. A unit may change places with those of its
// class, element by element; all have as many granules, and classes as many units.
struct Moves {
  std::vector<std::vector<std::uint32_t>> units;  // class after class
  std::uint32_t class_size = 0;                   // units
};

// How an exchange is judged, and how much worse it may be, at first and in the end.
struct Cooling {
  double wavefront = 1;
  double pair = 1.0 / 16;  // little beside a wavefront, but it leads the way across plateaus
  double hot = 1;          // takes a wavefront more
  double cold = 0.05;      // takes none
};

class Annealer {
 public:
  Annealer(const GranuleProblem& problem, const Moves& moves, const Cooling& cooling,
           std::uint64_t seed)
      : problem_(problem), moves_(moves), cooling_(cooling), random_(seed) {
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
    best_ = limits.better_than;
    const double steps = static_cast<double>(std::max<std::uint64_t>(limits.max_exchanges, 1));
    for (; exchanges_ < limits.max_exchanges && best_ > limits.at_least; ++exchanges_) {
      if (steps_ > limits.max_steps) break;
      const double progress = static_cast<double>(exchanges_) / steps;
      exchange_at(cooling_.hot * std::pow(cooling_.cold / cooling_.hot, progress));
      if (wavefronts_ < best_) {
        best_ = wavefronts_;
        best_places_ = places_;
      }
    }
  }

  const std::vector<std::uint32_t>& best_places() const { return best_places_; }
  std::uint64_t best() const { return best_; }  // wavefronts
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
  };

  double value_of(const Energy& energy) const {
    return (cooling_.wavefront * static_cast<double>(energy.wavefronts)) +
           (cooling_.pair * static_cast<double>(energy.pairs));
  }

  // Of all phases that ask for a granule of either unit.
  Energy energy_around(std::uint32_t a, std::uint32_t b) {
    ++now_;
    Energy energy;
    for (const std::uint32_t unit : {a, b})
      for (const std::uint32_t granule : moves_.units[unit]) add_energy(energy, granule);
    return energy;
  }

  void add_energy(Energy& energy, std::uint32_t granule) {
    for (const std::uint32_t index : lines_of_[granule]) {
      Line& line = lines_[index];
      if (std::exchange(line.last_seen, now_) == now_) continue;
      energy.pairs += line.pairs * problem_.phases[line.phase].weight;
      if (std::exchange(last_seen_[line.phase], now_) != now_)
        energy.wavefronts += wavefronts_of(line.phase);
    }
    steps_ += lines_of_[granule].size();
  }

  void exchange(std::uint32_t a, std::uint32_t b) {
    const std::vector<std::uint32_t>& first = moves_.units[a];
    const std::vector<std::uint32_t>& second = moves_.units[b];
    for (std::size_t i = 0; i < first.size(); ++i) {
      remove(first[i]);
      remove(second[i]);
      std::swap(places_[first[i]], places_[second[i]]);
      add(first[i]);
      add(second[i]);
    }
  }

  void exchange_at(double temperature) {
    const std::uint32_t a = random_.below(static_cast<std::uint32_t>(moves_.units.size()));
    const std::uint32_t b =
        (a / moves_.class_size * moves_.class_size) + random_.below(moves_.class_size);
    if (slot_of(moves_.units[a].front()) == slot_of(moves_.units[b].front())) return;
    const Energy before = energy_around(a, b);
    exchange(a, b);
    const Energy after = energy_around(a, b);
    const double rise = value_of(after) - value_of(before);
    if (rise > 0 && random_.unit() >= std::exp(-rise / temperature)) {
      exchange(a, b);
    } else {
      wavefronts_ = wavefronts_ - before.wavefronts + after.wavefronts;
    }
  }

  const GranuleProblem& problem_;
  const Moves& moves_;
  Cooling cooling_;
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

// Each granule by itself.
Moves single_moves(const GranuleProblem& problem) {
  Moves moves{.units = {}, .class_size = problem.granules};
  for (std::uint32_t granule = 0; granule < problem.granules; ++granule)
    moves.units.push_back({granule});
  return moves;
}

// The rows of a TurnTable: an entry moves a diagonal's granules of all rows of one parity.
struct TurnRows {
  std::uint32_t rows = 0;
  std::uint32_t chunks = 0;  // granules of a row
  std::int32_t step = -1;

  std::uint32_t mask() const { return chunks - 1; }
  std::uint32_t along(std::uint32_t row) const { return row * static_cast<std::uint32_t>(step); }
};

Moves turn_moves(const TurnRows& turn) {
  Moves moves{.units = {}, .class_size = turn.chunks};
  for (std::uint32_t parity = 0; parity < 2; ++parity) {
    for (std::uint32_t entry = 0; entry < turn.chunks; ++entry) {
      std::vector<std::uint32_t> unit;
      for (std::uint32_t row = parity; row < turn.rows; row += 2)
        unit.push_back((row * turn.chunks) + ((entry - turn.along(row)) & turn.mask()));
      moves.units.push_back(std::move(unit));
    }
  }
  return moves;
}

// What the annealer found, read off the rows 0 and 1.
TurnTable turn_table(const TurnRows& turn, std::uint32_t unit, const Moves& moves,
                     std::span<const std::uint32_t> places) {
  TurnTable table{.step = turn.step, .chunk = unit, .turns = {}};
  for (std::uint32_t i = 0; i < moves.units.size(); ++i) {
    const std::uint32_t place = places[moves.units[i].front()] % turn.chunks;
    table.turns.push_back((place + turn.along(i / turn.chunks)) & turn.mask());
  }
  return table;
}

class TableSearch {
 public:
  TableSearch(const GranuleProblem& granules, const TileShape& shape,
              const TableSearchLimits& limits)
      : granules_(granules),
        shape_(shape),
        limits_(limits),
        unit_(granules.granule_bytes / shape.element_bytes) {}

  TableSearchResult run() {
    const std::uint32_t chunks = shape_.columns() / unit_;
    const bool has_rows = shape_.columns() % unit_ == 0 && std::has_single_bit(chunks) &&
                          chunks > 1 && granules_.granules >= 2 * chunks;
    for (std::uint64_t seed = 1; has_rows && seed <= limits_.turn_tries; ++seed)
      for (const std::int32_t step : {-1, 1})
        try_turns({granules_.granules / chunks, chunks, step}, seed);
    try_any();
    return std::move(result_);
  }

 private:
  // Places of granules, if they are better than what is known.
  std::vector<std::uint32_t> places_by(const Moves& moves, const Cooling& cooling,
                                       std::uint64_t seed) {
    Annealer annealer(granules_, moves, cooling, seed);
    if (limits_.better_than > limits_.at_least) annealer.run(limits_);
    result_.exchanges += annealer.exchanges();
    if (!annealer.best_places().empty()) limits_.better_than = annealer.best();
    return annealer.best_places();
  }

  // An entry of the table decides a granule in every other row, and lines take a second wavefront
  // all at once: so pairs alone tell whether it gets better.
  void try_turns(const TurnRows& turn, std::uint64_t seed) {
    const Moves moves = turn_moves(turn);
    const Cooling cooling{.wavefront = 0,
                          .pair = 1.0 / static_cast<double>(moves.units.front().size()),
                          .hot = 0.4,
                          .cold = 0.2};
    const std::vector<std::uint32_t> places = places_by(moves, cooling, seed);
    if (!places.empty()) result_.layout = turn_table(turn, unit_, moves, places);
  }

  void try_any() {
    const std::vector<std::uint32_t> places = places_by(single_moves(granules_), {}, 1);
    if (places.empty()) return;
    PlaceTable table;
    for (const std::uint32_t place : places)
      for (std::uint32_t i = 0; i < unit_; ++i) table.places.push_back((place * unit_) + i);
    result_.layout = std::move(table);
  }

  const GranuleProblem& granules_;
  const TileShape& shape_;
  TableSearchLimits limits_;
  std::uint32_t unit_;  // elements of a granule
  TableSearchResult result_;
};

}  // namespace

TableSearchResult search_table(const LayoutProblem& problem, const LayoutConstraints& constraints,
                               const TableSearchLimits& limits) {
  const GranuleProblem granules = granules_of(problem, granule_bytes_of(problem, constraints));
  const std::uint32_t unit = granules.granule_bytes / problem.shape.element_bytes;
  // The last granule must be whole: another may take its place.
  const bool is_whole = problem.shape.elements() % unit == 0;
  if (!is_whole || granules.granules < 2 || granules.granules > limits.max_granules) return {};
  return TableSearch(granules, problem.shape, limits).run();
}

}  // namespace smemlens
