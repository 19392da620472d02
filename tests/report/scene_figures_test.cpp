#include <gtest/gtest.h>

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>

#include "smemlens/base/json_value.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/figure_table.h"
#include "smemlens/report/lane_address.h"
#include "tests/golden_test.h"

namespace smemlens::figures {
namespace {

Expected<Figure> drawn(const std::string& name, const std::string& parameters) {
  return draw_figure(name, parse_json({"test", parameters}).value());
}

struct FigureCase {
  std::string name;
  std::string golden;
  std::string parameters;
  unsigned passes = 0;
  unsigned ideal = 0;
};

// clang-format off
const FigureCase kCases[] = {
    {"scene", "scene_column", R"({"pattern":"float s[32][32]; s[lane][0]","pass":12})", 32, 1},
    {"scene", "scene_column_phone", R"({"pattern":"float s[32][32]; s[lane][0]","pass":0,"layout":"phone","lang":"hi"})", 32, 1},
    {"scene", "scene_pairs", R"({"pattern":"float s[64]; s[2*lane]","arch":"sm_35-8byte"})", 1, 1},
    {"scene", "scene_no_lane", R"({"pattern":"float s[32]; if (lane < 0) s[lane]"})", 0, 0},
    {"scene", "scene_pad", R"({"pattern":"float s[32][33]; s[lane][0]","handle":"pad","columns":32})", 1, 1},
    {"scene", "scene_stride_phone", R"({"pattern":"float s[1024]; s[33 * lane]","handle":"stride","layout":"phone","lang":"hi"})", 1, 1},
    {"memory", "memory", R"({"pattern":"float s[32][34]; s[lane][0]"})", 2, 1},
    {"time", "time", R"_({"pattern":"int h[8]; atomicAdd(&h[lane % 4], 1)","pass":3})_", 8, 1},
    {"fix", "fix_pad", R"({"pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]","point":1})", 1, 1},
    {"fix", "fix_swizzle", R"({"pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]","layout":"phone","lang":"hi-Latn"})", 1, 1},
    {"fix", "fix_order", R"({"pattern":"float s[32][32]; s[lane][0]","lang":"hi"})", 1, 1},
    {"fix", "fix_three_views_phone", R"({"pattern":"float s[32][32]; s[k][lane] = 0; s[lane][k]; s[lane][lane^k]","let":["k=0..31"],"point":1,"layout":"phone","lang":"hi"})", 2, 1},
    {"fix", "fix_structs", R"({"pattern":"struct { float x, y, z, w; } p[32]; p[lane].y"})", 1, 1},
    {"tray", "tray", "{}", 4, 4},
    {"tray", "tray_float", R"({"bytes":4,"layout":"phone"})", 1, 1},
    {"merge", "merge", "{}", 2, 2},
    {"merge", "merge_stranger", R"({"pattern":"float4 v[32]; v[lane == 17 ? 31 : lane / 2]"})", 4, 4},
    {"merge", "merge_store", R"({"pattern":"float4 v[16]; v[lane / 2] = 0"})", 4, 4},
    {"ldmatrix", "ldmatrix", R"({"pitch_bytes":128})", 32, 4},
    {"ldmatrix", "ldmatrix_half_phone", R"({"pitch_bytes":64,"layout":"phone","lang":"hi"})", 16, 4},
    {"ldmatrix", "ldmatrix_padded", R"({"pitch_bytes":144})", 4, 4},
    {"swizzle", "swizzle", R"({"bits":3})", 8, 1},
    {"swizzle", "swizzle_row", R"({"bits":31,"line":"row"})", 1, 1},
    {"lunch", "lunch", "{}", 0, 0},
    {"hardware", "hardware", R"({"pattern":"float s[32]; s[lane]","arch":"sm_10"})", 2, 2},
    {"ladder", "ladder", R"({"pattern":"float s[32][33]; s[lane][20]","lane":17})", 1, 1},
    {"ladder", "ladder_xor_phone", R"({"pattern":"float s[32][32]; s[lane][5 ^ lane]","lane":17,"layout":"phone","lang":"hi-Latn"})", 1, 1},
    {"ladder", "ladder_phone", R"({"pattern":"float s[32][32]; s[lane][0]","lane":31,"layout":"phone","lang":"hi"})", 32, 1},
    {"ladder", "ladder_wide_element", R"({"pattern":"float4 v[32]; v[lane]","lane":9})", 4, 4},
    {"ladder", "ladder_inactive", R"({"pattern":"float s[32]; if (lane < 4) s[lane]","lane":4})", 1, 1},
    {"ladder", "ladder_64_lanes", R"({"pattern":"float s[64]; s[lane]","arch":"gfx942","lane":63})", 2, 2},
    {"transpose", "transpose", "{}", 2, 2},
    {"transpose", "transpose_unpadded_phone", R"({"pad":0,"layout":"phone","lang":"hi-Latn"})", 33, 2},
    {"coalescing", "coalescing", "{}", 0, 0},
    {"coalescing", "coalescing_2_phone", R"({"stride":2,"layout":"phone","lang":"hi"})", 0, 0},
    {"coalescing", "coalescing_33", R"({"stride":33})", 0, 0},
    {"occupancy", "occupancy", "{}", 0, 0},
    {"occupancy", "occupancy_8_phone", R"({"pad":8,"layout":"phone","lang":"hi-Latn"})", 0, 0},
    {"divergence", "divergence", "{}", 1, 1},
    {"divergence", "divergence_phone", R"({"layout":"phone","lang":"hi"})", 1, 1},
};
// clang-format on

