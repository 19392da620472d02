#include "smemlens/report/explain_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/cost.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explain_svg.h"
#include "smemlens/report/explanation.h"
#include "smemlens/solve/fix.h"
#include "tests/golden_test.h"
#include "tests/report/text_lines.h"

namespace smemlens {
namespace {

struct ExplainCase {
  std::string_view name;
  std::string_view architecture;
  std::string_view pattern;
  std::string_view block;  // empty: one warp
  std::string_view let;    // empty: none
};

constexpr ExplainCase kCases[] = {
    {"column",         "sm_80",       "float s[32][32]; s[lane][0]",                               "",      ""       },
    {"padded",         "sm_80",       "float s[32][33]; s[lane][0]",                               "",      ""       },
    {"row",            "sm_80",       "float s[32][32]; s[0][lane]",                               "",      ""       },
    {"broadcast",      "sm_80",       "float s[32]; s[lane / 8]",                                  "",      ""       },
    {"store_one_word", "sm_80",       "float s[32]; s[0] = 1",                                     "",      ""       },
    {"float4_row",     "sm_80",       "float4 v[32]; v[lane]",                                     "",      ""       },
    {"double_column",  "sm_80",       "double d[32][32]; d[lane][0]",                              "",      ""       },
    {"ldmatrix",       "sm_80",       "half h[16][64]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])", "",      ""       },
    {"atomic",         "sm_80",       "int hist[256]; atomicAdd(&hist[lane % 4], 1)",              "",      ""       },
    {"sm_10",          "sm_10",       "float s[64]; s[2 * lane]",                                  "",      ""       },
    {"sm_35_8byte",    "sm_35-8byte", "float s[32][32]; s[lane][0]",                               "",      ""       },
    {"gfx942",         "gfx942",      "float s[64][32]; s[lane][0]",                               "",      ""       },
    {"inactive",       "sm_80",       "float s[1024]; if (lane < 8) s[32 * lane]",                 "",      ""       },
    {"no_lane",        "sm_80",       "float s[32]; if (lane > 99) s[lane]",                       "",      ""       },
    {"several_warps",  "sm_80",
     "float t[32][32]; t[threadIdx.y][threadIdx.x] = 0; t[threadIdx.x][threadIdx.y]",              "32,32", ""       },
    {"unlike_warps",   "sm_80",       "float s[4096]; s[lane * (warp + 1)]",                       "128",   ""       },
    {"let",            "sm_80",       "float s[32][32]; s[lane][(lane ^ k) & 31]; s[lane][k]",     "",      "k=0..3" },
    {"long_table",     "sm_80",       "float s[4096]; s[lane * k]",                                "",      "k=0..99"},
    {"far_rows",       "sm_80",       "float s[1 << 16]; s[lane * 2047]",                          "",      ""       },
};

Explanation explained(const ExplainCase& a_case) {
  const auto pattern = parse_pattern({"pattern", std::string(a_case.pattern)});
  EXPECT_TRUE(pattern) << to_text(pattern.error());
  ExplainOptions options{.architecture = find_architecture(a_case.architecture),
                         .find_fix = cheapest_fix};
  if (!a_case.block.empty()) options.block = *parse_block({"--block", std::string(a_case.block)});
  if (!a_case.let.empty()) options.lets = {*parse_let({"--let", std::string(a_case.let)})};
  const auto explanation = explain(*pattern, options);
  EXPECT_TRUE(explanation) << to_text(explanation.error());
  return *explanation;
}

TEST(ExplainText, Goldens) {
  for (const ExplainCase& a_case : kCases) {
    SCOPED_TRACE(a_case.name);
    expect_golden("explain/" + std::string(a_case.name) + ".txt",
                  explain_text(explained(a_case), {}));
  }
}

TEST(ExplainText, GoldensInColourAndInAscii) {
  const Explanation column = explained(kCases[0]);
  expect_golden("explain/column.color.txt", explain_text(column, {.color = true}));
  expect_golden("explain/column.ascii.txt", explain_text(column, {.utf8 = false}));
  expect_golden("explain/column.80.txt", explain_text(column, {.columns = 80}));
}

TEST(ExplainText, NoLineIsWiderThanAHundredColumns) {
  for (const ExplainCase& a_case : kCases) {
    const Explanation explanation = explained(a_case);
    for (const bool utf8 : {false, true}) {
      SCOPED_TRACE(a_case.name);
      const std::string text = explain_text(explanation, {.utf8 = utf8});
      EXPECT_LE(testing::longest_line(text), 100U);
      EXPECT_EQ(testing::without_color(explain_text(explanation, {.color = true, .utf8 = utf8})),
                text);
      EXPECT_TRUE(utf8 || testing::is_plain_ascii(text));
    }
  }
}

TEST(ExplainText, ShowsTheTotalsOfCostOf) {
  for (const ExplainCase& a_case : kCases) {
    SCOPED_TRACE(a_case.name);
    const Explanation explanation = explained(a_case);
    std::uint64_t requests = 0;
    std::uint64_t wavefronts = 0;
    std::uint64_t ideal = 0;
    std::size_t count = 0;
    for (const ExplainedAccess& access : explanation.accesses) {
      for (const ExplainedRequest& warp : access.warps) {
        const RequestCost cost = cost_of(explanation.architecture->bank_model, warp.request);
        requests += warp.request.active == 0 ? 0 : 1;
        wavefronts += cost.wavefronts;
        ideal += cost.ideal_wavefronts;
        ++count;
      }
    }
    const std::string text = explain_text(explanation, {});
    if (count == 1) {
      EXPECT_NE(text.find("\n" + std::to_string(wavefronts) + " wavefront"), std::string::npos);
      EXPECT_NE(text.find(", ideal " + std::to_string(ideal) + ":"), std::string::npos);
      continue;
    }
    EXPECT_EQ(
        testing::words_of_line(text, "total"),
        (std::vector<std::string>{"total", std::to_string(requests), std::to_string(wavefronts),
                                  std::to_string(ideal), std::to_string(wavefronts - ideal)}));
  }
}

TEST(ExplainText, NeverPromisesSpeed) {
  for (const ExplainCase& a_case : kCases)
    EXPECT_EQ(explain_text(explained(a_case), {}).find("faster"), std::string::npos);
}

TEST(ExplainSvg, Goldens) {
  for (const std::size_t index : {0U, 5U, 11U, 14U}) {
    const ExplainCase& a_case = kCases[index];
    SCOPED_TRACE(a_case.name);
    expect_golden("figures/explain_" + std::string(a_case.name) + ".svg",
                  explain_svg(explained(a_case)));
  }
}

TEST(Explain, SpeaksHindiAndHinglish) {
  const Explanation column = explained(kCases[0]);
  expect_golden("explain/column.hi.txt", explain_text(column, {}, Language::kHindi));
  expect_golden("explain/column.hi-Latn.txt", explain_text(column, {}, Language::kHinglish));
  expect_golden("figures/explain_column_hi.svg", explain_svg(column, Language::kHindi));
}

}  // namespace
}  // namespace smemlens
