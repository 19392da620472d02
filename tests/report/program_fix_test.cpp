// What `fix PROGRAM.cu` found, as text and JSON: from recorded requests to the page that is shown.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/report/program_fix_json.h"
#include "smemlens/report/program_fix_text.h"
#include "smemlens/solve/recorded_problem.h"
#include "smemlens/solve/solve.h"
#include "tests/golden_test.h"

namespace smemlens {
namespace {

// 32 requests, each of which a run has seen `count` times; lane l is at `lane_step` * l + `step` *
// k.
Site site_of(Operation operation, std::uint32_t line, std::uint32_t lane_step, std::uint32_t step) {
  Site site;
  site.key = {
      {"transpose.cu", line, 3},
      "transpose(float*)", "", "tile"
  };
  site.operation = operation;
  site.bytes = 4;
  for (std::uint32_t k = 0; k < 32; ++k) {
    Request request{.operation = operation, .bytes_per_lane = 4, .active = 0xffffffff};
    for (std::uint32_t lane = 0; lane < 32; ++lane)
      request.addresses[lane] = {lane_step * lane + step * k};
    site.recorded.add(request, 0, 1024);
  }
  const std::uint64_t each = lane_step == 4 ? 1 : 32;
  site.totals = {32768, 32768 * each, 32768};
  return site;
}

RecordedProblem recorded(const std::vector<Site>& sites) {
  std::vector<const Site*> pointers;
  for (const Site& site : sites) pointers.push_back(&site);
  LayoutProblem empty{
      .array = "tile", .shape = {{32, 32}, 4}
  };
  empty.architecture = find_architecture("sm_80");
  const auto problem = recorded_problem_of(empty, pointers);
  EXPECT_TRUE(problem.has_value()) << to_text(problem.error());
  return problem.value_or(RecordedProblem{});
}

std::vector<Site> transpose() {
  return {site_of(Operation::kStore, 28, 4, 128), site_of(Operation::kLoad, 30, 128, 4)};
}

TEST(RecordedProblem, LinesAreItsAccesses) {
  const RecordedProblem result = recorded(transpose());
  ASSERT_EQ(result.problem.accesses.size(), 2U);
  EXPECT_EQ(result.problem.accesses[1].name, "transpose.cu:30 load");
  EXPECT_EQ(result.problem.requests.size(), 64U);
  EXPECT_EQ(result.left_out, 0U);
  const Solution solution = solve(result.problem);
  EXPECT_EQ(solution.naive.wavefronts, 1081344U);
  EXPECT_EQ(solution.best().wavefronts, 65536U);
}

TEST(RecordedProblem, CopiesOfALineAreOneAccess) {
  const RecordedProblem result =
      recorded({site_of(Operation::kLoad, 30, 128, 4), site_of(Operation::kLoad, 30, 128, 4)});
  EXPECT_EQ(result.problem.accesses.size(), 1U);
  EXPECT_EQ(result.problem.requests.size(), 32U);
  EXPECT_EQ(result.problem.requests[0].count, 2048U);
}

TEST(RecordedProblem, WhatCannotBeSolvedIsRefused) {
  LayoutProblem empty{
      .array = "tile", .shape = {{31, 32}, 4}
  };
  empty.architecture = find_architecture("sm_80");
  const Site column = site_of(Operation::kLoad, 30, 128, 4);
  const std::vector<const Site*> sites = {&column};
  EXPECT_FALSE(recorded_problem_of(empty, sites).has_value()) << "an access past the end";
  EXPECT_FALSE(recorded_problem_of(empty, {}).has_value()) << "nothing recorded";
  for (const OpenCost open_cost : {OpenCost::kFragmentLayout, OpenCost::kCluster}) {
    Site site;
    site.recorded.add({.open_cost = open_cost, .active = 1}, 0);
    const std::vector<const Site*> open = {&site};
    EXPECT_FALSE(recorded_problem_of(empty, open).has_value()) << "a cost that no one knows";
  }
}

TEST(Solve, ALayoutThatMakesAnAccessDearerCanBeForbidden) {
  LayoutProblem problem = recorded(transpose()).problem;
  problem.limits.families = {LayoutFamily::kRowPad};
  EXPECT_EQ(solve(problem).best().wavefronts, 65536U);
  // An anti-diagonal, seen once, is free as declared; what frees the columns costs it something.
  Site diagonal;
  diagonal.key.where = {"transpose.cu", 40, 3};
  diagonal.bytes = 4;
  Request request{.bytes_per_lane = 4, .active = 0xffffffff};
  for (std::uint32_t lane = 0; lane < 32; ++lane)
    request.addresses[lane] = {4 * (32 * lane + 31 - lane)};
  diagonal.recorded.add(request, 0, 1);
  std::vector<Site> sites = transpose();
  sites.push_back(diagonal);
  LayoutProblem strict = recorded(sites).problem;
  strict.limits = {.families = {LayoutFamily::kRowPad}};
  EXPECT_GT(solve(strict).best().by_access[2], 1U);
  strict.limits.no_access_dearer = true;
  const Solution solution = solve(strict);
  EXPECT_EQ(solution.best().by_access[2], 1U);
  EXPECT_GT(solution.best().wavefronts, 65537U);
}

ProgramFix fixed_transpose() {
  ArrayFix array{
      .array = "tile", .function = "transpose", .where = {"transpose.cu", 25, 20}
  };
  array.kernels = {"transpose(float*)"};
  const std::vector<Site> sites = transpose();
  for (const Site& site : sites) array.totals += site.totals;
  array.problem = recorded(sites).problem;
  array.solution = solve(array.problem);
  array.is_solved = true;
  array.outcome = FixOutcome::kWritten;
  ArrayFix left{
      .array = "buffer", .function = "load", .where = {"load.cuh", 3, 1}
  };
  left.totals = {64, 128, 64};
  left.left_out = 5;
  left.reason = "the address of buffer's element is taken (load.cuh:7)";
  ProgramFix fix{
      .architecture = "sm_80",
      .compiler = "clang 19.1.7",
      .sources = {"transpose.cu"},
      .arrays = {array, left}
  };
  fix.lines = {
      {.kernel = "transpose(float*)",
       .file = "transpose.cu",
       .line = 30,
       .before = sites[1].totals,
       .after = {32768, 32768, 32768}}
  };
  fix.before = {65600, 1081472, 65600};
  fix.after = {65600, 65664, 65600};
  fix.proof = {.output_lines = 3, .output_left_out = 1, .memory_ranges = 2};
  fix.diff =
      "--- a/transpose.cu\n+++ b/transpose.cu\n@@ -30,1 +30,1 @@\n-  out[i] = tile[x][y];\n"
      "+  out[i] = tile[x][y ^ x];\n";
  fix.is_sample = true;
  fix.notes = {"unused in never was used by no launch, so nothing is known of it"};
  return fix;
}

TEST(ProgramFix, Goldens) {
  const ProgramFix fix = fixed_transpose();
  expect_golden("fix_program/transpose.txt", program_fix_text(fix, {}));
  expect_golden("fix_program/transpose.json", program_fix_json(fix, "0.1.0"));
}

TEST(ProgramFix, NothingToDoIsSaid) {
  ProgramFix fix{
      .sources = {"a.cu", "b.cpp"}
  };
  fix.before = fix.after = {8, 8, 8};
  EXPECT_EQ(
      program_fix_text(fix, {}),
      "a.cu b.cpp: nothing to fix: no shared array has an excess wavefront (8 wavefronts, all "
      "of them ideal)\n");
  fix.before.wavefronts = 9;
  EXPECT_NE(program_fix_text(fix, {}).find("1 excess wavefront of accesses whose lanes"),
            std::string::npos);
  fix.arrays = {fixed_transpose().arrays[1]};
  EXPECT_TRUE(program_fix_text(fix, {}).ends_with("nothing is left to write into the source\n"));
}

TEST(ProgramFix, AnAppliedChangeIsSaidToBe) {
  ProgramFix fix = fixed_transpose();
  fix.is_applied = true;
  EXPECT_TRUE(program_fix_text(fix, {}).ends_with("the source is changed\n"));
}

}  // namespace
}  // namespace smemlens
