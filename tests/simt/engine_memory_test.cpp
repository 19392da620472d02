// Loads, stores and atomics of every state space, and what the observer sees of them.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct MemoryCase {
  std::string_view name;
  std::string_view body;
  std::uint32_t (*expected)(std::uint32_t tid);
  std::string_view module = {};
};

constexpr MemoryCase kCases[] = {
    {"shared_reversed", R"(
        shl.b32 %r1, %r30, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1;
        st.shared.u32 [%r3], %r30;
        bar.sync 0;
        sub.u32 %r4, 31, %r30; shl.b32 %r4, %r4, 2; add.u32 %r4, %r2, %r4;
        ld.shared.u32 %r31, [%r4];)",
     [](std::uint32_t tid) { return 31 - tid; }, ".shared .align 4 .b8 s[128];"},
    {"shared_through_a_64_bit_register", R"(
        mov.u64 %rd1, s; mul.wide.u32 %rd2, %r30, 4; add.s64 %rd3, %rd1, %rd2;
        st.shared.u32 [%rd3], %r30;
        ld.shared.u32 %r31, [%rd3+0];)",
     [](std::uint32_t tid) { return tid; }, ".shared .align 4 .b8 s[128];"},
    {"shared_through_a_generic_address", R"(
        mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;
        mul.wide.u32 %rd2, %r30, 4; add.s64 %rd3, %rd1, %rd2;
        st.u32 [%rd3], %r30;
        cvta.to.shared.u64 %rd4, %rd3;
        ld.shared.u32 %r31, [%rd4];)",
     [](std::uint32_t tid) { return tid; }, ".shared .align 4 .b8 s[128];"},
    {"generic_lanes_in_different_spaces", R"(
        .local .align 8 .b8 depot[8];
        mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;
        mov.u64 %rd2, depot; cvta.local.u64 %rd2, %rd2;
        and.b32 %r1, %r30, 1; setp.eq.u32 %p1, %r1, 1;
        selp.b64 %rd3, %rd1, %rd2, %p1;
        mul.wide.u32 %rd4, %r30, 4; @%p1 add.s64 %rd3, %rd3, %rd4;
        add.u32 %r2, %r30, 50;
        st.u32 [%rd3], %r2;
        ld.u32 %r31, [%rd3];
        isspacep.shared %p2, %rd3; @%p2 add.u32 %r31, %r31, 1000;
        isspacep.local %p3, %rd3; @%p3 add.u32 %r31, %r31, 2000;
        isspacep.global %p4, %rd3; @%p4 add.u32 %r31, %r31, 4000;)",
     [](std::uint32_t tid) { return tid + 50 + (tid % 2 == 1 ? 1000 : 2000); },
     ".shared .align 4 .b8 s[128];"},
    {"global_generic", R"(
        cvta.to.global.u64 %rd1, %rd29; cvta.global.u64 %rd2, %rd1;
        isspacep.global %p1, %rd2;
        selp.u32 %r1, 1, 0, %p1;
        ld.u32 %r31, [%rd2+8]; add.u32 %r31, %r31, %r1;)",
     [](std::uint32_t) { return 3U; }},
    {"local_array_indexed_by_lane", R"(
        .local .align 4 .b8 depot[64];
        mov.u64 %rd1, depot;
        and.b32 %r1, %r30, 15; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;
        st.local.u32 [%rd3], %r30;
        ld.local.u32 %r31, [%rd3];
        ld.local.u32 %r2, [%rd1+60]; add.u32 %r31, %r31, %r2;)",
     [](std::uint32_t tid) { return tid % 16 == 15 ? 2 * tid : tid; }},
    {"constant_table", R"(
        and.b32 %r1, %r30, 3; mul.wide.u32 %rd1, %r1, 4; mov.u64 %rd2, table;
        add.s64 %rd3, %rd2, %rd1; ld.const.u32 %r31, [%rd3];)",
     [](std::uint32_t tid) { return 11 * (tid % 4 + 1); },
     ".const .align 4 .u32 table[4] = {11, 22, 33, 44};"},
    {"global_variable_and_pointer_to_it", R"(
        ld.global.u64 %rd1, [pointer];
        ld.global.u32 %r31, [%rd1+4];)",
     [](std::uint32_t) { return 6U; },
     ".global .align 4 .u32 values[2] = {5, 6}; .global .align 8 .u64 pointer = values;"},
    {"bytes_sign_extended", R"(
        mov.u32 %r1, 0x80ff; st.shared.u16 [s], %r1;
        ld.shared.s8 %r2, [s]; ld.shared.u8 %r3, [s+1]; ld.shared.s16 %r4, [s];
        add.u32 %r31, %r2, %r3; add.u32 %r31, %r31, %r4;)",
     [](std::uint32_t) { return 0xffffffffU + 0x80U + 0xffff80ffU; }, ".shared .align 4 .b8 s[4];"},
    {"vectors", R"(
        mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3;
        shl.b32 %r4, %r30, 4; mov.u32 %r5, s; add.u32 %r5, %r5, %r4;
        st.shared.v4.u32 [%r5], {%r1, %r2, %r3, %r30};
        ld.shared.v2.u32 {%r6, %r7}, [%r5+8];
        ld.shared.v4.u8 {%r8, %r9, %r10, %r11}, [%r5+4];
        ld.shared.v2.u64 {%rd1, %rd2}, [%r5];
        cvt.u32.u64 %r12, %rd2;
        add.u32 %r31, %r6, %r7; add.u32 %r31, %r31, %r8; add.u32 %r31, %r31, %r12;)",
     [](std::uint32_t tid) { return 3 + tid + 2 + 3; }, ".shared .align 16 .b8 s[512];"},
    {"load_wider_register", R"(
        mov.u32 %r1, -5; st.shared.u32 [s], %r1;
        ld.shared.s32 %rd1, [s]; cvt.u32.u64 %r2, %rd1; shr.u64 %rd2, %rd1, 32;
        cvt.u32.u64 %r3, %rd2; add.u32 %r31, %r2, %r3;)",
     [](std::uint32_t) { return 0xfffffffbU + 0xffffffffU; }, ".shared .align 4 .b8 s[4];"},
    {"dynamic_shared_behind_static", R"(
        st.shared.u32 [s], %r30; mov.u32 %r1, dynamic; mov.u32 %r2, s;
        sub.u32 %r31, %r1, %r2;)",
     [](std::uint32_t) { return 16U; }, ".shared .align 4 .b8 s[12];"},
    {"reserved_shared_memory_is_behind_the_blocks", R"(
        mov.u32 %r1, %reserved_smem_offset_begin; mov.u32 %r2, %reserved_smem_offset_end;
        mov.u32 %r3, %reserved_smem_offset_1; mov.u32 %r5, s;
        st.shared.u32 [%r5], %r30; st.shared.u32 [%r3], %r1; bar.sync 0; ld.shared.u32 %r4, [%r3];
        sub.u32 %r2, %r2, %r1; add.u32 %r31, %r2, %r4;)",
     [](std::uint32_t) { return 1024U + 1024U; }, ".shared .align 4 .b8 s[12];"},
    {"atomic_add_gives_each_lane_its_own", R"(
        atom.shared.add.u32 %r31, [s], 1;)",
     [](std::uint32_t tid) { return tid; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_increment_wraps", R"(
        atom.shared.inc.u32 %r31, [s], 2;)",
     [](std::uint32_t tid) { return tid % 3; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_decrement_wraps", R"(
        atom.shared.dec.u32 %r31, [s], 2;)",
     [](std::uint32_t tid) { return tid == 0 ? 0U : 2 - (tid - 1) % 3; },
     ".shared .align 4 .b8 s[4];"},
    {"atomic_maximum_signed", R"(
        sub.s32 %r1, %r30, 5; atom.shared.max.s32 %r2, [s], %r1; bar.sync 0;
        ld.shared.u32 %r31, [s];)",
     [](std::uint32_t) { return 26U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_float_add", R"(
        mov.f32 %f1, 0f3F000000; red.shared.add.f32 [s], %f1; bar.sync 0;
        ld.shared.f32 %f2, [s]; cvt.rzi.u32.f32 %r31, %f2;)",
     [](std::uint32_t) { return 16U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_double_add_generic", R"(
        mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1;
        mov.f64 %fd1, 0d3FE0000000000000; red.add.f64 [%rd1], %fd1; bar.sync 0;
        ld.shared.f64 %fd2, [s]; cvt.rzi.u32.f64 %r31, %fd2;)",
     [](std::uint32_t) { return 16U; }, ".shared .align 8 .b8 s[8];"},
    {"atomic_logic_and_exchange_64", R"(
        mov.u64 %rd1, 1; shl.b64 %rd1, %rd1, %r30; atom.shared.or.b64 %rd2, [s], %rd1;
        bar.sync 0; ld.shared.u32 %r31, [s];)",
     [](std::uint32_t) { return 0xffffffffU; }, ".shared .align 8 .b8 s[8];"},
    {"atomic_half_add", R"(
        .reg .b16 %h<4>; mov.b16 %h1, 0x3800; atom.shared.add.noftz.f16 %h2, [s], %h1; bar.sync 0;
        ld.shared.b16 %h3, [s]; cvt.rzi.u32.f16 %r31, %h3;)",
     [](std::uint32_t) { return 16U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_half_pair_add_generic", R"(
        mov.u64 %rd1, s; cvta.shared.u64 %rd1, %rd1; mov.b32 %r1, 0xbc003c00;
        red.add.noftz.f16x2 [%rd1], %r1; bar.sync 0; ld.shared.u32 %r31, [s];)",
     [](std::uint32_t) { return 0xd0005000U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_bfloat_add_beside_another", R"(
        .reg .b16 %h<3>; mov.b32 %r1, 0x12345678; st.shared.u32 [s], %r1; mov.b16 %h1, 0;
        st.shared.b16 [s+2], %h1; bar.sync 0; mov.b16 %h1, 0x3f80;
        atom.shared.add.noftz.bf16 %h2, [s+2], %h1; bar.sync 0; ld.shared.u32 %r31, [s];)",
     [](std::uint32_t) { return 0x42005678U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_compare_and_swap_16", R"(
        .reg .b16 %h<3>; cvt.u16.u32 %h1, %r30; add.u16 %h2, %h1, 1;
        atom.shared.cas.b16 %h1, [s+2], %h1, %h2; cvt.u32.u16 %r1, %h1; bar.sync 0;
        ld.shared.u32 %r31, [s];)",
     [](std::uint32_t) { return 32U << 16U; }, ".shared .align 4 .b8 s[4];"},
    {"atomic_on_global_memory", R"(
        atom.global.add.u32 %r1, [%rd29+16], 3; bar.sync 0; ld.volatile.global.u32 %r31, [%rd29+16];)",
     [](std::uint32_t) { return 4 + 96U; }},
    {"param_read_in_parts", R"(
        ld.param.u32 %r1, [out]; ld.param.u32 %r2, [out+4];
        mov.b64 %rd1, {%r1, %r2}; setp.eq.u64 %p1, %rd1, %rd30; selp.u32 %r31, 1, 0, %p1;)",
     [](std::uint32_t) { return 1U; }},
    {"param_through_its_address", R"(
        mov.b64 %rd1, n; ld.param.u32 %r1, [%rd1]; cvta.param.u64 %rd2, %rd1; ld.u32 %r2, [%rd2];
        add.u32 %r31, %r1, %r2;)",
     [](std::uint32_t) { return 14U; }},
};

