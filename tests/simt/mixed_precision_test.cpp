// add, sub and fma of f16 or bf16 with f32, and of two f32 at once; set of packed halves with a
// boolean operation: values worked out from the PTX ISA manual.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using Words = std::vector<std::uint32_t>;

struct Mixed {
  std::string_view mnemonic;
  std::uint32_t a, b;  // halves; b of fma only
  std::uint32_t c, result;
};

// f16: 0x3c00 is 1, 0x4000 is 2, 0x0001 2^-24, 0x7e00 NaN; bf16: 0x3f80 is 1, 0x0001 2^-133.
// f32: 0x30000000 is 2^-31, far less than half a unit in the last place of 1.
constexpr Mixed kMixed[] = {
    {"add.f32.f16",         0x3c00, 0,      0x3f800000, 0x40000000},
    {"add.rn.f32.f16",      0x3c00, 0,      0x30000000, 0x3f800000},
    {"add.rp.f32.f16",      0x3c00, 0,      0x30000000, 0x3f800001},
    {"add.rm.f32.f16",      0x3c00, 0,      0x30000000, 0x3f800000},
    {"add.rm.f32.f16",      0x3c00, 0,      0xb0000000, 0x3f7fffff},
    {"add.rz.f32.f16",      0x3c00, 0,      0xb0000000, 0x3f7fffff},
    {"add.rz.f32.f16",      0xbc00, 0,      0x30000000, 0xbf7fffff},
    {"add.f32.f16",         0x0001, 0,      0x80000000, 0x33800000},
    {"add.f32.f16",         0x7c00, 0,      0xff800000, 0x7fffffff},
    {"add.f32.f16",         0x7e00, 0,      0x3f800000, 0x7fffffff},
    {"add.sat.f32.f16",     0x4000, 0,      0x3f800000, 0x3f800000},
    {"add.sat.f32.f16",     0x3800, 0,      0xbf800000, 0x00000000},
    {"add.sat.f32.f16",     0x7e00, 0,      0x3f800000, 0x00000000},
    {"add.f32.bf16",        0x0001, 0,      0x00000000, 0x00010000},
    {"add.f32.bf16",        0x0001, 0,      0x00000001, 0x00010001},
    {"add.rp.sat.f32.bf16", 0x3f00, 0,      0x30000000, 0x3f000001},
    {"sub.f32.f16",         0x3c00, 0,      0x40000000, 0xbf800000},
    {"sub.f32.f16",         0x3c00, 0,      0x3f800000, 0x00000000},
    {"sub.rm.f32.f16",      0x3c00, 0,      0x3f800000, 0x80000000},
    {"sub.rm.f32.bf16",     0x3f80, 0,      0x30000000, 0x3f7fffff},
    {"sub.sat.f32.bf16",    0x3f80, 0,      0x3f000000, 0x3f000000},
    {"fma.rn.f32.f16",      0x3c01, 0x3c01, 0xbf804000, 0x35800000},
    {"fma.rp.f32.f16",      0x3c00, 0x3c00, 0x30000000, 0x3f800001},
    {"fma.rz.f32.f16",      0x3c00, 0xbc00, 0x30000000, 0xbf7fffff},
    {"fma.rn.f32.f16",      0x7c00, 0x0000, 0x3f800000, 0x7fffffff},
    {"fma.rn.f32.bf16",     0x3f81, 0x3f81, 0xbf820000, 0x38800000},
    {"fma.rn.f32.bf16",     0x7f7f, 0x7f7f, 0x00000000, 0x7f800000},
    {"fma.rz.f32.bf16",     0x7f7f, 0x7f7f, 0x00000000, 0x7f7fffff},
    {"fma.rn.sat.f32.bf16", 0x4000, 0x4000, 0xbf800000, 0x3f800000},
};

TEST(MixedPrecision, ConvertsHalvesAndRoundsOnce) {
  for (const auto& [mnemonic, a, b, c, result] : kMixed) {
    const bool is_fused = mnemonic.starts_with("fma");
    const std::string body = "mov.b16 %rs1, " + std::to_string(a) + "; mov.b16 %rs2, " +
                             std::to_string(b) + "; mov.b32 %f3, " + std::to_string(c) + "; " +
                             std::string(mnemonic) + " %f4, %rs1, " + (is_fused ? "%rs2, " : "") +
                             "%f3; mov.b32 %r31, %f4;";
    EXPECT_EQ(lanes_of(body, {.threads = 1}), Words{result}) << body;
  }
}

TEST(MixedPrecision, TakesNumbersToo) {
  EXPECT_EQ(lanes_of("mov.b16 %rs1, 0x3c00; add.f32.f16 %f1, %rs1, 0f3F800000;"
                     "fma.rn.f32.f16 %f1, %rs1, 0x4000, %f1; mov.b32 %r31, %f1;",
                     {.threads = 1}),
            Words{0x40800000});
}

