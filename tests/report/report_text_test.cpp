#include "smemlens/report/report_text.h"

#include <gtest/gtest.h>

#include <string>

#include "../golden_test.h"
#include "smemlens/analysis/analysis.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/report/folded_kernels.h"
#include "smemlens/report/report_json.h"

namespace smemlens {
namespace {

Site site_at(std::uint32_t line, Totals totals, std::uint32_t degree) {
  Site site;
  site.key = {
      {"transpose.cu", line, 17},
      "transpose(float*)", "ld.shared.f32", "tile"
  };
  site.bytes = 4;
  site.totals = totals;
  site.degrees = {
      {degree, totals.requests}
  };
  site.program_order = line;
  site.worst.wavefronts = degree;
  site.worst.request.active = 1;
  return site;
}

Analysis transpose() {
  KernelAnalysis kernel;
  kernel.key = {
      "_Z9transposePf", {2,  1,  1},
       {32, 32, 1},
       0
  };
  kernel.name = "transpose(float*)";
  kernel.launches = 1;
  kernel.static_bytes = 4096;
  kernel.blocks_run = kernel.blocks_total = 2;
  kernel.sites = {site_at(2, {64, 64, 64}, 1), site_at(3, {64, 2048, 64}, 32)};
  Analysis analysis;
  analysis.architecture = "sm_80";
  analysis.compiler = "clang 19.1.7";
  analysis.kernels = {kernel};
  return analysis;
}

TEST(ReportText, ASampleIsMarkedEverywhere) {
  Analysis sample = transpose();
  sample.selection = {
      .kernel = "transpose", .launch_skip = 1, .launch_count = 2, .blocks = "first:1"};
  sample.kernels[0].blocks_run = 1;
  sample.not_run = {
      {.key = {"_Z4copyPf", {2, 1, 1}, {32, 1, 1}, 0}, .name = "copy(float*)", .launches = 3}
  };
  const std::string text = report_text(sample, {}, {});
  for (const char* const part :
       {"2048 wavefronts where 64 would do (in 1 of 2 blocks) [shared-load-conflict]\n",
        "4096 B static, 1 of 2 blocks run\n",
        "not run, as asked:\n  copy(float*)  grid 2x1x1, block 32x1x1, 3 launches\n",
        "note: a sample (-k transpose -s 1 -c 2 --blocks first:1): the counts are those of what "
        "ran"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  expect_golden("report_json/sample.json", report_json(sample, "0.1.0"));
}

TEST(ReportText, LaunchesThatWereNotCountedAgainAreSaid) {
  Analysis analysis = transpose();
  analysis.kernels[0].launches = 300;
  analysis.kernels[0].repeated_launches = 299;
  EXPECT_NE(
      report_text(analysis, {}, {}).find("300 launches (299 counted from an equal one), shared"),
      std::string::npos);
  expect_golden("report_json/repeated.json", report_json(analysis, "0.1.0"));
}

TEST(ReportText, FindingsTableSourceAndTotals) {
  const SourceFiles files = {
      {"transpose.cu", "// a\ntile[ty][tx] = in[i];\n\tout[i] = tile[tx][ty];\n"}
  };
  EXPECT_EQ(
      report_text(transpose(), files, {}),
      R"(transpose.cu:3:17: warning: 32-way bank conflict: 2048 wavefronts where 64 would do [shared-load-conflict]

transpose(float*)
  grid 2x1x1, block 32x32x1, 1 launch, shared memory 4096 B static
  line   instruction    array  requests  wavefronts  ideal  excess  degree
  2:17   ld.shared.f32  tile         64          64     64       0       1
  3:17   ld.shared.f32  tile         64        2048     64    1984      32
  total                             128        2112    128    1984

  wavefronts  excess       transpose.cu
          64       0    2  | tile[ty][tx] = in[i];
        2048    1984  > 3  |     out[i] = tile[tx][ty];

total: 128 requests, 2112 wavefronts, 128 ideal, 1984 excess
counted on sm_80 at the level of PTX (ptxas may merge or drop accesses), compiled by clang 19.1.7
)");
}

TEST(ReportText, WorstFindingComesFirst) {
  Analysis analysis = transpose();
  analysis.kernels[0].sites = {site_at(2, {64, 128, 64}, 2), site_at(3, {64, 2048, 64}, 32)};
  const auto findings = findings_of(analysis, Instances::kFolded);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].where.line, 3U);
  EXPECT_EQ(findings[1].where.line, 2U);
}

TEST(ReportText, TheKernelAndTheInlinedCallsAreToldOnRequest) {
  Analysis analysis = transpose();
  analysis.kernels[0].sites[1].inlined_at = {
      {"tile.cuh", 40, 3},
      {"main.cu",  12, 5}
  };
  const std::string chain =
      "note: in transpose(float*)\nnote: inlined at tile.cuh:40:3\nnote: inlined at main.cu:12:5\n";
  EXPECT_EQ(report_text(analysis, {}, {}).find("inlined"), std::string::npos);
  EXPECT_NE(report_text(analysis, {}, {.with_calls = true}).find(chain), std::string::npos);
}

TEST(ReportText, MixedDegreesSayUpTo) {
  Analysis analysis = transpose();
  analysis.kernels[0].sites[1].degrees = {
      {1,  32},
      {32, 32}
  };
  EXPECT_EQ(findings_of(analysis, Instances::kFolded)[0].message,
            "up to 32-way bank conflict: 2048 wavefronts where 64 would do");
}

TEST(ReportText, WhatIsNotExactIsMarked) {
  Analysis analysis = transpose();
  analysis.kernels[0].sites[1].inexact_requests = 1;
  const std::string text = report_text(analysis, {}, {});
  for (const char* const part : {"2048~", "2112~", "1984~\n",
                                 "total: 128 requests, 2112 wavefronts~, 128 ideal, 1984~ excess",
                                 "note: ~ the hardware's rule for 1 request is not known"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(ReportText, ALaunchThatDidNotEndIsSaidNotToBeCounted) {
  Analysis analysis = transpose();
  analysis.is_partial = true;
  analysis.kernels[0].sites.clear();
  analysis.kernels[0].blocks_run = 0;
  const std::string text = report_text(analysis, {}, {});
  EXPECT_EQ(text.find("no shared-memory access"), std::string::npos) << text;
  EXPECT_NE(text.find("  not counted: the launch did not end\n"), std::string::npos) << text;
}

TEST(ReportText, AMissingSourceFileOnlyLeavesItsLinesOut) {
  const std::string text = report_text(transpose(), {}, {});
  EXPECT_EQ(text.find("| tile"), std::string::npos);
  EXPECT_NE(text.find("total: 128 requests"), std::string::npos);
}

TEST(ReportText, LinesOfSeveralFilesAreToldWithTheirFile) {
  Analysis analysis = transpose();
  analysis.kernels[0].sites[1].key.where = {"tile.cuh", 0, 0};  // as compilers write what they made
  const std::string text =
      report_text(analysis,
                  {
                      {"transpose.cu", "\nx = tile[0];\n"},
                      {"tile.cuh",     "int x;\n"        }
  },
                  {});
  for (const char* const part : {"  transpose.cu:2:17  ld.shared.f32  tile ",
                                 "  tile.cuh:0         ld.shared.f32  tile ", "| x = tile[0];\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  EXPECT_EQ(text.find("excess  tile.cuh"), std::string::npos) << "no line to show\n" << text;
}

TEST(ReportText, NoKernelAtAllIsSaid) {
  Analysis analysis;
  analysis.architecture = "sm_80";
  EXPECT_NE(report_text(analysis, {}, {}).find("no kernel was launched"), std::string::npos);
}

TEST(ReportText, ARunThatWasStoppedInItsFirstKernelIsNotSaidToHaveNone) {
  Analysis analysis;
  analysis.architecture = "sm_80";
  analysis.is_partial = true;
  const std::string text = report_text(analysis, {}, {});
  EXPECT_EQ(text.find("no kernel was launched"), std::string::npos);
  EXPECT_NE(text.find("no kernel ran to its end"), std::string::npos);
}

// Something in every member of the schema.
Analysis stopped() {
  Analysis analysis = transpose();
  analysis.is_partial = true;
  analysis.notes = {"a launch of \"f\" was refused"};
  analysis.problems = {
      {.severity = Severity::kError,
       .code = "timeout",
       .message = "the program did not end within 5 s and was stopped",
       .where = {.file = "transpose.cu", .line = 3, .column = 17},
       .notes = {"kernel transpose(float*), block (0,0,0)"},
       .hint = "less work"}
  };
  Site& site = analysis.kernels[0].sites[1];
  site.inexact_requests = 2;
  site.divergent_requests = 1;
  site.inlined_at = {
      {"main.cu", 12, 5}
  };
  site.worst.block = {1, 0, 0};
  site.worst.warp = 7;
  site.worst.request.active = 5;
  site.worst.request.addresses[2].value = 4092;
  return analysis;
}

TEST(ReportJson, IsTheGoldenFiles) {
  Analysis nothing;
  nothing.architecture = "sm_90";
  expect_golden("report_json/transpose.json", report_json(transpose(), "0.1.0"));
  expect_golden("report_json/stopped.json", report_json(stopped(), "0.1.0"));
  expect_golden("report_json/nothing.json", report_json(nothing, "0.1.0"));
}

TEST(ReportJson, TotalsOfSitesKernelsAndProgramAddUp) {
  const std::string json = report_json(transpose(), "0.1.0");
  const std::string totals =
      R"("totals":{"requests":128,"wavefronts":2112,"ideal_wavefronts":128,"excess_wavefronts":1984})";
  const std::size_t kernel = json.find(totals);
  ASSERT_NE(kernel, std::string::npos);
  EXPECT_NE(json.find(totals, kernel + 1), std::string::npos);
}

}  // namespace
}  // namespace smemlens
