// cp.async and cp.async.bulk: what is copied, what is zeroed, what the shared side costs, and what
// goes wrong.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/request.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kArray = ".shared .align 128 .b8 s[4096];";

std::vector<std::uint32_t> counting(std::size_t words) {
  std::vector<std::uint32_t> values(words);
  for (std::size_t i = 0; i < words; ++i) values[i] = static_cast<std::uint32_t>(i + 1);
  return values;
}

// %r1 = s + lane * bytes, %rd1 = in + lane * bytes.
std::string places(unsigned bytes) {
  const std::string n = std::to_string(bytes);
  return "mov.u32 %r2, s; mad.lo.u32 %r1, %r30, " + n + ", %r2; mul.wide.u32 %rd1, %r30, " + n +
         "; add.s64 %rd1, %rd1, %rd29;\n";
}

// The second word (the only one of 4 bytes) of what each lane has copied.
std::string read_back(unsigned bytes) {
  const unsigned last = bytes - 4;
  return "cp.async.wait_all; ld.shared.u32 %r31, [%r1+" + std::to_string(last) + "];";
}

TEST(CopyAsync, EverySize) {
  struct Case {
    std::string_view instruction;
    unsigned bytes;
  };
  constexpr Case kCases[] = {
      {"cp.async.ca.shared.global [%r1], [%rd1], 4;",                           4 },
      {"cp.async.ca.shared.global [%r1], [%rd1], 8;",                           8 },
      {"cp.async.ca.shared.global [%r1], [%rd1], 16;",                          16},
      {"cp.async.cg.shared.global [%r1], [%rd1], 16;",                          16},
      {"cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16;",                 16},
      {"cp.async.ca.shared::cta.global.L2::64B [%r1], [%rd1], 8;",              8 },
      {"cp.async.cg.shared.global.L2::cache_hint [%r1], [%rd1], 16, %rd2;",     16},
      {"cp.async.cg.shared.global.L2::cache_hint [%r1], [%rd1], 16, 16, %rd2;", 16},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.instruction);
    const auto lanes = lanes_of(places(c.bytes) + std::string(c.instruction) + read_back(c.bytes),
                                {.in = counting(128), .module = kArray});
    ASSERT_EQ(lanes.size(), 32U);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(lanes[lane], (lane + 1) * c.bytes / 4);
    }
  }
}

// Of 16 bytes the lane reads `lane`, so words from lane / 4 on are zero, and one is cut.
TEST(CopyAsync, WhatIsNotReadIsZeroed) {
  const std::vector<std::uint32_t> ones(128, 0xffffffff);
  const std::string filled =
      places(16) + "mov.u32 %r4, 0x55555555; st.shared.v4.u32 [%r1], {%r4, %r4, %r4, %r4};";
  for (unsigned word = 0; word < 4; ++word) {
    const auto lanes = lanes_of(filled +
                                    "min.u32 %r5, %r30, 16;"
                                    "cp.async.ca.shared.global [%r1], [%rd1], 16, %r5;"
                                    "cp.async.wait_all; ld.shared.u32 %r31, [%r1+" +
                                    std::to_string(4 * word) + "];",
                                {.in = ones, .module = kArray});
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t read = std::min(lane, 16U);
      const std::uint32_t bytes = read <= 4 * word ? 0 : std::min(read - (4 * word), 4U);
      const std::uint32_t expected = bytes == 4 ? 0xffffffff : (1U << (8 * bytes)) - 1;
      EXPECT_EQ(lanes[lane], expected) << "lane " << lane << ", word " << word;
    }
  }
}

TEST(CopyAsync, IgnoredSources) {
  for (const std::string_view predicate : {"%p1", "!%p1"}) {
    SCOPED_TRACE(predicate);
    const auto lanes = lanes_of(places(4) +
                                    "setp.lt.u32 %p1, %r30, 10; st.shared.u32 [%r1], 9;"
                                    "cp.async.ca.shared.global [%r1], [%rd1], 4, " +
                                    std::string(predicate) + ";" + read_back(4),
                                {.in = counting(128), .module = kArray});
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const bool is_ignored = (lane < 10) == (predicate == "%p1");
      EXPECT_EQ(lanes[lane], is_ignored ? 0U : lane + 1);
    }
  }
}