TEST(Memory, EveryStateSpace) {
  for (const MemoryCase& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto lanes = lanes_of(
        c.body,
        {
            .n = 7, .dynamic_shared_bytes = 16, .in = {0, 1, 2, 3, 4, 5},
                    .module = c.module
    });
    ASSERT_EQ(lanes.size(), 32U);
    for (std::uint32_t tid = 0; tid < 32; ++tid) EXPECT_EQ(lanes[tid], c.expected(tid)) << tid;
  }
}

TEST(Memory, PartialMasksLeaveOtherLanesAlone) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r31, 77; shl.b32 %r1, %r30, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r1;
      st.shared.u32 [%r2], 1;
      setp.lt.u32 %p1, %r30, 20;
      @%p1 st.shared.u32 [%r2], 2;
      @!%p1 ld.shared.u32 %r31, [%r2];)",
                              {.module = ".shared .align 4 .b8 s[128];"});
  for (std::uint32_t tid = 0; tid < 32; ++tid) EXPECT_EQ(lanes[tid], tid < 20 ? 77U : 1U);
}

// PTX ISA, "atom": atom.add.f32 takes subnormals for zeros in global memory only, and a generic
// address is one of the memory that it leads to.
TEST(Memory, AtomicsFlushSubnormalsInGlobalMemoryOnly) {
  struct Case {
    std::string_view name;
    std::string_view atomic;
    std::uint32_t bits;
  };
  constexpr Case kFlushCases[] = {
      {"shared",            "atom.shared.add.f32 %f2, [%r1], %f1; ld.shared.u32 %r31, [%r1];",   2},
      {"global",            "atom.global.add.f32 %f2, [%rd1], %f1; ld.global.u32 %r31, [%rd1];", 0},
      {"generic_to_shared", "atom.add.f32 %f2, [%rd2], %f1; ld.shared.u32 %r31, [%r1];",         2},
      {"generic_to_global", "atom.add.f32 %f2, [%rd1], %f1; ld.global.u32 %r31, [%rd1];",        0},
  };
  for (const Case& c : kFlushCases) {
    SCOPED_TRACE(c.name);
    const auto lanes = lanes_of(
        R"(mov.u32 %r2, s; mad.lo.u32 %r1, %r30, 4, %r2; st.shared.u32 [%r1], 1;
        mul.wide.u32 %rd1, %r30, 4; add.s64 %rd1, %rd1, %rd30; st.global.u32 [%rd1], 1;
        cvt.u64.u32 %rd2, %r1; cvta.shared.u64 %rd2, %rd2; mov.f32 %f1, 0f00000001;)" +
            std::string(c.atomic),
        {.module = ".shared .align 4 .b8 s[128];"});
    EXPECT_EQ(lanes, std::vector<std::uint32_t>(32, c.bits));
  }
}

