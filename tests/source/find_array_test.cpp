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
    {"g(a);",                           "as a whole"                },
    {"float* p = a[1];",                "as a whole or row by row"  },
    {"n = sizeof(a);",                  "in sizeof"                 },
    {"float* p = &a[0][0];",            "the address of a's element"},
    {"load(x, &a[0][0], 4);",           "the address"               },
    {"*(float4*)&a[0][0] = v;",         "the address"               },
    {"g(n, &a[0][0]);",                 "the address"               },
    {"atomicAdd(&a[0][0] + 1, 2);",     "the address"               },
    {"a[i][j, k] = 0;",                 "has a comma"               },
    {"x = a[a[0][0]][1];",              "reads a itself"            },
    {"{ float a[4][4]; a[0][0] = 1; }", "something else is called a"},
    {"auto l = [&a] {};",               "as a whole"                },
    {"a[0][0][1] = 0;",                 "as a whole"                },
};

TEST(ArrayUses, EverythingElseStandsInTheWay) {
  for (const RefusedUse& c : kRefused)
    EXPECT_NE(uses(c.body).find(c.says), std::string::npos) << c.body << ": " << uses(c.body);
  Files files = one_file("__shared__ int a[4]; void f() { a[0] = 1; }");
  files.push_back(std::make_unique<CodeFile>(SourceText{"y.cu", "void g() { a[1] = 2; }"}));
  const auto global = uses_of(*files[0], shared_arrays_of(*files[0]).at(0), files);
  ASSERT_FALSE(global.has_value());
  EXPECT_NE(global.error().message.find("other files"), std::string::npos);
  EXPECT_EQ(global.error().where.file, "y.cu");
  EXPECT_NE(uses("AT(0, 1) = 2;", "#define AT(r, c) a[r][c]\n").find("in a macro"),
            std::string::npos);
}

}  // namespace
}  // namespace smemlens::source
