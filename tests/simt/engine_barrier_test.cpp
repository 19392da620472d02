// Barriers: partial warps, early exits, thread counts, reductions, and what goes wrong.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

// Each thread writes its number and reads its neighbour's, one warp on.
constexpr std::string_view kExchange = R"(
    shl.b32 %r1, %r30, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1;
    st.shared.u32 [%r3], %r30;
    bar.sync 0;
    mov.u32 %r4, %ntid.x; add.u32 %r5, %r30, 32; rem.u32 %r5, %r5, %r4;
    shl.b32 %r5, %r5, 2; add.u32 %r5, %r2, %r5;
    ld.shared.u32 %r31, [%r5];)";
constexpr std::string_view kArray = ".shared .align 4 .b8 s[4096];";

TEST(Barrier, WarpsWaitForEachOther) {
  for (const std::uint32_t threads : {32U, 64U, 70U, 1000U, 1024U}) {
    const auto lanes = lanes_of(kExchange, {.threads = threads, .module = kArray});
    ASSERT_EQ(lanes.size(), threads);
    for (std::uint32_t i = 0; i < threads; ++i) EXPECT_EQ(lanes[i], (i + 32) % threads);
  }
}

TEST(Barrier, ThreadsThatExitedAreNotWaitedFor) {
  const auto lanes = lanes_of(R"(
      setp.lt.u32 %p1, %r30, 40;
      @%p1 ret;
      bar.sync 0;
      mov.u32 %r31, 3;)",
                              {.threads = 96});
  for (std::uint32_t i = 0; i < 96; ++i) EXPECT_EQ(lanes[i], i < 40 ? 0xdeadbeefU : 3U);
}

// Every thread reads s after the barrier, and the first and the last warp write to it 20 rounds of
// a loop later with no barrier between. A GPU's warps don't run so far ahead of each other, and
// some programs count on it.
TEST(Barrier, WarpsBehindItStayCloseTogether) {
  const auto lanes = lanes_of(R"(
      st.shared.u32 [s], 7;
      bar.sync 0;
      ld.shared.u32 %r31, [s];
      mov.u32 %r1, 0;
    NEXT:
      add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 20; @%p1 bra NEXT;
      setp.lt.u32 %p2, %r30, 32; setp.ge.or.u32 %p2, %r30, 992, %p2;
      @%p2 st.shared.u32 [s], 8;)",
                              {.threads = 1024, .module = kArray});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(1024, 7));
}

// The lanes that leave are on the path that comes second.
TEST(Barrier, LanesOfOneWarpMayExitWhileOthersWait) {
  const auto lanes = lanes_of(R"(
      setp.ge.u32 %p1, %r30, 16;
      @%p1 bra STAY;
      ret;
    STAY:
      bar.sync 0;
      mov.u32 %r31, 3;)",
                              {.threads = 64});
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(lanes[i], i < 16 ? 0xdeadbeefU : 3U);
}

// `if (i >= n) return; … __syncthreads();`, as compilers write it: the branch meets the others only
// at the last `ret`, where its lanes must not wait for them.
TEST(Barrier, LanesThatBranchToTheReturnAreNotWaitedFor) {
  const auto lanes = lanes_of(R"(
      setp.ge.u32 %p1, %r30, 50;
      @%p1 bra END;
      bar.sync 0;
      mul.wide.u32 %rd1, %r30, 4; add.s64 %rd1, %rd30, %rd1;
      st.global.u32 [%rd1], 3;
    END:
      ret;)",
                              {.threads = 96});
  for (std::uint32_t i = 0; i < 96; ++i) EXPECT_EQ(lanes[i], i < 50 ? 3U : 0xdeadbeefU);
}

TEST(Barrier, NamedBarriersWithThreadCounts) {
  // Warps 0 and 1 produce and only arrive; warps 2 and 3 wait for all four.
  const auto lanes = lanes_of(R"(
      mov.u32 %r31, 1;
      setp.lt.u32 %p1, %r30, 64;
      @!%p1 bra CONSUMER;
      shl.b32 %r1, %r30, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1;
      st.shared.u32 [%r3], %r30;
      bar.arrive 1, 128;
      bra DONE;
    CONSUMER:
      bar.sync 1, 128;
      sub.u32 %r1, %r30, 64; shl.b32 %r1, %r1, 2; mov.u32 %r2, s; add.u32 %r3, %r2, %r1;
      ld.shared.u32 %r31, [%r3];
    DONE:)",
                              {.threads = 128, .module = kArray});
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(lanes[i], i < 64 ? 1U : i - 64);
}