// Nothing is read, so nothing is checked: `src-size` 0 is how tiles over the edge are filled.
TEST(CopyAsync, SourcesThatAreNotReadMayBeAnywhere) {
  const auto lanes = lanes_of(places(16) + R"(
      setp.ge.u32 %p1, %r30, 16; selp.u32 %r5, 0, 16, %p1; @%p1 mov.u64 %rd1, 3;
      cp.async.cg.shared.global [%r1], [%rd1], 16, %r5;)" +
                                  read_back(16),
                              {.in = counting(128), .module = kArray});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(lanes[lane], lane < 16 ? 4 * (lane + 1) : 0U);
  }
}

TEST(CopyAsync, GuardedLanesOnly) {
  const std::string body = places(16) + R"(
      st.shared.u32 [%r1+12], 7; setp.lt.u32 %p1, %r30, 5;
      @%p1 cp.async.ca.shared.global [%r1], [%rd1], 16;
      cp.async.commit_group; cp.async.wait_group 0;
      ld.shared.u32 %r31, [%r1+12];)";
  const auto lanes = lanes_of(body, {.in = counting(128), .module = kArray});
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(lanes[lane], lane < 5 ? 4 * (lane + 1) : 7U);
  }
  const Outcome outcome = outcome_of(body, {.in = counting(128), .module = kArray});
  ASSERT_EQ(outcome.accesses.size(), 3U);
  EXPECT_EQ(outcome.accesses[1].active, 0x1fU);
  EXPECT_EQ(outcome.accesses[1].operation, smemlens::Operation::kCpAsync);
  EXPECT_EQ(outcome.accesses[1].wavefronts, 1U);  // one phase, 20 different words
}

// Runs with the source at a multiple of 512 bytes, plus `skip`.
Outcome copied_from(std::string_view body, std::uint64_t skip) {
  KernelUnderTest bench(module_around(body, kArray));
  bench.buffer(std::vector<std::uint32_t>(32, 0));
  // The kernel's `in` is aligned by itself: the buffer's own place differs from run to run.
  bench.buffer(std::vector<std::uint32_t>(2048, 1));
  bench.value(static_cast<std::uint32_t>(skip));
  bench.launch().block = {32, 1, 1};
  return bench.run();
}

// docs/model.md §6: each bank takes one word of one lane a wavefront; only a source that is linear
// from a multiple of 512 bytes makes the count exact.
TEST(CopyAsync, Costs) {
  struct Case {
    std::string_view name;
    std::string_view target;  // from %r30 and %r2 to %r1
    std::string_view source;  // from %r30 and %rd29 to %rd1
    std::string_view instruction;
    std::uint32_t skip;
    std::uint32_t wavefronts;
    std::uint32_t ideal;
    bool is_exact;
  };
  constexpr std::string_view kCopy16 = "cp.async.ca.shared.global [%r1], [%rd1], 16;";
  constexpr std::string_view kCopy4 = "cp.async.ca.shared.global [%r1], [%rd1], 4;";
  constexpr std::string_view kBypass = "cp.async.cg.shared.global [%r1], [%rd1], 16;";
  constexpr std::string_view kRow16 = "shl.b32 %r1, %r30, 4; add.u32 %r1, %r1, %r2;";
  constexpr std::string_view kRow4 = "shl.b32 %r1, %r30, 2; add.u32 %r1, %r1, %r2;";
  constexpr std::string_view kColumn = "shl.b32 %r1, %r30, 7; add.u32 %r1, %r1, %r2;";
  constexpr std::string_view kOneWord = "mov.u32 %r1, %r2;";
  constexpr std::string_view kLinear16 = "mul.wide.u32 %rd1, %r30, 16; add.s64 %rd1, %rd1, %rd29;";
  constexpr std::string_view kLinear4 = "mul.wide.u32 %rd1, %r30, 4; add.s64 %rd1, %rd1, %rd29;";
  constexpr std::string_view kStrided = "mul.wide.u32 %rd1, %r30, 64; add.s64 %rd1, %rd1, %rd29;";
  constexpr Case kCases[] = {
      {"row",             kRow16,   kLinear16, kCopy16, 0,  4,  4, true },
      {"row_off_base",    kRow16,   kLinear16, kCopy16, 16, 4,  4, false},
      {"strided_source",  kRow16,   kStrided,  kCopy16, 0,  4,  4, false},
      {"column",          kColumn,  kLinear16, kCopy16, 0,  32, 4, true },
      {"row_of_words",    kRow4,    kLinear4,  kCopy4,  0,  1,  1, true },
      {"all_to_one_word", kOneWord, kLinear4,  kCopy4,  0,  32, 1, true },
      {"bypass",          kRow16,   kLinear16, kBypass, 0,  4,  4, false},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const std::string body =
        "mov.u32 %r2, s;"
        "add.s64 %rd29, %rd29, 511; and.b64 %rd29, %rd29, -512;"
        "cvt.u64.u32 %rd3, %r29; add.s64 %rd29, %rd29, %rd3;" +
        std::string(c.target) + std::string(c.source) + std::string(c.instruction) +
        "mov.u32 %r31, 0;";
    const Outcome outcome = copied_from(body, c.skip);
    ASSERT_FALSE(outcome.fault) << outcome.fault_text();
    ASSERT_EQ(outcome.accesses.size(), 1U);
    EXPECT_EQ(outcome.accesses[0].wavefronts, c.wavefronts);
    EXPECT_EQ(outcome.accesses[0].ideal_wavefronts, c.ideal);
    EXPECT_EQ(outcome.accesses[0].is_exact, c.is_exact);
  }
}

