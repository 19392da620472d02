// Registers that are wider than an instruction's type (PTX ISA "Operand Size Exceeding
// Instruction-Type Size"): sources are cut, results are extended by the type's sign.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct WideCase {
  std::string_view convert;  // %rd1 = 0x89abcdef_fedc8baa (or %r1, its low half) → %rd2 (or %r2)
  std::uint64_t result;
};

constexpr WideCase kCases[] = {
    // A source that is wider.
    {"cvt.s64.s8   %rd2, %rd1",                     0xffffffffffffffaa},
    {"cvt.u64.u8   %rd2, %rd1",                     0xaa              },
    {"cvt.s64.s16  %rd2, %rd1",                     0xffffffffffff8baa},
    {"cvt.u64.u16  %rd2, %rd1",                     0x8baa            },
    {"cvt.s64.s32  %rd2, %rd1",                     0xfffffffffedc8baa},
    {"cvt.u64.u32  %rd2, %rd1",                     0xfedc8baa        },
    {"cvt.s64.s8   %rd2, %r1",                      0xffffffffffffffaa},
    {"cvt.s64.s16  %rd2, %r1",                      0xffffffffffff8baa},
    // A destination that is wider.
    {"cvt.s8.s64   %rd2, %rd1",                     0xffffffffffffffaa},
    {"cvt.u8.u64   %rd2, %rd1",                     0xaa              },
    {"cvt.s16.s64  %rd2, %rd1",                     0xffffffffffff8baa},
    {"cvt.u16.s64  %rd2, %rd1",                     0x8baa            },
    {"cvt.s32.s64  %rd2, %rd1",                     0xfffffffffedc8baa},
    {"cvt.u32.u64  %rd2, %rd1",                     0xfedc8baa        },
    {"cvt.s8.u32   %rd2, %r1",                      0xffffffffffffffaa},
    {"cvt.u16.u32  %rd2, %r1",                      0x8baa            },
    // Both.
    {"cvt.s8.s8    %rd2, %rd1",                     0xffffffffffffffaa},
    {"cvt.u16.s8   %rd2, %rd1",                     0xffaa            },
    {"cvt.s32.u8   %rd2, %rd1",                     0xaa              },
    {"cvt.s32.s32  %rd2, %rd1",                     0xfffffffffedc8baa},
    {"cvt.sat.u8.s32 %rd2, %rd1",                   0                 },
    {"cvt.sat.s8.s16 %rd2, %rd1",                   0xffffffffffffff80},
    // Floats lie in wider registers as bits: cut, and extended with zeros.
    {"cvt.rn.f32.s8   %rd2, %rd1",                  0xc2ac0000        }, // -86
    {"cvt.rn.f16.s8   %rd2, %rd1",                  0xd560            },
    {"cvt.rz.f32.u32  %rd2, %rd1",                  0x4f7edc8b        }, // 0xfedc8baa has too many bits
    {"cvt.rp.f32.u32  %rd2, %rd1",                  0x4f7edc8c        },
    {"cvt.rzi.s32.f32 %rd2, %rd1",                  0xffffffff80000000}, // a large negative number
    // Into itself.
    {"cvt.s8.s16   %rd1, %rd1; mov.u64 %rd2, %rd1", 0xffffffffffffffaa},
};

std::string body_of(const WideCase& c, std::string_view half) {
  return "mov.b64 %rd1, 0x89abcdeffedc8baa; cvt.u32.u64 %r1, %rd1; mov.b64 %rd2, -1; " +
         std::string(c.convert) + "; mov.b64 {%r3, %r4}, %rd2; mov.u32 %r31, " + std::string(half) +
         ";";
}

TEST(WideRegisters, ConvertCutsSourcesAndExtendsResults) {
  for (const WideCase& c : kCases) {
    SCOPED_TRACE(c.convert);
    const auto low = lanes_of(body_of(c, "%r3"));
    const auto high = lanes_of(body_of(c, "%r4"));
    ASSERT_EQ(low.size(), 32U);
    ASSERT_EQ(high.size(), 32U);
    EXPECT_EQ(low[31], static_cast<std::uint32_t>(c.result));
    EXPECT_EQ(high[31], static_cast<std::uint32_t>(c.result >> 32));
  }
}

TEST(WideRegisters, LanesThatTheGuardLeavesOutKeepTheirValue) {
  const auto lanes = lanes_of(R"(
      mov.b64 %rd1, 0x1ff; mov.b64 %rd2, 7;
      setp.lt.u32 %p1, %r30, 20;
      @%p1 cvt.s32.s8 %rd2, %rd1;
      cvt.u32.u64 %r31, %rd2;)");
  for (std::uint32_t tid = 0; tid < 32; ++tid) EXPECT_EQ(lanes[tid], tid < 20 ? 0xffffffffU : 7U);
}

TEST(WideRegisters, StoresCutAndLoadsExtend) {
  const auto lanes = lanes_of(R"(
      mov.b64 %rd1, 0x89abcdeffedc8baa; st.shared.u32 [s], -1;
      st.shared.v2.u8 [s], {%rd1, %rd1};
      ld.shared.s16 %rd2, [s]; ld.shared.u16 %rd3, [s+2];
      add.s64 %rd4, %rd2, %rd3; cvt.u32.u64 %r31, %rd4;)",
                              {.module = ".shared .align 4 .b8 s[4];"});
  EXPECT_EQ(lanes.at(5), 0xffffaaaaU + 0xffffU);
}

}  // namespace
}  // namespace smemlens::simt
