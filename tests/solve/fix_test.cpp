// The cheapest pad and XOR of a pattern, as they are shown.

#include "smemlens/solve/fix.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

struct Setting {
  const char* arch = "sm_80";
  const char* block = "";  // one warp
  const char* let = "";
};

Fix fix_of(const std::string& text, const Setting& setting = {}) {
  const Architecture& architecture = *find_architecture(setting.arch);
  const auto pattern = parse_pattern({"pattern", text});
  EXPECT_TRUE(pattern.has_value()) << to_text(pattern.error());
  if (!pattern) return {};
  const Geometry geometry =
      *setting.block != '\0' ? *parse_block({"--block", setting.block}) : one_warp(architecture);
  std::vector<LetRange> lets;
  if (*setting.let != '\0') lets.push_back(*parse_let({"--let", setting.let}));
  const std::vector<Bindings> combinations = *combinations_of(lets);
  std::vector<PlacedRequest> requests;
  for (std::size_t access = 0; access < pattern->accesses.size(); ++access) {
    for (std::size_t i = 0; i < combinations.size(); ++i) {
      const auto places = places_of(*pattern, access, architecture, geometry, combinations[i]);
      EXPECT_TRUE(places.has_value()) << to_text(places.error());
      if (!places) return {};
      for (const WarpPlaces& warp : *places) requests.push_back({access, i, warp});
    }
  }
  return cheapest_fix({*pattern, architecture, geometry, combinations, requests});
}