TEST(CopyAsync, Faults) {
  struct Case {
    std::string_view name;
    std::string_view body;
    std::string_view code;
    std::string_view message;
  };
  constexpr Case kCases[] = {
      {"target_misaligned",           "add.u32 %r1, %r1, 4; cp.async.ca.shared.global [%r1], [%rd1], 16;",
       "misaligned-address",                                                                                                       "store of 16 bytes at shared address 0x4, offset 4 of 's': the address is not a multiple of "
       "16"                                      },
      {"target_past_the_end",
       "add.u32 %r1, %r1, 4080; cp.async.ca.shared.global [%r1], [%rd1], 16;",                             "shared-out-of-bounds",
       "store of 16 bytes at shared address 0x1000, past the end of the block's 4096 bytes of "
       "shared memory; the last array is 's' at 0x0"                         },
      {"source_past_the_end",
       "add.s64 %rd1, %rd1, 16; cp.async.ca.shared.global [%r1], [%rd1], 16;",                             "global-out-of-bounds",
       "load of 16 bytes at offset 512 of buffer 1 (512 bytes), past its end"},
      {"part_of_source_past_the_end",
       "add.s64 %rd1, %rd1, 16; cp.async.ca.shared.global [%r1], [%rd1], 16, 3;",                          "global-out-of-bounds",
       "load of 16 bytes at offset 512 of buffer 1 (512 bytes), past its end"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome =
        outcome_of(places(16) + std::string(c.body), {.in = counting(128), .module = kArray});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code);
    EXPECT_EQ(outcome.fault->message, c.message);
  }
}

// --- cp.async.bulk -------------------------------------------------------------------------------

constexpr std::string_view kBulkArrays =
    ".shared .align 128 .b8 s[4096]; .shared .align 8 .b8 bar[8];";

// Lane 0 sets the barrier up, asks for 512 bytes and copies them; all wait.
std::string bulk(std::string_view copy) {
  return "mov.u32 %r2, s; mov.u32 %r3, bar; setp.eq.u32 %p1, %r30, 0;"
         "@%p1 mbarrier.init.shared.b64 [%r3], 1; bar.sync 0;"
         "@%p1 mbarrier.arrive.expect_tx.shared.b64 %rd5, [%r3], 512;"
         "@%p1 " +
         std::string(copy) + R"(
       WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0;
         @!%p2 bra WAIT;
         shl.b32 %r4, %r30, 4; add.u32 %r4, %r4, %r2; ld.shared.u32 %r31, [%r4+4];)";
}

TEST(BulkCopy, FromGlobalToSharedMemory) {
  for (const std::string_view copy : {
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
           "[%r2], [%rd29], 512, [%r3];",
           "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
           "[%r2], [%rd29], 512, [%r3];",
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint "
           "[%r2], [%rd29], 512, [%r3], %rd6;",
       }) {
    SCOPED_TRACE(copy);
    const auto lanes = lanes_of(bulk(copy), {.in = counting(128), .module = kBulkArrays});
    for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(lanes[lane], (4 * lane) + 2);
  }
}

