// isspacep and cvta: which state space a generic address belongs to (PTX ISA, "isspacep").

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/parser.h"
#include "smemlens/simt/global_memory.h"
#include "smemlens/simt/module_image.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kVariables =
    ".global .align 4 .b8 before[4]; .const .align 4 .b8 table[64]; .const .align 1 .b8 last[3];\n"
    ".global .align 4 .b8 after[8]; .shared .align 4 .b8 tile[64];";

struct Place {
  std::string_view name;
  std::string_view address;  // leaves a generic address in %rd1
  std::uint32_t spaces;      // const 1, global 2, local 4, shared 8, shared::cluster 16, param 32
};

constexpr Place kPlaces[] = {
    {"constant",             "cvta.const.u64 %rd1, table;",                              1     },
    {"end of a constant",    "cvta.const.u64 %rd1, table+64;",                           1     },
    {"end of all constants", "cvta.const.u64 %rd1, last+3;",                             1     },
    {"variable",             "cvta.global.u64 %rd1, before;",                            2     },
    {"variable behind",      "cvta.global.u64 %rd1, after+4;",                           2     },
    {"buffer",               "mov.u64 %rd1, %rd30;",                                     2     },
    {"null pointer",         "mov.u64 %rd1, 0;",                                         2     },
    {"local",                "cvta.local.u64 %rd1, own;",                                4     },
    {"shared",               "cvta.shared.u64 %rd1, tile;",                              8 | 16},
    {"cluster",              "mov.u64 %rd2, tile; cvta.shared::cluster.u64 %rd1, %rd2;", 8 | 16},
    // "the .param window is contained within the .global window"
    {"kernel's parameter",   "cvta.param.u64 %rd1, n;",                                  2 | 32},
    {"parameter by entry",   "mov.u64 %rd2, in; cvta.param::entry.u64 %rd1, %rd2;",      2 | 32},
};

TEST(StateSpaces, EachAddressIsInItsOwn) {
  for (const auto& [name, address, spaces] : kPlaces) {
    SCOPED_TRACE(name);
    const std::string body = ".local .align 4 .b8 own[8];\n" + std::string(address) + R"(
        isspacep.const %p1, %rd1; isspacep.global %p2, %rd1; isspacep.local %p3, %rd1;
        isspacep.shared::cta %p4, %rd1; isspacep.shared::cluster %p5, %rd1;
        isspacep.param::entry %p6, %rd1;
        mov.u32 %r31, 0;
        @%p1 add.u32 %r31, %r31, 1; @%p2 add.u32 %r31, %r31, 2; @%p3 add.u32 %r31, %r31, 4;
        @%p4 add.u32 %r31, %r31, 8; @%p5 add.u32 %r31, %r31, 16; @%p6 add.u32 %r31, %r31, 32;)";
    EXPECT_EQ(lanes_of(body, {.threads = 1, .module = kVariables}),
              std::vector<std::uint32_t>{spaces});
  }
}

TEST(StateSpaces, EachLaneAsksForItsOwnAddressAndOthersKeepTheirs) {
  // Lane 0 a constant, lane 1 a buffer, lane 2 shared memory; lane 3 doesn't ask.
  const auto lanes = lanes_of(R"(
      cvta.const.u64 %rd1, table; setp.eq.u32 %p9, %r30, 1; selp.u64 %rd1, %rd30, %rd1, %p9;
      cvta.shared.u64 %rd2, tile; setp.eq.u32 %p9, %r30, 2; selp.u64 %rd1, %rd2, %rd1, %p9;
      setp.eq.u32 %p1, 0, 0; setp.eq.u32 %p2, 0, 0; setp.lt.u32 %p9, %r30, 3;
      @%p9 isspacep.const %p1, %rd1; @%p9 isspacep.global %p2, %rd1;
      selp.u32 %r31, 1, 0, %p1; @%p2 add.u32 %r31, %r31, 2;)",
                              {.threads = 4, .module = kVariables});
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{1, 2, 0, 3}));
}

TEST(StateSpaces, AFunctionAsksForTheKernelsParameters) {
  const auto lanes = lanes_of(
      R"(
      cvta.param.u64 %rd1, n;
      { .param .b64 a; .param .b32 r; st.param.b64 [a], %rd1; call (r), asks, (a);
        ld.param.b32 %r31, [r]; })",
      {.threads = 1, .module = R"(.func (.param .b32 r) asks(.param .b64 a) {
        .reg .pred %p<2>; .reg .b64 %rd<2>; .reg .b32 %r<2>;
        ld.param.b64 %rd1, [a]; isspacep.param %p1, %rd1; selp.b32 %r1, 7, 0, %p1;
        st.param.b32 [r], %r1; ret; })"});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>{7});
}

TEST(StateSpaces, ConstantsAreReadThroughEitherKindOfAddress) {
  const auto lanes = lanes_of(R"(
      cvta.const.u64 %rd1, five; ld.u32 %r1, [%rd1]; cvta.to.const.u64 %rd2, %rd1;
      ld.const.u32 %r2, [%rd2+4]; add.u32 %r31, %r1, %r2;)",
                              {.threads = 1, .module = ".const .u32 five[2] = {5, 6};"});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>{11});
}

TEST(StateSpaces, AModuleTakesItsConstantBankWithIt) {
  const ptx::ParseResult parsed = ptx::parse_module(
      {"m.ptx", ".version 8.0\n.target sm_80\n.address_size 64\n.const .u32 one; .global .u32 g;"});
  GlobalMemory memory;
  const auto image = ModuleImage::load(parsed.module, memory);
  ASSERT_TRUE(image);
  const std::uint64_t address = image->address_of("one");
  EXPECT_TRUE(memory.is_in_constant_bank(address));
  EXPECT_FALSE(memory.is_in_constant_bank(image->address_of("g")));
  image->unload(memory);
  EXPECT_FALSE(memory.is_in_constant_bank(address));
}

TEST(StateSpaces, WithoutConstantsThereIsNoBank) {
  GlobalMemory memory;
  EXPECT_FALSE(memory.add_constant_bank(4096, 0));
  EXPECT_FALSE(memory.is_in_constant_bank(4096));
  EXPECT_TRUE(memory.add_constant_bank(4096, 16));
  EXPECT_FALSE(memory.is_in_constant_bank(4095));
  EXPECT_TRUE(memory.is_in_constant_bank(4096));
  EXPECT_TRUE(memory.is_in_constant_bank(4111));
  EXPECT_FALSE(memory.is_in_constant_bank(4112));
}

}  // namespace
}  // namespace smemlens::simt
