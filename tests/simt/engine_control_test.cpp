// Paths through the program: branches, loops, early exits, nesting, indexed branches, spin locks.

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct ControlCase {
  std::string_view name;
  std::string_view body;
  std::uint32_t (*expected)(std::uint32_t tid);
};

constexpr ControlCase kCases[] = {
    {"if_else",                          R"(
        setp.lt.u32 %p1, %r30, 10;
        @%p1 bra THEN;
        mov.u32 %r31, 2;
        bra.uni DONE;
      THEN:
        mov.u32 %r31, 1;
      DONE:
        add.u32 %r31, %r31, 100;)",
     [](std::uint32_t tid) { return tid < 10 ? 101U : 102U; }               },
    {"if_without_else",                  R"(
        mov.u32 %r31, 7;
        setp.ne.u32 %p1, %r30, 3;
        @%p1 bra DONE;
        add.u32 %r31, %r31, 1;
      DONE:
        shl.b32 %r31, %r31, 1;)",
     [](std::uint32_t tid) { return tid == 3 ? 16U : 14U; }                 },
    {"negated_guard",                    R"(
        setp.lt.u32 %p1, %r30, 10;
        mov.u32 %r31, 0;
        @!%p1 mov.u32 %r31, 5;
        @%p1 mov.u32 %r31, 6;)",
     [](std::uint32_t tid) { return tid < 10 ? 6U : 5U; }                   },
    {"loop_with_lane_dependent_trips",   R"(
        mov.u32 %r1, 0;
        mov.u32 %r31, 0;
      LOOP:
        setp.ge.u32 %p1, %r1, %r30;
        @%p1 bra DONE;
        add.u32 %r31, %r31, %r1;
        add.u32 %r1, %r1, 1;
        bra LOOP;
      DONE:)",
     [](std::uint32_t tid) { return tid * (tid - 1) / 2; }                  },
    {"do_while_with_break",              R"(
        mov.u32 %r31, 0;
      LOOP:
        add.u32 %r31, %r31, 1;
        setp.eq.u32 %p1, %r31, 5;
        @%p1 bra DONE;
        setp.lt.u32 %p2, %r31, %r30;
        @%p2 bra LOOP;
      DONE:)",
     [](std::uint32_t tid) { return tid < 2   ? 1U
                                    : tid < 5 ? tid
                                              : 5U; }                       },
    {"nested",                           R"(
        mov.u32 %r31, 0;
        and.b32 %r1, %r30, 1;
        setp.eq.u32 %p1, %r1, 0;
        @%p1 bra EVEN;
        and.b32 %r1, %r30, 2;
        setp.eq.u32 %p2, %r1, 0;
        @%p2 bra ODD0;
        add.u32 %r31, %r31, 10;
        bra ODD1;
      ODD0:
        add.u32 %r31, %r31, 20;
      ODD1:
        add.u32 %r31, %r31, 1;
        bra DONE;
      EVEN:
        add.u32 %r31, %r31, 30;
      DONE:
        add.u32 %r31, %r31, 100;)",
     [](std::uint32_t tid) { return tid % 2 == 0      ? 130U
                                    : (tid & 2U) == 0 ? 121U
                                                      : 111U; }             },
    {"nested_loops",                     R"(
        mov.u32 %r31, 0;
        mov.u32 %r1, 0;
      OUTER:
        mov.u32 %r2, 0;
      INNER:
        add.u32 %r31, %r31, 1;
        add.u32 %r2, %r2, 1;
        setp.le.u32 %p1, %r2, %r1;
        @%p1 bra INNER;
        add.u32 %r1, %r1, 1;
        and.b32 %r3, %r30, 3;
        setp.le.u32 %p2, %r1, %r3;
        @%p2 bra OUTER;)",
     [](std::uint32_t tid) { return (tid % 4 + 1) * (tid % 4 + 2) / 2; }    },
    {"indexed_branch",                   R"(
        and.b32 %r1, %r30, 3;
        targets: .branchtargets A, B, C, A;
        brx.idx %r1, targets;
      A:
        mov.u32 %r31, 1;
        bra DONE;
      B:
        mov.u32 %r31, 2;
        bra DONE;
      C:
        mov.u32 %r31, 3;
      DONE:
        add.u32 %r31, %r31, 10;)",
     [](std::uint32_t tid) { return 10 + (tid % 4 == 3 ? 1 : tid % 4 + 1); }},
    {"register_never_written_is_zero",   R"(
        setp.lt.u32 %p1, %r30, 10;
        @%p1 mov.u32 %r5, 9;
        mov.u32 %r31, %r5;)",
     [](std::uint32_t tid) { return tid < 10 ? 9U : 0U; }                   },
    // Registers of the two sides share slots; each lane sees its own side's.
    {"both_sides_use_scratch_registers", R"(
        setp.lt.u32 %p1, %r30, 16;
        @%p1 bra LOW;
        add.u32 %r1, %r30, 1;
        add.u32 %r2, %r1, 2;
        add.u32 %r31, %r2, 3;
        bra DONE;
      LOW:
        add.u32 %r3, %r30, 10;
        add.u32 %r4, %r3, 20;
        add.u32 %r31, %r4, 30;
      DONE:)",
     [](std::uint32_t tid) { return tid < 16 ? tid + 60 : tid + 6; }        },
};

