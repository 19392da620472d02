// A block that repeats itself for ever is found out; one that only looks as if it did goes on.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

struct EndlessCase {
  std::string_view name;
  std::string_view body;
  std::string_view code;
  std::uint32_t threads = 32;
};

constexpr std::string_view kModule = R"(
    .shared .align 8 .u64 bar; .shared .align 4 .u32 flag; .shared .align 4 .u32 lock;)";

constexpr EndlessCase kEndless[] = {
    {"empty_loop", "LOOP: bra LOOP;", "endless-loop"},
    {"loop_that_computes", R"(
        LOOP: xor.b32 %r1, %r1, 5; shl.b32 %r2, %r1, 1; bra LOOP;)",
     "endless-loop"},
    // What a compiler leaves of `while (flag == 0) {}`.
    {"load_taken_out_of_the_loop", R"(
        ld.shared.u32 %r1, [flag]; setp.ne.u32 %p1, %r1, 0;
        LOOP: @%p1 bra DONE; bra LOOP; DONE:)",
     "endless-loop"},
    {"nobody_arrives", R"(
        mov.u32 %r1, 64;
        setp.ne.u32 %p2, %r30, 0;
        @%p2 bra READY;
        mbarrier.init.shared.b64 [bar], %r1;
      READY:
        bar.sync 0;
        mbarrier.arrive.shared.b64 %rd1, [bar];
      WAIT:
        mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;
        @!%p1 bra WAIT;)",
     "endless-wait"},
    {"flag_that_nobody_sets", R"(
      SPIN: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p1, %r1, 0; @%p1 bra SPIN;)",
     "endless-wait", 96},
    {"lock_that_is_never_free", R"(
        atom.shared.exch.b32 %r1, [lock], 1; bar.sync 0;
      SPIN: atom.shared.cas.b32 %r2, [lock], 0, 1; setp.ne.u32 %p1, %r2, 0; @%p1 bra SPIN;)",
     "endless-wait", 64},
    {"global_flag_of_a_single_block", R"(
      SPIN: ld.volatile.global.u32 %r1, [%rd29]; setp.eq.u32 %p1, %r1, 0; @%p1 bra SPIN;)",
     "endless-wait"},
    // One warp spins for what the other would do behind a barrier.
    {"flag_behind_a_barrier", R"(
        setp.ge.u32 %p1, %r30, 32;
        @%p1 bra WRITER;
      SPIN: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p2, %r1, 0; @%p2 bra SPIN;
        bar.sync 0;
        bra DONE;
      WRITER:
        bar.sync 0;
        st.volatile.shared.u32 [flag], 1;
      DONE:)",
     "endless-wait", 64},
};

TEST(Endless, ABlockThatRepeatsItselfIsFoundOut) {
  for (const EndlessCase& c : kEndless) {
    SCOPED_TRACE(c.name);
    const Outcome outcome =
        outcome_of(c.body, {.threads = c.threads, .module = kModule, .max_steps = 100'000'000});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code) << outcome.fault_text();
    EXPECT_LT(outcome.steps, 10'000'000U);
  }
}

TEST(Endless, TheWarpsPlacesAreNamed) {
  const Outcome outcome =
      outcome_of(kEndless[7].body, {.threads = 64, .module = kModule, .max_steps = 100'000'000});
  ASSERT_TRUE(outcome.fault);
  ASSERT_EQ(outcome.fault->notes.size(), 3U) << outcome.fault_text();
  EXPECT_TRUE(outcome.fault->notes[1].starts_with("warp 0: ")) << outcome.fault_text();
  EXPECT_EQ(outcome.fault->notes[2], "warp 1: bar.sync at kernel.ptx:20, waiting at barrier 0");
}

// Long enough to be looked at, and each ends.
constexpr EndlessCase kLong[] = {
    {"counter", R"(
      LOOP: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 300000; @%p1 bra LOOP; mov.u32 %r31, 1;)",
     ""},
    {"counter_in_shared_memory", R"(
      LOOP: atom.shared.add.u32 %r1, [flag], 1; setp.lt.u32 %p1, %r1, 9000000; @%p1 bra LOOP;
        mov.u32 %r31, 1;)",
     ""},
    {"counter_in_local_memory", R"(
        .local .align 4 .b8 depot[16];
        mov.u32 %r1, 0; st.local.u32 [depot], %r1;
      LOOP: ld.local.u32 %r1, [depot]; add.u32 %r1, %r1, 1; st.local.u32 [depot], %r1;
        setp.lt.u32 %p1, %r1, 100000; @%p1 bra LOOP; mov.u32 %r31, 1;)",
     ""},
    {"waits_for_a_slow_warp", R"(
        setp.ge.u32 %p1, %r30, 32;
        @%p1 bra WRITER;
      SPIN: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p2, %r1, 0; @%p2 bra SPIN;
        bra DONE;
      WRITER: add.u32 %r3, %r3, 1; setp.lt.u32 %p4, %r3, 300000; @%p4 bra WRITER;
        st.volatile.shared.u32 [flag], 1;
      DONE: mov.u32 %r31, 1;)",
     "", 64},
    {"waits_for_the_clock", R"(
      SPIN: mov.u32 %r1, %clock; setp.lt.u32 %p1, %r1, 9000000; @%p1 bra SPIN; mov.u32 %r31, 1;)",
     ""},
};

TEST(Endless, ALoopThatGetsOnIsLeftAlone) {
  for (const EndlessCase& c : kLong) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(c.body, {.threads = c.threads, .module = kModule});
    EXPECT_FALSE(outcome.fault) << outcome.fault_text();
    EXPECT_GT(outcome.steps, 4'200'000U) << "too short to be looked at";
  }
}

}  // namespace
}  // namespace smemlens::simt
