// What patterns cost: the notation's examples, and the exercises of the walkthrough.

#include "smemlens/model/cost.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "smemlens/model/architecture.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

struct Cost {
  std::uint32_t wavefronts = 0;
  std::uint32_t ideal = 0;
  bool operator==(const Cost&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Cost& cost) {
  return out << cost.wavefronts << " (ideal " << cost.ideal << ')';
}

// Every access, every warp of the block, in order.
std::vector<Cost> costs_of(const char* text, const char* block, const char* arch) {
  const Architecture& architecture = *find_architecture(arch);
  const auto pattern = parse_pattern({"pattern", text});
  EXPECT_TRUE(pattern.has_value()) << to_text(pattern.error());
  if (!pattern) return {};
  const Geometry geometry =
      *block != '\0' ? *parse_block({"--block", block}) : one_warp(architecture);
  std::vector<Cost> costs;
  for (std::size_t access = 0; access < pattern->accesses.size(); ++access) {
    const auto requests = evaluate(*pattern, access, architecture, geometry, {});
    EXPECT_TRUE(requests.has_value()) << to_text(requests.error());
    if (!requests) return {};
    for (const WarpRequest& warp : *requests) {
      const RequestCost cost = cost_of(architecture.bank_model, warp.request);
      costs.push_back({cost.wavefronts, cost.ideal_wavefronts});
    }
  }
  return costs;
}

struct CostCase {
  const char* name;
  const char* pattern;
  const char* block;  // "": one warp
  std::vector<Cost> costs;
};

const CostCase kCostCases[] = {
    {"a column",                    "float s[32][32]; s[lane][0]",                          "",     {{32, 1}}         },
    {"a padded column",             "float s[32][32+1]; s[lane][0]",                        "",     {{1, 1}}          },
    {"a row",                       "float s[32][32]; s[0][lane]",                          "",     {{1, 1}}          },
    {"doubles at stride 2",         "__shared__ double d[64]; d[2*tid] = 0",                "",     {{4, 2}}          },
    {"rows of a transposed read",
     "float t[32][33]; t[threadIdx.x][threadIdx.y]",                                        "32,8",
     {{1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}                                                 },
    {"float4 of halves, column",    "half h[64][64]; *(float4*)&h[lane][0]",                "",     {{32, 4}}         },
    {"float4 by element type",      "float4 v[64]; v[lane]",                                "",     {{4, 4}}          },
    {"paired float4 load",          "float4 v[64]; v[lane/2]",                              "",     {{2, 2}}          },
    {"paired float4 store",         "float4 v[64]; v[lane/2] = x",                          "",     {{4, 4}}          },
    {"atomics on four counters",    "int hist[256]; atomicAdd(&hist[lane % 4], 1)",         "",     {{8, 1}}          },
    {"ldmatrix, rows of 64",
     "half h[16][64]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])",                           "",
     {{32, 4}}                                                                                                        },
    {"ldmatrix, rows of 72",
     "half h[16][72]; ldmatrix.x4(&h[lane % 16][lane / 16 * 8])",                           "",
     {{4, 4}}                                                                                                         },
    {"ldmatrix.x1",                 "half h[8][64]; ldmatrix.x1(&h[lane][0])",              "",     {{8, 1}}          },
    {"cp.async, a row a half-warp",
     "float s[64][64]; cp.async.16(&s[lane / 16][lane % 16 * 4])",                          "",
     {{4, 4}}                                                                                                         },
    {"a guard",                     "float s[1024]; if (lane < 8) s[32*lane]",              "",     {{8, 1}}          },
    {"no active lane",              "float s[32]; if (lane > 99) s[lane]",                  "",     {{0, 0}}          },
    {"broadcast",                   "int n; n",                                             "",     {{1, 1}}          },
    {"two accesses",                "float s[32][32]; s[lane][0]; s[0][lane] = 1",          "",     {{32, 1}, {1, 1}} },
    {"an update is two",            "float s[32][32]; s[lane][0] += 1",                     "",     {{32, 1}, {32, 1}}},

    {"stride 6",                    "float s[1024]; s[6 * lane]",                           "",     {{2, 1}}          },
    {"stride 12",                   "float s[1024]; s[12 * lane]",                          "",     {{4, 1}}          },
    {"stride 24",                   "float s[1024]; s[24 * lane]",                          "",     {{8, 1}}          },
    {"31 lanes together, 1 apart",  "float s[64]; s[lane == 31 ? 32 : 0]",                  "",     {{2, 1}}          },
    {"eight lanes a word",          "float s[32]; s[lane/8]",                               "",     {{1, 1}}          },
    {"struct of 3 floats",          "struct { float x, y, z; } p[32]; p[lane].y",           "",     {{1, 1}}          },
    {"struct of 4 floats",          "struct { float x, y, z, w; } p[32]; p[lane].y",        "",     {{4, 1}}          },
    {"struct of 5 floats",          "struct { float a, b, c, d, e; } p[32]; p[lane].c",     "",     {{1, 1}}          },
    {"half a column",               "float s[32][32]; if (lane < 16) s[lane][0]",           "",     {{16, 1}}         },
    {"16x17, 16x16 block, rows",    "float s[16][17]; s[ty][tx]",                           "16,4", {{2, 1}, {2, 1}}  },
    {"16x17, 16x16 block, columns", "float s[16][17]; s[tx][ty]",                           "16,4", {{2, 1}, {2, 1}}  },
    {"anti-diagonal at 33",         "float s[32][33]; s[lane][31 - lane]",                  "",     {{32, 1}}         },
    {"lane squared",                "float s[1024]; s[lane*lane]",                          "",     {{8, 1}}          },
    {"triangle numbers",            "float s[1024]; s[lane*(lane+1)/2]",                    "",     {{1, 1}}          },
    {"float4 column, pad 4",        "float s[32][36]; *(float4*)&s[lane][0]",               "",     {{4, 4}}          },
    {"double column, pad 1",        "double s[32][33]; s[lane][0]",                         "",     {{2, 2}}          },
    {"bytes of one word",           "char c[128]; c[lane]",                                 "",     {{1, 1}}          },
    {"a member of a float4 array",  "float4 v[32]; v[lane].z",                              "",     {{4, 1}}          },
    {"an index of a cast pointer",  "float s[256]; ((float4*)s)[lane]",                     "",     {{4, 4}}          },
    {"the same in C++",             "float s[256]; reinterpret_cast<float4*>(&s[0])[lane]", "",     {{4, 4}}          },
    {"a row pointer",               "half h[64][64]; *(float4*)h[lane]",                    "",     {{32, 4}}         },
    {"a partial warp",              "float s[32][32]; s[tid][0]",                           "20",   {{20, 1}}         },
    {"a second, partial warp",      "float s[64][32]; s[tid][0]",                           "40",   {{32, 1}, {8, 1}} },
};

TEST(PatternCost, OnSm80) {
  for (const CostCase& test : kCostCases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(costs_of(test.pattern, test.block, "sm_80"), test.costs);
  }
}

struct ArchitectureCase {
  const char* name;
  const char* arch;
  const char* pattern;
  std::vector<Cost> costs;
};

const ArchitectureCase kArchitectureCases[] = {
    {"16 banks, a half-warp at a time", "sm_10",       "float s[32]; s[lane]",         {{2, 2}} },
    {"8-byte banks, stride 2",          "sm_35-8byte", "float s[64]; s[2*lane]",       {{1, 1}} },
    {"8-byte banks, a column",          "sm_35-8byte", "float s[32][32]; s[lane][0]",  {{16, 1}}},
    {"8-byte banks, pad 1",             "sm_35-8byte", "float s[32][33]; s[lane][0]",  {{1, 1}} },
    {"8-byte banks, pad 2",             "sm_35-8byte", "float s[32][34]; s[lane][0]",  {{1, 1}} },
    {"64 lanes",                        "gfx942",      "float s[64][32]; s[lane][0]",  {{64, 2}}},
    {"warpSize is the architecture's",  "gfx942",      "float s[64]; s[warpSize - 1]", {{2, 2}} },
};

TEST(PatternCost, OnOtherArchitectures) {
  for (const ArchitectureCase& test : kArchitectureCases) {
    SCOPED_TRACE(test.name);
    EXPECT_EQ(costs_of(test.pattern, "", test.arch), test.costs);
  }
}

}  // namespace
}  // namespace smemlens
