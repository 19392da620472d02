// cvt to and from floats of 8, 6 and 4 bits and tf32, cvt.pack, and redux of f32: values by hand.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct ConvertCase {
  std::string_view instructions;  // %r31 from the words %r1, %r2, %r3; %f1, %f2 are the first two
  std::uint32_t a, b, c, result;
};

constexpr std::string_view kE4m3 =
    "cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2; cvt.u32.u16 %r31, %rs1;";
constexpr std::string_view kE5m2 =
    "cvt.rn.satfinite.e5m2x2.f32 %rs1, %f1, %f2; cvt.u32.u16 %r31, %rs1;";
constexpr std::string_view kOfE4m3 = "cvt.u16.u32 %rs1, %r1; cvt.rn.f16x2.e4m3x2 %r31, %rs1;";
constexpr std::string_view kOfE5m2 = "cvt.u16.u32 %rs1, %r1; cvt.rn.f16x2.e5m2x2 %r31, %rs1;";

constexpr std::string_view kE2m3 =
    "cvt.rn.satfinite.e2m3x2.f32 %rs1, %f1, %f2; cvt.u32.u16 %r31, %rs1;";
constexpr std::string_view kE3m2 =
    "cvt.rn.satfinite.e3m2x2.f32 %rs1, %f1, %f2; cvt.u32.u16 %r31, %rs1;";
constexpr std::string_view kE2m1 =
    "cvt.rn.satfinite.e2m1x2.f32 %b1, %f1, %f2; cvt.u32.u8 %r31, %b1;";

constexpr ConvertCase kCases[] = {
    {kE4m3,                                                                      0x3f800000, 0xbf800000, 0,      0x38b8    }, // 1, -1
    {kE4m3,                                                                      0x43e00000, 0x43e80000, 0,      0x7e7e    }, // 448; 464 is clamped
    {kE4m3,                                                                      0x7f800000, 0xff800000, 0,      0x7efe    }, // so are infinities
    {kE4m3,                                                                      0x7fc00000, 0x80000000, 0,      0x7f80    }, // NaN, -0
    {kE4m3,                                                                      0x3b000000, 0x3a800000, 0,      0x0100    }, // 2^-9; its half, a tie
    {kE4m3,                                                                      0x3a800001, 0x3c7fffff, 0,      0x0108    }, // above the tie; 2^-6
    {kE5m2,                                                                      0x3f800000, 0x47600000, 0,      0x3c7b    }, // 1, 57344
    {kE5m2,                                                                      0x47700000, 0xff800000, 0,      0x7bfb    }, // 61440, -infinity
    {kE5m2,                                                                      0x37800000, 0x37000000, 0,      0x0100    }, // 2^-16; its half
    {"cvt.rn.satfinite.relu.e4m3x2.f32 %rs1, %f1, %f2; cvt.u32.u16 %r31, %rs1;", 0xbf800000,
     0x7fc00000,                                                                                         0,      0x007f    },
    {"cvt.rn.satfinite.e4m3x2.f16x2 %rs1, %r1; cvt.u32.u16 %r31, %rs1;",         0x3c00fc00, 0,          0,      0x38fe    },
    {kOfE4m3,                                                                    0x3801,     0,          0,      0x3c001800}, // 1, 2^-9
    {kOfE4m3,                                                                    0x7efe,     0,          0,      0x5f00df00}, // 448, -448
    {kOfE4m3,                                                                    0x7f80,     0,          0,      0x7fff8000}, // NaN, -0
    {kOfE5m2,                                                                    0x7cfc,     0,          0,      0x7c00fc00}, // infinities
    {kOfE5m2,                                                                    0x0181,     0,          0,      0x01008100}, // 2^-16, -2^-16
    {kOfE5m2,                                                                    0x7d7b,     0,          0,      0x7fff7b00}, // NaN, 57344
    {"cvt.u16.u32 %rs1, %r1; cvt.rn.relu.f16x2.e5m2x2 %r31, %rs1;",              0xbc3c,     0,          0,      0x00003c00},
    {kE2m3,                                                                      0x3f800000, 0xc0f00000, 0,      0x083f    }, // 1, -7.5
    {kE2m3,                                                                      0x41000000, 0x7fc00000, 0,      0x1f1f    }, // 8 is clamped; so is a NaN, to above
    {kE2m3,                                                                      0x3e000000, 0x3d800000, 0,      0x0100    }, // 0.125; its half, a tie
    {kE3m2,                                                                      0x3f800000, 0x41e00000, 0,      0x0c1f    }, // 1, 28
    {kE3m2,                                                                      0xff800000, 0x3d800000, 0,      0x3f01    }, // -infinity; 2^-4
    {kE2m1,                                                                      0x3f800000, 0xc0c00000, 0,      0x2f      }, // 1, -6
    {kE2m1,                                                                      0x40200000, 0x3e800000, 0,      0x40      }, // 2.5, a tie to 2; 0.25, a tie to 0
    {kE2m1,                                                                      0x7fc00000, 0x80000000, 0,      0x78      }, // NaN, -0
    {"cvt.rn.satfinite.relu.e2m1x2.f32 %b1, %f1, %f2; cvt.u32.u8 %r31, %b1;",    0xbf800000,
     0x40400000,                                                                                         0,      0x05      },
    {"cvt.u16.u32 %rs1, %r1; cvt.rn.f16x2.e2m3x2 %r31, %rs1;",                   0x083f,     0,          0,
     0x3c00c780                                                                                                            }, // 1, -7.5
    {"cvt.u16.u32 %rs1, %r1; cvt.rn.f16x2.e3m2x2 %r31, %rs1;",                   0x0121,     0,          0,
     0x2c00ac00                                                                                                            }, // 2^-4, -2^-4
    {"cvt.u8.u32 %b1, %r1; cvt.rn.f16x2.e2m1x2 %r31, %b1;",                      0x1f,       0,          0,      0x3800c600}, // 0.5, -6
    {"cvt.u8.u32 %b1, %r1; cvt.rn.relu.f16x2.e2m1x2 %r31, %b1;",                 0x7f,       0,          0,      0x46000000}, // 6, 0
    {"cvt.rn.tf32.f32 %r31, %f1;",                                               0x3f801000, 0,          0,      0x3f800000}, // a tie, to even
    {"cvt.rn.tf32.f32 %r31, %f1;",                                               0x3f803000, 0,          0,      0x3f804000},
    {"cvt.rna.tf32.f32 %r31, %f1;",                                              0x3f801000, 0,          0,      0x3f802000},
    {"cvt.rz.tf32.f32 %r31, %f1;",                                               0xbf801fff, 0,          0,      0xbf800000},
    {"cvt.rn.tf32.f32 %r31, %f1;",                                               0x7f7fffff, 0,          0,      0x7f800000},
    {"cvt.rn.satfinite.tf32.f32 %r31, %f1;",                                     0xff800000, 0,          0,      0xff7fe000},
    {"cvt.rz.relu.tf32.f32 %r31, %f1;",                                          0xbf800000, 0,          0,      0         },
    {"cvt.rna.satfinite.tf32.f32 %r31, %f1;",                                    0xffc00000, 0,          0,      0x7fffffff},
    {"cvt.pack.sat.s16.s32 %r31, %r1, %r2;",                                     0xffff63c0, 5,          0,      0x80000005},
    {"cvt.pack.sat.u16.s32 %r31, %r1, %r2;",                                     0xffffffff, 70000,      0,      0x0000ffff},
    {"cvt.pack.sat.u8.s32.b32 %r31, %r1, %r2, %r3;",                             300,        0xfffffffb, 0x1234, 0x1234ff00},
    {"cvt.pack.sat.s8.s32.b32 %r31, %r1, %r2, %r3;",                             0xffffff00, 127,        1,      0x0001807f},
    {"cvt.pack.sat.u4.s32.b32 %r31, %r1, %r2, %r3;",                             15,         16,         2,      0x000002ff},
};

