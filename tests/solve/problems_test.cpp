// Layout problems from practice (transposes, matrix fragments, FFTs, scans, stencils) with known
// answers, in problems.jsonl: what each costs as declared, the best that is known, and bounds.

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/problem_json.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/solve.h"
#include "tests/folders.h"
#include "tests/solve/slow_layout.h"

namespace smemlens {
namespace {

struct KnownProblem {
  LayoutProblem problem;
  JsonValue expected;
};

std::vector<KnownProblem> known_problems() {
  std::vector<KnownProblem> problems;
  std::ifstream file(in_sources("tests/solve/problems.jsonl"));
  for (std::string line; std::getline(file, line);) {
    const auto text = parse_problem_line(line);
    EXPECT_TRUE(text.has_value()) << to_text(text.error());
    const auto problem = layout_problem_of(*text, *find_architecture("sm_80"));
    EXPECT_TRUE(problem.has_value()) << to_text(problem.error());
    problems.push_back({*problem, *parse_json({"line", line})->find("expect")});
  }
  return problems;
}

std::uint64_t number(const JsonValue& object, std::string_view key) {
  return *object.find(key)->as_unsigned();
}

// Every element in a place of its own, inside the bytes that the point claims.
void expect_bijection(const LayoutProblem& problem, const SolutionPoint& point) {
  std::vector<std::uint32_t> elements(problem.shape.elements());
  for (std::uint32_t i = 0; i < elements.size(); ++i) elements[i] = i;
  const std::vector<std::uint32_t> places = places_of(point.layout, problem.shape, elements);
  const std::set<std::uint32_t> distinct(places.begin(), places.end());
  EXPECT_EQ(distinct.size(), places.size());
  EXPECT_LE((std::uint64_t{*distinct.rbegin()} + 1) * problem.shape.element_bytes,
            problem.shape.bytes() + point.extra_bytes);
}

TEST(Problems, AreSolvedAsWellAsIsKnownAndNeverBelowTheBound) {
  const std::vector<KnownProblem> problems = known_problems();
  ASSERT_EQ(problems.size(), 38U);
  for (const auto& [problem, expected] : problems) {
    SCOPED_TRACE(problem.id);
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.naive.wavefronts, number(expected, "naive"));
    const JsonValue::Array& best = *expected.find("best")->as_array();
    EXPECT_LE(std::pair(solution.best().wavefronts, solution.best().extra_bytes),
              std::pair(*best[0].as_unsigned(), *best[1].as_unsigned()));
    EXPECT_GE(solution.bound.wavefronts, number(expected, "bound"));
    EXPECT_GE(solution.bound.counting, number(expected, "counting"));
    EXPECT_GE(solution.best().wavefronts, solution.bound.wavefronts);
    EXPECT_TRUE(solution.is_optimal()) << solution.statement;
    EXPECT_EQ(solution.optimal_in, "every layout");
    const bool is_silent = solution.verdict == SolutionVerdict::kNothingToGain;
    EXPECT_EQ(is_silent, solution.naive.wavefronts == solution.bound.wavefronts);
  }
}

TEST(Problems, EveryPointIsABijectionAndCostsWhatTheSlowModelSays) {
  for (const auto& [problem, expected] : known_problems()) {
    SCOPED_TRACE(problem.id);
    for (const SolutionPoint& point : solve(problem).pareto) {
      expect_bijection(problem, point);
      EXPECT_EQ(point.wavefronts, testing::slow_wavefronts(problem, point.layout));
      std::uint64_t by_access = 0;
      for (const std::uint64_t wavefronts : point.by_access) by_access += wavefronts;
      EXPECT_EQ(by_access, point.wavefronts);
    }
  }
}

TEST(Problems, EachFamilyAloneDoesAsWellAsIsKnownOfIt) {
  for (const auto& [known, expected] : known_problems()) {
    for (const auto& [name, wavefronts] : *expected.find("families")->as_object()) {
      SCOPED_TRACE(known.id + " " + name);
      LayoutProblem problem = known;
      problem.limits.families = {*layout_family_from(name)};
      // The linear search is of interest only where swizzles don't do, but it covers them.
      EXPECT_LE(solve(problem).best().wavefronts, *wavefronts.as_unsigned());
    }
  }
}

TEST(Problems, ParetoPointsDontBeatEachOther) {
  for (const auto& [problem, expected] : known_problems()) {
    SCOPED_TRACE(problem.id);
    const Solution solution = solve(problem);
    for (const SolutionPoint& a : solution.pareto) {
      for (const SolutionPoint& b : solution.pareto) {
        if (a == b) continue;
        EXPECT_FALSE(a.wavefronts <= b.wavefronts && a.extra_bytes <= b.extra_bytes &&
                     a.address_operations <= b.address_operations);
      }
    }
  }
}

TEST(Problems, LimitsAreKept) {
  for (const auto& [known, expected] : known_problems()) {
    SCOPED_TRACE(known.id);
    LayoutProblem problem = known;
    problem.limits.max_extra_bytes = 0;
    for (const SolutionPoint& point : solve(problem).pareto) EXPECT_EQ(point.extra_bytes, 0U);
    problem.limits = {.max_extra_bytes = {}, .families = {LayoutFamily::kTma}};
    for (const SolutionPoint& point : solve(problem).pareto) {
      EXPECT_TRUE(point.family == LayoutFamily::kNone || point.family == LayoutFamily::kTma);
    }
  }
}

// Rows of 33 free columns and ruin anti-diagonals, which were free: a fix must say so.
TEST(Problems, TheUsualPadThatBreaksAnAccessIsWarnedOf) {
  for (const auto& [problem, expected] : known_problems()) {
    if (problem.id != "\"w01-wavefront-antidiagonal\"") continue;
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.verdict, SolutionVerdict::kNothingToGain);
    ASSERT_EQ(solution.warnings.size(), 1U);
    EXPECT_EQ(solution.warnings[0],
              "the usual pad, rows of 33 elements, would take ad from 63 to 1024 wavefronts");
  }
}

}  // namespace
}  // namespace smemlens
