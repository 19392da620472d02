// Clusters of one block, which is all there is here; and what has nothing to do.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/simt/launch.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kArray = ".shared .align 4 .b8 s[4096];";

TEST(Cluster, ItsBarrierIsTheBlocksOwn) {
  // Between the two halves of the barrier each thread may do as it likes, even use another barrier.
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mad.lo.u32 %r1, %r30, 4, %r2; st.shared.u32 [%r1], %r30;
      barrier.cluster.arrive.release.aligned;
      setp.lt.u32 %p1, %r30, 32; @!%p1 bra WAIT;
      bar.sync 1, 32;
    WAIT:
      barrier.cluster.wait.acquire.aligned;
      xor.b32 %r4, %r30, 64; mad.lo.u32 %r1, %r4, 4, %r2; ld.shared.u32 %r31, [%r1];
      barrier.cluster.arrive; barrier.cluster.wait;)",
                              {.threads = 128, .module = kArray});
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(lanes[i], i ^ 64U);
}

TEST(Cluster, AnArrivalCountsBeforeItsWait) {
  // Warp 0 arrives and then asks for what warp 1 does behind its own wait.
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; barrier.cluster.arrive.aligned;
      setp.lt.u32 %p1, %r30, 32; @!%p1 bra SECOND;
    SPIN:
      ld.volatile.shared.u32 %r3, [%r2]; setp.eq.u32 %p2, %r3, 0; @%p2 bra SPIN;
      barrier.cluster.wait.aligned; bra.uni END;
    SECOND:
      barrier.cluster.wait.aligned; st.volatile.shared.u32 [%r2], 7;
    END:
      bar.sync 0; ld.shared.u32 %r31, [%r2];)",
                              {.threads = 64, .module = kArray, .max_steps = 1000000});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(64, 7));
}

TEST(Cluster, AWarpThatHasEndedIsWaitedForByNobody) {
  // One ends before it arrives, one between the two halves.
  const auto lanes = lanes_of(R"(
      mov.u32 %r31, 5; shr.u32 %r1, %r30, 5; setp.eq.u32 %p1, %r1, 1; @%p1 bra END;
      barrier.cluster.arrive; setp.eq.u32 %p1, %r1, 2; @%p1 bra END;
      barrier.cluster.wait; mov.u32 %r31, 6;
    END:)",
                              {.threads = 128});
  for (std::uint32_t i = 0; i < 128; ++i) EXPECT_EQ(lanes[i], i / 64 == i / 32 % 2 ? 6U : 5U) << i;
}

TEST(Cluster, EachArrivalHasItsWait) {
  for (const std::string_view body :
       {"barrier.cluster.wait;", "barrier.cluster.arrive; barrier.cluster.arrive;",
        "barrier.cluster.arrive; barrier.cluster.wait; barrier.cluster.wait;"}) {
    const Outcome outcome = outcome_of(body, {.threads = 64});
    ASSERT_TRUE(outcome.fault) << body;
    EXPECT_EQ(outcome.fault->code, "barrier-operand") << body;
  }
}

TEST(Cluster, ItsWindowIsTheBlocksOwn) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mov.u32 %r31, 0; cvt.u64.u32 %rd1, %r2; cvta.shared::cluster.u64 %rd2, %rd1;
      cvta.shared.u64 %rd3, %rd1; cvta.to.shared::cluster.u64 %rd4, %rd2;
      isspacep.shared::cluster %p1, %rd2; isspacep.shared::cluster %p2, %rd30;
      setp.eq.u64 %p3, %rd3, %rd2; setp.eq.u64 %p4, %rd4, %rd1;
      @%p1 add.u32 %r31, %r31, 1; @%p2 add.u32 %r31, %r31, 2; @%p3 add.u32 %r31, %r31, 4;
      @%p4 add.u32 %r31, %r31, 8;)",
                              {.threads = 1, .module = kArray});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>{13});
}

TEST(Cluster, AccessesByItsNameReachTheBlocksOwnMemory) {
  // Each lane: 3 i stored, 1 added and given back, 2 added in silence; then the neighbour's words.
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mapa.shared::cluster.u32 %r2, %r2, %cluster_ctarank;
      shl.b32 %r1, %r30, 3; add.u32 %r1, %r1, %r2; mul.lo.u32 %r3, %r30, 3;
      st.shared::cluster.v2.u32 [%r1], {%r3, %r3};
      atom.shared::cluster.add.u32 %r4, [%r1+4], 1;
      red.relaxed.cluster.shared::cluster.add.u32 [%r1], 2;
      bar.sync 0;
      xor.b32 %r5, %r1, 8; ld.shared::cluster.v2.u32 {%r6, %r7}, [%r5];
      mad.lo.u32 %r31, %r6, 1000, %r7; mad.lo.u32 %r31, %r4, 1000000, %r31;)",
                              {.module = kArray});
  for (std::uint32_t i = 0; i < 32; ++i) {
    const std::uint32_t other = 3 * (i ^ 1U);
    EXPECT_EQ(lanes[i], (3 * i * 1000000) + ((other + 2) * 1000) + other + 1);
  }
}

