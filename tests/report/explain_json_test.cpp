#include "smemlens/report/explain_json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/report/explanation.h"
#include "tests/golden_test.h"

namespace smemlens {
namespace {

struct Setting {
  const char* arch = "sm_80";
  const char* block = "";  // one warp
  std::vector<const char*> lets;
};

Expected<Explanation> explained(const std::string& text, const Setting& setting = {}) {
  const auto pattern = parse_pattern({"pattern", text});
  if (!pattern) return tl::unexpected(pattern.error());
  ExplainOptions options{.architecture = find_architecture(setting.arch), .find_fix = cheapest_fix};
  if (*setting.block != '\0') options.block = *parse_block({"--block", setting.block});
  for (const char* let : setting.lets) options.lets.push_back(*parse_let({"--let", let}));
  return explain(*pattern, options);
}

struct GoldenCase {
  const char* file;
  const char* pattern;
  Setting setting;
};

const GoldenCase kGoldenCases[] = {
    {"column",    "float s[32][32]; s[lane][0]",                                  {}                     },
    {"padded",    "float s[32][33]; s[lane][0]",                                  {}                     },
    {"transpose", "float t[32][33]; t[ty][tx] = in; t[tx][ty]",                   {.block = "32,2"}      },
    {"let",       "float s[32][32]; s[lane][(lane ^ k) & 31]",                    {.lets = {"k=0..1"}}   },
    {"float4",    "half h[64][64]; *(float4*)&h[lane][0]",                        {}                     },
    {"ldmatrix",  "half h[16][64]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])",    {}                     },
    {"guard",     "float s[1024]; if (lane < 8) s[32*lane]; if (lane > 99) s[0]", {}                     },
    {"atomic",    "int n; atomicAdd(&n, 1)",                                      {}                     },
    {"cp_async",  "float s[64][64]; cp.async.16(&s[lane / 16][lane % 16 * 4])",   {}                     },
    {"update",    "int a[32], b[32]; a[lane] += b[lane]",                         {}                     },
    {"kepler",    "float s[32][32]; s[lane][0]",                                  {.arch = "sm_35-8byte"}},
};

TEST(ExplainJson, MatchesTheGoldenFiles) {
  for (const GoldenCase& test : kGoldenCases) {
    SCOPED_TRACE(test.file);
    const auto explanation = explained(test.pattern, test.setting);
    ASSERT_TRUE(explanation.has_value()) << to_text(explanation.error());
    expect_golden("explain_json/" + std::string(test.file) + ".json", explain_json(*explanation));
  }
}

// Requests add up to accesses, accesses to the whole.
TEST(Explanation, TotalsAddUp) {
  const auto explanation = explained("float s[64][32]; s[tid][k] = 0; if (lane < 7) s[lane][0]",
                                     {.block = "33,1", .lets = {"k=0..2"}});
  ASSERT_TRUE(explanation.has_value()) << to_text(explanation.error());
  ASSERT_EQ(explanation->accesses.size(), 6U);
  Totals sum;
  for (const ExplainedAccess& access : explanation->accesses) {
    std::uint64_t wavefronts = 0;
    for (const ExplainedRequest& warp : access.warps) wavefronts += warp.cost.wavefronts;
    EXPECT_EQ(access.totals.wavefronts, wavefronts);
    sum.requests += access.totals.requests;
    sum.wavefronts += access.totals.wavefronts;
    sum.ideal_wavefronts += access.totals.ideal_wavefronts;
  }
  EXPECT_EQ(explanation->totals, sum);
  EXPECT_EQ(sum.requests, 12U);
  EXPECT_EQ(sum.wavefronts, 3U * (32 + 1) + 3U * (7 + 1));
}

TEST(Explanation, LooksFirstAtTheWorstRequest) {
  const auto explanation = explained("float s[32][32]; s[0][lane]; s[lane][0]; s[lane][1]");
  ASSERT_TRUE(explanation.has_value());
  EXPECT_EQ(explanation->worst_access, 1U);
  ASSERT_TRUE(explanation->law.has_value());
  EXPECT_EQ(explanation->law->value, 32U);
}

TEST(Explanation, SkipsRequestsWithoutALane) {
  const auto explanation = explained("float s[32]; if (warp == 1) s[lane]", {.block = "96"});
  ASSERT_TRUE(explanation.has_value());
  EXPECT_EQ(explanation->totals.requests, 1U);
  EXPECT_EQ(explanation->worst_warp, 1U);
  EXPECT_EQ(explanation->fix->verdict, FixVerdict::kNothingToFix);
}

TEST(Explanation, LooksForAFixOnlyIfItIsAskedTo) {
  const auto pattern = parse_pattern({"pattern", "float s[32][32]; s[lane][0]"});
  const auto explanation = explain(*pattern, {.architecture = find_architecture("sm_80")});
  ASSERT_TRUE(explanation.has_value());
  EXPECT_FALSE(explanation->fix.has_value());
  EXPECT_NE(explain_json(*explanation).find("\"fix\":null"), std::string::npos);
}

struct RefusedCase {
  const char* pattern;
  Setting setting;
  const char* message;
};

const RefusedCase kRefused[] = {
    {"float s[32]; s[lane]",   {.lets = {"k=0..1"}}, "--let binds k, which the pattern does not use"},
    {"float s[32]; s[k]",      {},                   "k has no value"                               },
    {"float s[32]; s[k & 31]",
     {.lets = {"k=0..65536"}},
     "--let asks for 65537 combinations of values; the limit is 65536"                              },
    {"float s[32]; s[k & 31]",
     {.block = "64", .lets = {"k=0..65535"}},
     "too much to explain: 131072 requests (accesses x warps x values of --let); the limit is "
     "65536"                                                                                        },
};

TEST(Explanation, RefusesWhatItCannotShow) {
  for (const RefusedCase& test : kRefused) {
    SCOPED_TRACE(test.message);
    const auto explanation = explained(test.pattern, test.setting);
    ASSERT_FALSE(explanation.has_value());
    EXPECT_EQ(explanation.error().message, test.message);
  }
  const auto pattern = parse_pattern({"pattern", "float s[32]; s[0]"});
  const auto huge = explain(*pattern, {.architecture = find_architecture("sm_80"),
                                       .block = Geometry{{4000000, 4000000, 4000000}}});
  EXPECT_EQ(huge.error().message, "at most 1024 threads in dimension x");
}

}  // namespace
}  // namespace smemlens