TEST(Memory, TheObserverSeesResolvedSharedAccesses) {
  const Outcome outcome = outcome_of(R"(
      shl.b32 %r1, %r30, 7; mov.u64 %rd1, tile; cvta.shared.u64 %rd1, %rd1;
      cvt.u64.u32 %rd2, %r1; add.s64 %rd3, %rd1, %rd2;
      st.u32 [%rd3], %r30;
      setp.lt.u32 %p1, %r30, 4;
      @%p1 bra FEW;
      bra DONE;
    FEW:
      ld.shared.u32 %r31, [flags];
    DONE:)",
                                     {.module = ".shared .align 4 .b8 tile[4096];"
                                                ".shared .align 4 .b8 flags[4];"});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  ASSERT_EQ(outcome.accesses.size(), 2U);
  EXPECT_EQ(outcome.accesses[0].array, "tile");
  EXPECT_EQ(outcome.accesses[0].wavefronts, 32U);
  EXPECT_FALSE(outcome.accesses[0].is_divergent);
  EXPECT_EQ(outcome.accesses[1].array, "flags");
  EXPECT_EQ(outcome.accesses[1].active, 0xfU);
  EXPECT_TRUE(outcome.accesses[1].is_divergent);
}

TEST(Memory, OrderDependenceIsKnownBeforeTheRun) {
  struct Case {
    std::string_view name;
    std::string_view body;
    bool is_order_dependent;
  };
  constexpr Case kOrderCases[] = {
      {"plain",                  "ld.global.u32 %r31, [%rd29];",             false},
      {"integer_reduction",      "red.global.add.u32 [%rd29], 1;",           false},
      {"result_of_an_atomic",    "atom.global.add.u32 %r31, [%rd29], 1;",    true },
      {"result_thrown_away",     "atom.global.add.u32 _, [%rd29], 1;",       false},
      {"float_reduction",        "red.global.add.f32 [%rd29], 0f3F800000;",  true },
      {"volatile_load",          "ld.volatile.global.u32 %r31, [%rd29];",    true },
      {"acquire_load",           "ld.acquire.gpu.global.u32 %r31, [%rd29];", true },
      {"shared_atomic",          "atom.shared.add.u32 %r31, [dynamic], 1;",  false},
      {"volatile_shared",        "ld.volatile.shared.u32 %r31, [dynamic];",  false},
      {"atomic_generic_address", "atom.add.u32 %r31, [%rd29], 1;",           true },
  };
  for (const Case& c : kOrderCases) {
    SCOPED_TRACE(c.name);
    const KernelUnderTest kernel(module_around(c.body));
    ASSERT_TRUE(kernel.prepared()) << to_text(kernel.prepared().error());
    EXPECT_EQ(kernel.kernel().is_order_dependent, c.is_order_dependent);
  }
}

}  // namespace
}  // namespace smemlens::simt
