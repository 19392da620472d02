// The theorems by z3, in both directions: the layout that a theorem promises exists, and its banks
// are costed by cost_of; what it excludes doesn't exist. Then random problems too large for trying
// all layouts: where the solver says «no layout takes fewer», z3 finds none.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/model/cost.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "tests/solve/installed.h"
#include "tests/solve/small_world.h"
#include "tests/solve/smt_question.h"

namespace smemlens {
namespace {

using testing::ask_z3;
using testing::SmallWorld;
using testing::SmtAnswer;
using testing::SmtQuestion;
using testing::Words;

// All lines in one wavefront each.
SmtQuestion all_free(std::uint32_t banks, std::uint32_t words, std::vector<Words> lines) {
  SmtQuestion question{.banks = banks, .words = words, .lines = std::move(lines)};
  question.most.assign(question.lines.size(), 1);
  return question;
}

// All lines in `total` wavefronts, however they share them.
SmtQuestion all_within(std::uint64_t total, std::uint32_t banks, std::uint32_t words,
                       const std::vector<Words>& lines) {
  SmtQuestion question{.banks = banks, .words = words, .lines = lines, .total = total};
  for (const Words& line : lines) question.most.push_back(static_cast<std::uint32_t>(line.size()));
  return question;
}

// What cost_of says of words in these banks: each takes the bank's next row.
std::uint64_t cost_of_banks(const LayoutProblem& problem, const Words& bank_of) {
  const std::uint32_t banks = problem.architecture->bank_model.banks;
  Words places;
  Words rows(banks);
  for (const std::uint32_t bank : bank_of) places.push_back((rows[bank]++ * banks) + bank);
  std::uint64_t sum = 0;
  for (const ElementRequest& request : problem.requests) {
    std::array<std::uint32_t, kMaxLanes> starts{};
    for (std::size_t lane = 0; lane < starts.size(); ++lane)
      starts[lane] = places[request.lanes[lane].element];
    sum +=
        request.count *
        cost_of(problem.architecture->bank_model, request_at(problem, request, starts)).wavefronts;
  }
  return sum;
}

void expect_exists(const SmtQuestion& question, std::uint64_t wavefronts) {
  const SmtAnswer answer = ask_z3(question);
  ASSERT_EQ(answer.is_possible, true);
  ASSERT_EQ(answer.bank_of.size(), question.words);
  const SmallWorld world(question.banks);
  EXPECT_LE(cost_of_banks(world.problem({question.words}, question.lines), answer.bank_of),
            wavefronts);
}

void expect_none(const SmtQuestion& question) {
  EXPECT_EQ(ask_z3(question).is_possible, false);
}

class Smt : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!testing::is_installed("z3")) GTEST_SKIP() << "z3 isn't installed: tools/setup brings it";
  }
};

// A linear map for two views. Up to a change of basis only the dimension that they share matters;
// of 4 banks all second views are tried all the same.
TEST_F(Smt, TwoViewsSuffice) {
  const Words first4 = {0, 1, 2, 3};
  for (const Words& second : testing::subspaces(4, 2)) {
    SCOPED_TRACE(::testing::PrintToString(second));
    SmtQuestion question = all_free(4, 16, {first4, second});
    question.is_linear = true;
    expect_exists(question, 2);
  }
  const Words first8 = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<Words> second8 = {
      {0, 1, 2,  3,  4,  5,  6,  7 },
      {0, 1, 2,  3,  8,  9,  10, 11},
      {0, 1, 8,  9,  16, 17, 24, 25},
      {0, 8, 16, 24, 32, 40, 48, 56},
  };
  for (const Words& second : second8) {
    SCOPED_TRACE(::testing::PrintToString(second));
    SmtQuestion question = all_free(8, 64, {first8, second});
    question.is_linear = true;
    expect_exists(question, 2);
  }
}

// The n + 1 directions of a plane are too many, any n of them are not.
TEST_F(Smt, ThreeViewsMayNotSuffice) {
  for (const std::uint32_t n : {2U, 4U, 8U}) {
    SCOPED_TRACE(n);
    SmtQuestion all = all_free(n, n * n, testing::plane_lines(n, n - 1));
    all.fixes_first_line = true;
    expect_none(all);
    const std::vector<Words> but_one = testing::plane_lines(n, n - 2);
    expect_exists(all_free(n, n * n, but_one), but_one.size());
  }
  const std::vector<Words> lines = testing::plane_lines(2, 1);
  expect_exists(all_within(8, 2, 4, lines), 8);
  expect_none(all_within(7, 2, 4, lines));
}

