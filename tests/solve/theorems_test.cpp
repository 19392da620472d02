// The theorems behind the solver (docs/fix.md), on machines small enough to see all of it, and on
// 32 banks.

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <variant>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/solve/bounds.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_cost.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/linear_search.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "tests/solve/small_world.h"

namespace smemlens {
namespace {

using testing::SmallWorld;
using testing::Words;

constexpr std::uint64_t kAnything = std::numeric_limits<std::uint64_t>::max();

LinearSearchResult all_linear(const LayoutProblem& problem) {
  return search_linear(
      problem, constraints_of(problem),
      {.at_least = 0, .better_than = kAnything, .max_steps = std::uint64_t{1} << 32U});
}

// Two views of at most log2(banks) dimensions always have a linear layout that is free of conflicts
// for both, without a byte more.
TEST(Theorems, TwoViewsSuffice) {
  struct World {
    std::uint32_t banks;
    std::uint32_t bits;
  };
  for (const World& w : {
           World{4, 4},
           World{4, 5},
           World{8, 5}
  }) {
    const SmallWorld world(w.banks);
    const auto dimension = static_cast<std::uint32_t>(std::countr_zero(w.banks));
    const std::vector<Words> views = testing::subspaces(w.bits, dimension);
    for (const Words& p : views) {
      for (const Words& q : views) {
        const std::vector<Words> lines = {p, q};
        const LinearSearchResult result = all_linear(world.problem({1U << w.bits}, lines));
        ASSERT_TRUE(result.map.has_value());
        ASSERT_EQ(result.wavefronts, 2U) << ::testing::PrintToString(lines);
      }
    }
  }
}

// Three views need not have one: with 2 banks rows, columns and diagonals of a 2 x 2 tile. All n +
// 1 directions of a plane never have one, for no layout at all; all but one have.
TEST(Theorems, ThreeViewsMayNot) {
  for (const std::uint32_t n : {2U, 4U, 8U}) {
    SCOPED_TRACE(n);
    const SmallWorld world(n);
    const std::vector<Words> all = testing::plane_lines(n, n - 1);
    const LowerBound bound = lower_bound_of(world.problem({n, n}, all));
    // Of a 2 x 2 tile the diagonals are wrapped ones too.
    EXPECT_EQ(bound.kind, n == 2 ? BoundKind::kDiagonals : BoundKind::kPairs);
    EXPECT_GT(bound.wavefronts, all.size());
    EXPECT_LE(bound.wavefronts, solve(world.problem({n, n}, all)).best().wavefronts);
    if (n == 2) continue;
    const std::vector<Words> but_one = testing::plane_lines(n, n - 2);
    const Solution solution = solve(world.problem({n, n}, but_one));
    EXPECT_EQ(solution.best().wavefronts, but_one.size());
    EXPECT_TRUE(solution.is_optimal());
  }
}

TEST(Theorems, ThreeViewsOf2x2CostTwoMore) {
  const SmallWorld world(2);
  const Solution solution = solve(world.problem({2, 2}, testing::plane_lines(2, 1)));
  EXPECT_EQ(solution.best().wavefronts, 8U);
  EXPECT_EQ(solution.bound.wavefronts, 8U);
  EXPECT_TRUE(solution.is_optimal());
}

// At 32 banks rows, columns and any 30 of the 31 families j = a i ^ k over GF(32) are free at once.
TEST(Theorems, ThirtyTwoDirectionsOfAPlaneAreFreeAtOnce) {
  const SmallWorld world(32);
  const std::vector<Words> lines = testing::plane_lines(32, 30);
  Words banks;
  for (std::uint32_t word = 0; word < 1024; ++word)
    banks.push_back((word % 32) ^ testing::gf_product(31, word / 32, 32));
  EXPECT_EQ(testing::wavefronts_of(lines, banks, 32), lines.size());
  // The bank is linear in the bits of the word, so the solver's space holds it.
  const LowerBound bound = phase_bound_of(world.problem({32, 32}, lines));
  EXPECT_EQ(bound.wavefronts, lines.size());
}

// Rows, columns and wrapped diagonals of an even square: at least two lines take a second
// wavefront.
TEST(Theorems, WrappedDiagonalsCostTwoMore) {
  for (const std::uint32_t n : {2U, 4U, 8U, 16U, 32U}) {
    SCOPED_TRACE(n);
    const SmallWorld world(n);
    const LayoutProblem problem = world.problem({n, n}, testing::with_wrapped_diagonals(n));
    const LowerBound bound = lower_bound_of(problem);
    EXPECT_EQ(bound.wavefronts, (3 * n) + 2);
    const SolveEffort effort{.linear_steps = std::uint64_t{1} << 24U, .exchanges = 20'000};
    EXPECT_GE(solve(problem, effort).best().wavefronts, bound.wavefronts);
  }
}

// What linear maps can do for the square of 32: not what other layouts can, see below.
TEST(Theorems, TheBestLinearMapForWrappedDiagonalsOf32Takes112) {
  const SmallWorld world(32);
  const LayoutProblem problem = world.problem({32, 32}, testing::with_wrapped_diagonals(32));
  const LinearSearchResult none =
      search_linear(problem, constraints_of(problem),
                    {.at_least = 98, .better_than = 112, .max_steps = std::uint64_t{1} << 30U});
  EXPECT_TRUE(none.is_complete);
  EXPECT_FALSE(none.map.has_value());
  const Solution solution = solve(problem, {.exchanges = 100});
  EXPECT_EQ(solution.best().wavefronts, 112U);
  EXPECT_EQ(solution.verdict, SolutionVerdict::kOptimalInFamily) << solution.statement;
  EXPECT_EQ(solution.optimal_in, "the family of linear maps over GF(2) (searched all)");
}

// So any layout that reaches the bound is a table, and the solver finds one of 2 x 32 entries.
TEST(Theorems, ATurnTableReachesTheBoundForWrappedDiagonalsOf32) {
  const SmallWorld world(32);
  LayoutProblem problem = world.problem({32, 32}, testing::with_wrapped_diagonals(32));
  problem.limits.families = {LayoutFamily::kTable};
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.best().wavefronts, 98U);
  EXPECT_EQ(solution.best().extra_bytes, 0U);
  EXPECT_EQ(solution.verdict, SolutionVerdict::kOptimal) << solution.statement;
  const auto* table = std::get_if<TurnTable>(&solution.best().layout);
  ASSERT_NE(table, nullptr);
  EXPECT_EQ(table->turns.size(), 64U);
}

// Another is made of two permutations: bank s + k, s
// even, has the words (i + s, permutation k of i + s), all modulo 32. Permutation 0 meets the first
// diagonal twice and the middle one never, permutation 1 the other way round, and each other
// diagonal once: in rows of different parity, so that the copies fill the square.
TEST(Theorems, TheBoundForWrappedDiagonalsOf32IsReached) {
  constexpr std::uint32_t kTile = 32;
  const Words first = {13, 18, 17, 14, 4,  7, 11, 15, 12, 19, 2,  0,  5,  16, 1,  6,
                       23, 29, 8,  28, 21, 3, 10, 9,  30, 24, 20, 22, 26, 25, 27, 31};
  const Words second = {2,  30, 12, 10, 13, 20, 14, 1, 22, 7,  26, 15, 8,  5,  0,  31,
                        27, 23, 3,  24, 11, 9,  25, 4, 19, 18, 6,  28, 17, 16, 29, 21};
  PlaceTable table;
  table.places.resize(std::size_t{kTile} * kTile);
  for (std::uint32_t k = 0; k < 2; ++k) {
    for (std::uint32_t s = 0; s < kTile; s += 2) {
      for (std::uint32_t i = 0; i < kTile; ++i) {
        const std::uint32_t row = (i + s) % kTile;
        const std::uint32_t column = ((k == 0 ? first : second)[i] + s) % kTile;
        table.places[(row * kTile) + column] = (row * kTile) + s + k;
      }
    }
  }
  const SmallWorld world(kTile);
  const LayoutProblem problem =
      world.problem({kTile, kTile}, testing::with_wrapped_diagonals(kTile));
  EXPECT_TRUE(is_injective(table, problem.shape));
  const LowerBound bound = lower_bound_of(problem);
  LayoutCost cost(problem, bound);
  EXPECT_EQ(cost.wavefronts(table, kAnything), 98U);
  EXPECT_EQ(bound.wavefronts, 98U);
}

// Butterflies of every size are free under the complement by one bit, and it is the only linear map
// for which they are: each of the low bits but the banks' own has to flip every bank bit.
TEST(Theorems, ButterfliesNeedTheComplement) {
  for (const std::uint32_t banks : {4U, 8U, 32U}) {
    SCOPED_TRACE(banks);
    const SmallWorld world(banks);
    const std::uint32_t words = 4 * banks * (banks == 32 ? 8 : 2);
    const std::vector<Words> lines = testing::butterflies(words, banks);
    const LayoutProblem problem = world.problem({words}, lines);
    const Solution solution = solve(problem);
    EXPECT_TRUE(solution.is_optimal()) << solution.statement;
    EXPECT_EQ(solution.best().wavefronts, lines.size());
    EXPECT_EQ(solution.best().extra_bytes, 0U);
    EXPECT_EQ(solution.best().layout,
              Layout(BitSpread{static_cast<std::uint32_t>(std::countr_zero(banks)), banks - 1}));
  }
}

TEST(Theorems, TheComplementIsTheOnlyLinearMapForButterflies) {
  const std::uint32_t banks = 4;
  const std::vector<Words> lines = testing::butterflies(8, banks);
  // Kernels of two rows on three bits are lines {0, v}: only v = 111 is outside every hyperplane.
  std::set<std::uint32_t> kernels;
  for (std::uint32_t a = 1; a < 8; ++a) {
    for (std::uint32_t b = a + 1; b < 8; ++b) {
      Words places;
      for (std::uint32_t word = 0; word < 8; ++word) {
        places.push_back(((static_cast<std::uint32_t>(std::popcount(a & word)) & 1U) * 2) +
                         (static_cast<std::uint32_t>(std::popcount(b & word)) & 1U));
      }
      if (testing::wavefronts_of(lines, places, banks) != lines.size()) continue;
      for (std::uint32_t v = 1; v < 8; ++v)
        if (places[v] == 0) kernels.insert(v);
    }
  }
  EXPECT_EQ(kernels, std::set<std::uint32_t>{0b111});
}

// More words than banks, asked for together two by two: some pair shares a bank.
TEST(Theorems, ACliqueLargerThanTheBanksIsABound) {
  const SmallWorld world(4);
  std::vector<Words> pairs;
  for (std::uint32_t a = 0; a < 6; ++a)
    for (std::uint32_t b = a + 1; b < 6; ++b) pairs.push_back({a, b});
  const Solution solution = solve(world.problem({6}, pairs));
  EXPECT_EQ(solution.bound.wavefronts, pairs.size() + 2);  // 6 words in 4 banks: 2 pairs
  EXPECT_EQ(solution.best().wavefronts, pairs.size() + 2);
}

struct BoundCase {
  const char* what;
  AccessText access;
  AccessText other;
  std::uint64_t counting;
  std::uint64_t bound;
};

// Vectors that stay whole share out the banks among the places in them.
TEST(Theorems, AlignedVectorsBoundScalarAccesses) {
  const AccessText rows4{
      .name = "rows",
      .kind = "load",
      .width_bytes = 16,
      .index = {"k", "4*(lane%8)"},
      .loops = {{"k", 0, 32, 1}}
  };
  const AccessText rows2{
      .name = "rows",
      .kind = "load",
      .width_bytes = 8,
      .index = {"k", "2*(lane%16)"},
      .loops = {{"k", 0, 32, 1}}
  };
  const AccessText column{
      .name = "column", .kind = "load", .width_bytes = 4, .index = {"lane", "0"}
  };
  const AccessText row{
      .name = "row", .kind = "load", .width_bytes = 4, .index = {"0", "lane"}
  };
  const BoundCase cases[] = {
      {"a column of float4 rows takes 4", rows4, column, 128 + 1, 128 + 4},
      {"a column of float2 rows takes 2", rows2, column, 64 + 1,  64 + 2 },
      {"a row has words of all places",   rows4, row,    128 + 1, 128 + 1},
  };
  for (const BoundCase& c : cases) {
    SCOPED_TRACE(c.what);
    ProblemText text;
    text.shape.sizes = {32, 32};
    text.accesses = {c.access, c.other};
    const auto problem = layout_problem_of(text, *find_architecture("sm_80"));
    ASSERT_TRUE(problem.has_value()) << to_text(problem.error());
    const LowerBound bound = lower_bound_of(*problem);
    EXPECT_EQ(bound.counting, c.counting);
    EXPECT_EQ(bound.wavefronts, c.bound) << bound.because;
    EXPECT_EQ(solve(*problem).best().wavefronts, c.bound);
  }
}

}  // namespace
}  // namespace smemlens