// Only the loads behind it are requests of the warp.
TEST(BulkCopy, IsNoRequest) {
  const Outcome outcome =
      outcome_of(bulk("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                      "[%r2], [%rd29], 512, [%r3];"),
                 {.in = counting(128), .module = kBulkArrays});
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  ASSERT_EQ(outcome.accesses.size(), 1U);
  EXPECT_EQ(outcome.accesses[0].operation, smemlens::Operation::kLoad);
}

TEST(BulkCopy, WithinSharedMemoryAndBackToGlobalMemory) {
  KernelUnderTest bench(module_around(R"(
      mov.u32 %r2, s; mov.u32 %r3, bar; setp.eq.u32 %p1, %r30, 0;
      mad.lo.u32 %r4, %r30, 4, %r2; mul.lo.u32 %r5, %r30, 3; st.shared.u32 [%r4], %r5;
      @%p1 mbarrier.init.shared.b64 [%r3], 1;
      fence.mbarrier_init.release.cluster; fence.proxy.async.shared::cta; bar.sync 0;
      add.u32 %r6, %r2, 1024;
      @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 128;
      @%p1 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes
           [%r6], [%r2], 128, [%r3];
    WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0, 1000;
      @!%p2 bra WAIT;
      @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd29], [%r6], 128;
      cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.wait_group 0;
      mul.wide.u32 %rd1, %r30, 4; add.s64 %rd1, %rd1, %rd29; ld.global.u32 %r31, [%rd1];)",
                                      kBulkArrays));
  bench.buffer(std::vector<std::uint32_t>(32, 0));
  std::vector<std::uint32_t> in(256, 0);
  bench.buffer(in).value(0U);
  bench.launch().block = {32, 1, 1};
  const Outcome outcome = bench.run();
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  const auto out = bench.content<std::uint32_t>(0);
  for (std::uint32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(out[lane], 3 * lane);
}

struct Reduction {
  std::string_view mnemonic;  // behind cp.reduce.async.bulk.global.shared::cta.bulk_group
  std::array<std::uint32_t, 4> memory;
  std::array<std::uint32_t, 4> operand;
  std::array<std::uint32_t, 4> result;
};

// f32: 0x3f800000 is 1; f16: 0x3c00; bf16: 0x3f80. In global memory .f32 takes subnormals for 0.
constexpr Reduction kReductions[] = {
    {"add.u32",        {1, 0xffffffff, 3, 4}, {10, 2, 30, 40},                {11, 1, 33, 44}               },
    {"add.u64",        {0xffffffff, 0, 5, 0}, {1, 0, 0xffffffff, 7},          {0, 1, 4, 8}                  },
    {"min.s32",        {0xffffffff, 5, 0, 7}, {0, 0x80000000, 1, 6},          {0xffffffff, 0x80000000, 0, 6}},
    {"max.s64",        {0, 0x80000000, 1, 0}, {5, 0, 0xffffffff, 0xffffffff}, {5, 0, 1, 0}                  },
    {"inc.u32",        {0, 5, 7, 9},          {5, 5, 5, 9},                   {1, 0, 0, 0}                  },
    {"dec.u32",        {0, 5, 7, 9},          {5, 5, 5, 9},                   {5, 4, 5, 8}                  },
    {"and.b32",        {0xff, 0xf0, 0, 1},    {0x0f, 0xff, 1, 3},             {0x0f, 0xf0, 0, 1}            },
    {"xor.b64",        {1, 2, 3, 4},          {3, 3, 3, 3},                   {2, 1, 0, 7}                  },
    {"add.f32",        {0x3f800000, 1, 0, 0}, {0x3f800000, 0, 0x80000001, 1}, {0x40000000, 0, 0, 0}         },
    {"add.f64",        {0, 0x3ff00000, 0, 0}, {0, 0x3ff00000, 1, 0},          {0, 0x40000000, 1, 0}         },
    {"add.noftz.f16",
     {0x3c003c00, 1, 0, 0},
     {0x3c004000, 1, 0x00010000, 0},
     {0x40004200, 2, 0x00010000, 0}                                                                         },
    {"add.noftz.bf16", {0x3f803f80, 0, 0, 0}, {0x3f800000, 0, 0, 0},          {0x40003f80, 0, 0, 0}         },
};

