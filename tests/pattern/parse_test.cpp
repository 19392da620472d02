#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

struct AccessCase {
  const char* pattern;
  Operation operation;
  unsigned bytes;
  unsigned matrices;
};

constexpr AccessCase kAccesses[] = {
    {"char a[64]; a[lane]",                                               Operation::kLoad,          1,  0},
    {"int8_t a[64]; a[lane]",                                             Operation::kLoad,          1,  0},
    {"uint8_t a[64]; a[lane]",                                            Operation::kLoad,          1,  0},
    {"unsigned char a[64]; a[lane]",                                      Operation::kLoad,          1,  0},
    {"short a[64]; a[lane]",                                              Operation::kLoad,          2,  0},
    {"half a[64]; a[lane]",                                               Operation::kLoad,          2,  0},
    {"__half a[64]; a[lane]",                                             Operation::kLoad,          2,  0},
    {"__nv_bfloat16 a[64]; a[lane]",                                      Operation::kLoad,          2,  0},
    {"int a[64]; a[lane]",                                                Operation::kLoad,          4,  0},
    {"unsigned a[64]; a[lane]",                                           Operation::kLoad,          4,  0},
    {"unsigned int a[64]; a[lane]",                                       Operation::kLoad,          4,  0},
    {"half2 a[64]; a[lane]",                                              Operation::kLoad,          4,  0},
    {"long long a[64]; a[lane]",                                          Operation::kLoad,          8,  0},
    {"unsigned long long int a[64]; a[lane]",                             Operation::kLoad,          8,  0},
    {"double a[64]; a[lane]",                                             Operation::kLoad,          8,  0},
    {"float2 a[64]; a[lane]",                                             Operation::kLoad,          8,  0},
    {"int2 a[64]; a[lane]",                                               Operation::kLoad,          8,  0},
    {"float4 a[64]; a[lane]",                                             Operation::kLoad,          16, 0},
    {"int4 a[64]; a[lane]",                                               Operation::kLoad,          16, 0},
    {"uint4 a[64]; a[lane]",                                              Operation::kLoad,          16, 0},
    {"double2 a[64]; a[lane]",                                            Operation::kLoad,          16, 0},
    {"volatile __shared__ float a[64]; a[lane]",                          Operation::kLoad,          4,  0},
    {"float3 a[64]; a[lane].z",                                           Operation::kLoad,          4,  0},
    {"half2 a[64]; a[lane].y",                                            Operation::kLoad,          2,  0},
    {"struct { double d; char c; } a[64]; a[lane].c",                     Operation::kLoad,          1,  0},
    {"struct P { float v[4]; }; P a[64]; a[lane].v[1]",                   Operation::kLoad,          4,  0},
    {"struct P { float x; }; struct Q { P p; }; Q a[9]; a[0].p.x",        Operation::kLoad,          4,  0},
    {"float a[64]; (a[lane])",                                            Operation::kLoad,          4,  0},
    {"float a[64]; *a",                                                   Operation::kLoad,          4,  0},
    {"float a[64]; *&a[lane]",                                            Operation::kLoad,          4,  0},
    {"float a[64]; a[lane] = b[3] * (2.5f + x)",                          Operation::kStore,         4,  0},
    {"half a[64]; *(float4*)&a[8] = make_float4(0, 0, 0, 0)",             Operation::kStore,         16, 0},
    {"half a[64]; *(const float4*)(&a[8])",                               Operation::kLoad,          16, 0},
    {"half a[64]; *reinterpret_cast<const uint4*>(&a[8])",                Operation::kLoad,          16, 0},
    {"struct P { float x; }; half a[64]; ((P*)a)[1].x",                   Operation::kLoad,          4,  0},
    {"struct P { float x; }; half a[64]; ((P*)a)->x",                     Operation::kLoad,          4,  0},
    {"int a[64]; atomicSub(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicMin(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicMax(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicExch(&a[lane], 1)",                                Operation::kAtomic,        4,  0},
    {"int a[64]; atomicCAS(&a[lane], 1, 2)",                              Operation::kAtomic,        4,  0},
    {"int a[64]; atomicAnd(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicOr(&a[lane], 1)",                                  Operation::kAtomic,        4,  0},
    {"int a[64]; atomicXor(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicInc(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicDec(&a[lane], 1)",                                 Operation::kAtomic,        4,  0},
    {"int a[64]; atomicAdd_block(a, f(1, 2))",                            Operation::kAtomic,        4,  0},
    {"unsigned long long a[64]; atomicAdd(&a[lane], 1)",                  Operation::kAtomic,        8,  0},
    {"half h[64]; ldmatrix.x1(&h[0])",                                    Operation::kLdmatrix,      16, 1},
    {"half h[64]; ldmatrix.x2.trans(h)",                                  Operation::kLdmatrix,      16, 2},
    {"half h[64]; ldmatrix.x4(&h[0])",                                    Operation::kLdmatrix,      16, 4},
    {"half h[64]; ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16(&h[0])", Operation::kLdmatrix,      16,
     4                                                                                                    },
    {"half h[64]; stmatrix.x1(&h[0])",                                    Operation::kStmatrix,      16, 1},
    {"half h[64]; stmatrix.x4.trans(&h[0], r)",                           Operation::kStmatrix,      16, 4},
    {"float s[64]; cp.async.4(&s[0])",                                    Operation::kCpAsync,       4,  0},
    {"float s[64]; cp.async.8(&s[0])",                                    Operation::kCpAsync,       8,  0},
    {"float s[64]; cp.async.16(&s[0], &g[lane])",                         Operation::kCpAsync,       16, 0},
    {"float s[64]; cp.async.ca.16(&s[0])",                                Operation::kCpAsync,       16, 0},
    {"float s[64]; cp.async.cg.16(&s[0])",                                Operation::kCpAsyncBypass, 16, 0},
};

