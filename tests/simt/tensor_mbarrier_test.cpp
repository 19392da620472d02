// mbarriers: phases, counts, bytes, and warps that wait for each other.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/simt/mbarrier.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kArrays = ".shared .align 8 .b8 bar[16]; .shared .align 4 .b8 s[4096];";

// %r3 = bar, made by thread 0 for `count` arrivals; %p1: thread 0.
std::string made(std::string_view count) {
  return "mov.u32 %r3, bar; setp.eq.u32 %p1, %r30, 0; @%p1 mbarrier.init.shared.b64 [%r3], " +
         std::string(count) + "; bar.sync 0;\n";
}

TEST(Mbarrier, EncodingKeepsEveryPart) {
  for (const Mbarrier& barrier : {
           Mbarrier{.pending = 1, .expected = 1},
           Mbarrier{.pending = kMostArrivals, .expected = 7},
           Mbarrier{.pending = 0, .expected = kMostArrivals, .bytes = -1048575, .phase = true},
           Mbarrier{.pending = 5, .expected = 6, .bytes = 1048575, .phase = false}
  }) {
    EXPECT_EQ(decoded(encoded(barrier)), barrier);
  }
  EXPECT_FALSE(decoded(0));
}

TEST(Mbarrier, AllThreadsArriveAndWait) {
  struct Case {
    std::string_view name;
    std::string_view wait;
  };
  constexpr Case kCases[] = {
      {"test_wait",       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1;"                },
      {"try_wait",        "mbarrier.try_wait.shared.b64 %p2, [%r3], %rd1;"                 },
      {"try_wait_hint",   "mbarrier.try_wait.shared.b64 %p2, [%r3], %rd1, 1000;"           },
      {"parity",          "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0;"            },
      {"try_wait_parity", "mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3], 0;"        },
      {"acquire",         "mbarrier.try_wait.acquire.cta.shared::cta.b64 %p2, [%r3], %rd1;"},
      {"generic",
       "cvt.u64.u32 %rd2, %r3; cvta.shared.u64 %rd2, %rd2;"
       "mbarrier.test_wait.b64 %p2, [%rd2], %rd1;"                                         },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    for (const std::uint32_t threads : {32U, 256U, 70U}) {
      const auto lanes = lanes_of("mov.u32 %r9, %ntid.x;" + made("%r9") + R"(
          mov.u32 %r2, s; mad.lo.u32 %r1, %r30, 4, %r2; st.shared.u32 [%r1], %r30;
          mbarrier.arrive.shared.b64 %rd1, [%r3];
        WAIT: )" + std::string(c.wait) +
                                      R"(
          @!%p2 bra WAIT;
          sub.u32 %r4, %r9, %r30; sub.u32 %r4, %r4, 1; mad.lo.u32 %r1, %r4, 4, %r2;
          ld.shared.u32 %r31, [%r1];)",
                                  {.threads = threads, .module = kArrays});
      ASSERT_EQ(lanes.size(), threads);
      for (std::uint32_t i = 0; i < threads; ++i) EXPECT_EQ(lanes[i], threads - 1 - i);
    }
  }
}

// Warp 1 waits, phase after phase, for what warp 0 makes, and hands the buffer back.
TEST(Mbarrier, ProducerAndConsumer) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r3, bar; setp.eq.u32 %p1, %r30, 0;
      @%p1 mbarrier.init.shared.b64 [%r3], 32; @%p1 mbarrier.init.shared.b64 [%r3+8], 32;
      bar.sync 0;
      mov.u32 %r2, s; and.b32 %r4, %r30, 31; mad.lo.u32 %r1, %r4, 4, %r2;
      mov.u32 %r31, 0; mov.u32 %r5, 0;
      setp.ge.u32 %p3, %r30, 32; @%p3 bra CONSUMER;
    PRODUCER:
      and.b32 %r6, %r5, 1; xor.b32 %r7, %r6, 1;
    EMPTY: mbarrier.try_wait.parity.shared.b64 %p2, [%r3+8], %r7; @!%p2 bra EMPTY;
      add.u32 %r8, %r5, %r30; st.shared.u32 [%r1], %r8;
      mbarrier.arrive.release.cta.shared::cta.b64 %rd1, [%r3];
      add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, 10; @%p4 bra PRODUCER;
      bra DONE;
    CONSUMER:
      and.b32 %r6, %r5, 1;
    FULL: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], %r6; @!%p2 bra FULL;
      ld.shared.u32 %r8, [%r1]; add.u32 %r31, %r31, %r8;
      mbarrier.arrive.shared.b64 _, [%r3+8];
      add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, 10; @%p4 bra CONSUMER;
    DONE:)",
                              {.threads = 64, .module = kArrays});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[32 + i], 45 + (10 * i));
}