TEST(SceneFigures, Goldens) {
  for (const FigureCase& a_case : kCases) {
    SCOPED_TRACE(a_case.golden);
    const auto figure = drawn(a_case.name, a_case.parameters);
    ASSERT_TRUE(figure) << figure.error().message;
    EXPECT_EQ(figure->passes, a_case.passes);
    EXPECT_EQ(figure->ideal, a_case.ideal);
    EXPECT_FALSE(figure->words.empty());
    EXPECT_EQ(figure->words.find('{'), std::string::npos);
    expect_golden("figures/engineer/" + a_case.golden + ".svg", figure->svg);
  }
}

TEST(SceneFigures, ACountThatIsNotCertainHasASign) {
  const std::string atomic = R"_("pattern":"int n[4]; atomicAdd(&n[0], 1)")_";
  EXPECT_NE(drawn("scene", "{" + atomic + "}")->svg.find(">~32<"), std::string::npos);
  const std::string running = drawn("scene", "{" + atomic + R"(,"pass":3})")->svg;
  EXPECT_NE(running.find(">3<"), std::string::npos);
  EXPECT_NE(running.find(">of ~32 passes<"), std::string::npos);
  const std::string sure = drawn("scene", R"({"pattern":"float s[32][32]; s[lane][0]"})")->svg;
  EXPECT_EQ(sure.find(">~"), std::string::npos);
}

TEST(SceneFigures, FiveBitsHalveTheColumnOneByOne) {
  unsigned passes = 32;
  for (const unsigned bits : {0U, 1U, 3U, 7U, 15U, 31U}) {
    EXPECT_EQ(drawn("swizzle", "{\"bits\":" + std::to_string(bits) + "}")->passes, passes);
    passes /= 2;
  }
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST(SceneFigures, TheStrideIsPulledAtTheGap) {
  const auto svg = [](unsigned stride) {
    const std::string text = std::to_string(stride);
    return drawn("scene",
                 R"({"handle":"stride","pattern":"float s[2048]; s[)" + text + " * lane]\"}")
        ->svg;
  };
  for (const unsigned stride : {0U, 1U, 2U, 31U, 32U, 64U})
    EXPECT_EQ(count_of(svg(stride), "data-handle=\"stride\""), 1U) << stride;
  EXPECT_EQ(count_of(svg(1), "data-key=\"gap\""), 0U) << "neighbours touch";
  EXPECT_EQ(count_of(svg(2), "data-key=\"gap\""), 1U);
  EXPECT_EQ(count_of(svg(33), "data-key=\"gap\""), 0U) << "another row";
}

