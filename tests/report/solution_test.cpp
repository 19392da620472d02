// Answers of `fix` as they are shown: text, JSON, C, CuTe.

#include "smemlens/solve/solution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/model/architecture.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/pattern_solution.h"
#include "smemlens/report/problem_json.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/report/solution_svg.h"
#include "smemlens/report/solution_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_cost.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/pattern_weights.h"
#include "smemlens/solve/problem_text.h"
#include "smemlens/solve/solve.h"
#include "smemlens/solve/tile_shape.h"
#include "tests/folders.h"
#include "tests/golden_test.h"

namespace smemlens {
namespace {

struct LayoutCase {
  const char* what;
  Layout layout;
  TileShape shape;
  const char* index;
  const char* cute;  // null: CuTe can't say it
  const char* cuda;
  const char* type = "float";  // of the elements, as declared
};

const TileShape kSquare{
    .sizes = {32, 32},
      .element_bytes = 4
};
const TileShape kLine{.sizes = {1024}, .element_bytes = 4};
const TileShape kCube{
    .sizes = {8, 8, 8},
      .element_bytes = 4
};

const LayoutCase kLayoutCases[] = {
    {"as declared", AxisLayout{{32, 1}}, kSquare, "row*32 + col", "(32,32):(32,1)",
     "__shared__ float s[32][32];"},
    {"longer rows", AxisLayout{{33, 1}}, kSquare, "row*33 + col", "(32,32):(33,1)",
     "__shared__ float s[32][33];"},
    {"transposed", AxisLayout{{1, 32}}, kSquare, "col*32 + row", "(32,32):(1,32)",
     "__shared__ float s[1024];\n"
     "__device__ int s_at(int row, int col) { return col*32 + row; }"},
    {"longer planes", AxisLayout{{66, 8, 1}}, kCube, "plane*66 + row*8 + col", "(8,8,8):(66,8,1)",
     "__shared__ float s[528];\n"
     "__device__ int s_at(int plane, int row, int col) { return plane*66 + row*8 + col; }"},
    {"unused after every 32", BlockPad{32, 1}, kLine, "i + (i >> 5)", "(32,32):(1,33)",
     "__shared__ float s[1055];\n"
     "__device__ int s_at(int i) { return i + (i >> 5); }"},
    {"after every row", BlockPad{34, 1}, kLine, "i + i / 34", nullptr,
     "__shared__ float s[1054];\n"
     "__device__ int s_at(int i) { return i + i / 34; }"},
    {"a declared type", AxisLayout{{33, 1}}, kSquare, "row*33 + col", "(32,32):(33,1)",
     "__shared__ unsigned s[32][33];", "unsigned"},
    {"no declared type", AxisLayout{{33, 1}}, kSquare, "row*33 + col", "(32,32):(33,1)",
     "using T = float;  // any type of 4 bytes\n__shared__ T s[32][33];", ""},
    {"an odd size",
     AxisLayout{{3, 1}},
     {.sizes = {2, 2}, .element_bytes = 12},
     "row*3 + col", "(2,2):(3,1)",
     "struct T { char bytes[12]; };  // any type of 12 bytes\n__shared__ T s[2][3];", ""},
    {"turned", Rotation{1, 1}, kSquare, "row*32 + (col + row) % 32", nullptr,
     "__shared__ float s[1024];\n"
     "__device__ int s_at(int row, int col) { return row*32 + (col + row) % 32; }"},
    {"turned by chunks", Rotation{3, 4}, kSquare, "row*32 + ((col/4 + row*3) % 8)*4 + col%4",
     nullptr, "__shared__ float s[1024];\n"
     "__device__ int s_at(int row, int col) { return row*32 + ((col/4 + row*3) % 8)*4 + col%4; }"},
    {"XOR with the row", RowXor{0, 5, 0, 0}, kSquare, "row*32 + (col ^ row)",
     "Swizzle<5,0,5> o (32,32):(32,1)", "__shared__ float s[1024];\n"
     "__device__ int s_at(int row, int col) { return row*32 + (col ^ row); }"},
    {"XOR by chunks", RowXor{0, 3, 2, 1}, kSquare, "row*32 + (col ^ (((row >> 1) & 7) << 2))",
     "Swizzle<3,2,4> o (32,32):(32,1)", "__shared__ float s[1024];\n"
     "__device__ int s_at(int row, int col) { return row*32 + (col ^ (((row >> 1) & 7) << 2)); }"},
    {"XOR in the index", IndexXor{3, 2, 3}, kLine, "i ^ (((i >> 5) & 7) << 2)",
     "Swizzle<3,2,3> o (1024):(1)", "__shared__ float s[1024];\n"
     "__device__ int s_at(int i) { return i ^ (((i >> 5) & 7) << 2); }"},
    {"complement", BitSpread{5, 31}, kLine, "i ^ (31 * ((i >> 5) & 1))",
     "Swizzle<1,0,5> o Swizzle<1,1,4> o Swizzle<1,2,3> o Swizzle<1,3,2> o Swizzle<1,4,1> o "
     "(1024):(1)", "__shared__ float s[1024];\n"
     "__device__ int s_at(int i) { return i ^ (31 * ((i >> 5) & 1)); }"},
    {"linear",
     LinearMap{{0b101, 0b10, 0b100}},
     {.sizes = {2, 4}, .element_bytes = 4},
     "i ^ ((i >> 2) & 1), i = row*4 + col", "Swizzle<1,0,2> o (2,4):(4,1)",
     "__shared__ float s[8];\n"
     "__device__ int s_at(int row, int col) { const int i = row*4 + col; return i ^ ((i >> 2) & "
     "1); }"},
    {"bits exchanged",
     LinearMap{{0b10, 0b01}},
     {.sizes = {4}, .element_bytes = 4},
     "((i >> 1) & 1) ^ ((i << 1) & 2)", nullptr,
     "__shared__ float s[4];\n"
     "__device__ int s_at(int i) { return ((i >> 1) & 1) ^ ((i << 1) & 2); }"},
    {"table",
     PlaceTable{{1, 0}},
     {.sizes = {2}, .element_bytes = 8},
     "place[i]", nullptr,
     "__constant__ unsigned s_place[2] = {1,0};\n"
     "__shared__ double s[2];\n"
     "__device__ int s_at(int i) { return s_place[i]; }", "double"},
};

TEST(LayoutText, SaysWhatALayoutDoes) {
  for (const LayoutCase& c : kLayoutCases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(one_line(index_text(c.layout, c.shape)), c.index);
    EXPECT_EQ(cute_text(c.layout, c.shape).value_or("none"), c.cute == nullptr ? "none" : c.cute);
    const LayoutProblem problem{.shape = c.shape, .element_type = c.type};
    EXPECT_EQ(cuda_text(problem, c.layout), c.cuda);
  }
}

LayoutProblem problem_of_line(const std::string& line) {
  const auto text = parse_problem_line(line);
  EXPECT_TRUE(text.has_value()) << to_text(text.error());
  const auto problem = layout_problem_of(*text, *find_architecture("sm_80"));
  EXPECT_TRUE(problem.has_value()) << to_text(problem.error());
  return *problem;
}

// Some of tests/solve/problems.jsonl, one of each kind of answer.
constexpr const char* kGoldenProblems[] = {
    "t01-transpose-32x32-f32", "t11-transpose-8x8x8-three-planes", "m03-ldmatrix-64x64-f16-cpasync",
    "a13-rgb-bytes",           "st05-halo-10x34-block8x4",         "w01-wavefront-antidiagonal",
};

// Only bounded from above: the linear search is cut, and a table helps nothing.
constexpr const char* kDiagonals =
    R"({"id":"wrapped diagonals","array":{"shape":[32,32]},"accesses":[)"
    R"({"name":"rows","kind":"load","index":["k","lane"],"loops":{"k":[0,32]}},)"
    R"({"name":"columns","kind":"load","index":["lane","k"],"loops":{"k":[0,32]}},)"
    R"({"name":"diagonals","kind":"load","index":["lane","(lane+k)%32"],"loops":{"k":[0,32]},)"
    R"("weight":2}]})";

void expect_goldens(const std::string& name, const LayoutProblem& problem) {
  const Solution solution =
      solve(problem, {.linear_steps = std::uint64_t{1} << 22U, .exchanges = 2000});
  expect_golden("fix/" + name + ".txt", solution_text(problem, solution, {}));
  expect_golden("fix/" + name + ".json", solution_json(problem, solution) + '\n');
}

TEST(Solution, Goldens) {
  std::ifstream file(in_sources("tests/solve/problems.jsonl"));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  for (const char* id : kGoldenProblems) {
    SCOPED_TRACE(id);
    const std::string start = std::string("{\"id\": \"") + id + '"';
    const auto found = std::ranges::find_if(
        lines, [&](const std::string& line) { return line.starts_with(start); });
    ASSERT_NE(found, lines.end());
    expect_goldens(id, problem_of_line(*found));
  }
  expect_goldens("wrapped-diagonals", problem_of_line(kDiagonals));
}

LayoutProblem problem_of_pattern(const std::string& text, const std::string& let,
                                 std::string_view arch = "sm_80") {
  const auto plain = without_weights({"pattern", text});
  EXPECT_TRUE(plain.has_value()) << to_text(plain.error());
  const auto pattern = parse_pattern(plain->source);
  EXPECT_TRUE(pattern.has_value()) << to_text(pattern.error());
  const auto weights = weights_of(*pattern, *plain);
  EXPECT_TRUE(weights.has_value()) << to_text(weights.error());
  ExplainOptions options{.architecture = find_architecture(arch)};
  if (!let.empty()) options.lets.push_back(*parse_let({"--let", let}));
  const auto explanation = explain(*pattern, options);
  EXPECT_TRUE(explanation.has_value()) << to_text(explanation.error());
  const auto problem = layout_problem_of(*explanation, *weights);
  EXPECT_TRUE(problem.has_value()) << to_text(problem.error());
  return problem->problem;
}

TEST(Solution, OfAPattern) {
  const LayoutProblem problem =
      problem_of_pattern("float s[32][32]; s[k][lane] = 0; s[lane][k] @4", "k=0..31");
  EXPECT_EQ(problem.requests.size(), 64U);
  EXPECT_EQ(problem.accesses[1].weight, 4U);
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.naive.wavefronts, 32U + (4 * 1024));
  EXPECT_EQ(solution.best().wavefronts, 32U + (4 * 32));
  EXPECT_TRUE(solution.is_optimal());
  const std::string svg = solution_svg(problem, solution);
  EXPECT_TRUE(svg.starts_with("<svg"));
  EXPECT_NE(svg.find("row*32 + (col ^ row)"), std::string::npos);
}

// How often `part` stands in `text`.
std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

constexpr std::string_view kPlot = "data-plot=\"pareto\"";

TEST(Solution, PictureShowsWhatThereIsToChooseFrom) {
  const LayoutProblem problem =
      problem_of_pattern("float s[32][32]; s[k][lane] = 0; s[lane][k]", "k=0..31");
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.pareto.size(), 3U);
  for (std::size_t chosen = 0; chosen < 3; ++chosen) {
    const std::string svg = solution_svg(problem, solution, chosen);
    const std::string name = described(solution.pareto[chosen], problem.shape);
    EXPECT_EQ(count_of(svg, kPlot), 1U);
    EXPECT_EQ(count_of(svg, "class=\"sl-label-ink\" x=\"578\""), 1U) << "one stands out: " << name;
    EXPECT_EQ(count_of(svg, "style=\"font-size:12px\">" + name + "<"), 1U) << name;
    EXPECT_EQ(count_of(svg, "lower bound: 64"), 2U) << "written, and in the description";
  }
}