// Half a warp waits for the other half, which stands behind it in the program.
TEST(Mbarrier, LanesOfOneWarpWaitForEachOther) {
  const auto lanes = lanes_of(made("16") + R"(
      mov.u32 %r31, 0; mov.u32 %r2, s;
      setp.lt.u32 %p3, %r30, 16; @%p3 bra FIRST;
    WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra WAIT;
      ld.shared.u32 %r31, [%r2];
      bra DONE;
    FIRST: st.shared.u32 [%r2], 5;
      mbarrier.arrive.shared.b64 _, [%r3];
    DONE:)",
                              {.module = kArrays, .max_steps = 10'000'000});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], i < 16 ? 0U : 5U);
}

// One thread's steps, the answers of each a bit of the result.
TEST(Mbarrier, CountsAndPhases) {
  struct Case {
    std::string_view name;
    std::string_view count;
    std::string_view body;  // of thread 0; %r31 is the result
    std::uint32_t expected;
  };
  constexpr Case kCases[] = {
      {"fresh_waits_for_phase_0",    "1",
       "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; selp.u32 %r31, 1, 0, %p2;"
       "mbarrier.test_wait.parity.shared.b64 %p3, [%r3], 1; @%p3 or.b32 %r31, %r31, 2;", 2   },
      {"arrival_completes",          "1",
       "mbarrier.arrive.shared.b64 %rd1, [%r3];"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; selp.u32 %r31, 1, 0, %p2;"
       "mbarrier.test_wait.parity.shared.b64 %p3, [%r3], 1; @%p3 or.b32 %r31, %r31, 2;", 1   },
      {"count",                      "5",
       "mbarrier.arrive.shared.b64 %rd1, [%r3], 4;"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; selp.u32 %r31, 1, 0, %p2;"
       "mbarrier.arrive.noComplete.shared.b64 %rd2, [%r3], 0;"
       "mbarrier.arrive.shared.b64 %rd2, [%r3];"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; @%p2 or.b32 %r31, %r31, 2;",     2   },
      {"pending_count_is_before",    "5",
       "mbarrier.arrive.shared.b64 %rd1, [%r3], 3; mbarrier.arrive.shared.b64 %rd2, [%r3];"
       "mbarrier.pending_count.b64 %r4, %rd1; mbarrier.pending_count.b64 %r5, %rd2;"
       "mad.lo.u32 %r31, %r4, 16, %r5;",                                                 0x52},
      {"next_phase_expects_as_many", "2",
       "mbarrier.arrive.shared.b64 %rd1, [%r3], 2; mbarrier.arrive.shared.b64 %rd2, [%r3];"
       "mbarrier.pending_count.b64 %r31, %rd2;",                                         2   },
      {"dropped",                    "3",
       "mbarrier.arrive_drop.shared.b64 %rd1, [%r3]; mbarrier.arrive.shared.b64 %rd1, [%r3], 2;"
       "mbarrier.arrive_drop.noComplete.shared.b64 %rd2, [%r3], 1;"
       "mbarrier.pending_count.b64 %r31, %rd2;",                                         2   },
      {"bytes_are_waited_for",       "1",
       "mbarrier.arrive.expect_tx.shared.b64 %rd1, [%r3], 48;"
       "mbarrier.complete_tx.shared.b64 [%r3], 32;"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; selp.u32 %r31, 1, 0, %p2;"
       "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r3], 16;"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; @%p2 or.b32 %r31, %r31, 2;",     2   },
      {"bytes_may_come_first",       "1",
       "mbarrier.complete_tx.shared.b64 [%r3], 16;"
       "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r3], 16;"
       "mbarrier.arrive.shared.b64 %rd1, [%r3];"
       "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; selp.u32 %r31, 1, 0, %p2;",      1   },
      {"copies_arrive",              "1",
       "cp.async.mbarrier.arrive.shared.b64 [%r3];"
       "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; selp.u32 %r31, 1, 0, %p2;"
       "cp.async.mbarrier.arrive.noinc.shared.b64 [%r3];"
       "mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0; @%p2 or.b32 %r31, %r31, 2;", 2   },
      {"reused_after_inval",         "1",
       "mbarrier.inval.shared.b64 [%r3]; mbarrier.init.shared.b64 [%r3], 9;"
       "mbarrier.arrive.shared.b64 %rd1, [%r3]; mbarrier.pending_count.b64 %r31, %rd1;", 9   },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto lanes =
        lanes_of(made(c.count) + "mov.u32 %r31, 0; @!%p1 bra DONE;" + std::string(c.body) + "DONE:",
                 {.module = kArrays});
    ASSERT_EQ(lanes.size(), 32U);
    EXPECT_EQ(lanes[0], c.expected);
  }
}

// The phase is complete as soon as neither arrivals nor bytes are missing, whichever came last.
TEST(Mbarrier, ExpectedBytesMayCompleteThePhase) {
  const auto lanes = lanes_of(made("1") + R"(@!%p1 bra SAME;
        mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%r3], 64;
        mbarrier.arrive.shared.b64 _, [%r3];
        mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r3], 64;
        SAME: bar.warp.sync -1; mbarrier.test_wait.parity.shared.b64 %p2, [%r3], 0;
        selp.u32 %r31, 1, 0, %p2;)",
                              {.module = kArrays});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(32, 1));
}