struct Pair {
  std::string_view mnemonic;
  std::string_view a, b, c;  // high word, low word
  std::uint32_t high, low;
};

// 1 and 2^-31 above, others below.
constexpr Pair kPairs[] = {
    {"add.f32x2",        "3f80000040000000", "3000000040400000", "",                 0x3f800000, 0x40a00000},
    {"add.rp.f32x2",     "3f80000040000000", "3000000040400000", "",                 0x3f800001, 0x40a00000},
    {"add.rm.f32x2",     "3f80000000000001", "b000000000000001", "",                 0x3f7fffff, 0x00000002},
    {"add.ftz.f32x2",    "3f80000000000001", "3f80000000800000", "",                 0x40000000, 0x00800000},
    {"sub.rn.f32x2",     "3f8000007f800000", "400000007f800000", "",                 0xbf800000, 0x7fffffff},
    {"sub.rz.ftz.f32x2", "3f80000000800001", "3000000000800000", "",                 0x3f7fffff, 0x00000000},
    {"mul.f32x2",        "400000007fc00001", "404000003f800000", "",                 0x40c00000, 0x7fffffff},
    {"mul.rp.f32x2",     "0000000100000001", "3f0000003f800000", "",                 0x00000001, 0x00000001},
    {"mul.rz.f32x2",     "0000000100000001", "3f0000003f800000", "",                 0x00000000, 0x00000001},
    {"fma.rn.f32x2",     "3f80000140000000", "3f80000140400000", "bf8000023f800000", 0x28800000,
     0x40e00000                                                                                            },
    {"fma.rn.ftz.f32x2", "0000000140000000", "4000000000000001", "3f8000003f800000", 0x3f800000,
     0x3f800000                                                                                            },
};

TEST(PackedSingle, ComputesBothHalves) {
  for (const Pair& c : kPairs) {
    std::string body =
        "mov.b64 %rd1, 0x" + std::string(c.a) + "; mov.b64 %rd2, 0x" + std::string(c.b) + "; ";
    if (!c.c.empty()) body += "mov.b64 %rd3, 0x" + std::string(c.c) + "; ";
    body += std::string(c.mnemonic) + " %rd4, %rd1, %rd2" + (c.c.empty() ? "" : ", %rd3") +
            "; mov.b64 {%r1, %r2}, %rd4; setp.eq.u32 %p1, %r30, 0; selp.u32 %r31, %r1, %r2, %p1;";
    EXPECT_EQ(lanes_of(body, {.threads = 2}), (Words{c.low, c.high})) << c.mnemonic << c.a;
  }
}

struct PackedSet {
  std::string_view mnemonic;
  std::uint32_t a, b;
  bool c;
  std::uint32_t result;
};

// f16: 0x3c00 is 1, 0x4000 is 2; bf16: 0x3f80 is 1, 0x4000 is 2; 0x7fc0 NaN of both.
constexpr PackedSet kSets[] = {
    {"set.lt.and.f16x2.f16x2",    0x40003c00, 0x3c004000, true,  0x00003c00},
    {"set.lt.and.f16x2.f16x2",    0x40003c00, 0x3c004000, false, 0         },
    {"set.lt.or.f16x2.f16x2",     0x40003c00, 0x3c004000, true,  0x3c003c00},
    {"set.lt.xor.f16x2.f16x2",    0x40003c00, 0x3c004000, true,  0x3c000000},
    {"set.lt.and.u32.f16x2",      0x40003c00, 0x3c004000, true,  0x0000ffff},
    {"set.gt.or.s32.f16x2",       0x40003c00, 0x3c004000, false, 0xffff0000},
    {"set.eq.and.ftz.u32.f16x2",  0x00010002, 0x00000000, true,  0xffffffff},
    {"set.eq.and.u32.f16x2",      0x00010002, 0x00000000, true,  0         },
    {"set.ltu.and.bf16x2.bf16x2", 0x7fc03f80, 0x3f803f80, true,  0x3f800000},
    {"set.nan.or.u32.bf16x2",     0x7fc03f80, 0x3f803f80, false, 0xffff0000},
};

TEST(PackedSet, CombinesEachHalf) {
  for (const auto& [mnemonic, a, b, c, result] : kSets) {
    for (const bool is_negated : {false, true}) {
      const std::string body = "mov.b32 %r1, " + std::to_string(a) + "; mov.b32 %r2, " +
                               std::to_string(b) + "; setp.eq.u32 %p3, 1, " +
                               (c != is_negated ? "1; " : "0; ") + std::string(mnemonic) +
                               " %r31, %r1, %r2, " + (is_negated ? "!" : "") + "%p3;";
      EXPECT_EQ(lanes_of(body, {.threads = 1}), Words{result}) << body;
    }
  }
}

}  // namespace
}  // namespace smemlens::simt
