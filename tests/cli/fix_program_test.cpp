// `smemlens fix PROGRAM.cu`: what it changes, what it leaves alone and why, and what it never does.

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>

#include "tests/cli/command_line.h"
#include "tests/cli/fix_program_fixture.h"

namespace smemlens {
namespace {

namespace fs = std::filesystem;

TEST_F(FixProgram, ShowsADiffAndWritesNothing) {
  write({});
  const CommandResult result = fix();
  EXPECT_EQ(result.code, 0);
  EXPECT_SAYS(result, "src/turn.cu:7: tile in turn: 992 excess wavefronts");
  EXPECT_SAYS(result, "--- a/src/turn.cu\n+++ b/src/turn.cu\n");
  EXPECT_SAYS(result,
              "-  tile[y][x] = in[y * kTile + x];\n+  tile[y][x ^ y] = in[y * kTile + x];\n");
  EXPECT_SAYS(result,
              "it ends as before, with the same 1 line of standard output and the same bytes in 1 "
              "range of global memory, each read after the launch that changed it; 1056 "
              "wavefronts become 64, and no line of a kernel takes more");
  EXPECT_EQ(read("src/turn.cu"), program({}));
}

TEST_F(FixProgram, ApplyWritesOnceAndThenNothingIsLeft) {
  write({});
  EXPECT_SAYS(fix("--apply"), "the source is changed");
  EXPECT_EQ(read("src/turn.cu"), program({.store = "tile[y][x ^ y]", .load = "tile[x][y ^ x]"}));
  const CommandResult second = fix("--apply");
  EXPECT_EQ(second.code, 0);
  EXPECT_SAYS(second, "nothing to fix");
  EXPECT_EQ(std::distance(fs::directory_iterator(path("src")), {}), 2) << "no file is left behind";
}

TEST_F(FixProgram, ApplyKeepsLinksAndModes) {
  write({});
  const fs::perms mode = fs::perms::owner_all | fs::perms::group_read;
  fs::permissions(path("src/turn.cu"), mode);
  fs::create_hard_link(path("src/turn.cu"), path("other_name.cu"));
  fs::create_symlink("turn.cu", path("src/link.cu"));
  const CommandResult result = run_smemlens("fix src/link.cu --compiler clang --apply",
                                            "cd " + path("").string() + " && " SMEMLENS_PRELOAD);
  EXPECT_SAYS(result, "the source is changed");
  const std::string fixed = program({.store = "tile[y][x ^ y]", .load = "tile[x][y ^ x]"});
  EXPECT_EQ(read("src/turn.cu"), fixed);
  EXPECT_EQ(read("other_name.cu"), fixed);
  EXPECT_EQ(fs::hard_link_count(path("src/turn.cu")), 2U);
  EXPECT_EQ(fs::status(path("src/turn.cu")).permissions(), mode);
  EXPECT_TRUE(fs::is_symlink(path("src/link.cu")));
  EXPECT_EQ(std::distance(fs::directory_iterator(path("src")), {}), 3) << "no file is left behind";
}

TEST_F(FixProgram, ThePadIsWrittenWhereOnlyPadsMayBe) {
  write({});
  fix("--apply --families row_pad");
  EXPECT_EQ(read("src/turn.cu"), program({.declare = "__shared__ float tile[kTile][kTile + 1];"}));
}

TEST_F(FixProgram, ATemplateOfOneInstanceIsWritten) {
  const Parts parts{.before = "template <int N, class T>",
                    .declare = "__shared__ T tile[N][N];",
                    .launch = "turn<32, float><<<1, dim3(32, 32)>>>"};
  write(parts);
  fix("--apply --families row_pad");
  Parts padded = parts;
  padded.declare = "__shared__ T tile[N][N + 1];";
  EXPECT_EQ(read("src/turn.cu"), program(padded));
}

// turn<24> is compiled and not launched: there the XOR of 5 bits would leave its rows.
const Parts kTwoInstances{.before = "template <int N>",
                          .declare = "__shared__ float tile[N][N];",
                          .launch =
                              "argc == 2 ? turn<24><<<1, dim3(24, 24)>>>(out, in) : "
                              "turn<32><<<1, dim3(32, 32)>>>"};

TEST_F(FixProgram, AnInstanceThatIsNotLaunchedCounts) {
  write(kTwoInstances);
  const CommandResult result = fix("--apply");
  EXPECT_SAYS(
      result,
      "XOR 5 bits of col with row: another instance of the template has an array of another "
      "size");
  Parts padded = kTwoInstances;
  padded.declare = "__shared__ float tile[N][N + 1];";
  EXPECT_EQ(read("src/turn.cu"), program(padded)) << "the pad is right for both";
  write(kTwoInstances);
  EXPECT_SAYS(fix("--families swizzle"), "nothing is left to write");
}

TEST_F(FixProgram, ASizeThatAnotherBuildMayChangeIsAsserted) {
  write({.declare = "__shared__ float tile[SIDE][SIDE];"});
  EXPECT_SAYS(fix("--apply -D SIDE=32"), "the source is changed");
  EXPECT_EQ(read("src/turn.cu"),
            program({.declare = "__shared__ float tile[SIDE][SIDE];\n  static_assert((SIDE) == 32, "
                                "\"the layout of tile is for this size\");",
                     .store = "tile[y][x ^ y]",
                     .load = "tile[x][y ^ x]"}));
}

TEST_F(FixProgram, AnArrayAtNamespaceScopeIsWritten) {
  write({.before = "__shared__ float tile[kTile][kTile];", .declare = ""});
  fix("--apply --families linear");
  const std::string text = read("src/turn.cu");
  EXPECT_NE(
      text.find("__shared__ float tile[kTile * kTile];\n__device__ inline int tile_at(int row, "),
      std::string::npos)
      << text;
}

TEST_F(FixProgram, TheDiffIsAPatch) {
  write({});
  fix("--apply --families complement,linear");
  const std::string applied = read("src/turn.cu");
  write({});
  const CommandResult patched = run_smemlens(
      "fix src/turn.cu --compiler clang --families complement,linear | "
      "sed -n '/^--- /,/^$/p' | patch -p1",
      "cd " + path("").string() + " && " SMEMLENS_PRELOAD);
  EXPECT_EQ(read("src/turn.cu"), applied) << patched.output;
  EXPECT_NE(applied.find("const auto tile_at = [](int row, int col)"), std::string::npos)
      << applied;
}

TEST_F(FixProgram, DynamicMemoryGrowsAtTheLaunch) {
  write({.declare = "extern __shared__ float tile[];",
         .store = "tile[y * kTile + x]",
         .load = "tile[x * kTile + y]",
         .launch = "turn<<<1, dim3(32, 32), 4096>>>"});
  EXPECT_SAYS(fix("--apply --families block_pad"), "the source is changed");
  const std::string text = read("src/turn.cu");
  EXPECT_NE(text.find("dim3(32, 32), 4096 + 124>>>"), std::string::npos) << text;
  EXPECT_NE(text.find("tile[(x * kTile + y) + ((x * kTile + y) >> 5)]"), std::string::npos) << text;
}

TEST_F(FixProgram, DynamicMemoryOfALaunchThatIsNotSeenStays) {
  write({.before = "template <class K> auto go(K* k) {\n  return [=](float* o, const float* i) { "
                   "k<<<1, dim3(32, 32), 4096>>>(o, i); };\n}\n",
         .declare = "extern __shared__ float tile[];",
         .store = "tile[y * kTile + x]",
         .load = "tile[x * kTile + y]",
         .launch = "go(turn)"});
  EXPECT_SAYS(fix("--families block_pad"),
              "turn is named where it isn't seen what a launch asks for");
}

TEST_F(FixProgram, RowsOfAOneDimensionalArrayGrow) {
  write({.before = "constexpr int kPitch = 34;",
         .declare = "__shared__ float tile[kTile * kPitch];",
         .store = "tile[y * kPitch + x]",
         .load = "tile[x * kPitch + y]"});
  const CommandResult result = fix("--apply --families block_pad");
  EXPECT_SAYS(result, "the source is changed");
  EXPECT_SAYS(result, "64         124           9  1 element unused after every 34");
  EXPECT_SAYS(result, "+  tile[(y * kPitch + x) + (y * kPitch + x) / 34] = in[y * kTile + x];");
}

TEST_F(FixProgram, AHeaderOfTheProgramIsWritten) {
  write("src/more.cuh",
        "#pragma once\n__device__ float turned(int x, int y, float v) {\n"
        "  __shared__ float tile[32][32];\n  tile[y][x] = v;\n  __syncthreads();\n"
        "  return tile[x][y];\n}\n");
  write({.declare = "", .store = "const float v", .load = "turned(x, y, v)"});
  EXPECT_SAYS(fix("--apply"), "the source is changed");
  EXPECT_NE(read("src/more.cuh").find("return tile[x][y ^ x];"), std::string::npos);
}

TEST_F(FixProgram, AHeaderOutsideOfItsFolderIsNot) {
  const std::string header =
      "__device__ float turned(int x, int y, float v) {\n"
      "  __shared__ float tile[32][32];\n  tile[y][x] = v;\n"
      "  __syncthreads();\n  return tile[x][y];\n}\n";
  write("other.cuh", header);
  write("src/more.cuh", "#include \"../other.cuh\"\n");
  write({.declare = "", .store = "const float v", .load = "turned(x, y, v)"});
  const CommandResult result = fix("--apply");
  EXPECT_SAYS(result, "other.cuh, outside of the program's folder, where nothing is written");
  EXPECT_SAYS(result, "CUDA    __shared__ float tile[1024];");
  EXPECT_EQ(read("other.cuh"), header);
}

struct LeftAlone {
  const char* name;
  Parts parts;
  const char* says;
};

std::ostream& operator<<(std::ostream& out, const LeftAlone& left) {
  return out << left.name;
}

class FixProgramLeaves : public FixProgram, public testing::WithParamInterface<LeftAlone> {};

TEST_P(FixProgramLeaves, ButSaysWhyAndHow) {
  write(GetParam().parts);
  const CommandResult result = fix("--apply");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_SAYS(result, GetParam().says);
  EXPECT_SAYS(result, "  index   ") << "the formula to write";
  EXPECT_SAYS(result, "nothing is left to write");
  EXPECT_EQ(read("src/turn.cu"), program(GetParam().parts));
}

const LeftAlone kLeftAlone[] = {
    {"ArrayOfAMacro",
     {.before = "#define TILE __shared__ float tile[32][32]", .declare = "TILE;"},
     "no declaration of it as an array is to be seen"                                   },
    {"MemberOfAStruct",
     {.before = "struct Shared { float tile[32][32]; int count; };",
      .declare = "__shared__ Shared s;",
      .store = "s.tile[y][x]",
      .load = "s.tile[x][y]"},
     "a macro, a typedef or a struct may hold it"                                       },
    {"TypedefOfAnArray",
     {.before = "typedef float Tile[32][32];", .declare = "__shared__ Tile tile;"},
     "a macro, a typedef or a struct may hold it"                                       },
    {"CastOfRawBytes",
     {.declare = "extern __shared__ char raw[]; float* tile = reinterpret_cast<float*>(raw);",
      .store = "tile[y * 32 + x]",
      .load = "tile[x * 32 + y]",
      .launch = "turn<<<1, dim3(32, 32), 4096>>>"},
     "raw is used as a whole or row by row: as a pointer"                               },
    {"PointerToARow",
     {.declare = "__shared__ float tile[32][32]; float* row = tile[threadIdx.y];",
      .store = "row[x]"},
     "tile is used as a whole or row by row: as a pointer"                              },
    {"PointerTakenByAMacro",
     {.before = "#define AT(r, c) (&tile[r][c])", .load = "*AT(x, y)"},
     "the address of tile's element is taken, by a macro (src/turn.cu:11)"              },
    {"ConstantPastTheRow",
     {.load = "x < 0 ? tile[0][kTile + 8] : tile[x][y]"},
     "an index of tile is 40, outside of the 32 that it has there (src/turn.cu:11)"     },
    {"BracketsOfOneBranch",
     {.load = "0; if (x >= 0) { out[y * kTile + x] = tile[x][y];\n#ifdef OTHER\n  out[0] = 1; }\n"
              "#else\n  }\n#endif\n  if (x < 0) out[0] = tile[y][x]"},
     "the branches of an #if have other brackets each"                                  },
    {"PointerTaken",
     {.declare = "__shared__ float tile[32][32]; float* p = &tile[0][0];", .load = "p[x * 32 + y]"},
     "the address of tile's element is taken (src/turn.cu:7)"                           },
    {"PointerTakenInBrackets",
     {.load = "(&(tile[x][0]))[y]"},
     "the address of tile's element is taken (src/turn.cu:11)"                          },
    {"NamedWithItsScope",
     {.before = "__shared__ float tile[32][32];", .declare = "", .load = "::tile[x][y]"},
     "tile is named with its scope (src/turn.cu:11)"                                    },
    {"HandedOn",
     {.before = "__device__ float at(float (*t)[32], int r, int c) {\n  return t[r][c];\n}",
      .load = "at(tile, x, y)"},
     "outside of the function that declares it"                                         },
    {"AReferenceToIt",
     {.load = "0; const float& v = tile[x][y]; out[y * kTile + x] = v"},
     "tile's element may be held by reference (src/turn.cu:11)"                         },
    {"HandedToAReference",
     {.before = "__device__ float next(const float& v) {\n  return (&v)[0];\n}",
      .load = "x < 0 ? next(tile[x][y]) : tile[x][y]"},
     "tile's element is handed to next, which may take it by reference (src/turn.cu:13)"},
    {"ReturnedByALambda",
     {.declare = "__shared__ float tile[32][32];\n"
                 "  const auto at = [&](int r, int c) -> float& { return tile[r][c]; };",
      .load = "at(x, y)"},
     "tile's element is returned by reference"                                          },
    {"UsedInAnIncludedText",
     {.declare = "__shared__ float tile[32][32];\n#include \"more.cuh\""},
     "a text is included where it could use tile"                                       },
    {"DynamicOfASizeOfTheRun",
     {.declare = "extern __shared__ float tile[];",
      .store = "tile[y * kTile + x]",
      .load = "tile[x * kTile + y]",
      .launch = "turn<<<1, dim3(32, 32), 4096 * argc>>>"},
     "a launch of turn asks for 4096 * argc"                                            },
    {"DynamicUnderAnotherName",
     {.before = "__device__ float first() {\n  extern __shared__ char raw[];\n"
                "  return reinterpret_cast<float*>(raw)[0];\n}",
      .declare = "extern __shared__ float tile[]; if (out == nullptr) out[0] = first();",
      .store = "tile[y * kTile + x]",
      .load = "tile[x * kTile + y]",
      .launch = "turn<<<1, dim3(32, 32), 4096>>>"},
     "the same dynamic memory is also called raw (src/turn.cu:6)"                       },
    {"Templates",
     {.before = "template <int N>",
      .declare = "__shared__ float tile[N][N];",
      .launch = "turn<64><<<1, dim3(32, 32)>>>(out, in), turn<32><<<1, dim3(32, 32)>>>"},
     "arrays of different sizes"                                                        },
};

INSTANTIATE_TEST_SUITE_P(Sources, FixProgramLeaves, testing::ValuesIn(kLeftAlone),
                         [](const testing::TestParamInfo<LeftAlone>& test) {
                           return std::string(test.param.name);
                         });

// As strangers write their kernels.
struct Written {
  const char* name;
  Parts parts;
  const char* diff;
};

std::ostream& operator<<(std::ostream& out, const Written& written) {
  return out << written.name;
}

class FixProgramWrites : public FixProgram, public testing::WithParamInterface<Written> {};

TEST_P(FixProgramWrites, WhatIsPlainlyOneElement) {
  write(GetParam().parts);
  const CommandResult result = fix();
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_SAYS(result, GetParam().diff);
  EXPECT_SAYS(result, "wavefronts become");
}

const Written kWritten[] = {
    {"UsedInAMacro",
     {.before = "#define AT(r, c) tile[r][c]", .load = "AT(x, y)"},
     "+  __shared__ float tile[kTile][kTile + 1];"              },
    {"HandedToAMacro",
     {.before = "#define TWICE(v) ((v) + (v))", .load = "TWICE(tile[x][y]) - tile[x][y]"},
     "TWICE(tile[x][y ^ x]) - tile[x][y ^ x];"                  },
    {"IndexOfALooseMacro",
     {.before = "#define COLUMN y & 31", .load = "tile[x][COLUMN]"},
     "+  __shared__ float tile[kTile][kTile + 1];"              },
    {"SizeOfAMacro",
     {.before = "#define SIDE (1 << 5)", .declare = "__shared__ float tile[SIDE][SIDE];"},
     "+  out[y * kTile + x] = tile[x][y ^ x];"                  },
    {"TypeOfAnAlias",
     {.before = "using real = float;", .declare = "volatile __shared__ real tile[32][32];"},
     "+  out[y * kTile + x] = tile[x][y ^ x];"                  },
    {"TwoOfOneStatement",
     {.declare =
          "__shared__ float tile[32][32], other[32][32]; other[threadIdx.x][threadIdx.y] = 1;",
      .load = "other[y][x] * tile[x][y]"},
     "+  out[y * kTile + x] = other[y][x ^ y] * tile[x][y ^ x];"},
    {"CommentsAndStrings",
     {.declare = "// tile[y][x]\n  __shared__ float tile[32 /* tile[y] */][32]; "
                 "const char* name = \"tile[y][x]\"; (void)name;",
      .load = "tile[x /* ] */][ y ]"},
     "tile[x /* ] */][ y ^ x ]"                                 },
    {"IndexOfAnIndex",
     {.declare = "__shared__ float tile[32][32]; __shared__ int same[32]; "
                 "if (threadIdx.y == 0) same[threadIdx.x] = threadIdx.x;",
      .load = "tile[same[x]][same[y]]"},
     "tile[same[x]][same[y] ^ same[x]]"                         },
    {"ThroughALambda",
     {.declare = "__shared__ float tile[32][32];\n"
                 "  const auto at = [&](int r, int c) { return tile[r][c]; };",
      .load = "at(x, y)"},
     "return tile[r][c ^ r];"                                   },
    {"ThreeDimensions",
     {.declare = "__shared__ float tile[1][32][32];",
      .store = "tile[0][y][x]",
      .load = "tile[0][x][y]"},
     "tile[0][x][y ^ x]"                                        },
};

INSTANTIATE_TEST_SUITE_P(Sources, FixProgramWrites, testing::ValuesIn(kWritten),
                         [](const testing::TestParamInfo<Written>& test) {
                           return std::string(test.param.name);
                         });

TEST_F(FixProgram, TwoArraysOfOneNameAreToldApart) {
  std::string more =
      "__global__ void other(float* out) {\n  __shared__ float tile[64];\n"
      "  tile[threadIdx.x] = 1;\n  out[threadIdx.x] = tile[threadIdx.x * 2];\n}\n"
      "__global__ void never() { __shared__ float unused[4]; unused[0] = 1; }";
  write({.more = more, .launch = "other<<<1, 32>>>(out), turn<<<1, dim3(32, 32)>>>"});
  const CommandResult result = fix();
  EXPECT_SAYS(result, "src/turn.cu:7: tile in turn: 992 excess wavefronts");
  EXPECT_SAYS(result, "src/turn.cu:14: tile in other: 1 excess wavefront");
  EXPECT_SAYS(result, "+  tile[threadIdx.x ");
  EXPECT_SAYS(result, "+  tile[y][x ^ y] = in[y * kTile + x];");
  EXPECT_SAYS(result, "note: unused in never was used by no launch");
}

TEST_F(FixProgram, AChangeThatIsNotTheSameIsRefused) {
  // 40 columns of rows of 32: the second half of a row is the next row's begin.
  write({.store = "tile[y][x]", .load = "tile[x - 1][y + 32]"});
  const CommandResult result = fix();
  EXPECT_SAYS(result, "not written: ");
  EXPECT_SAYS(result, "the changed program does not end as before");
}

// Rows may be walked through to the next ones, in which case a swizzle stores elsewhere.
TEST_F(FixProgram, WhatIsLeftInMemoryIsComparedWithoutAnyOutput) {
  write({.store = "tile[0][y * kTile + x]"});
  const std::string silent =
      replaced(read("src/turn.cu"), "out[i] != in[i % 32 * 32 + i / 32]", "false");
  write("src/turn.cu", silent);
  const CommandResult result = fix("--apply --families swizzle");
  EXPECT_SAYS(result, "the changed program leaves something else in the GPU's memory");
  EXPECT_SAYS(result, "nothing is left to write");
  EXPECT_EQ(read("src/turn.cu"), silent);
}

// A walk into the third row, by which nothing that stays the same from run to run changes.
TEST_F(FixProgram, NothingComparedIsNotProved) {
  write({.load = "tile[x][y] + seed", .more = "#include <unistd.h>\n"});
  const std::string text = replaced(
      replaced(replaced(read("src/turn.cu"), "const float* in)", "const float* in, int seed)"),
               "(out, in)", "(out, in, getpid())"),
      "&& argc == 1; ++i", "&& false; ++i");
  write("src/turn.cu", replaced(text, "puts(\"PASS\");", ""));
  const std::string before = read("src/turn.cu");
  const CommandResult result = fix("--apply");
  EXPECT_SAYS(result, "it leaves nothing to compare");
  EXPECT_SAYS(result, "nothing is left to write");
  EXPECT_EQ(read("src/turn.cu"), before);
}

// The rows are cleared as if they were one, which leaves the last of longer rows as it was: 0 is
// not what a GPU has there.
TEST_F(FixProgram, WhatWasNeverWrittenIsNoZero) {
  write({.declare = "__shared__ float tile[32][32]; tile[0][threadIdx.y * 32 + threadIdx.x] = 0;\n"
                    "  __syncthreads();",
         .store = "tile[y][x] += in[y * kTile + x]; const float unused"});
  const CommandResult result = fix("--families row_pad");
  EXPECT_SAYS(result, "rows of 33 elements: the changed program does not end as before");
  EXPECT_SAYS(result, "nothing is left to write");
  EXPECT_SAYS(fix("--families swizzle"), "wavefronts become") << "the XOR stays within the rows";
}

// The walk into row 3 changes nothing but how many requests there are.
TEST_F(FixProgram, OtherRequestsAreNoProof) {
  write(
      {.load =
           "tile[x][y]; if (tile[0][96 + x] != in[96 + x]) out[y * kTile + x] += 0 * tile[y][x]"});
  EXPECT_SAYS(fix("--families swizzle"), " requests, before it made ");
}

// Without the same input the walk into row 3 would run once, and be taken for chance.
TEST_F(FixProgram, EachRunReadsTheSameInput) {
  write({.load = "tile[x][y] + (walk > 0 ? tile[0][32 * walk + x] : 0)"});
  std::string text =
      replaced(read("src/turn.cu"), "const float* in)", "const float* in, int walk)");
  text = replaced(text, "(out, in)", "(out, in, walk)");
  text = replaced(text, "  float *in, *out;",
                  "  int walk = 0;\n  if (scanf(\"%d\", &walk) != 1) walk = -1;\n"
                  "  printf(\"walk %d\\n\", walk);\n  float *in, *out;");
  text = replaced(text, "&& argc == 1; ++i", "&& walk == 0; ++i");
  write("src/turn.cu", text);
  const auto fix_with = [&](const std::string& input) {
    return run_smemlens("fix src/turn.cu --compiler clang --families swizzle",
                        "cd " + path("").string() + " && echo " + input + " | " SMEMLENS_PRELOAD);
  };
  EXPECT_SAYS(fix_with("3"), "the changed program leaves something else in the GPU's memory");
  EXPECT_SAYS(fix_with("0"), "the same 2 lines of standard output");
}

TEST_F(FixProgram, MemoryThatChangesFromRunToRunIsNotCompared) {
  write({.more = "#include <unistd.h>\n"
                 "__device__ int number;\nstruct Keep { Keep() { const int n = getpid(); "
                 "cudaMemcpyToSymbol(number, &n, 4); } };",
         .launch = "Keep(), turn<<<1, dim3(32, 32)>>>"});
  EXPECT_SAYS(fix(), "1056 wavefronts become 64");
}

TEST_F(FixProgram, OutputThatChangesFromRunToRunIsNotCompared) {
  write({.more = "#include <unistd.h>\nstruct Talk { Talk() { printf(\"process %d\\n\", getpid()); "
                 "} } talk;"});
  const CommandResult result = fix();
  EXPECT_SAYS(result, "1056 wavefronts become 64");
  EXPECT_SAYS(result,
              "the same 1 line of standard output (not compared: 1 that changes from run to run)");
}

TEST_F(FixProgram, AByteOrderMarkAndLineEndsAreKept) {
  const std::string text = "\xEF\xBB\xBF" + replaced(program({}), "\n", "\r\n");
  write("src/turn.cu", text);
  EXPECT_SAYS(fix("--apply"), "the source is changed");
  const std::string with_store = replaced(text, "tile[y][x]", "tile[y][x ^ y]");
  EXPECT_EQ(read("src/turn.cu"), replaced(with_store, "tile[x][y]", "tile[x][y ^ x]"));
}

TEST_F(FixProgram, AProgramThatFailsIsNotChanged) {
  write({.load = "tile[y][x]"});
  const CommandResult result = fix("--apply");
  EXPECT_EQ(result.code, 3);
  EXPECT_SAYS(result, "FAIL");
  EXPECT_SAYS(result, "exit status 1");
  EXPECT_SAYS(result, "fix changes only a program that ends well");
}

TEST_F(FixProgram, AProgramWithoutALaunchIsTold) {
  write({});
  const CommandResult result = fix("-- nothing");
  EXPECT_EQ(result.code, 3);
  EXPECT_SAYS(result, "the program launched no kernel");
}

TEST_F(FixProgram, AReadOnlyFileStaysAsItIs) {
  write({});
  fs::permissions(path("src/turn.cu"), fs::perms::owner_read);
  const CommandResult result = fix("--apply");
  EXPECT_EQ(result.code, 3);
  EXPECT_SAYS(result, "cannot write");
  EXPECT_EQ(read("src/turn.cu"), program({}));
}

TEST_F(FixProgram, JsonAndPicture) {
  write({});
  const CommandResult json = fix("--format json");
  EXPECT_EQ(json.code, 0);
  EXPECT_SAYS(json, R"({"schema":"smemlens.fix_program/1")");
  EXPECT_SAYS(json, R"("outcome":"written","written":{"family":"swizzle","wavefronts":64)");
  EXPECT_SAYS(json, R"("before":{"requests":64,"wavefronts":1056)");
  EXPECT_EQ(fix("--format svg -o " + path("picture.svg").string()).code, 0);
  EXPECT_TRUE(read("picture.svg").starts_with("<svg"));
}

TEST_F(FixProgram, OptionsOfPatternsAndOfProgramsDoNotMix) {
  write({});
  EXPECT_EQ(fix("--let k=0..3").code, 2);
  EXPECT_EQ(fix("--arch gfx942").code, 2);
  EXPECT_EQ(run_smemlens("fix 'float s[32]; s[lane]' --apply").code, 2);
  EXPECT_EQ(run_smemlens("fix 'float s[32]; s[lane]' -- x").code, 2);
  EXPECT_EQ(run_smemlens("fix nowhere.cu").code, 3);
}

}  // namespace
}  // namespace smemlens