TEST(Control, EachLaneTakesItsOwnPath) {
  for (const ControlCase& c : kCases) {
    SCOPED_TRACE(c.name);
    for (const std::uint32_t threads : {32U, 7U, 70U}) {
      const auto lanes = lanes_of(c.body, {.threads = threads});
      ASSERT_EQ(lanes.size(), threads);
      for (std::uint32_t tid = 0; tid < threads; ++tid) EXPECT_EQ(lanes[tid], c.expected(tid));
    }
  }
}

TEST(Control, LanesThatExitLeaveTheOthersTheirWarp) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r31, 1;
      setp.lt.u32 %p1, %r30, 12;
      @%p1 exit;
      setp.eq.u32 %p2, %r30, %r30; vote.sync.ballot.b32 %r31, %p2, 0xffffffff;)");
  for (std::uint32_t tid = 0; tid < 32; ++tid) {
    EXPECT_EQ(lanes[tid], tid < 12 ? 0xdeadbeefU : 0xfffff000U);
  }
}

// All lanes of a warp want one lock: pure reconvergence would hang.
TEST(Control, SpinLockWithinAWarpMakesProgress) {
  const auto lanes = lanes_of(
      R"(
      mov.u32 %r1, lock;
    SPIN:
      atom.shared.cas.b32 %r2, [lock], 0, 1;
      setp.ne.u32 %p1, %r2, 0;
      @%p1 bra SPIN;
      ld.volatile.shared.u32 %r3, [count];
      add.u32 %r3, %r3, 1;
      st.volatile.shared.u32 [count], %r3;
      membar.cta;
      atom.shared.exch.b32 %r4, [lock], 0;
      bar.sync 0;
      ld.shared.u32 %r31, [count];)",
      {.threads = 64, .module = ".shared .align 4 .u32 lock; .shared .align 4 .u32 count;"});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(64, 64));
}

// Lane 0 waits for the other warp while its own warp's lanes wait for it at the meeting point:
// letting those run ahead must not carry them past the warp barrier.
TEST(Control, LanesLetOnAheadStillMeetAtWarpBarriersAndShuffles) {
  const auto lanes = lanes_of(
      R"(
      mov.u32 %r31, 0;
      setp.ge.u32 %p1, %r30, 32;
      @%p1 bra WRITER;
      setp.ne.u32 %p2, %r30, 0;
      @%p2 bra MEET;
    SPIN:
      ld.volatile.shared.u32 %r1, [flag];
      setp.eq.u32 %p3, %r1, 0;
      @%p3 bra SPIN;
      st.shared.u32 [data], 7;
    MEET:
      add.u32 %r5, %r30, 100;
      bar.warp.sync 0xffffffff;
      ld.shared.u32 %r31, [data];
      shfl.sync.idx.b32 %r2, %r5, 0, 31, 0xffffffff;
      add.u32 %r31, %r31, %r2;
      bra DONE;
    WRITER:
      add.u32 %r3, %r3, 1;
      setp.lt.u32 %p4, %r3, 100000;
      @%p4 bra WRITER;
      mov.u32 %r31, 5;
      st.volatile.shared.u32 [flag], %r31;
    DONE:)",
      {.threads = 64, .module = ".shared .align 4 .u32 flag; .shared .align 4 .u32 data;"});
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(lanes[i], i < 32 ? 107U : 5U);
}

