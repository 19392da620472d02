// Special registers beside those of threads and blocks (PTX ISA, "Special Registers").

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::string_view kTile = ".shared .align 4 .b8 tile[100];";

struct Constant {
  std::string_view name;
  std::uint32_t value;  // with 100 bytes of static shared memory and 60 of dynamic
};

// The dynamic array begins at a multiple of 16: 112 + 60 = 172 bytes, in units of 128.
constexpr Constant kConstants[] = {
    {"%tid.w",             0   },
    {"%ntid.w",            0   },
    {"%nctaid.w",          0   },
    {"%nsmid",             1   },
    {"%smid",              0   },
    {"%clusterid.x",       0   },
    {"%nclusterid.x",      1   },
    {"%cluster_ctaid.x",   0   },
    {"%cluster_nctaid.x",  1   },
    {"%cluster_nctaid.w",  0   },
    {"%cluster_ctarank",   0   },
    {"%cluster_nctarank",  1   },
    {"%envreg0",           0   },
    {"%envreg31",          0   },
    {"%pm0",               0   },
    {"%pm7",               0   },
    {"%dynamic_smem_size", 60  },
    {"%total_smem_size",   256 },
    {"%aggr_smem_size",    1280},
    {"%clock_hi",          0   },
    {"%globaltimer_hi",    0   },
};

TEST(SpecialRegisters, HaveTheirDocumentedValues) {
  for (const auto& [name, value] : kConstants) {
    const auto lanes = lanes_of(
        "mov.u32 %r1, tile; mov.u32 %r1, dynamic; mov.u32 %r31, " + std::string(name) + ";",
        {.threads = 1, .dynamic_shared_bytes = 60, .module = kTile});
    EXPECT_EQ(lanes, Words{value}) << name;
  }
}

TEST(SpecialRegisters, OfLanes) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r1, %lanemask_eq; or.b32 %r2, %lanemask_lt, %lanemask_gt; or.b32 %r1, %r1, %r2;
      and.b32 %r2, %lanemask_le, %lanemask_ge; setp.eq.u32 %p1, %r2, %lanemask_eq;
      selp.u32 %r31, %r1, 0, %p1;)");
  EXPECT_EQ(lanes, Words(32, 0xffffffff));
}

TEST(SpecialRegisters, Of64BitsAreZero) {
  const auto lanes = lanes_of(R"(
      mov.u64 %rd1, %gridid; add.u64 %rd1, %rd1, %current_graph_exec; add.u64 %rd1, %rd1, %pm0_64;
      cvt.u32.u64 %r31, %rd1;)",
                              {.threads = 1});
  EXPECT_EQ(lanes, Words{0});
}

TEST(SpecialRegisters, AreOperandsOfAnyInstruction) {
  const auto lanes = lanes_of(
      "mad.lo.u32 %r31, %ctaid.x, %ntid.x, %tid.x; add.u32 %r31, %r31, %nsmid;"
      "mul.wide.u32 %rd1, %tid.x, 4; add.u64 %rd1, %rd1, %rd29; st.global.u32 [%rd1], %laneid;"
      "ld.global.u32 %r1, [%rd1]; add.u32 %r31, %r31, %r1;",
      {.threads = 4});
  EXPECT_EQ(lanes, (Words{1, 3, 5, 7}));
}

TEST(SpecialRegisters, HalvesOfTheClocksFitTheWhole) {
  // The counter is read in program order: each reading is later than the one before.
  const auto lanes = lanes_of(R"(
      mov.u64 %rd1, %clock64; mov.u32 %r1, %clock; mov.u32 %r2, %clock_hi;
      mov.b64 %rd2, {%r1, %r2}; setp.gt.u64 %p1, %rd2, %rd1;
      mov.u64 %rd1, %globaltimer; mov.u32 %r1, %globaltimer_lo; mov.u32 %r2, %globaltimer_hi;
      mov.b64 %rd2, {%r1, %r2}; setp.gt.and.u64 %p1, %rd2, %rd1, %p1;
      mov.u64 %rd3, %clock_hi; setp.eq.and.u64 %p1, %rd3, 0, %p1; selp.u32 %r31, 1, 0, %p1;)",
                              {.threads = 1});
  EXPECT_EQ(lanes, Words{1});
}

TEST(SpecialRegisters, AreRefusedAsClocksBeyondMov) {
  const Outcome outcome = outcome_of("add.u32 %r31, %clock, 1;");
  EXPECT_NE(outcome.fault_text().find("the special register %clock"), std::string::npos);
}

TEST(SpecialRegisters, AnExplicitClusterIsOneThatTheKernelAsksFor) {
  for (const std::string_view directive : {"", ".reqnctapercluster 1, 1, 1"}) {
    KernelUnderTest bench(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out) " +
        std::string(directive) +
        "{ .reg .pred %p<2>; .reg .b32 %r<2>; .reg .b64 %rd<2>; ld.param.u64 %rd1, [out];"
        " mov.pred %p1, %is_explicit_cluster; selp.u32 %r1, 1, 0, %p1; st.global.u32 [%rd1], %r1;"
        " ret; }");
    bench.buffer(Words{9});
    EXPECT_EQ(bench.run().fault_text(), "");
    EXPECT_EQ(bench.content<std::uint32_t>(0), Words{directive.empty() ? 0U : 1U});
  }
}

}  // namespace
}  // namespace smemlens::simt