TEST(Cluster, AccessesByItsNameAreCountedButNeverExact) {
  const Outcome outcome = outcome_of(R"(
      mov.u32 %r2, s; mad.lo.u32 %r1, %r30, 128, %r2;
      ld.shared::cluster.u32 %r3, [%r1]; ld.shared::cta.u32 %r3, [%r1];
      st.shared::cluster.u32 [%r1], %r3; atom.shared::cluster.exch.b32 %r3, [%r1], %r3;
      cvt.u64.u32 %rd1, %r2; cvta.shared::cluster.u64 %rd1, %rd1; ld.u32 %r3, [%rd1];
      setp.eq.u32 %p1, %r30, 0; @%p1 ld.shared::cluster.u32 %r3, [%r1];)",
                                     {.module = kArray});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  struct Expected {
    std::uint32_t wavefronts;  // as by the block's own name
    bool is_exact;
  };
  const Expected expected[] = {
      {32, false},
      {32, true },
      {32, false},
      {32, false},
      {1,  true },
      {1,  false}
  };
  ASSERT_EQ(outcome.accesses.size(), std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(outcome.accesses[i].wavefronts, expected[i].wavefronts) << i;
    EXPECT_EQ(outcome.accesses[i].is_exact, expected[i].is_exact) << i;
    EXPECT_EQ(outcome.accesses[i].array, "s") << i;
  }
}

TEST(Cluster, AnotherBlocksMemoryIsNotThere) {
  struct Case {
    std::string_view name;
    std::string_view body;
    std::string_view rank;  // "": the address is nothing that mapa makes
  };
  const Case cases[] = {
      {"load",                   "mapa.shared::cluster.u32 %r2, %r2, 1; ld.shared::cluster.u32 %r31, [%r2];",   "1"},
      {"the last block",         "mapa.shared::cluster.u32 %r2, %r2, 15; st.shared::cluster.u32 [%r2], 1;",
       "15"                                                                                                        },
      {"atomic",                 "mapa.shared::cluster.u32 %r2, s, 2; red.shared::cluster.add.u32 [%r2+8], 1;",
       "2"                                                                                                         },
      {"a generic address",
       "cvt.u64.u32 %rd1, %r2; cvta.shared.u64 %rd1, %rd1; mapa.u64 %rd1, %rd1, 3; "
       "ld.u32 %r31, [%rd1];",                                                                                  "3"},
      {"no cluster is so large",
       "mapa.shared::cluster.u32 %r2, %r2, 16; ld.shared::cluster.u32 %r31, [%r2];",                            "" },
      {"a negative index",       "ld.shared::cluster.u32 %r31, [%r2-4];",                                       "" },
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome =
        outcome_of("mov.u32 %r2, s; " + std::string(c.body), {.module = kArray});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, "shared-out-of-bounds");
    const std::string hint = c.rank.empty()
                                 ? ""
                                 : "mapa makes such an address of block " + std::string(c.rank) +
                                       " of a cluster; a cluster has one block here";
    EXPECT_EQ(outcome.fault->hint, hint);
  }
}

TEST(Cluster, AnAddressKnowsTheRankItWasMadeWith) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mapa.shared::cluster.u32 %r3, %r2, %r30; cvt.u64.u32 %rd1, %r2;
      cvta.shared.u64 %rd1, %rd1; mapa.shared::cluster.u64 %rd2, %rd1, %r30; mapa.u64 %rd3, %rd1, 7;
      getctarank.shared::cluster.u32 %r4, %r3; getctarank.shared::cluster.u64 %r5, %rd2;
      getctarank.u64 %r6, %rd3;
      mad.lo.u32 %r31, %r4, 100, %r5; mad.lo.u32 %r31, %r31, 10, %r6;)",
                              {.threads = 4, .module = kArray});
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{7, 1017, 2027, 3037}));
}

TEST(Cluster, AddressesOfBlockZeroAreTheOwn) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mov.u32 %r3, 0; mapa.shared::cluster.u32 %r4, %r2, %r3;
      cvt.u64.u32 %rd1, %r2; cvta.shared.u64 %rd1, %rd1; mapa.u64 %rd2, %rd1, 0;
      setp.eq.u32 %p1, %r4, %r2; setp.eq.u64 %p2, %rd1, %rd2; and.pred %p1, %p1, %p2;
      getctarank.shared::cluster.u32 %r5, %r4;
      mov.u32 %r6, %cluster_nctarank; add.u32 %r5, %r5, %r6;
      selp.u32 %r31, %r5, 9, %p1;)",
                              {.module = kArray});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(32, 1));
}

TEST(Cluster, OfSeveralBlocksIsRefused) {
  KernelUnderTest bench(
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry k() .reqnctapercluster 2, 1, 1 { ret; }");
  ASSERT_TRUE(bench.prepared());
  const auto problem = why_refused(bench.kernel(), bench.launch(), 49152);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->message,
            "kernel 'k' was compiled for clusters of 2 blocks (.reqnctapercluster), which aren't "
            "supported");
}

TEST(Cluster, PoliciesAndDependentGridsHaveNothingToDo) {
  const auto lanes = lanes_of(R"(
      griddepcontrol.wait; griddepcontrol.launch_dependents;
      createpolicy.fractional.L2::evict_first.b64 %rd2, 1.0;
      mov.u32 %r2, s; mul.wide.u32 %rd1, %r30, 4; add.s64 %rd1, %rd1, %rd29;
      mad.lo.u32 %r1, %r30, 4, %r2;
      cp.async.ca.shared.global.L2::cache_hint [%r1], [%rd1], 4, %rd2; cp.async.wait_all;
      fence.proxy.async; fence.acq_rel.cluster; ld.shared.u32 %r31, [%r1];)",
                              {.in = std::vector<std::uint32_t>(32, 6), .module = kArray});
  EXPECT_EQ(lanes, std::vector<std::uint32_t>(32, 6));
}

}  // namespace
}  // namespace smemlens::simt