TEST(PatternParse, ReadsEveryKindOfAccess) {
  for (const AccessCase& test : kAccesses) {
    SCOPED_TRACE(test.pattern);
    const auto pattern = parse_pattern({"pattern", test.pattern});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    ASSERT_EQ(pattern->accesses.size(), 1U);
    const Access& access = pattern->accesses[0];
    EXPECT_EQ(access.operation, test.operation);
    EXPECT_EQ(access.bytes, test.bytes);
    EXPECT_EQ(access.matrices, test.matrices);
  }
}

struct PlacementCase {
  const char* declarations;
  std::vector<std::uint32_t> offsets;
  std::uint32_t end;
};

const PlacementCase kPlacements[] = {
    {"float a[3], b[2];",                                   {0, 12},    20  },
    {"char a[3]; double b; char c",                         {0, 8, 16}, 17  },
    {"char a; float4 b[2]",                                 {0, 16},    48  },
    {"char a; __align__(16) half b[3]",                     {0, 16},    22  },
    {"alignas(128) __shared__ float a; alignas(8) float b", {0, 8},     12  },
    {"char a; struct { char c; short s; } b[2]",            {0, 2},     10  },
    {"struct __align__(16) { float x, y, z; } p[2]",        {0},        32  },
    {"struct { char c; double d; char e; } p[2]",           {0},        48  },
    {"float s[2][3][4]",                                    {0},        96  },
    {"float s[32][32 + 1]; float t[1 << 4]",                {0, 4224},  4288},
    {"float3 v[2]; float2 w",                               {0, 24},    32  },
};

TEST(PatternParse, PlacesArraysAtTheirOwnAlignment) {
  for (const PlacementCase& test : kPlacements) {
    SCOPED_TRACE(test.declarations);
    const auto pattern = parse_pattern({"pattern", std::string(test.declarations) + "; int z; z"});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    std::vector<std::uint32_t> offsets;
    for (const SharedArray& array : pattern->arrays) offsets.push_back(array.offset_bytes);
    offsets.pop_back();  // z
    EXPECT_EQ(offsets, test.offsets);
    const SharedArray& last = pattern->arrays[offsets.size() - 1];
    EXPECT_EQ(last.offset_bytes + last.bytes, test.end);
  }
}

TEST(PatternParse, AnUpdateIsALoadAndAStore) {
  for (const char* update : {"s[lane] += 1", "s[lane]++", "--s[lane]", "s[lane] <<= 2"}) {
    SCOPED_TRACE(update);
    const auto pattern = parse_pattern({"pattern", "int s[32]; " + std::string(update) + " ;"});
    ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
    ASSERT_EQ(pattern->accesses.size(), 2U);
    EXPECT_EQ(pattern->accesses[0].operation, Operation::kLoad);
    EXPECT_EQ(pattern->accesses[1].operation, Operation::kStore);
    EXPECT_EQ(text_of(*pattern, pattern->accesses[1].span), update);
  }
}

TEST(PatternParse, KeepsTheTextOfEachAccess) {
  const auto pattern = parse_pattern(
      {"pattern", "int s[32]; if (lane<8) s[lane]; if (lane) { s[0] ; if (k) s[1] = f(2); }"});
  ASSERT_TRUE(pattern.has_value()) << to_text(pattern.error());
  const char* expected[] = {"if (lane<8) s[lane]", "s[0]", "if (k) s[1] = f(2)"};
  const std::size_t guards[] = {1, 1, 2};
  ASSERT_EQ(pattern->accesses.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(text_of(*pattern, pattern->accesses[i].span), expected[i]);
    EXPECT_EQ(pattern->accesses[i].guards.size(), guards[i]);
  }
  EXPECT_EQ(pattern->bound_names, std::vector<std::string>{"k"});
}

TEST(PatternParse, NotesReadsThatAreNotCounted) {
  const auto pattern = parse_pattern({"pattern", "int a[32], b[32]; a[lane] = b[lane]; b[0] = 1"});
  ASSERT_TRUE(pattern.has_value());
  ASSERT_EQ(pattern->notes.size(), 1U);
  EXPECT_EQ(to_text(pattern->notes[0]),
            "pattern:1:29: note: the value also reads b: what it reads is not counted "
            "[pattern-uncounted]\n"
            "  int a[32], b[32]; a[lane] = b[lane]; b[0] = 1\n"
            "                              ^\n"
            "hint: write it as an access of its own, separated by ;\n");
}

}  // namespace
}  // namespace smemlens