TEST(Control, SpinOnAnotherWarpsFlagMakesProgress) {
  const auto lanes = lanes_of(R"(
      setp.ge.u32 %p1, %r30, 32;
      @%p1 bra WRITER;
    SPIN:
      ld.volatile.shared.u32 %r31, [flag];
      setp.eq.u32 %p2, %r31, 0;
      @%p2 bra SPIN;
      bra DONE;
    WRITER:
      mov.u32 %r31, 5;
      st.volatile.shared.u32 [flag], %r31;
    DONE:)",
                              {.threads = 64, .module = ".shared .align 4 .u32 flag;"});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(64, 5));
}

TEST(Control, BranchToTheNextInstructionKeepsTheWarpTogether) {
  const Outcome outcome = outcome_of(R"(
      setp.lt.u32 %p1, %r30, 10;
      shl.b32 %r1, %r30, 2;
      @%p1 bra NEXT;
    NEXT:
      st.shared.u32 [%r1], %r30;)",
                                     {.dynamic_shared_bytes = 128});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  ASSERT_EQ(outcome.accesses.size(), 1U);
  EXPECT_EQ(outcome.accesses[0].active, 0xffffffffU);
}

TEST(Control, ClocksGoOn) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r1, %clock;
      mov.u64 %rd1, %clock64;
      mov.u32 %r2, %clock;
      setp.gt.u32 %p1, %r2, %r1;
      selp.u32 %r31, 1, 0, %p1;)");
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(32, 1));
}

TEST(Control, EndlessKernelStopsAtItsLimitAndSaysWhere) {
  const Outcome outcome = outcome_of("LOOP: bra LOOP;", {.max_steps = 1'000'000});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "step-limit");
  EXPECT_EQ(outcome.fault->message, "the block has executed more than 1000000 thread-instructions");
  EXPECT_EQ(outcome.fault->notes.back(), "warp 0: bra at kernel.ptx:12");
}

TEST(Control, TheLimitHoldsToTheInstruction) {
  for (const std::uint64_t limit : {1U, 31U, 32U, 33U, 1000U}) {
    const Outcome outcome = outcome_of("LOOP: bra LOOP;", {.threads = 64, .max_steps = limit});
    ASSERT_TRUE(outcome.fault) << limit;
    EXPECT_EQ(outcome.fault->code, "step-limit");
    EXPECT_GT(outcome.steps, limit);
    EXPECT_LE(outcome.steps, limit + 32);
  }
  const std::uint64_t whole = outcome_of("mov.u32 %r31, 1;").steps;
  EXPECT_FALSE(outcome_of("mov.u32 %r31, 1;", {.max_steps = whole}).fault);
  const Outcome one_less = outcome_of("mov.u32 %r31, 1;", {.max_steps = whole - 1});
  ASSERT_TRUE(one_less.fault);
  EXPECT_EQ(one_less.fault->code, "step-limit");
}

TEST(Control, EndlessLoopOverABarrierStopsToo) {
  const Outcome outcome =
      outcome_of("LOOP: bar.sync 0; bra LOOP;", {.threads = 64, .max_steps = 1'000'000});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "step-limit");
}

TEST(Control, SpecialRegistersOfAThreeDimensionalBlock) {
  KernelUnderTest kernel(module_around(R"(
      mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %ntid.x; mov.u32 %r4, %ntid.y;
      mad.lo.u32 %r5, %r2, %r4, %r1;
      mad.lo.u32 %r30, %r5, %r3, %r30;
      mov.u32 %r6, %ctaid.x; mov.u32 %r7, %nctaid.x; mov.u32 %r8, %ctaid.y;
      mad.lo.u32 %r9, %r8, %r7, %r6;
      shl.b32 %r9, %r9, 16;
      shl.b32 %r1, %r1, 4; shl.b32 %r2, %r2, 8;
      mov.u32 %r10, %tid.x;
      or.b32 %r31, %r1, %r2; or.b32 %r31, %r31, %r10; or.b32 %r31, %r31, %r9;)"));
  kernel.buffer(std::vector<std::uint32_t>(60, 0)).buffer(std::vector<std::uint32_t>(1)).value(0U);
  kernel.launch().block = {5, 4, 3};
  kernel.launch().grid = {2, 3, 1};
  const Outcome outcome = kernel.run();
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  const auto lanes = kernel.content<std::uint32_t>(0);
  for (std::uint32_t i = 0; i < 60; ++i) {  // the last block, number 5, wrote last
    EXPECT_EQ(lanes[i], 5U << 16 | (i / 20) << 8 | (i / 5 % 4) << 4 | i % 5);
  }
}

}  // namespace
}  // namespace smemlens::simt