TEST(BulkCopy, ReducesElementByElement) {
  for (const Reduction& c : kReductions) {
    SCOPED_TRACE(c.mnemonic);
    KernelUnderTest bench(module_around(
        "mov.u32 %r2, s; ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd29];"
        "st.shared.v4.u32 [%r2], {%r3, %r4, %r5, %r6}; fence.proxy.async.shared::cta;"
        "cp.reduce.async.bulk.global.shared::cta.bulk_group." +
            std::string(c.mnemonic) +
            " [%rd30], [%r2], 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;"
            "ld.global.u32 %r31, [%rd30];",
        kBulkArrays));
    bench.buffer(std::vector<std::uint32_t>(c.memory.begin(), c.memory.end()));
    bench.buffer(std::vector<std::uint32_t>(c.operand.begin(), c.operand.end())).value(0U);
    const Outcome outcome = bench.run();
    ASSERT_FALSE(outcome.fault) << outcome.fault_text();
    EXPECT_EQ(bench.content<std::uint32_t>(0),
              std::vector<std::uint32_t>(c.result.begin(), c.result.end()));
  }
}

TEST(BulkCopy, ReducesInSharedMemoryAndTellsTheBarrier) {
  const auto lanes = lanes_of(R"(
      mov.u32 %r2, s; mov.u32 %r3, bar; setp.eq.u32 %p1, %r30, 0;
      mad.lo.u32 %r4, %r30, 4, %r2; st.shared.u32 [%r4], %r30; st.shared.u32 [%r4+1024], 100;
      @%p1 mbarrier.init.shared.b64 [%r3], 1; bar.sync 0; add.u32 %r6, %r2, 1024;
      @%p1 mbarrier.arrive.expect_tx.shared.b64 _, [%r3], 128;
      @%p1 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.max.u32
           [%r6], [%r2], 64, [%r3];
      @%p1 cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32
           [%r6+64], [%r2+64], 64, [%r3];
    WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [%r3], 0; @!%p2 bra WAIT;
      ld.shared.u32 %r31, [%r4+1024];)",
                              {.module = kBulkArrays});
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], i < 16 ? 100U : 100 + i);
}

TEST(BulkCopy, Faults) {
  struct Case {
    std::string_view operands;
    std::string_view code;
    std::string_view message;
  };
  constexpr Case kCases[] = {
      {"[%r2], [%rd29], 24, [%r3];",      "bulk-copy-size",
       "a bulk copy's size must be a multiple of 16, not 24"                },
      {"[%r2+8], [%rd29], 32, [%r3];",    "misaligned-address",
       "store of 32 bytes at shared address 0x8, offset 8 of 's': the address is not a multiple of "
       "16"                                                                 },
      {"[%r2], [%rd29], 528, [%r3];",     "global-out-of-bounds",
       "load of 528 bytes at offset 0 of buffer 1 (512 bytes), over its end"},
      {"[%r2+4080], [%rd29], 32, [%r3];", "shared-out-of-bounds",
       "store of 32 bytes at shared address 0xff0, past the end of the block's 4104 bytes of "
       "shared "
       "memory; the last array is 'bar' at 0x1000"                          },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.operands);
    const Outcome outcome =
        outcome_of(bulk("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes " +
                        std::string(c.operands)),
                   {.in = counting(128), .module = kBulkArrays});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code);
    EXPECT_EQ(outcome.fault->message, c.message);
  }
}

TEST(BulkCopy, OtherFormsAreRefusedByName) {
  for (const std::string_view form :
       {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
        "[%r2], [%rd29], 512, [%r3], %rs1;",
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd29], [%r2], 16, %rs1;",
        "cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
        "[%r2], [%rd29, {%r4}], [%r3];",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f16 [%rd29], [%r2], 16;",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s64 [%rd29], [%r2], 16;",
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.f32 "
        "[%r2], [%r4], 16, [%r3];",
        "setmaxnreg.inc.sync.aligned.u32 64;", "wgmma.fence.sync.aligned;"}) {
    KernelUnderTest bench(module_around(form));
    ASSERT_FALSE(bench.prepared()) << form;
    EXPECT_EQ(bench.prepared().error().code, "unsupported-instruction");
  }
}

}  // namespace
}  // namespace smemlens::simt