TEST(ConvertSmall, ValuesByHand) {
  for (const ConvertCase& c : kCases) {
    const std::string body = ".reg .b8 %b<2>; mov.u32 %r1, " + std::to_string(c.a) +
                             "; mov.u32 %r2, " + std::to_string(c.b) + "; mov.u32 %r3, " +
                             std::to_string(c.c) + "; mov.b32 %f1, %r1; mov.b32 %f2, %r2; " +
                             std::string(c.instructions);
    const auto lanes = lanes_of(body, {.threads = 1});
    ASSERT_EQ(lanes.size(), 1U) << c.instructions;
    EXPECT_EQ(lanes[0], c.result) << c.instructions << std::hex << " gives " << lanes[0];
  }
}

// Lane l brings l - 10, lane 20 a NaN.
std::uint32_t reduced(std::string_view operation) {
  const auto lanes = lanes_of(R"(
      sub.u32 %r1, %r30, 10;
      cvt.rn.f32.s32 %f1, %r1;
      setp.eq.u32 %p1, %r30, 20;
      @%p1 mov.f32 %f1, 0fFFC00000;
      redux.sync.)" + std::string(operation) +
                              ".f32 %f2, %f1, 0xffffffff; mov.b32 %r31, %f2;");
  for (const std::uint32_t lane : lanes) EXPECT_EQ(lane, lanes[0]);
  return lanes[0];
}

TEST(ConvertSmall, ReductionsOfFloats) {
  EXPECT_EQ(reduced("min"), 0xc1200000U);  // -10
  EXPECT_EQ(reduced("max"), 0x41a80000U);  // 21
  EXPECT_EQ(reduced("min.abs"), 0U);       // |0|
  EXPECT_EQ(reduced("max.NaN"), 0x7fffffffU);
  EXPECT_EQ(reduced("max.abs.NaN"), 0x7fffffffU);
}

}  // namespace
}  // namespace smemlens::simt