TEST(SceneFigures, CellsTellTheWordThatALaneIsDroppedOn) {
  const std::string svg = drawn("scene", R"({"pattern":"float s[32][33]; s[lane][0]"})")->svg;
  for (const std::string_view first : {"0", "32", "1024"})
    EXPECT_EQ(count_of(svg, "data-first-word=\"" + std::string(first) + "\""), 1U) << first;
}

TEST(SceneFigures, AZipClosesWithTheLastClasp) {
  const auto merge = [](std::string_view pattern) {
    return *drawn("merge", R"({"pattern":")" + std::string(pattern) + "\"}");
  };
  const Figure closed = merge("float4 v[16]; v[lane / 2]");
  EXPECT_EQ(count_of(closed.svg, "data-key=\"clasp-"), 16U);
  EXPECT_EQ(closed.passes, 2U);
  const Figure open = merge("float4 v[32]; v[lane == 17 ? 31 : lane / 2]");
  EXPECT_EQ(count_of(open.svg, "data-key=\"clasp-"), 15U);
  EXPECT_EQ(open.passes, 4U);
  EXPECT_NE(open.words.find("Without a partner: lane 16 17."), std::string::npos);
  const Figure apart = merge("float4 v[16]; v[lane % 2 + lane / 4 * 2]");
  EXPECT_EQ(count_of(apart.svg, "data-key=\"clasp-"), 16U) << "two apart";
  EXPECT_EQ(count_of(merge("float4 v[16]; v[lane / 2] = 0").svg, "data-key=\"clasp-"), 0U);
  EXPECT_EQ(count_of(merge("float4 v[8]; v[lane % 8]").svg, "data-key=\"clasp-"), 0U);
}

// The tint of column 0 lies where the model puts the words of the column that is read.
TEST(SceneFigures, TintsMoveAsTheWordsDo) {
  for (const unsigned bits : {0U, 1U, 21U, 31U}) {
    const std::string svg = drawn("swizzle", "{\"bits\":" + std::to_string(bits) + "}")->svg;
    const std::size_t at = svg.find("data-key=\"home-0\"");
    const std::string tint = svg.substr(at, svg.find("/>", at) - at);
    for (unsigned row = 0; row < 32; ++row) {
      const unsigned bank = row & bits;
      std::ostringstream corner;
      corner << 'M' << 380 + (12.25 * bank) << ' ';
      EXPECT_NE(tint.find(corner.str()), std::string::npos) << bits << " row " << row;
      const std::string mark = "data-lane=\"" + std::to_string(row) + "\" data-bank=\"" +
                               std::to_string(bank) + "\" data-word=\"" +
                               std::to_string((32 * row) + bank) + "\"";
      EXPECT_NE(svg.find(mark), std::string::npos) << bits << " row " << row;
    }
  }
}

TEST(SceneFigures, AFixTellsHowManyBlocksStillFit) {
  const std::string tile = R"("pattern":"float s[32][32]; s[0][lane] = 0; s[lane][0]")";
  const auto pad = drawn("fix", "{" + tile + R"(,"point":1})");
  EXPECT_NE(pad->words.find("shared memory alone, 164 KiB: still 32."), std::string::npos)
      << pad->words;
  EXPECT_NE(pad->svg.find(">s[lane][0] before: 32 passes<"), std::string::npos)
      << "one of two accesses";
  EXPECT_NE(pad->svg.find("32 × fewer passes for this access"), std::string::npos);
  const auto swizzle = drawn("fix", "{" + tile + "}");
  EXPECT_NE(swizzle->words.find("memory alone, 164 KiB: still 32."), std::string::npos);
  const auto amd = drawn("fix", R"({"pattern":"float s[64][32]; s[lane][0]","arch":"gfx942"})");
  EXPECT_NE(amd->words.find("how many blocks gfx942 holds isn't known here"), std::string::npos);
}