TEST(Solution, PictureHasNoPlotWhereThereIsNoChoice) {
  const LayoutProblem problem = problem_of_pattern("float s[32][32]; s[lane][0]", "");
  EXPECT_EQ(count_of(solution_svg(problem, solve(problem)), kPlot), 0U);
}

// 17 rows of 31, stored by columns, cost nothing more and take fewer: what is declared is beaten.
TEST(Solution, PictureShowsTheDeclaredLayoutTooWhereItIsBeaten) {
  const LayoutProblem problem =
      problem_of_pattern("float s[17][31]; s[lane % 17][k]; s[lane%3][lane%31]", "k=0..30");
  const Solution solution = solve(problem);
  ASSERT_EQ(solution.pareto.size(), 2U);
  const std::string svg = solution_svg(problem, solution);
  EXPECT_EQ(count_of(svg, ">as declared<"), 1U);
  EXPECT_EQ(count_of(svg, ">124 wavefronts, 0 bytes more, 0 operations<"), 1U);
  EXPECT_EQ(count_of(svg, "would take s[lane % 17][k] from 31 to 527 wavefronts."), 1U);
}

TEST(Solution, PictureSaysWhatIsNotExact) {
  const LayoutProblem problem =
      problem_of_pattern("float s[32][32]; cp.async.4(&s[lane][k])", "k=0..3");
  const Solution solution = solve(problem);
  ASSERT_FALSE(solution.is_exact);
  EXPECT_EQ(count_of(solution_svg(problem, solution), "open questions of the model"), 1U);
}