struct Shown {
  std::uint64_t wavefronts = 0;
  std::uint64_t extra_bytes = 0;
  std::string pattern;
  bool operator==(const Shown&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Shown& shown) {
  return out << shown.wavefronts << " wavefronts, " << shown.extra_bytes
             << " bytes: " << shown.pattern;
}

Shown shown(const std::optional<FixOption>& option) {
  if (!option) return {};
  return {option->after.wavefronts, option->price.extra_bytes, option->pattern};
}

const Shown kNone;

struct FixCase {
  const char* name;
  const char* pattern;
  Setting setting;
  std::uint64_t before;
  Shown pad;
  Shown swizzle;
};

const FixCase kFixCases[] = {
    {"a column",
     "float s[32][32]; s[lane][0]",                                                   {},
     32,   {1, 128, "float s[32][33]; s[lane][0]"},
     {1, 0, "float s[32][32]; s[lane][0 ^ lane]"}                                              },
    {"row and column",
     "float s[32][32]; s[k][lane] = x; s[lane][k]",                                   {.let = "k=0..31"},
     1056, {64, 128, "float s[32][33]; s[k][lane] = x; s[lane][k]"},
     {64, 0, "float s[32][32]; s[k][lane ^ k] = x; s[lane][k ^ lane]"}                         },
    {"a transpose in a block of 32 x 8",
     "float t[32][32]; t[threadIdx.y][threadIdx.x] = 0; t[threadIdx.x][threadIdx.y]", {.block = "32,8"},
     264,  {16, 128, "float t[32][33]; t[threadIdx.y][threadIdx.x] = 0; t[threadIdx.x][threadIdx.y]"},
     {16, 0,
      "float t[32][32]; t[threadIdx.y][threadIdx.x ^ threadIdx.y] = 0; "
      "t[threadIdx.x][threadIdx.y ^ threadIdx.x]"}                                             },
    {"the smallest legal pad of a float4 column is 4",
     "float s[32][32]; *(float4*)&s[lane][0]",                                        {},
     32,   {4, 512, "float s[32][36]; *(float4*)&s[lane][0]"},
     {4, 0, "float s[32][32]; *(float4*)&s[lane][0 ^ ((lane & 7) << 2)]"}                      },
    {"halves read by 16 bytes",
     "half h[64][64]; *(float4*)&h[lane][8]",                                         {},
     32,   {4, 1024, "half h[64][72]; *(float4*)&h[lane][8]"},
     {4, 0, "half h[64][64]; *(float4*)&h[lane][8 ^ ((lane & 7) << 3)]"}                       },
    {"ldmatrix",
     "half h[16][64]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])",                     {},
     32,   {4, 256, "half h[16][72]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])"},
     {4, 0,
      "half h[16][64]; ldmatrix.x4(&h[lane % 16][(lane / 16 * 8) ^ (((lane % 16) & 7) << 3)])"}},
    {"doubles",
     "double d[32][32]; d[lane][0]",                                                  {},
     32,   {2, 256, "double d[32][33]; d[lane][0]"},
     {2, 0, "double d[32][32]; d[lane][0 ^ lane]"}                                             },
    {"two conflict-free ways at once need an XOR",
     "float s[16][16]; s[ty][tx] = 0; s[tx][ty]",                                     {.block = "16,16"},
     72,   {24, 128, "float s[16][18]; s[ty][tx] = 0; s[tx][ty]"},
     {16, 0, "float s[16][16]; s[ty][tx ^ ty] = 0; s[tx][ty ^ tx]"}                            },
    {"an update is written once",
     "float s[32][32]; s[lane][1 + 1] += 1",                                          {},
     64,   {2, 128, "float s[32][33]; s[lane][1 + 1] += 1"},
     {2, 0, "float s[32][32]; s[lane][(1 + 1) ^ lane] += 1"}                                   },
    {"planes",
     "float s[4][8][32]; s[lane / 8][lane % 8][0]",                                   {},
     32,   {1, 128, "float s[4][8][33]; s[lane / 8][lane % 8][0]"},
     {4, 0, "float s[4][8][32]; s[lane / 8][lane % 8][0 ^ (lane % 8)]"}                        },
    {"one dimension",
     "float s[1024]; s[32 * lane]",                                                   {},
     32,   {1, 124, "float s[1055]; s[(32 * lane) + ((32 * lane) >> 5)]"},
     {1, 0, "float s[1024]; s[(32 * lane) ^ ((32 * lane) >> 5)]"}                              },
    {"stride 2",
     "float s[64]; s[2 * lane]",                                                      {},
     2,    {1, 4, "float s[65]; s[(2 * lane) + ((2 * lane) >> 5)]"},
     {1, 0, "float s[64]; s[(2 * lane) ^ ((2 * lane) >> 5)]"}                                  },
    {"an array of structs",
     "struct { float x, y, z, w; } p[32]; p[lane].y",                                 {},
     4,    {1, 128, "struct { float x, y, z, w; float pad; } p[32]; p[lane].y"},
     kNone                                                                                     },
    {"the size as an expression",
     "float s[1 << 5][16 * 2]; s[lane][0]",                                           {},
     32,   {1, 128, "float s[1 << 5][33]; s[lane][0]"},
     {1, 0, "float s[1 << 5][16 * 2]; s[lane][0 ^ lane]"}                                      },
    {"rows of 33 allow no XOR",
     "float s[32][33]; s[lane][31 - lane]",                                           {},
     32,   {1, 128, "float s[32][34]; s[lane][31 - lane]"},
     kNone                                                                                     },
    {"the worst of two arrays",
     "float a[32][32], b[32][32]; a[lane % 2][0]; b[lane][0]",                        {},
     34,   {3, 128, "float a[32][32], b[32][33]; a[lane % 2][0]; b[lane][0]"},
     {3, 0, "float a[32][32], b[32][32]; a[lane % 2][0]; b[lane][0 ^ lane]"}                   },
    {"8-byte banks",
     "float s[32][32]; s[lane][0]",                                                   {.arch = "sm_35-8byte"},
     16,   {1, 128, "float s[32][33]; s[lane][0]"},
     {1, 0, "float s[32][32]; s[lane][0 ^ lane]"}                                              },
    {"16 banks",
     "float s[16][16]; s[lane % 16][0]",                                              {.arch = "sm_10"},
     32,   {2, 64, "float s[16][17]; s[lane % 16][0]"},
     {2, 0, "float s[16][16]; s[lane % 16][0 ^ (lane % 16)]"}                                  },
};

TEST(Fix, ShowsTheCheapestPadAndXor) {
  for (const FixCase& test : kFixCases) {
    SCOPED_TRACE(test.name);
    const Fix fix = fix_of(test.pattern, test.setting);
    EXPECT_EQ(fix.verdict, FixVerdict::kImproves) << fix.statement;
    EXPECT_EQ(fix.before.wavefronts, test.before);
    EXPECT_EQ(shown(fix.pad), test.pad);
    EXPECT_EQ(shown(fix.swizzle), test.swizzle);
  }
}

TEST(Fix, TellsPriceAndClaim) {
  const Fix fix = fix_of("float s[32][32]; s[lane][0]");
  ASSERT_TRUE(fix.pad && fix.swizzle);
  EXPECT_EQ(fix.array, "s");
  EXPECT_EQ(fix.pad->change_text, "pad each row of s by 1 element");
  EXPECT_EQ(fix.pad->price.extra_words, 32U);
  EXPECT_EQ(fix.pad->price.extra_percent(), 3.125);
  EXPECT_EQ(fix.pad->claim,
            "the fewest wavefronts, and of those the cheapest, of all 31 row pads up to one period "
            "of the banks (128 bytes)");
  EXPECT_EQ(fix.swizzle->change_text, "XOR 5 column bits of s with row bits");
  EXPECT_EQ(fix.swizzle->price.extra_bytes, 0U);
  EXPECT_EQ(fix.swizzle->price.address_operations, 1U);
  EXPECT_EQ(fix.pad->price.address_operations, 0U);
  EXPECT_EQ(fix.statement, "a change of s takes fewer wavefronts");
}

TEST(Fix, OffersNoPadThatFitsInNoBlock) {
  const Fix fix = fix_of("char c[4096]; c[lane * 5] = 1; c[lane * 130]");
  ASSERT_TRUE(fix.pad);
  EXPECT_LE(fix.pad->price.array_bytes + fix.pad->price.extra_bytes, 163U * 1024);
  EXPECT_NE(fix.pad->claim.find("that fit in a block's shared memory"), std::string::npos);
  EXPECT_EQ(fix.pad->pattern.find(">> 0"), std::string::npos) << fix.pad->pattern;
}

struct SilentCase {
  const char* name;
  const char* pattern;
  FixVerdict verdict;
  const char* statement;
};

constexpr SilentCase kSilentCases[] = {
    {"a row",                            "float s[32][32]; s[0][lane]",                FixVerdict::kNothingToFix,
     "nothing to fix: every access takes its ideal wavefronts"                                                                                                                 },
    {"wide is not conflicted",           "float4 v[32]; v[lane]",                      FixVerdict::kNothingToFix,
     "nothing to fix: every access takes its ideal wavefronts"                                                                                                                 },
    {"no active lane",                   "float s[32][32]; if (lane > 99) s[lane][0]", FixVerdict::kNothingToFix,
     "nothing to fix: every access takes its ideal wavefronts"                                                                                                                 },
    {"lanes on one word of an atomic",   "int n; atomicAdd(&n, 1)",                    FixVerdict::kNothingHelps,
     "n is one element: no layout changes its cost"                                                                                                                            },
    {"a float4 array read by component", "float4 v[32]; v[lane].z",                    FixVerdict::kNothingHelps,
     nullptr                                                                                                                                                                   },
    {"a view that walks over rows",      "float s[32][32]; ((float4*)s)[8 * lane]",
     FixVerdict::kNothingHelps,                                                                                   "no pad and no XOR of s keeps together what one access needs"},
};

TEST(Fix, StaysSilentWhereThereIsNothingToGain) {
  for (const SilentCase& test : kSilentCases) {
    SCOPED_TRACE(test.name);
    const Fix fix = fix_of(test.pattern);
    EXPECT_EQ(fix.verdict, test.verdict);
    if (test.statement != nullptr) {
      EXPECT_EQ(fix.statement, test.statement);
    }
    EXPECT_FALSE(fix.pad || fix.swizzle);
  }
}

TEST(Fix, NeverMakesThePatternDearer) {
  // Padding cures the column but ruins the anti-diagonal as often.
  const Fix fix = fix_of("float s[32][32]; s[lane][0]; s[lane][31 - lane]");
  for (const auto& option : {fix.pad, fix.swizzle}) {
    if (option) {
      EXPECT_LT(option->after.wavefronts, fix.before.wavefronts);
    }
  }
}

}  // namespace
}  // namespace smemlens