TEST(SceneFigures, EachThumbnailIsAButtonWithAnAccess) {
  const std::string svg = drawn("lunch", "{}")->svg;
  EXPECT_EQ(count_of(svg, "role=\"button\" tabindex=\"0\""), 12U);
  EXPECT_NE(svg.find("aria-label=\"anti-diagonal, [32][33]: 32 passes\""), std::string::npos);
  EXPECT_NE(svg.find("data-pattern=\"float s[32][33]; s[lane][31 - lane]\""), std::string::npos);
}

TEST(SceneFigures, NoFreeLunch) {
  EXPECT_NE(drawn("lunch", "{}")->words.find("1 32 1 1 as it is; 1 1 2 32 padded to 33; 1 1 32 32"),
            std::string::npos);
}

TEST(SceneFigures, AMergeThatStaysOpenSaysWhy) {
  const auto title = [](std::string_view pattern) {
    const std::string svg = drawn("merge", R"({"pattern":")" + std::string(pattern) + "\"}")->svg;
    const std::size_t at = svg.find('>', svg.find("<title")) + 1;
    return svg.substr(at, svg.find('<', at) - at);
  };
  EXPECT_EQ(title("float4 v[16]; v[lane / 2]"), "Every lane has a partner: trays merge to 2");
  EXPECT_EQ(title("float4 v[16]; v[lane / 2] = 0"), "No store was seen to merge: 4 trays");
  EXPECT_EQ(title("float4 v[8]; v[lane % 8]"), "Partners 8 lanes apart, not 1 or 2: 4 trays");
  EXPECT_EQ(title("float4 v[4]; v[lane % 4]"), "Partners 4 lanes apart, not 1 or 2: 4 trays");
  EXPECT_EQ(title("float4 v[32]; v[lane]"), "Not every lane has a partner: 4 trays");
}

TEST(SceneFigures, TitlesTellWhatIsShared) {
  const std::pair<std::string_view, std::string_view> titles[] = {
      {R"("pattern":"float s[32]; s[0]")",                   "No conflict: a shared word is read once."   },
      {R"("pattern":"float s[32]; s[0] = 1")",               "No conflict: a shared word is written once."},
      {R"("pattern":"float s[32]; s[lane]","arch":"sm_10")", "Two halves, no conflict."                   },
      {R"("pattern":"float2 s[32]; s[lane]")",               "Wide, not conflicted: 2 phases."            },
      {R"("pattern":"float s[32]; s[lane]","arch":"sm_80")", "No bank conflict."                          },
  };
  for (const auto& [state, title] : titles)
    EXPECT_TRUE(drawn("scene", "{" + std::string(state) + "}")->words.starts_with(title)) << state;
}

TEST(SceneFigures, RowsOfMatricesPointToTheirBanks) {
  const auto at = [](unsigned pitch) {
    return *drawn("ldmatrix", "{\"pitch_bytes\":" + std::to_string(pitch) + "}");
  };
  for (const unsigned pitch : {64U, 128U, 144U})
    EXPECT_EQ(count_of(at(pitch).svg, "data-key=\"arrow-"), 32U) << pitch;
  EXPECT_EQ(count_of(at(144).svg, "sl-arrow-hot\""), 0U);
  EXPECT_EQ(count_of(at(128).svg, "sl-arrow-hot\""), 28U) << "the first row of a tray is in time";
  EXPECT_EQ(count_of(at(128).svg, ">×8</text>"), 4U);
  EXPECT_NE(at(128).svg.find(">8 rows on the same four banks: 8 passes a tray</title>"),
            std::string::npos);
  EXPECT_NE(at(64).svg.find(">4 rows on the same four banks: 4 passes a tray</title>"),
            std::string::npos);
}

TEST(FurtherFigures, TransposeTakesStoreAndLoadTogether) {
  const std::pair<unsigned, unsigned> passes_by_pad[] = {
      {0, 33},
      {1, 2 },
      {2, 3 },
      {4, 5 },
      {8, 9 }
  };
  for (const auto& [pad, passes] : passes_by_pad)
    EXPECT_EQ(drawn("transpose", "{\"pad\":" + std::to_string(pad) + "}")->passes, passes) << pad;
}

