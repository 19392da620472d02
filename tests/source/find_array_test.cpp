// From an array of a run to its declaration, its shape and its uses.

#include "smemlens/source/find_array.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "smemlens/source/array_uses.h"

namespace smemlens::source {
namespace {

using Files = std::vector<std::unique_ptr<CodeFile>>;

Files one_file(const std::string& text) {
  Files files;
  files.push_back(std::make_unique<CodeFile>(SourceText{"x.cu", text}));
  return files;
}

Site site_at(std::uint32_t line) {
  Site site;
  site.key.where = {"x.cu", line, 1};
  return site;
}

// "type name dims" of each array, and the function it is in.
std::string arrays(const std::string& text) {
  const CodeFile file(SourceText{"x.cu", text});
  std::string result;
  for (const SharedArrayCode& code : shared_arrays_of(file)) {
    result += code.function + ':' + code.type + ' ' + code.name;
    for (const TokenRange& dimension : code.dimensions)
      result += '[' + text_of(file, dimension) + ']';
    result += code.is_dynamic ? " dynamic;" : ";";
  }
  return result;
}

struct DeclarationCase {
  const char* text;
  const char* arrays;
};

constexpr DeclarationCase kDeclarations[] = {
    {"__global__ void f() { __shared__ float a[32][N + 1], b[4]; }",
     "f:float a[32][N + 1];f:float b[4];"                                                                        },
    {"__global__ void f() { if (x) { extern __shared__ unsigned char s[]; } }",
     "f:unsigned char s[] dynamic;"                                                                              },
    {"template <int N> __device__ void g(T (&x)[4]) { static __shared__ __align__(16) T t[N]; }",
     "g:T t[N];"                                                                                                 },
    {"__shared__ int all[64]; void f() {}",                                                       ":int all[64];"},
    {"namespace n { __global__ void __launch_bounds__(256) f(int* p) { __shared__ int a[2]; } }",
     "f:int a[2];"                                                                                               },
    {"template <> __global__ void f<float>() { __shared__ int a[2]; }",                           "f:int a[2];"  },
    {"#define S __shared__ int a[2];\nvoid f() { S }",                                            ""             },
    {"// __shared__ int a[2];\nvoid f() { const char* s = \"__shared__ int b[2];\"; }",           ""             },
    {"void f() { __shared__ int x; __shared__ struct { int v[4]; } s; }",                         ""             },
};

TEST(SharedArray, DeclarationsAreFound) {
  for (const DeclarationCase& c : kDeclarations) EXPECT_EQ(arrays(c.text), c.arrays) << c.text;
}

TEST(ScopedName, IsTakenApart) {
  const ScopedName name =
      scoped_name_of("void n::f<34, float>(int*, (anonymous namespace)::T)::tile");
  EXPECT_EQ(name.function, "f");
  EXPECT_EQ(name.template_arguments, (std::vector<std::string>{"34", "float"}));
  EXPECT_EQ(name.name, "tile");
  EXPECT_EQ(scoped_name_of("tile").function, "");
  EXPECT_EQ(scoped_name_of("n::tile").function, "") << "a namespace is no function";
  EXPECT_EQ(scoped_name_of("").name, "");
}

TileShape shape(const std::string& text, const std::string& demangled, std::uint32_t bytes) {
  const Files files = one_file(text);
  Constants constants;
  constants.add(*files[0]);
  const RecordedArray array{.name = demangled, .bytes = bytes};
  const Site site = site_at(1);
  const std::vector<const Site*> sites = {&site};
  const auto found = find_array(files, array, sites);
  if (!found) return {{0}, 0};
  return shape_of(*files[0], found->code, array, constants).value_or(TileShape{{0}, 0});
}

TEST(Shape, SizesAreConstantsMacrosAndTemplateArguments) {
  EXPECT_EQ(shape("constexpr int N = 32; __global__ void f() { __shared__ float a[N][N + 1]; }",
                  "f()::a", 4224),
            (TileShape{
                {32, 33},
                4
  }));
  EXPECT_EQ(
      shape("enum { K = 1 << 4, M = 2 * K }; __global__ void f() { __shared__ half a[M][K]; }",
            "f()::a", 1024),
      (TileShape{
          {32, 16},
          2
  }));
  EXPECT_EQ(shape("template <class T, int N> __global__ void f() { __shared__ double a[4][N]; }",
                  "void f<float, 34>()::a", 1088),
            (TileShape{
                {4, 34},
                8
  }));
  EXPECT_EQ(
      shape("__global__ void f() { __shared__ Particle a[8][sizeof(float4)]; }", "f()::a", 4096),
      (TileShape{
          {8, 16},
          32
  }))
      << "a type of the program's own: by its bytes";
  EXPECT_EQ(shape("__global__ void f() { __shared__ int a[unknown()][8]; }", "f()::a", 320),
            (TileShape{
                {10, 8},
                4
  }))
      << "one size alone follows from the bytes";
}

TEST(Shape, WhatIsNotUnderstoodHasNone) {
  const TileShape none{{0}, 0};
  EXPECT_EQ(shape("__global__ void f() { __shared__ T a[x()][y()]; }", "f()::a", 320), none);
  EXPECT_EQ(shape("const int N = 4; const int M = 8; __global__ void f() { __shared__ int a[N]; }",
                  "f()::a", 32),
            none)
      << "other bytes than the run's";
  EXPECT_EQ(shape("void g() { const int N = 4; } __global__ void f() { const int N = 8; "
                  "__shared__ S a[N]; }",
                  "f()::a", 7),
            none);
}

bool is_fixed(const std::string& text, const std::string& expression,
              const std::string& definition = {}) {
  const Files files = one_file(text);
  Constants constants;
  constants.add(*files[0]);
  if (!definition.empty()) constants.define(definition);
  return constants.is_fixed(expression);
}

TEST(Constants, AreFixedWhereNothingElseCanBeMeant) {
  EXPECT_TRUE(is_fixed("", "32 * sizeof(float)"));
  EXPECT_TRUE(is_fixed("constexpr int N = 1 << 5; const int M = N + 1;", "N * M"));
  EXPECT_TRUE(is_fixed("#define N 32\nenum { K = N };", "K"));
  EXPECT_TRUE(is_fixed("#ifndef X_H\n#define X_H\n#define N 32\n#endif", "N")) << "a header";
}

TEST(Constants, AreNotFixedWhereAnotherBuildOrScopeDiffers) {
  EXPECT_FALSE(is_fixed("", "N"));
  EXPECT_FALSE(is_fixed("#define N 32", "N", "N=32")) << "-D";
  EXPECT_FALSE(is_fixed("#define SIZE N", "SIZE", "N=32"));
  EXPECT_FALSE(is_fixed("#ifndef N\n#define N 32\n#endif", "N"));
  EXPECT_FALSE(is_fixed("#ifndef A\n#define A\n#endif\n#ifndef N\n#define N 32\n#endif", "N"))
      << "no guard, as it ends before the file does";
  EXPECT_FALSE(is_fixed("int f;\n#if F\nconst int N = 32;\n#endif", "N"));
  EXPECT_FALSE(is_fixed("#define N 32\n#undef N", "N"));
  EXPECT_FALSE(is_fixed("const int N = 32; template <int N> void f() {}", "N"));
  EXPECT_FALSE(is_fixed("const int n = 32; void f(int n) { g(n); }", "n"));
  EXPECT_FALSE(is_fixed("const int n = 32; void f() { int m, n; read(n); }", "n"));
  EXPECT_FALSE(is_fixed("const int n = 32; void f() { auto l = [] { int n = 8; n *= 2; }; }", "n"));
  EXPECT_FALSE(is_fixed("const int n = read();", "n"));
}

// Why the first array of `text` isn't alone, or empty.
std::string shared_with(const std::string& text) {
  const Files files = one_file(text);
  const FoundArray found{.file = 0, .code = shared_arrays_of(*files[0]).at(0)};
  const auto problem = shares_memory(files, found);
  return problem ? problem->message : std::string();
}

TEST(DynamicArray, IsAloneInItsKernel) {
  const std::string kernel = "__global__ void k() { extern __shared__ float a[]; }\n";
  EXPECT_EQ(shared_with(kernel), "");
  EXPECT_EQ(shared_with(kernel + "__global__ void l() { extern __shared__ float b[]; }"), "")
      << "another kernel's is another memory";
  const std::string shared = "the same dynamic memory is also called ";
  EXPECT_EQ(shared_with(kernel + "__device__ void h() { extern __shared__ char b[]; }"),
            shared + "b");
  EXPECT_EQ(shared_with(kernel + "extern __shared__ char all[];"), shared + "all");
  EXPECT_EQ(shared_with("__global__ void k() { extern __shared__ float a[], b[]; }"), shared + "b");
  EXPECT_EQ(shared_with(kernel + "#define RAW extern __shared__ char raw[]\n"),
            "a macro declares shared memory too");
  EXPECT_EQ(shared_with("__global__ void k() { __shared__ float a[4]; }\n"
                        "__device__ void h() { extern __shared__ char b[]; }"),
            "")
      << "what isn't dynamic has memory of its own";
}

struct FindCase {
  const char* text;
  const char* says;
};

constexpr FindCase kNotFound[] = {
    {"__global__ void f() {}",                                                             "no declaration"},
    {"#define D __shared__ int a[4]\n__global__ void f() { D; }",                          "no declaration"},
    {"__device__ void h(int* p) {\n}\n__global__ void f() { __shared__ int a[4]; h(a); }",
     "accessed outside of the function"                                                                    },
    {"void f() { __shared__ int a[4]; } void f(int) { __shared__ int a[4]; }",             "several"       },
};

TEST(FindArray, SaysWhyNot) {
  for (const FindCase& c : kNotFound) {
    const Files files = one_file(c.text);
    const Site first = site_at(1);
    const Site last = site_at(3);
    const bool has_lines = std::string(c.says).starts_with("accessed");
    const std::vector<const Site*> sites = {&first, has_lines ? &last : &first};
    const auto found = find_array(files, {.name = "f()::a", .bytes = 16}, sites);
    ASSERT_FALSE(found.has_value()) << c.text;
    EXPECT_NE(found.error().message.find(c.says), std::string::npos) << found.error().message;
  }
}

// The number of uses of `a` in f, or what stands in the way.
std::string uses(const std::string& body, const std::string& before = {}) {
  const Files files = one_file(before + "void f() { __shared__ float a[4][4]; " + body + " }");
  const auto codes = shared_arrays_of(*files[0]);
  const auto result = uses_of(*files[0], codes.at(0), files);
  return result ? std::to_string(result->size()) : result.error().message;
}

TEST(ArrayUses, ElementsAreUses) {
  EXPECT_EQ(uses("a[i][j] = 1; x = a[a2[i]][j] + y & a[0][0]; return a[1][2];"), "4");
  EXPECT_EQ(uses("atomicAdd(&a[i][j], 1.0f); p->a = q.a; n::a;"), "1");
  EXPECT_EQ(uses(""), "0");
}

struct RefusedUse {
  const char* body;
  const char* says;
};

constexpr RefusedUse kRefused[] = {
    {"g(a);",                                        "as a whole"                },
    {"float* p = a[1];",                             "as a whole or row by row"  },
    {"n = sizeof(a);",                               "in sizeof"                 },
    {"float* p = &a[0][0];",                         "the address of a's element"},
    {"load(x, &a[0][0], 4);",                        "the address"               },
    {"*(Four*)&a[0][0] = v;",                        "the address"               },
    {"((float4*)&a[0][0])[1] = v;",                  "the address"               },
    {"*((float4*)&a[0][0] + 1) = v;",                "the address"               },
    {"g(reinterpret_cast<float4*>(&a[0][0]));",      "the address"               },
    {"cp(&a[0][0], p, 16);",                         "the address"               },
    {"__pipeline_memcpy_async(&a[0][0], p, n);",     "the address"               },
    {"__pipeline_memcpy_async(&a[0][0] + 4, p, 4);", "the address"               },
    {"g(n, &a[0][0]);",                              "the address"               },
    {"atomicAdd(&a[0][0] + 1, 2);",                  "the address"               },
    {"a[i][j, k] = 0;",                              "has a comma"               },
    {"x = a[a[0][0]][1];",                           "reads a itself"            },
    {"{ float a[4][4]; a[0][0] = 1; }",              "something else is called a"},
    {"auto l = [&a] {};",                            "as a whole"                },
    {"a[0][0][1] = 0;",                              "as a whole"                },
};

// Of `a` in f, with the functions g (a value), h (a reference) and what else a line declares.
std::string uses_among_functions(const std::string& body) {
  return uses(body,
              "using Ref = float&; typedef const float& Old;\n#define SQUARE(x) ((x) * (x))\n"
              "#define NEXT_TO(x) (&x)[1]\n#define SUM(x) (x[0][0] + x[1][0])\n"
              "#define PASTED(x) x ## f\n#if A\n#define OLD(x) x\n#endif\n"
              "struct Pair { float& x; };\nfloat g(float x) { return x; }\n"
              "float h(int i, const float& x) { return (&x)[i]; }\n");
}

constexpr const char* kValues[] = {
    "float v = a[i][j]; v = x = a[i][j]; v += a[i][j];",
    "const auto v = a[i][j], w = 2;",
    "a[i][j] = 1; a[i][j] += 2; a[i][j]++; --a[i][j];",
    "if (i & 1) a[i][j] = 1; else a[i][j] = 2;",
    "for (int k = 0; k < 4; ++k) a[i][k] = k;",
    "if (a[i][j] > 1) x = -a[i][j];",
    "switch (k) { case 3: a[i][j] = 1; default: a[0][j] = 2; }",
    "x = (float)a[i][j] + (double)(a[i][j]);",
    "x = static_cast<int>(a[i][j]) + int(a[i][j]);",
    "x = reinterpret_cast<Bits>(a[i][j]);",
    "x = i < 3 ? a[i][j] : 0; x = i ? 1 : a[i][j];",
    "x = g(a[i][j]) + sqrtf(a[i][j]) + fmaxf(x, a[i][j]) + __expf(a[i][j]);",
    "x = __shfl_xor_sync(~0u, a[i][j], 1); printf(\"%f\", a[i][j]);",
    "x = std::min(x, a[i][j]); y = make_float2(a[i][j], a[j][i]);",
    "h(1, a[i][j] + 0.f);",
    "float4 v = {a[i][0], a[i][1], 0, 0}; float w[2] = {a[i][0], a[i][1]}; float u{a[i][j]};",
    "auto twice = [&](float v) { return 2 * v; }; x = twice(a[i][j]);",
    "auto get = [&](int r, int c) { return a[r][c]; };",
    "asm(\"mov.f32 %0, %1;\" : \"=f\"(x) : \"f\"(a[i][j]));",
    "atomicAdd(&a[i][j], 1); atomicAdd(out, a[i][j]); atomicCAS_block(&(a[i][j]), 1, 2);",
    "out[(k & 3) + i] = a[i][j]; *p = a[i][j]; x = y & a[i][j];",
    "i = 0, a[i][j] = 1; return a[i][j] * 2;",
    "return a[i][j];",
    "x = a[i][j].x; a[i][j].y = 3; x = b[int(a[i][j])];",
    "x = SQUARE(a[i][j]) + SQUARE(2 * a[j][i]); n = sizeof a[0][0];",
    "x = SUM(a);",
    "x = (*(const float4*)&a[i][j]).x; *reinterpret_cast<float4*>(&a[i][j]) = v;",
    "asm(\"ld.shared.f32 %0, [%1];\"); if (i) { p = {.n = int(a[i][j])}; s.x = a[i][j]; }",
    "\n#if B\n a[i][j] = 1;\n#else\n if (i) { a[i][j] = 2; }\n#endif\n",
};

TEST(ArrayUses, AValueIsNoHold) {
  for (const char* body : kValues) {
    const std::string result = uses_among_functions(body);
    EXPECT_TRUE(result.size() == 1 && result > "0") << body << ": " << result;
  }
}

constexpr RefusedUse kHolds[] = {
    {"float& v = a[i][j];",                                                       "by reference"                 },
    {"const float &v = a[i][j];",                                                 "by reference"                 },
    {"auto&& v = a[i][j];",                                                       "by reference"                 },
    {"decltype(auto) v = a[i][j];",                                               "by reference"                 },
    {"Ref v = a[i][j];",                                                          "by reference"                 },
    {"Old v = a[i][j];",                                                          "by reference"                 },
    {"float& v(a[i][j]);",                                                        "by reference"                 },
    {"float& v{a[i][j]};",                                                        "by reference"                 },
    {"auto& [x, y] = a[i][j];",                                                   "by reference"                 },
    {"float &v = i ? a[i][j] : a[j][i];",                                         "by reference"                 },
    {"float& v = (a[i][j]);",                                                     "by reference"                 },
    {"float& v = ++a[i][j];",                                                     "by reference"                 },
    {"float& v = a[i][j] = 3;",                                                   "by reference"                 },
    {"float& v = a[i][j].x;",                                                     "by reference"                 },
    {"auto l = [&v = a[i][j]] { return v; };",                                    "by reference"                 },
    {"Pair p{a[i][j]};",                                                          "by reference"                 },
    {"Pair p = {a[i][j]};",                                                       "by reference"                 },
    {"for (auto v : a[i][j]) x += v;",                                            "by reference"                 },
    {"x = reinterpret_cast<float2&>(a[i][j]).y;",                                 "by reference"                 },
    {"x = ((float2&)a[i][j]).y;",                                                 "by reference"                 },
    {"x = (Ref)a[i][j];",                                                         "by reference"                 },
    {"std::swap(a[i][j], a[j][i]);",                                              "is handed to swap"            },
    {"x = std::addressof(a[i][j])[1];",                                           "is handed to addressof"       },
    {"h(0, a[i][j]);",                                                            "is handed to h"               },
    {"h(0, (a[i][j]));",                                                          "is handed to h"               },
    {"h(0, i ? 0 : a[i][j]);",                                                    "is handed to h"               },
    {"unknown(a[i][j]);",                                                         "is handed to unknown"         },
    {"x = NEXT_TO(a[i][j]);",                                                     "by a macro"                   },
    {"x = OLD(a[i][j]);",                                                         "isn't the same in every build"},
    {"x = PASTED(a[i][j]);",                                                      "pastes tokens"                },
    {"x = SUM(a[1]);",                                                            "as a whole"                   },
    {"float4& v = *(float4*)&a[i][j];",                                           "by reference"                 },
    {"const float4* p = &*(float4*)&a[i][j];",                                    "the address"                  },
    {"Pair p{.x = a[i][j]};",                                                     "by reference"                 },
    {"Pair p = {.y = 2, .x = a[i][j]};",                                          "by reference"                 },
    {"asm(\"ld.shared.f32 %0, [_ZZ1fvE1a+4];\");",                                "named in assembly"            },
    {"\n#if B\n if (i) { a[i][j] = 1;\n#else\n if (j) {\n#endif\n }",             "other brackets each"          },
    {"if (i) { a[i][j] = 1;\n#if B\n i = 2; }\n#else\n }\n#endif\n a[j][i] = 2;", "other brackets"               },
    {"p->take(a[i][j]);",                                                         "is handed to take"            },
    {"auto by = [](float& v) { v = 1; }; by(a[i][j]);",                           "is handed to by"              },
    {"cuda::atomic_ref<float> v(a[i][j]);",                                       "is handed to v"               },
    {"auto at = [&](int r) -> float& { return a[r][0]; };",                       "returned by reference"        },
    {"x = a[i][j].length();",                                                     "element is called"            },
    {"x = a[i][j](3);",                                                           "element is called"            },
    {"p = &(a[i][j].x);",                                                         "the address of a's"           },
    {"atomicFancy(&a[i][j], 1);",                                                 "the address of a's"           },
    {"\n#include \"body.inc\"\n",                                                 "a text is included"           },
};

TEST(ArrayUses, AReferenceIsAHold) {
  for (const RefusedUse& c : kHolds) {
    const std::string result = uses_among_functions(c.body);
    EXPECT_NE(result.find(c.says), std::string::npos) << c.body << ": " << result;
  }
  const Files files = one_file("__shared__ float a[4];\nfloat& at(int i) { return a[i]; }\n");
  const auto result = uses_of(*files[0], shared_arrays_of(*files[0]).at(0), files);
  ASSERT_FALSE(result.has_value());
  EXPECT_NE(result.error().message.find("returned by reference"), std::string::npos);
}

TEST(ArrayUses, EverythingElseStandsInTheWay) {
  for (const RefusedUse& c : kRefused)
    EXPECT_NE(uses(c.body).find(c.says), std::string::npos) << c.body << ": " << uses(c.body);
  Files files = one_file("__shared__ int a[4]; void f() { a[0] = 1; }");
  files.push_back(std::make_unique<CodeFile>(SourceText{"y.cu", "void g() { a[1] = 2; }"}));
  const auto global = uses_of(*files[0], shared_arrays_of(*files[0]).at(0), files);
  ASSERT_FALSE(global.has_value());
  EXPECT_NE(global.error().message.find("other files"), std::string::npos);
  EXPECT_EQ(global.error().where.file, "y.cu");
  EXPECT_EQ(uses("AT(0, 1) = 2;", "#define AT(r, c) a[r][c]\n"), "1");
  EXPECT_NE(uses("p = &AT(0, 1);", "#define AT(r, c) a[r][c]\n").find("the address"),
            std::string::npos);
  EXPECT_NE(uses("a[0][0] = 1;", "#define a b\n").find("a macro is called a"), std::string::npos);
}

// #define M0 M1, … as many as `count`; the last one is `end`. Each names the next `times` times.
std::string nested_macros(int count, int times, const std::string& end) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "#define M" + std::to_string(i);
    for (int time = 0; time < times; ++time) text += " M" + std::to_string(i + 1);
    text += "\n";
  }
  return text + "#define M" + std::to_string(count) + " " + end + "\n";
}

