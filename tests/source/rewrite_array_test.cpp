// Layouts as they are written into a source.

#include "smemlens/source/rewrite_array.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "smemlens/source/launch_bytes.h"
#include "smemlens/source/row_length.h"

namespace smemlens::source {
namespace {

// The body of f with `change` applied to its first array, or the reason.
std::string rewritten_text(const std::string& text, const ArrayChange& change) {
  std::vector<std::unique_ptr<CodeFile>> files;
  files.push_back(std::make_unique<CodeFile>(SourceText{"x.cu", text}));
  const auto codes = shared_arrays_of(*files[0]);
  const auto uses = uses_of(*files[0], codes.at(0), files);
  if (!uses) return uses.error().message;
  const auto edits = rewritten(*files[0], codes[0], *uses, change);
  return edits ? edited(text, *edits).text : edits.error().message;
}

std::string rewritten_body(const std::string& body, const ArrayChange& change) {
  const std::string head = "void f() {\n  ";
  const std::string text = rewritten_text(head + body + "\n}\n", change);
  if (!text.starts_with(head)) return text;
  return text.substr(head.size(), text.size() - head.size() - 3);
}

const TileShape kSquare{
    {32, 32},
    4
};
const std::vector<std::string> kRowColumn = {"row", "col"};

TEST(Rewrite, RowsGrowInTheDeclarationAlone) {
  const ArrayChange pad{AxisLayout{{33, 1}}, kSquare, kRowColumn, "row*33 + col", ""};
  EXPECT_EQ(rewritten_body("__shared__ float s[32][32]; s[y][x] = 0;", pad),
            "__shared__ float s[32][33]; s[y][x] = 0;");
  EXPECT_EQ(rewritten_body("__shared__ float s[kN][kN /* wide */]; s[y][x] = 0;", pad),
            "__shared__ float s[kN][kN + 1 /* wide */]; s[y][x] = 0;");
  EXPECT_EQ(rewritten_body("__shared__ float s[N][1 << K]; s[y][x] = 0;", pad),
            "__shared__ float s[N][(1 << K) + 1]; s[y][x] = 0;");
  const ArrayChange planes{
      AxisLayout{{66, 8, 1}},
      {{4, 8, 8}, 4},
      {},
      "", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ float s[4][8][8]; s[z][y][x] = 0;", planes),
            "these strides are no C array's");
}

TEST(Rewrite, AxesChangePlaces) {
  const ArrayChange turned{
      AxisLayout{{1, 18}},
      {{18, 18}, 4},
      kRowColumn, "col*18 + row", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ float s[N][M]; s[y + i][x + j] = s[0][1];", turned),
            "__shared__ float s[M][N]; s[x + j][y + i] = s[1][0];");
}

TEST(Rewrite, ARowIsXoredIntoTheColumn) {
  const ArrayChange whole{
      RowXor{0, 5, 0, 0},
      kSquare, kRowColumn, "row*32 + (col ^ row)", ""
  };
  EXPECT_EQ(
      rewritten_body("__shared__ float s[32][32]; s[y][x] = s[k][0] + s[i + 1][k + 2];", whole),
      "__shared__ float s[32][32]; s[y][x ^ y] = s[k][0 ^ k] + s[i + 1][(k + 2) ^ (i + 1)];");
  const ArrayChange part{
      RowXor{0, 3, 2, 1},
      kSquare, kRowColumn, "", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ float s[32][32]; s[threadIdx.y][x] = 0;", part),
            "__shared__ float s[32][32]; s[threadIdx.y][x ^ (((threadIdx.y >> 1) & 7) << 2)] = 0;");
}

TEST(Rewrite, SizesThatMayDifferElsewhereAreAsserted) {
  ArrayChange swizzle{
      RowXor{0, 5, 0, 0},
      kSquare, kRowColumn, "row*32 + (col ^ row)", ""
  };
  swizzle.has_fixed_sizes = false;
  EXPECT_EQ(
      rewritten_text("template <int N> void f() {\n  __shared__ T s[N][SIZE];\n  s[y][x] = 0;\n}",
                     swizzle),
      "template <int N> void f() {\n  __shared__ T s[N][SIZE];\n"
      "  static_assert(N == 32 && (SIZE) == 32, \"the layout of s is for this size\");\n"
      "  s[y][x ^ y] = 0;\n}");
  EXPECT_EQ(
      rewritten_body("__shared__ int s[N][N]; s[min(y, 9)][x] = 0;", swizzle),
      "__shared__ int s[N * N]; const auto s_at = [](int row, int col) { return row*32 + (col ^ "
      "row); }; static_assert((N) == 32, \"the layout of s is for this size\"); "
      "s[s_at(min(y, 9), x)] = 0;");
  ArrayChange pad{AxisLayout{{33, 1}}, kSquare, kRowColumn, "row*33 + col", ""};
  pad.has_fixed_sizes = false;
  EXPECT_EQ(rewritten_body("__shared__ float s[N][N]; s[y][x] = 0;", pad),
            "__shared__ float s[N][N + 1]; s[y][x] = 0;")
      << "right for every N";
}

TEST(Rewrite, AnIndexThatDoesSomethingIsEvaluatedOnce) {
  const ArrayChange whole{
      RowXor{0, 5, 0, 0},
      kSquare, kRowColumn, "row*32 + (col ^ row)", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ float s[32][32]; s[y++][x] = 0;", whole),
            "__shared__ float s[32 * 32]; const auto s_at = [](int row, int col) { return row*32 + "
            "(col ^ row); }; s[s_at(y++, x)] = 0;");
}

TEST(Rewrite, AFormulaStandsBehindTheDeclaration) {
  const ArrayChange padded{
      BlockPad{32, 1},
      {{256}, 4},
      {"i"},
      "i + (i >> 5)", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ int s[kB];  // sums\n  s[i++] += s[i + k];", padded),
            "__shared__ int s[kB + 7];  // sums\n  const auto s_at = [](int i) { return i + (i >> "
            "5); };\n"
            "  s[s_at(i++)] += s[s_at(i + k)];")
      << "an index that can't be evaluated twice";
  const ArrayChange flat{
      IndexXor{5, 0, 5},
      kSquare, kRowColumn, "i ^ (i >> 5)", "row*32 + col"
  };
  EXPECT_EQ(
      rewritten_body("__shared__ int s[N + 1][32];\r\n  s[y] [x] = 0;", flat),
      "__shared__ int s[(N + 1) * 32];\r\n  const auto s_at = [](int row, int col) { const int i = "
      "row*32 + col; return i ^ (i >> 5); };\r\n  s[s_at(y, x)] = 0;");
  EXPECT_EQ(rewritten_text("__shared__ int s[256];\nvoid f() { s[0] = s[g()]; }", padded),
            "__shared__ int s[263];\n__device__ inline int s_at(int i) { return i + (i >> 5); }\n"
            "void f() { s[s_at(0)] = s[s_at(g())]; }")
      << "at namespace scope a function";
}

TEST(Rewrite, AShortIndexOfOneDimensionIsWrittenWhereItStands) {
  const ArrayChange padded{
      BlockPad{32, 1},
      {{256}, 4},
      {"i"},
      "i + (i >> 5)", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ int s[kB];\n  s[i] += s[2 * i + 1];", padded),
            "__shared__ int s[kB + 7];\n  s[i + (i >> 5)] += s[(2 * i + 1) + ((2 * i + 1) >> 5)];");
  const ArrayChange by_rows{
      BlockPad{34, 1},
      {{1224}, 4},
      {"i"},
      "i + i / 34", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ int s[36 * P];\n  s[y * P + x] = s[here - P];", by_rows),
            "__shared__ int s[36 * P + 35];\n  s[(y * P + x) + (y * P + x) / 34] = s[(here - P) + "
            "(here - P) / 34];");
  const ArrayChange three_times{
      LinearMap{{1, 2, 4}},
      {{8}, 4},
      {"i"},
      "i ^ (i >> 1) ^ (i >> 2)", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ int s[8]; s[i] = 0;", three_times),
            "__shared__ int s[8]; const auto s_at = [](int i) { return i ^ (i >> 1) ^ (i >> 2); }; "
            "s[s_at(i)] = 0;");
}

// Of what isn't the value of one element by itself only some layouts are right.
struct LimitedUse {
  const char* use;
  const char* swizzled;  // the text, or what stands in the way
  const char* padded_by_1;
  const char* padded_by_4;
};

constexpr LimitedUse kLimited[] = {
    {"*(float4*)&s[y][x] = v;",                                                  "not seen to keep together", "hold them whole", "s[32][36]"},
    {"v = *reinterpret_cast<const float4*>(&s[y][x]);",                          "not seen to keep together",
     "hold them whole",                                                                                                          "s[32][36]"},
    {"x = reinterpret_cast<float4*>(&(s[y][x]))->x + ((float4*)&s[y][x])[0].y;",
     "not seen to keep together",                                                                             "hold them whole", "s[32][36]"},
    {"__pipeline_memcpy_async(&s[y][x], p + f(x, y), sizeof(float4));",          "not seen to keep together",
     "hold them whole",                                                                                                          "s[32][36]"},
    {"*(int*)&s[y][x] = 3;",                                                     "&s[y][x ^ y] = 3",          "s[32][33]",       "s[32][36]"},
    {"AT(y, x) = 1;",                                                            "used through a macro",      "s[32][33]",       "s[32][36]"},
    {"x = SQUARE(s[y][x]);",                                                     "SQUARE(s[y][x ^ y])",       "s[32][33]",       "s[32][36]"},
    {"SHOW(s[y][x] + 1);",                                                       "used through a macro",      "s[32][33]",       "s[32][36]"},
    {"FETCH(s[y][x]) = v;",                                                      "used through a macro",      "hold them whole", "s[32][36]"},
    {"s[y][LOOSE] = 1;",                                                         "used through a macro",      "s[32][33]",       "s[32][36]"},
    {"s[NEXT][x] = 1;",                                                          "used through a macro",      "s[32][33]",       "s[32][36]"},
    {"s[TX][x] = 1;",                                                            "s[TX][x ^ TX] = 1",         "s[32][33]",       "s[32][36]"},
    {"s[i++][i] = 1;",                                                           "may change what another",   "s[32][33]",       "s[32][36]"},
    {"s[i][next()] = 1;",                                                        "may change what another",   "s[32][33]",       "s[32][36]"},
    {"s[i][j += 2] = 1;",                                                        "s[i][(j += 2) ^ i] = 1",    "s[32][33]",       "s[32][36]"},
};

TEST(Rewrite, OnlyWhatIsSeenToBeRightIsWritten) {
  const std::string macros =
      "#define AT(r, c) s[r][c]\n#define SQUARE(v) ((v) * (v))\n#define TX threadIdx.x\n"
      "#define SHOW(v) printf(\"%s %f\", #v, v)\n#define LOOSE x | 1\n#define NEXT i++\n"
      "#define FETCH(v) (*reinterpret_cast<float4*>(&(v)))\n";
  const auto written = [&](const LimitedUse& c, const Layout& layout) {
    return rewritten_text(macros + "void f() { __shared__ float s[32][32]; " + c.use + " }",
                          {layout, kSquare, kRowColumn, "row*33 + col", ""});
  };
  for (const LimitedUse& c : kLimited) {
    const std::string swizzled = written(c, RowXor{.bits = 5});
    EXPECT_NE(swizzled.find(c.swizzled), std::string::npos) << c.use << ": " << swizzled;
    const std::string padded = written(c, AxisLayout{
                                              {33, 1}
    });
    EXPECT_NE(padded.find(c.padded_by_1), std::string::npos) << c.use << ": " << padded;
    const std::string longer = written(c, AxisLayout{
                                              {36, 1}
    });
    EXPECT_NE(longer.find(c.padded_by_4), std::string::npos) << c.use << ": " << longer;
  }
  const std::string in_chunks = written(kLimited[0], RowXor{.bits = 3, .base = 2});
  EXPECT_NE(in_chunks.find("*(float4*)&s[y][x ^ ((y & 7) << 2)] = v"), std::string::npos)
      << in_chunks;
  const std::string turned = written(kLimited[0], AxisLayout{
                                                      {1, 32}
  });
  EXPECT_NE(turned.find("keep together"), std::string::npos) << turned;
}

TEST(RowLength, IsAFactorThatDivides) {
  const auto length = [](const std::string& text, std::uint32_t elements) {
    std::vector<std::unique_ptr<CodeFile>> files;
    files.push_back(std::make_unique<CodeFile>(SourceText{"x.cu", text}));
    Constants constants;
    constants.add(*files[0]);
    const auto codes = shared_arrays_of(*files[0]);
    const auto uses = uses_of(*files[0], codes.at(0), files);
    return row_length_of({*files[0], constants, {}, elements}, codes[0], *uses);
  };
  EXPECT_EQ(length("const int W = 34; void f() { __shared__ int s[(W + 2) * W]; s[0] = 1; }", 1224),
            34U);
  EXPECT_EQ(length("void f() { __shared__ int s[1024]; s[i * 7] = s[y * 64 + x]; }", 1024), 64U);
  EXPECT_EQ(length("void f() { __shared__ int s[1024]; s[i + 32] = 1; }", 1024), 0U);
}

TEST(Rewrite, WhatWasWrittenOnceIsLeftAlone) {
  const ArrayChange padded{
      BlockPad{32, 1},
      {{256}, 4},
      {"i"},
      "i + (i >> 5)", ""
  };
  EXPECT_EQ(rewritten_body("__shared__ int s[264]; const auto s_at = 0; s[s_at(0)] = 0;", padded),
            "its index goes through something called s_at already");
  EXPECT_NE(rewritten_body("__shared__ int s[4]; s[0] = 0;",
                           {
                               PlaceTable{{0, 1, 3, 2}},
                               {{4}, 4},
                               {},
                               "", ""
  })
                .find("table"),
            std::string::npos);
}

struct LaunchCase {
  const char* text;
  const char* result;
};

constexpr LaunchCase kLaunches[] = {
    {"f<<<g, b, 64>>>(x);",                 "64 + 8"          },
    {"f<float><<<g, b, n << 2, s>>>();",    "(n << 2) + 8"    },
    {"f<<<g, b>>>();",                      "not seen where"  },
    {"f<<<g, b, 4>>>(); f<<<g, b, 8>>>();", "several launches"},
    {"launch(f);",                          "no launch of f"  },
    {"g<<<1, 2, 3>>>();",                   "no launch of f"  },
};

TEST(LaunchBytes, GrowWhereTheyAreSeen) {
  for (const LaunchCase& c : kLaunches) {
    std::vector<std::unique_ptr<CodeFile>> files;
    files.push_back(std::make_unique<CodeFile>(SourceText{"x.cu", c.text}));
    const auto edit = with_more_bytes(files, "f", 8);
    const std::string text = edit ? edit->edit.text : edit.error().message;
    EXPECT_NE(text.find(c.result), std::string::npos) << c.text << ": " << text;
  }
}

constexpr LaunchCase kSizes[] = {
    {"f<<<g, b, 64>>>(x); f<float><<<g, b, kSize>>>(x);",      ""                              },
    {"cudaFuncSetAttribute(f, kMost, 64); f<<<g, b, 64>>>();", ""                              },
    {"f<<<g, b, n * n>>>();",                                  "a launch of f asks for n * n"  },
    {"f<<<g, b, 32>>>();",                                     "a launch of f asks for 32"     },
    {"f<<<g, b>>>();",                                         "a launch of f asks for 0"      },
    {"auto k = &f; k<<<g, b, 64>>>();",                        "f is named where it isn't seen"},
    {"go(f<float>); f<<<g, b, 64>>>();",                       "f is named where it isn't seen"},
    {"\n#define GO f<<<g, b, n>>>()\n",                        "a macro names f"               },
};

TEST(LaunchBytes, AreTheSameForAllLaunchesOrVary) {
  for (const LaunchCase& c : kSizes) {
    std::vector<std::unique_ptr<CodeFile>> files;
    files.push_back(std::make_unique<CodeFile>(SourceText{
        "x.cu", std::string("const int kSize = 64;\n__global__ void f();\nvoid main(int n) {") +
                    c.text + "}"}));
    Constants constants;
    constants.add(*files[0]);
    const auto problem = why_bytes_vary(files, "f", 64, constants);
    const std::string text = problem ? problem->message : std::string();
    EXPECT_TRUE(*c.result == 0 ? text.empty() : text.find(c.result) != std::string::npos)
        << c.text << ": " << text;
  }
}

}  // namespace
}  // namespace smemlens::source