TEST(Mbarrier, IsNoRequest) {
  const Outcome outcome =
      outcome_of(made("32") +
                     "mbarrier.arrive.shared.b64 %rd1, [%r3];"
                     "mbarrier.test_wait.shared.b64 %p2, [%r3], %rd1; mov.u32 %r31, 0;",
                 {.module = kArrays});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  EXPECT_TRUE(outcome.accesses.empty());
}

TEST(Mbarrier, Faults) {
  struct Case {
    std::string_view name;
    std::string_view body;
    std::string_view code;
    std::string_view message;
  };
  constexpr Case kCases[] = {
      {"misaligned",      "mbarrier.arrive.shared.b64 _, [%r3+4];",                            "misaligned-address",
       "store of 8 bytes at shared address 0x4, offset 4 of 'bar': the address is not a multiple "
       "of 8"                                                                                                                                                                },
      {"past_the_end",    "mbarrier.arrive.shared.b64 _, [%r3+8192];",                         "shared-out-of-bounds",
       "store of 8 bytes at shared address 0x2000, past the end of the block's 16 bytes of shared "
       "memory; the last array is 'bar' at 0x0"                                                                                                                              },
      {"not_shared",      "mbarrier.arrive.b64 _, [%rd29];",                                   "not-shared-memory",
       "the address isn't one in shared memory"                                                                                                                              },
      {"never_made",      "mbarrier.arrive.shared.b64 _, [%r3+8];",                            "mbarrier-invalid",
       "there is no mbarrier here: mbarrier.init comes first"                                                                                                                },
      {"never_made_wait", "mbarrier.test_wait.parity.shared.b64 %p2, [%r3+8], 0;",
       "mbarrier-invalid",                                                                                             "there is no mbarrier here: mbarrier.init comes first"},
      {"too_many",        "mbarrier.arrive.shared.b64 _, [%r3], 3;",                           "mbarrier-count",
       "more threads arrive than the mbarrier expects"                                                                                                                       },
      {"completes",       "mbarrier.arrive.noComplete.shared.b64 %rd1, [%r3], 2;",             "mbarrier-count",
       "an arrival with .noComplete completes the phase"                                                                                                                     },
      {"too_many_bytes",  "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r3], 0xfffffff0;",
       "mbarrier-count",                                                                                               "an mbarrier can't count more than 1048575 bytes"     },
      {"none",            "mbarrier.init.shared.b64 [%r3], 0;",                                "mbarrier-count",
       "an mbarrier expects 1 to 1048575 arrivals, not 0"                                                                                                                    },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome =
        outcome_of(made("2") + "mov.u32 %r31, 0; @!%p1 bra DONE;" + std::string(c.body) + "DONE:",
                   {.module = kArrays});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code);
    EXPECT_EQ(outcome.fault->message, c.message);
  }
}

}  // namespace
}  // namespace smemlens::simt
