// Where every layout can be tried: the solver is never below the optimum, its bound never above.

#include "tests/solve/small_world.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"

namespace smemlens {
namespace {

using testing::SmallWorld;
using testing::Words;

constexpr std::uint32_t kWords = 8;
constexpr std::uint32_t kBanks = 4;
constexpr SolveEffort kShort{.linear_steps = std::uint64_t{1} << 24U, .exchanges = 500};

// Every assignment of 8 words to 4 banks, but for the names of the banks.
std::vector<Words> all_assignments() {
  std::vector<Words> assignments;
  Words banks(kWords);
  const auto extend = [&](auto&& self, std::uint32_t word, std::uint32_t used) -> void {
    if (word == kWords) {
      assignments.push_back(banks);
      return;
    }
    for (std::uint32_t bank = 0; bank < std::min(used + 1, kBanks); ++bank) {
      banks[word] = bank;
      self(self, word + 1, std::max(used, bank + 1));
    }
  };
  extend(extend, 0, 0);
  return assignments;
}

struct Optimum {
  std::uint64_t any = std::numeric_limits<std::uint64_t>::max();  // with as many bytes as needed
  std::uint64_t compact = std::numeric_limits<std::uint64_t>::max();  // each bank has two words
};

Optimum optimum_of(std::span<const Words> lines, std::span<const Words> assignments) {
  Optimum optimum;
  for (const Words& banks : assignments) {
    const std::uint64_t wavefronts = testing::wavefronts_of(lines, banks, kBanks);
    optimum.any = std::min(optimum.any, wavefronts);
    bool is_compact = true;
    for (std::uint32_t bank = 0; bank < kBanks; ++bank)
      is_compact = is_compact && std::ranges::count(banks, bank) == kWords / kBanks;
    if (is_compact) optimum.compact = std::min(optimum.compact, wavefronts);
  }
  return optimum;
}

// The fewest wavefronts of all pairs of rows over GF(2).
std::uint64_t linear_optimum(std::span<const Words> lines) {
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (std::uint32_t a = 1; a < kWords; ++a) {
    for (std::uint32_t b = a + 1; b < kWords; ++b) {
      Words banks;
      for (std::uint32_t word = 0; word < kWords; ++word) {
        banks.push_back(((static_cast<std::uint32_t>(std::popcount(a & word)) & 1U) * 2) +
                        (static_cast<std::uint32_t>(std::popcount(b & word)) & 1U));
      }
      fewest = std::min(fewest, testing::wavefronts_of(lines, banks, kBanks));
    }
  }
  return fewest;
}

// Words whose bits are set in `mask`.
Words words_of(std::uint32_t mask) {
  Words words;
  for (; mask != 0; mask &= mask - 1)
    words.push_back(static_cast<std::uint32_t>(std::countr_zero(mask)));
  return words;
}

void expect_sound(const SmallWorld& world, std::span<const Words> lines,
                  std::span<const Words> assignments) {
  const Optimum optimum = optimum_of(lines, assignments);
  const LayoutProblem problem = world.problem({kWords}, lines);
  const Solution solution = solve(problem, kShort);
  ASSERT_LE(solution.bound.wavefronts, optimum.any);
  ASSERT_GE(solution.best().wavefronts, optimum.any);
  if (solution.is_optimal()) {
    ASSERT_EQ(solution.best().wavefronts, optimum.any);
  }
  for (const SolutionPoint& point : solution.pareto) {
    if (point.extra_bytes == 0) {
      ASSERT_GE(point.wavefronts, optimum.compact);
    }
  }
  const LinearSearchResult linear =
      search_linear(problem, constraints_of(problem),
                    {.at_least = 0,
                     .better_than = std::numeric_limits<std::uint64_t>::max(),
                     .max_steps = std::uint64_t{1} << 24U});
  if (!linear.map) return;  // nothing to separate
  ASSERT_TRUE(linear.is_complete);
  ASSERT_EQ(linear.wavefronts, linear_optimum(lines));
}

// All sets of three loads of three words each, and all of four, of eight words; the first one's
// words can be named so.
TEST(SmallWorld, EveryProblemOfThreeLoadsIsAnsweredSoundly) {
  const SmallWorld world(kBanks);
  const std::vector<Words> assignments = all_assignments();
  ASSERT_EQ(assignments.size(), 2795U);
  std::size_t tried = 0;
  for (const std::uint32_t first : {0b0111U, 0b1111U}) {
    std::vector<std::uint32_t> masks;
    for (std::uint32_t mask = 1; mask < 1U << kWords; ++mask)
      if (std::popcount(mask) == std::popcount(first)) masks.push_back(mask);
    for (std::size_t i = 0; i < masks.size(); ++i) {
      for (std::size_t j = i; j < masks.size(); ++j) {
        const std::vector<Words> lines = {words_of(first), words_of(masks[i]), words_of(masks[j])};
        SCOPED_TRACE(::testing::PrintToString(lines));
        expect_sound(world, lines, assignments);
        if (HasFatalFailure()) return;
        ++tried;
      }
    }
  }
  EXPECT_EQ(tried, (56U * 57 / 2) + (70 * 71 / 2));
}

// A weight multiplies all that is said.
TEST(SmallWorld, WeightsCount) {
  const SmallWorld world(kBanks);
  const std::vector<Words> lines = {
      {0, 1, 2, 3},
      {0, 4},
      {0, 5},
      {4, 5},
      {1, 4},
  };
  LayoutProblem problem = world.problem({2, 4}, lines);
  const Solution once = solve(problem, kShort);
  problem.accesses[0].weight = 1000;
  const Solution often = solve(problem, kShort);
  EXPECT_EQ(often.best().wavefronts, 1000 * once.best().wavefronts);
  EXPECT_EQ(often.bound.wavefronts, 1000 * once.bound.wavefronts);
}

}  // namespace
}  // namespace smemlens
