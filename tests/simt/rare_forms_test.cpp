// Forms of instructions that compilers write seldom: values worked out from the PTX ISA manual.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct RareForm {
  std::string_view body;
  std::uint32_t result;  // %r31
};

constexpr RareForm kForms[] = {
    // the least and the greatest of three
    {"min.f32 %f4, 0f40000000, 0f3F800000, 0fC0400000; mov.b32 %r31, %f4;",       0xc0400000},
    {"max.f32 %f4, 0f40000000, 0f3F800000, 0fC0400000; mov.b32 %r31, %f4;",       0x40000000},
    // a NaN is passed over; with .NaN it wins, wherever it stands
    {"min.f32 %f4, 0f7FC00000, 0f3F800000, 0f40000000; mov.b32 %r31, %f4;",       0x3f800000},
    {"max.f32 %f4, 0f7FC00000, 0f7FC00000, 0fBF800000; mov.b32 %r31, %f4;",       0xbf800000},
    {"max.f32 %f4, 0f7FC00000, 0fFFC00000, 0f7F800001; mov.b32 %r31, %f4;",       0x7fffffff},
    {"min.NaN.f32 %f4, 0f3F800000, 0f40000000, 0f7FC00000; mov.b32 %r31, %f4;",   0x7fffffff},
    {"max.NaN.f32 %f4, 0f7FC00000, 0f40000000, 0f3F800000; mov.b32 %r31, %f4;",   0x7fffffff},
    // -0 is less than +0; .ftz makes zeros of subnormals
    {"min.f32 %f4, 0f00000000, 0f80000000, 0f00000000; mov.b32 %r31, %f4;",       0x80000000},
    {"max.ftz.f32 %f4, 0f00000001, 0f80000001, 0f80000000; mov.b32 %r31, %f4;",   0x00000000},
    {"max.f32 %f4, 0f00000001, 0f80000001, 0f80000000; mov.b32 %r31, %f4;",       0x00000001},
    // cvt.sat: into 0 … 1, NaN is 0
    {"mov.b16 %rs1, 0x4000; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x3c00    },
    {"mov.b16 %rs1, 0x3801; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x3801    },
    {"mov.b16 %rs1, 0x0001; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x0001    },
    {"mov.b16 %rs1, 0xbc00; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x0000    },
    {"mov.b16 %rs1, 0xfc00; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x0000    },
    {"mov.b16 %rs1, 0x7e00; cvt.sat.f16.f16 %rs2, %rs1; cvt.u32.u16 %r31, %rs2;", 0x0000    },
};

TEST(RareForms, GiveTheManualsValues) {
  for (const auto& [body, result] : kForms) {
    SCOPED_TRACE(body);
    const auto lanes = lanes_of(body, {.threads = 1});
    ASSERT_EQ(lanes.size(), 1U);
    EXPECT_EQ(lanes[0], result);
  }
}

struct PackedComparison {
  std::string_view mnemonic;
  std::uint32_t a, b;
  bool c;
  std::uint32_t result;  // p + 2 q
};

// f16: 0x3c00 is 1, 0x4000 is 2, 0x7e00 NaN; bf16: 0x3f80 is 1, 0x4000 is 2, 0x7fc0 NaN. The lower
// half is p's.
constexpr PackedComparison kComparisons[] = {
    {"setp.lt.and.f16x2",     0x40003c00, 0x3c004000, true,  1},
    {"setp.lt.and.f16x2",     0x40003c00, 0x3c004000, false, 0},
    {"setp.lt.or.f16x2",      0x40003c00, 0x3c004000, false, 1},
    {"setp.lt.or.f16x2",      0x40003c00, 0x3c004000, true,  3},
    {"setp.gt.xor.f16x2",     0x40003c00, 0x3c004000, true,  1},
    {"setp.eq.and.f16x2",     0x7e003c00, 0x7e003c00, true,  1},
    {"setp.equ.and.f16x2",    0x7e003c00, 0x7e003c00, true,  3},
    {"setp.eq.and.bf16x2",    0x3f807fc0, 0x3f807fc0, true,  2},
    {"setp.neu.or.bf16x2",    0x3f807fc0, 0x3f807fc0, false, 1},
    {"setp.ge.xor.bf16x2",    0x3f804000, 0x40003f80, true,  2},
    {"setp.lt.and.ftz.f16x2", 0x00000001, 0x00010002, true,  0},
    {"setp.lt.and.f16x2",     0x00000001, 0x00010002, true,  3},
};

TEST(RareForms, PackedComparisonsCombineEachHalf) {
  for (const auto& [mnemonic, a, b, c, result] : kComparisons) {
    for (const bool is_negated : {false, true}) {
      SCOPED_TRACE(mnemonic);
      const std::string body = "mov.b32 %r1, " + std::to_string(a) + "; mov.b32 %r2, " +
                               std::to_string(b) + "; setp.eq.u32 %p3, 1, " +
                               (c != is_negated ? "1; " : "0; ") + std::string(mnemonic) +
                               " %p1|%p2, %r1, %r2, " + (is_negated ? "!" : "") +
                               "%p3; selp.b32 %r31, 1, 0, %p1; @%p2 add.u32 %r31, %r31, 2;";
      const auto lanes = lanes_of(body, {.threads = 1});
      ASSERT_EQ(lanes.size(), 1U);
      EXPECT_EQ(lanes[0], result);
    }
  }
}

}  // namespace
}  // namespace smemlens::simt