TEST(Barrier, Reductions) {
  struct Case {
    std::string_view name;
    std::string_view body;
    std::uint32_t expected;
  };
  constexpr Case kReductions[] = {
      {"popc",         "bar.red.popc.u32 %r31, 0, %p1;",                                 50},
      {"popc_negated", "bar.red.popc.u32 %r31, 0, !%p1;",                                20},
      {"and",          "bar.red.and.pred %p2, 0, %p1; selp.u32 %r31, 1, 0, %p2;",        0 },
      {"or",           "barrier.cta.red.or.pred %p2, 0, %p1; selp.u32 %r31, 1, 0, %p2;", 1 },
  };
  for (const Case& c : kReductions) {
    SCOPED_TRACE(c.name);
    const auto lanes =
        lanes_of("setp.lt.u32 %p1, %r30, 50;" + std::string(c.body), {.threads = 70});
    EXPECT_EQ(lanes, std::vector<std::uint32_t>(70, c.expected));
  }
}

TEST(Barrier, DivergentBarrierIsAFault) {
  const Outcome outcome = outcome_of(R"(
      setp.lt.u32 %p1, %r30, 16;
      @!%p1 bra DONE;
      bar.sync 0;
    DONE:
      mov.u32 %r31, 3;)",
                                     {.threads = 32});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "divergent-barrier");
  EXPECT_EQ(outcome.fault->message,
            "only 16 of the 32 running threads of the warp reach this barrier");
}

TEST(Barrier, DifferentBarriersInTheTwoBranchesAreAFault) {
  const Outcome outcome = outcome_of(R"(
      setp.lt.u32 %p1, %r30, 16;
      @%p1 bra LOW;
      bar.sync 0;
      bra DONE;
    LOW:
      bar.sync 0;
    DONE:
      mov.u32 %r31, 3;)");
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "divergent-barrier");
}

struct MaskCase {
  std::string_view name;
  std::string_view body;
  std::string_view message;  // empty: no fault
};

constexpr MaskCase kMasks[] = {
    {"each_side_names_its_own",         R"(
        setp.lt.u32 %p1, %r30, 16; @%p1 bra LOW;
        shfl.sync.idx.b32 %r31, %r30, 16, 31, 0xffff0000; bra DONE;
      LOW:
        shfl.sync.idx.b32 %r31, %r30, 0, 31, 0x0000ffff;
      DONE:)",
     ""                                                                              },
    {"threads_that_returned_are_named", R"(
        setp.lt.u32 %p1, %r30, 16; @%p1 ret; bar.warp.sync 0xffffffff;)",
     ""                                                                              },
    {"both_sides_meet",                 R"(
        setp.lt.u32 %p1, %r30, 16; @%p1 bra LOW;
        bar.warp.sync 0xffffffff; bra DONE;
      LOW:
        bar.warp.sync 0xffffffff;
      DONE:)",
     ""                                                                              },
    {"shuffle_in_a_branch",             R"(
        setp.lt.u32 %p1, %r30, 30; @%p1 bra DONE;
        shfl.sync.idx.b32 %r31, %r30, 0, 31, 0xffffffff;
      DONE:)",
     "the member mask 0xffffffff names lanes 0-29 of the warp, which can't come here"},
    {"warp_barrier_in_a_loop",          R"(
        and.b32 %r1, %r30, 1;
      LOOP:
        bar.warp.sync 0xffffffff;
        sub.u32 %r1, %r1, 1; setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOP;)",
     "the member mask 0xffffffff names lanes 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, "
     "28, "
     "30 of the warp, which can't come here"                                         },
};

TEST(Barrier, AMaskNamesOnlyThreadsThatCome) {
  for (const MaskCase& c : kMasks) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(c.body);
    EXPECT_EQ(outcome.fault ? outcome.fault->message : "", c.message) << outcome.fault_text();
    EXPECT_EQ(outcome.fault ? outcome.fault->code : "", c.message.empty() ? "" : "warp-mask");
  }
}

TEST(Barrier, DeadlockIsNamed) {
  const Outcome outcome = outcome_of(R"(
      setp.lt.u32 %p1, %r30, 32;
      @%p1 bra FIRST;
      bar.sync 1, 64;
      bra DONE;
    FIRST:
      bar.sync 2, 64;
    DONE:
      mov.u32 %r31, 3;)",
                                     {.threads = 64});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault_text(),
            "kernel.ptx:18:7: error: no warp of the block can go on: all wait at barriers "
            "[barrier-deadlock]\n"
            "note: kernel k, block (0,0,0), thread (0,0,0): bar.sync\n"
            "note: warp 0: bar.sync at kernel.ptx:18, waiting at barrier 2\n"
            "note: warp 1: bar.sync at kernel.ptx:15, waiting at barrier 1\n"
            "hint: every barrier needs as many threads as it was told to wait for\n");
}

TEST(Barrier, BadOperandsAreFaults) {
  for (const std::string_view body : {"bar.sync 16;", "bar.sync 1, 33;"}) {
    const Outcome outcome = outcome_of(body);
    ASSERT_TRUE(outcome.fault) << body;
    EXPECT_EQ(outcome.fault->code, "barrier-operand");
  }
}

}  // namespace
}  // namespace smemlens::simt