// Which bytes share a word depends on where in a word the array begins.
TEST(Solution, OfAnArrayThatBeginsWithinAWord) {
  struct Case {
    const char* pattern;
    std::string_view arch;
  };
  constexpr Case kCases[] = {
      {"short a[1]; short s[256]; cp.async.4(&s[2*lane+1])",                        "sm_80"      },
      {"short a[1]; short s[256]; atomicAdd((int*)&s[2*lane+1], 1)",                "sm_80"      },
      {"float a[1]; float s[256]; atomicAdd((unsigned long long*)&s[2*lane+1], 1)", "sm_30-8byte"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.pattern);
    const Solution solution = solve(problem_of_pattern(c.pattern, "", c.arch));
    EXPECT_EQ(solution.naive.wavefronts, 1U);
    EXPECT_EQ(solution.bound.wavefronts, 1U);
    EXPECT_EQ(solution.verdict, SolutionVerdict::kNothingToGain);
  }
}

// Vectors that take only 128 of the words: i ^ ((i >> 3) & 28) ^ ((i >> 8) & 3) leaves them whole,
// and takes 36 wavefronts. No map of whole granules takes fewer than 132.
TEST(Solution, LinearMapsAreThoseOfWholeGranules) {
  const std::string accesses =
      R"("array":{"shape":[1024]},"accesses":[)"
      R"({"name":"v","kind":"load","width_bytes":16,"index":["4*lane"]},)"
      R"({"name":"c","kind":"load","index":["32*lane+k"],"loops":{"k":[0,32]}}])";
  const LayoutProblem problem =
      problem_of_line("{" + accesses + R"(,"limits":{"families":["linear"]}})");
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.best().wavefronts, 132U);
  EXPECT_EQ(solution.optimal_in,
            "the family of linear maps over GF(2) of whole 16-byte granules (searched all)");
  EXPECT_TRUE(
      solution.statement.starts_with("optimal in this family (searched all linear maps over "
                                     "GF(2) of whole 16-byte granules): 132 wavefronts"))
      << solution.statement;
  LayoutCost cost(problem, solution.bound);
  const LinearMap finer{
      {0b0100000001, 0b1000000010, 0b0000100100, 0b0001001000, 0b0010010000, 32, 64, 128, 256,
       512}
  };
  EXPECT_EQ(cost.wavefronts(finer, 1000), 36U);
}

