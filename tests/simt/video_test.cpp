// Video instructions, with values worked out by hand from the PTX manual; tests/oracle has them all
// against the manual's pseudocode.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct VideoCase {
  std::string_view instruction;  // %r31 from a = %r1, b = %r2, c = %r3
  std::uint32_t a, b, c, result;
};

constexpr VideoCase kCases[] = {
    // scalar: what is selected is extended by its own type
    {"vadd.s32.u32.s32 %r31, %r1.b0, %r2.h1;",             0x000000ff, 0xfffe0000, 0,          0x000000fd},
    {"vadd.s32.s32.s32.sat %r31, %r1, %r2;",               0x7fffffff, 1,          0,          0x7fffffff},
    {"vadd.u32.s32.s32.sat %r31, %r1, %r2;",               0xffffffff, 0xffffffff, 0,          0         },
    {"vsub.u32.u32.u32.sat %r31, %r1, %r2;",               3,          5,          0,          0         },
    {"vabsdiff.u32.s32.s32 %r31, %r1, %r2;",               0x80000000, 0x7fffffff, 0,          0xffffffff},
    {"vmin.s32.s32.u32.add %r31, %r1, %r2, %r3;",          0xffffffff, 7,          10,         9         },
    {"vmax.u32.u32.u32.max %r31, %r1, %r2, %r3;",          1,          2,          0x80000000, 0x80000000},
    // a part of the result, the rest is c's; .sat clamps to the part
    {"vadd.u32.u32.u32.sat %r31.b1, %r1, %r2, %r3;",       200,        100,        0x11223344, 0x1122ff44},
    {"vadd.s32.s32.s32.sat %r31.h1, %r1, %r2, %r3;",       0xffff0000, 0xffff0000, 0x11223344,
     0x80003344                                                                                          },
    {"vshl.u32.u32.u32.clamp %r31, %r1, %r2;",             1,          33,         0,          0         },
    {"vshl.u32.u32.u32.wrap %r31, %r1, %r2;",              1,          33,         0,          2         },
    {"vshr.s32.s32.u32.clamp %r31, %r1, %r2.b0;",          0x80000000, 0xffffff40, 0,          0xffffffff},
    {"vset.s32.u32.lt %r31, %r1, %r2;",                    0xffffffff, 0,          0,          1         },
    {"vset.u32.u32.ge.add %r31, %r1, %r2, %r3;",           4,          4,          0xffffffff, 0         },
    {"vmad.u32.u32.u32 %r31, %r1.h0, %r2.h1, %r3;",        3,          0x00050000, 7,          22        },
    {"vmad.s32.s32.s32 %r31, -%r1, %r2, %r3;",             3,          5,          7,          0xfffffff8},
    {"vmad.s32.u32.u32 %r31, %r1, %r2, -%r3;",             3,          5,          7,          8         },
    {"vmad.u32.u32.u32.po.shr7 %r31, %r1, %r2, %r3;",      128,        2,          127,        3         },
    {"vmad.u32.u32.u32.sat %r31, %r1, %r2, %r3;",          0xffffffff, 2,          0,          0xffffffff},
    // SIMD
    {"vadd2.s32.s32.s32.sat %r31, %r1, %r2, %r3;",         0x7fff8000, 0x0001ffff, 0,          0x7fff8000},
    {"vsub2.u32.u32.u32 %r31.h0, %r1.h01, %r2, %r3;",      0x00050003, 0x00010001, 0xaaaabbbb,
     0xaaaa0004                                                                                          },
    {"vavrg2.s32.s32.s32 %r31, %r1, %r2, %r3;",            0xfffd0003, 0xfffe0004, 0,          0xfffd0004},
    {"vset2.s32.s32.lt.add %r31, %r1, %r2, %r3;",          0xffff0001, 0x00000000, 10,         11        },
    {"vadd4.u32.u32.u32.sat %r31, %r1, %r2, %r3;",         0xff010203, 0x01010101, 0,          0xff020304},
    {"vabsdiff4.u32.u32.u32.add %r31, %r1, %r2, %r3;",     0x01ff0005, 0x0400ff05, 100,        613       },
    {"vabsdiff4.u32.u32.u32 %r31, %r1, %r2, %r3;",         0x01ff0005, 0x0400ff05, 0,          0x03ffff00},
    {"vmin4.s32.s32.s32 %r31.b20, %r1, %r2, %r3;",         0x80808080, 0x01010101, 0x11223344, 0x11803380},
    {"vmax4.u32.u32.u32 %r31, %r1.b7654, %r2.b3210, %r3;", 0x80017f02, 0x01020304, 0,          0x80027f04},
    {"vset4.u32.u32.ne %r31, %r1, %r2, %r3;",              0x01020304, 0x01000300, 0,          0x00010001},
};

TEST(Video, ValuesByHand) {
  for (const VideoCase& c : kCases) {
    const std::string body = "mov.u32 %r1, " + std::to_string(c.a) + "; mov.u32 %r2, " +
                             std::to_string(c.b) + "; mov.u32 %r3, " + std::to_string(c.c) + "; " +
                             std::string(c.instruction);
    const auto lanes = lanes_of(body, {.threads = 1});
    ASSERT_EQ(lanes.size(), 1U) << c.instruction;
    EXPECT_EQ(lanes[0], c.result) << c.instruction << std::hex << " gives " << lanes[0];
  }
}

constexpr std::string_view kRefused[] = {
    "vadd2.s32.s32.s32.sat.add %r31, %r1, %r2, %r3;",  // no .sat with a sum
    "vset.s32.s32.lt.eq %r31, %r1, %r2;",
    "vadd.s32.s32.s32 %r31.b0, %r1, %r2;",         // nothing to merge with
    "vadd4.s32.s32.s32 %r31, %r1.b10, %r2, %r3;",  // two of four bytes
    "vmad.u32.u32.u32.po %r31, -%r1, %r2, %r3;",
    "vshl.u32.u32.u32 %r31, %r1, %r2;",  // neither .clamp nor .wrap
};

TEST(Video, WhatTheManualDoesNotHaveIsRefused) {
  for (const std::string_view instruction : kRefused) {
    const KernelUnderTest kernel(module_around(instruction));
    ASSERT_FALSE(kernel.prepared().has_value()) << instruction;
    EXPECT_EQ(kernel.prepared().error().code, "unsupported-instruction") << instruction;
  }
}

}  // namespace
}  // namespace smemlens::simt