TEST(FurtherFigures, CoalescingCountsSectors) {
  const std::pair<unsigned, std::string> words_by_stride[] = {
      {0,  "Sectors: 1, in lines: 1; 32 bytes fetched, 4 of them asked for."      },
      {1,  "Sectors: 4, in lines: 1; 128 bytes fetched, 128 of them asked for."   },
      {2,  "Sectors: 8, in lines: 2; 256 bytes fetched, 128 of them asked for."   },
      {3,  "Sectors: 12, in lines: 3; 384 bytes fetched, 128 of them asked for."  },
      {8,  "Sectors: 32, in lines: 8; 1024 bytes fetched, 128 of them asked for." },
      {32, "Sectors: 32, in lines: 32; 1024 bytes fetched, 128 of them asked for."},
      {33, "Sectors: 32, in lines: 32; 1024 bytes fetched, 128 of them asked for."},
  };
  for (const auto& [stride, words] : words_by_stride)
    EXPECT_TRUE(drawn("coalescing", "{\"stride\":" + std::to_string(stride) + "}")
                    ->words.starts_with(words))
        << stride;
}

// 164 KiB of sm_80, of which each block costs 1 KiB more, hold 32 blocks up to rows of 33 words.
TEST(FurtherFigures, OccupancyCountsTheBlocksOfAMultiprocessor) {
  const std::pair<std::string, std::string> words_by_state[] = {
      {R"({"pad":0})",
       "Rows of 32 words: shared memory holds 32 blocks. 4096 bytes are left over."                             },
      {R"({"pad":1})",                 "Rows of 33 words: shared memory holds 32 blocks. 0 bytes are left over."},
      {R"({"pad":2})",
       "Rows of 34 words: shared memory holds 31 blocks. 1280 bytes are left over."                             },
      {R"({"pad":8})",
       "Rows of 40 words: shared memory holds 27 blocks. 2048 bytes are left over."                             },
      {R"({"pad":0,"arch":"sm_75"})",
       "Rows of 32 words: shared memory holds 16 blocks. 0 bytes are left over."                                },
      {R"({"pad":1,"arch":"sm_75"})",
       "Rows of 33 words: shared memory holds 15 blocks. 2176 bytes are left over."                             },
      {R"({"pad":1,"arch":"sm_90a"})", "Rows of 33 words: shared memory holds 32 blocks."                       },
      {R"({"pad":1,"arch":"sm_10"})",
       "Rows of 33 words: shared memory holds 3 blocks. 3712 bytes are left over."                              },
  };
  for (const auto& [state, words] : words_by_state)
    EXPECT_TRUE(drawn("occupancy", state)->words.starts_with(words))
        << state << drawn("occupancy", state)->words;
}

TEST(Ladder, TheCarryAndTheFlipsAreShown) {
  const auto ladder = [](std::string_view pattern, unsigned lane) {
    return drawn("ladder", R"({"pattern":")" + std::string(pattern) +
                               "\",\"lane\":" + std::to_string(lane) + "}")
        ->svg;
  };
  const std::string carried = ladder("float s[32][33]; s[lane][20]", 17);
  EXPECT_NE(carried.find(">17·32 + 20</text>"), std::string::npos);
  EXPECT_NE(carried.find(">+ 17·1</text>"), std::string::npos);
  EXPECT_EQ(count_of(carried, "data-key=\"carry\""), 1U);
  EXPECT_EQ(count_of(ladder("float s[32][33]; s[lane][20]", 11), "data-key=\"carry\""), 0U)
      << "20 + 11 is still a bank";
  const std::string flipped = ladder("float s[32][32]; s[lane][5 ^ lane]", 17);
  EXPECT_NE(flipped.find(">17·32 + 5</text>"), std::string::npos);
  EXPECT_NE(flipped.find(">^ 17</text>"), std::string::npos);
  EXPECT_NE(flipped.find(">s[lane][5 ^ lane] = s[17][20] · 564</text>"), std::string::npos);
  EXPECT_EQ(count_of(flipped, "data-key=\"carry\""), 0U);
  for (const std::string_view plain :
       {"float s[32][32]; s[lane][0]", "float s[1056]; s[33 * lane]",
        "double s[32][33]; s[lane][0]", "float s[32][20]; s[lane][5]"})
    EXPECT_EQ(ladder(plain, 17).find(">+ "), std::string::npos) << plain;
}