// Of 15 row pads one fits in the 16 KiB of sm_10.
TEST(Solution, LayoutsThatFitInNoBlockAreSaidToBeLeftOut) {
  constexpr const char* kPattern = "float s[63][64]; s[lane][k]; s[k][lane]; s[lane][lane^k]";
  LayoutProblem problem = problem_of_pattern(kPattern, "k=0..3", "sm_10");
  problem.limits.families = {LayoutFamily::kRowPad};
  const std::string left_out = "layouts that fit in no block's shared memory were left out";
  const Solution tight = solve(problem);
  EXPECT_EQ(tight.best().wavefronts, 52U);
  EXPECT_TRUE(tight.statement.ends_with(left_out)) << tight.statement;
  problem.architecture = find_architecture("sm_80");
  EXPECT_EQ(solve(problem).statement.find(left_out), std::string::npos);
}

TEST(Solution, LoopsOfOneNameAreRefused) {
  const auto text = parse_problem_line(
      R"({"array":{"shape":[32,32]},"accesses":[{"kind":"load","index":["lane","k"],)"
      R"("loops":{"k":[0,32],"k":[0,2]}}]})");
  ASSERT_FALSE(text.has_value());
  EXPECT_NE(text.error().message.find("two loops k"), std::string::npos) << text.error().message;
}

struct SlipCase {
  const char* line;
  const char* says;  // message, or hint
};

constexpr SlipCase kSlips[] = {
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":"lane","weigth":4}]})",
     "did you mean weight?"            },
    {R"({"array":{"shape":[32],"bytes":4},"accesses":[{"kind":"load","index":"lane"}]})",
     "there is no key \"bytes\" here"  },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":"lane"}],"limit":{}})",
     "did you mean limits?"            },
    {R"({"array":{"shape":[32]},"accesses":[{"kind":"load","index":"lane"}],"limits":{"family":[]}})",
     "one of: max_extra_bytes families"},
};

TEST(Solution, MisspeltKeysAreRefused) {
  for (const SlipCase& slip : kSlips) {
    const auto text = parse_problem_line(slip.line);
    ASSERT_FALSE(text.has_value()) << slip.line;
    const std::string said = text.error().message + '\n' + text.error().hint;
    EXPECT_NE(said.find(slip.says), std::string::npos) << said;
  }
  EXPECT_TRUE(parse_problem_line(R"({"note":"of somebody else","array":{"shape":[32]},"accesses":[)"
                                 R"({"kind":"load","index":"lane"}]})"));
}

// Members of a struct are an axis: the structs can become arrays.
TEST(Solution, OfStructs) {
  const LayoutProblem problem = problem_of_pattern(
      "struct { float x, y, z, w; } p[32]; p[lane].x; p[lane].y; p[lane].z; p[lane].w", "");
  EXPECT_EQ(problem.shape.sizes, (std::vector<std::uint32_t>{32, 4}));
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.naive.wavefronts, 16U);
  EXPECT_EQ(solution.best().wavefronts, 4U);
  EXPECT_EQ(solution.best().layout, Layout(AxisLayout{
                                        {1, 32}
  }));
}

}  // namespace
}  // namespace smemlens