TEST(ArrayUses, MacrosWithinMacrosAreFollowedToTheirEnd) {
  EXPECT_EQ(uses("M0 = 2;", nested_macros(100, 1, "a[0][1]")), "1");
  EXPECT_NE(uses("p = M0;", nested_macros(100, 1, "&a[0][1]")).find("the address"),
            std::string::npos);
  EXPECT_NE(uses("M0 = 2;", nested_macros(100'000, 1, "a[0][1]")).find("too deep"),
            std::string::npos);
  // 2^60 of them, none of which is a token in the end.
  EXPECT_EQ(uses("a[M0 0][1] = 2;", nested_macros(60, 2, "")), "1");
  EXPECT_NE(uses("M0", nested_macros(60, 2, "EMPTY") + "#define EMPTY EMPTY a[0][1]\n")
                .find("grows without end"),
            std::string::npos);
}

TEST(ArrayUses, AnIndexPastItsDimensionIsSeenWhereItIsANumber) {
  const auto says = [](const std::string& index) {
    const Files files = one_file("const int N = 4; void f(int n) { __shared__ float a[4][4]; a" +
                                 index + " = 1; }");
    Constants constants;
    constants.add(*files[0]);
    const auto codes = shared_arrays_of(*files[0]);
    const std::vector<std::uint32_t> sizes = {4, 4};
    const auto problem = index_past_end(*files[0], codes.at(0),
                                        *uses_of(*files[0], codes[0], files), {constants, sizes});
    return problem ? problem->message : std::string();
  };
  EXPECT_EQ(says("[0][3]"), "");
  EXPECT_EQ(says("[N - 1][n + 4]"), "");
  EXPECT_EQ(says("[0][4]"), "an index of a is 4, outside of the 4 that it has there");
  EXPECT_EQ(says("[1][N + 1]"), "an index of a is 5, outside of the 4 that it has there");
  EXPECT_EQ(says("[1][-1]"), "an index of a is -1, outside of the 4 that it has there");
}

}  // namespace
}  // namespace smemlens::source