// The fields of the address's bits are the model's own row and bank.
TEST(Ladder, BitsTellRowAndBankOnEveryArchitecture) {
  const auto pattern = parse_pattern({"pattern", "char s[64][132]; s[lane][3]"});
  ASSERT_TRUE(pattern);
  for (const Architecture& architecture : architectures()) {
    SCOPED_TRACE(architecture.name);
    const auto explanation = explain(*pattern, {.architecture = &architecture});
    ASSERT_TRUE(explanation) << explanation.error().message;
    const BankModel& model = architecture.bank_model;
    for (unsigned lane = 0; lane < model.lanes_per_warp; ++lane) {
      const auto address = lane_address(*explanation, lane);
      ASSERT_TRUE(address);
      const LaneWord& word = address->words.front();
      EXPECT_EQ(word.word.value, (model.banks * word.row) + word.bank.value);
      EXPECT_EQ(address->address.value / model.word_bytes, word.word.value);
    }
  }
}

TEST(SceneFigures, RefuseWithAReason) {
  const std::pair<FigureCase, std::string> cases[] = {
      {{"scene", "", "{}"},                                                          "\"pattern\" is missing"                    },
      {{"scene", "", R"({"pattern":"float s[32]; s[lane+1]"})"},
       "index 32 is outside s[32] for lane 31"                                                                                   },
      {{"scene", "", R"({"pattern":"float s[32]; s[lane]","pad":1})"},
       "there is no parameter 'pad' here"                                                                                        },
      {{"fix", "", R"({"pattern":"float s[32]; s[lane]","point":1})"},
       "point must be a whole number from 0 to 0"                                                                                },
      {{"fix", "", R"({"pattern":"float s[32]; if (lane < 0) s[lane]","point":0})"},
       "no lane of any access is active"                                                                                         },
      {{"tray", "", R"({"bytes":12})"},                                              "bytes must be 4, 8 or 16"                  },
      {{"ldmatrix", "", R"({"pitch_bytes":100})"},                                   "pitch_bytes must be a multiple of 16"      },
      {{"swizzle", "", R"({"bits":32})"},                                            "bits must be a whole number from 0 to 31"  },
      {{"ladder", "", R"({"pattern":"float s[32]; s[lane]","lane":32})"},
       "lane must be a whole number from 0 to 31"                                                                                },
      {{"ladder", "", "{}"},                                                         "\"pattern\" is missing"                    },
      {{"transpose", "", R"({"pad":9})"},                                            "pad must be a whole number from 0 to 8"    },
      {{"coalescing", "", R"({"stride":34})"},                                       "stride must be a whole number from 0 to 33"},
      {{"occupancy", "", R"({"arch":"gfx942"})"},
       "how many blocks a compute unit of gfx942 holds isn't in the table"                                                       },
      {{"occupancy", "", R"({"arch":"sm_1"})"},                                      "there is no architecture 'sm_1'"           },
      {{"occupancy", "", R"({"pad":-1})"},                                           "pad must be a whole number from 0 to 8"    },
      {{"divergence", "", R"({"lane":1})"},                                          "there is no parameter 'lane' here"         },
  };
  for (const auto& [a_case, message] : cases) {
    const auto figure = drawn(a_case.name, a_case.parameters);
    ASSERT_FALSE(figure) << a_case.parameters;
    EXPECT_EQ(figure.error().message, message);
  }
}

}  // namespace
}  // namespace smemlens::figures