// Rows, columns and wrapped diagonals cost two wavefronts more than their lines, no less: if but
// one line were dear, two classes would be free, and may be named rows and columns; the dear line
// may then be taken for the first diagonal, as columns can be shifted.
TEST_F(Smt, WrappedDiagonalsCostTwoMore) {
  for (const std::uint32_t n : {4U, 8U}) {
    SCOPED_TRACE(n);
    const std::vector<Words> lines = testing::with_wrapped_diagonals(n);
    const std::size_t first_diagonal = std::size_t{2} * n;
    SmtQuestion two_dear = all_free(n, n * n, lines);
    two_dear.most[first_diagonal] = 2;
    two_dear.most[first_diagonal + (n / 2)] = 2;
    expect_exists(two_dear, (3 * n) + 2);
    SmtQuestion one_dear = all_free(n, n * n, lines);
    one_dear.most[first_diagonal] = n;
    one_dear.fixes_first_line = true;
    expect_none(one_dear);
  }
  // With 4 banks that can be asked without a thought about symmetries.
  expect_none(all_within(13, 4, 16, testing::with_wrapped_diagonals(4)));
}

// Butterflies are free, and the linear maps for which they are have word 2n - 1, whose bits are all
// ones, in the bank of word 0.
TEST_F(Smt, ButterfliesNeedTheComplement) {
  for (const std::uint32_t banks : {4U, 8U}) {
    SCOPED_TRACE(banks);
    const std::uint32_t words = 8 * banks;
    SmtQuestion question = all_free(banks, words, testing::butterflies(words, banks));
    expect_exists(question, question.lines.size());
    question.is_linear = true;
    question.also = testing::in_bank((2 * banks) - 1, 0);
    expect_exists(question, question.lines.size());
    question.also = "(not " + question.also + ")";
    expect_none(question);
  }
}

// Loads of two to four of `words` words, by 4 banks.
std::vector<Words> random_lines(std::mt19937& random, std::uint32_t words) {
  std::vector<Words> lines(4 + (random() % 9));
  for (Words& line : lines) {
    const std::size_t size = 2 + (random() % 3);
    while (line.size() < size) {
      const auto word = static_cast<std::uint32_t>(random() % words);
      if (std::ranges::find(line, word) == line.end()) line.push_back(word);
    }
  }
  return lines;
}

// What the solver found is possible, what its bound excludes is not; so where it says that both are
// the same number, this is z3's optimum.
TEST_F(Smt, AgreesWithTheSolverOnRandomProblems) {
  const SmallWorld world(4);
  std::mt19937 random(20);  // the standard fixes what it gives
  std::size_t optimal = 0;
  std::size_t dear = 0;  // of those, not all lines are free
  constexpr std::size_t kProblems = 40;
  for (std::size_t i = 0; i < kProblems; ++i) {
    const std::uint32_t words = 6 + (3 * static_cast<std::uint32_t>(i % 3));
    const std::vector<Words> lines = random_lines(random, words);
    SCOPED_TRACE(::testing::PrintToString(lines));
    const Solution solution = solve(world.problem({words}, lines), {.exchanges = 500});
    expect_exists(all_within(solution.best().wavefronts, 4, words, lines),
                  solution.best().wavefronts);
    expect_none(all_within(solution.bound.wavefronts - 1, 4, words, lines));
    if (solution.is_optimal()) {
      EXPECT_EQ(solution.best().wavefronts, solution.bound.wavefronts);
      ++optimal;
      dear += solution.best().wavefronts > lines.size() ? 1U : 0U;
    }
  }
  EXPECT_GE(optimal, 20U);
  EXPECT_GE(dear, 5U);
}

// An oracle that says yes or no to everything would be of no use.
TEST_F(Smt, TellsTheOptimumByItself) {
  // Six words, two by two: three of the four banks can't take one each.
  std::vector<Words> pairs;
  for (std::uint32_t a = 0; a < 6; ++a)
    for (std::uint32_t b = a + 1; b < 6; ++b) pairs.push_back({a, b});
  expect_exists(all_within(17, 4, 6, pairs), 17);
  expect_none(all_within(16, 4, 6, pairs));
}

}  // namespace
}  // namespace smemlens
