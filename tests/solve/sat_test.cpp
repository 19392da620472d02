// The theorems once more, by a program that knows nothing of them: for small machines a SAT solver
// says whether an assignment of words to banks exists at all.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/solve/bounds.h"
#include "smemlens/solve/solve.h"
#include "tests/solve/sat_solver.h"
#include "tests/solve/small_world.h"

namespace smemlens {
namespace {

using testing::Clauses;
using testing::SmallWorld;
using testing::Words;

struct Question {
  std::uint32_t banks = 4;
  std::uint32_t words = 16;
  std::size_t second = 0;  // so many lines may take a second wavefront,
  // … of the lines from here on; those before take one.
  std::size_t first_second = 0;
  bool fixes_first_line = false;  // its words are in banks 0, 1, …: a choice of names
};

// Whether words can be given banks so.
std::optional<bool> is_possible(std::span<const Words> lines, const Question& question) {
  const auto& [banks, words, second, first_second, fixes_first_line] = question;
  Clauses clauses;
  std::vector<std::vector<int>> is_in(words);
  for (std::vector<int>& banks_of_word : is_in) {
    for (std::uint32_t bank = 0; bank < banks; ++bank) banks_of_word.push_back(clauses.variable());
    clauses.add(banks_of_word);
    clauses.at_most_one(banks_of_word);
  }
  for (std::uint32_t i = 0; fixes_first_line && i < lines[0].size(); ++i)
    clauses.add({is_in[lines[0][i]][i]});
  std::vector<int> takes_two;
  for (const Words& line : lines) {
    const int two = clauses.variable();
    takes_two.push_back(two);
    if (takes_two.size() <= first_second) clauses.add({-two});
    for (std::uint32_t bank = 0; bank < banks; ++bank) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        for (std::size_t j = i + 1; j < line.size(); ++j) {
          const int a = is_in[line[i]][bank];
          const int b = is_in[line[j]][bank];
          clauses.add({two, -a, -b});
          for (std::size_t k = j + 1; k < line.size(); ++k)
            clauses.add({-a, -b, -is_in[line[k]][bank]});
        }
      }
      // What follows, said outright: a full line of one wavefront has every bank.
      if (line.size() == banks) {
        std::vector<int> somewhere = {two};
        for (const std::uint32_t word : line) somewhere.push_back(is_in[word][bank]);
        clauses.add(somewhere);
      }
    }
  }
  clauses.at_most(second, takes_two);
  // The name of the file is this process's own: tests run side by side.
  return clauses.are_satisfiable("smemlens-" + std::to_string(getpid()) + ".cnf");
}

class Sat : public ::testing::Test {
 protected:
  void SetUp() override {
    if (testing::sat_command().empty())
      GTEST_SKIP() << "no SAT solver is installed: tools/setup brings cadical";
  }
};

TEST_F(Sat, TwoViewsSuffice) {
  for (const std::uint32_t n : {4U, 8U}) {
    const std::vector<Words> lines = testing::rows_and_columns(n);
    EXPECT_EQ(is_possible(lines, {.banks = n, .words = n * n}), true);
  }
}

TEST_F(Sat, AllDirectionsOfAPlaneAreTooMany) {
  for (const std::uint32_t n : {2U, 4U, 8U}) {
    SCOPED_TRACE(n);
    EXPECT_EQ(is_possible(testing::plane_lines(n, n - 1),
                          {.banks = n, .words = n * n, .fixes_first_line = true}),
              false);
    if (n > 2) {
      EXPECT_EQ(is_possible(testing::plane_lines(n, n - 2), {.banks = n, .words = n * n}), true);
    }
  }
}

// If at most one line takes a second wavefront, two of the three classes are free; any two classes
// can be named rows and columns, so the line may be taken for a diagonal.
TEST_F(Sat, WrappedDiagonalsCostTwoMore) {
  for (const std::uint32_t n : {2U, 4U, 8U}) {
    SCOPED_TRACE(n);
    const std::vector<Words> lines = testing::with_wrapped_diagonals(n);
    EXPECT_EQ(is_possible(lines, {.banks = n,
                                  .words = n * n,
                                  .second = 1,
                                  .first_second = std::size_t{2} * n,
                                  .fixes_first_line = true}),
              false);
  }
}

// What the solver finds for the square of four is the least that is possible with at most two
// wavefronts a line.
TEST_F(Sat, TheSolverFindsTheOptimumOfTheSquareOfFour) {
  const std::vector<Words> lines = testing::with_wrapped_diagonals(4);
  const SmallWorld world(4);
  const std::uint64_t best = solve(world.problem({4, 4}, lines)).best().wavefronts;
  const std::size_t second = best - lines.size();
  EXPECT_EQ(is_possible(lines, {.second = second}), true);
  EXPECT_EQ(is_possible(lines, {.second = second - 1}), false);
}

TEST_F(Sat, ButterfliesAreFree) {
  for (const std::uint32_t banks : {4U, 8U}) {
    const std::uint32_t words = 8 * banks;
    EXPECT_EQ(is_possible(testing::butterflies(words, banks), {.banks = banks, .words = words}),
              true);
  }
}

// What the solver finds is possible, and what it calls impossible is not.
TEST_F(Sat, AgreesWithTheSolverOnTriangles) {
  const SmallWorld world(4);
  const std::vector<std::vector<Words>> problems = {
      {{0, 1, 2, 3}, {0, 4, 5, 6}, {1, 4, 7, 2}},
      {{0, 1, 2, 3}, {2, 3, 4, 5}, {4, 5, 0, 1}},
      {{0, 1, 2}, {2, 3, 4}, {4, 5, 0}, {1, 3, 5}, {0, 3, 6}},
  };
  for (const std::vector<Words>& lines : problems) {
    SCOPED_TRACE(::testing::PrintToString(lines));
    const Solution solution = solve(world.problem({8}, lines));
    const std::optional<bool> is_free = is_possible(lines, {.words = 8});
    ASSERT_TRUE(is_free.has_value());
    if (*is_free) {
      EXPECT_EQ(solution.bound.wavefronts, lines.size());
    } else {
      EXPECT_GT(solution.best().wavefronts, lines.size());
    }
  }
}

}  // namespace
}  // namespace smemlens
