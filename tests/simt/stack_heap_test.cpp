// Memory that a kernel takes while it runs: alloca and its kind (PTX ISA, "Stack Manipulation
// Instructions"), malloc and free (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation").

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/simt/device_heap.h"
#include "smemlens/simt/global_memory.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using Words = std::vector<std::uint32_t>;

// --- the stack -----------------------------------------------------------------------------------

TEST(Stack, EachLaneGetsBytesOfItsOwn) {
  // Lane l asks for l + 1 words and fills them; a second request may not touch them.
  const auto lanes = lanes_of(R"(
      add.u32 %r1, %r30, 1; mul.lo.u32 %r1, %r1, 4; alloca.u32 %r2, %r1; alloca.u32 %r3, 4;
      mov.u32 %r4, 0;
      FILL: add.u32 %r5, %r2, %r4; st.local.u32 [%r5], %r30; add.u32 %r4, %r4, 4;
      setp.lt.u32 %p1, %r4, %r1; @%p1 bra FILL;
      st.local.u32 [%r3], 1000; sub.u32 %r1, %r1, 4; add.u32 %r5, %r2, %r1;
      ld.local.u32 %r6, [%r5]; ld.local.u32 %r7, [%r3]; add.u32 %r31, %r6, %r7;)");
  for (std::uint32_t i = 0; i < 32; ++i) EXPECT_EQ(lanes[i], 1000 + i);
}

TEST(Stack, AlignsAsAskedAndBy8AtLeast) {
  const auto lanes = lanes_of(R"(
      .local .align 4 .b8 own[4]; st.local.u32 [own], 5;
      alloca.u64 %rd1, 1; alloca.u64 %rd2, 1; alloca.u64 %rd3, 1, 64; alloca.u64 %rd4, 1, 1;
      and.b64 %rd5, %rd1, 7; and.b64 %rd6, %rd2, 7; and.b64 %rd7, %rd3, 63; and.b64 %rd8, %rd4, 7;
      or.b64 %rd5, %rd5, %rd6; or.b64 %rd7, %rd7, %rd8; or.b64 %rd5, %rd5, %rd7;
      st.local.u8 [%rd1], 1; st.local.u8 [%rd2], 2; st.local.u8 [%rd3], 3; st.local.u8 [%rd4], 4;
      ld.local.u8 %r1, [%rd1]; ld.local.u8 %r2, [%rd2]; ld.local.u8 %r3, [%rd3];
      ld.local.u32 %r4, [own]; mad.lo.u32 %r1, %r1, 10, %r2; mad.lo.u32 %r1, %r1, 10, %r3;
      mad.lo.u32 %r1, %r1, 10, %r4; cvt.u32.u64 %r5, %rd5; add.u32 %r31, %r1, %r5;)",
                              {.threads = 1});
  EXPECT_EQ(lanes, Words{1235});
}

TEST(Stack, RestoringGivesTheSameBytesAgain) {
  const auto lanes = lanes_of(R"(
      stacksave.u64 %rd1; alloca.u64 %rd2, 16; stacksave.u64 %rd3; stackrestore.u64 %rd1;
      alloca.u64 %rd4, 16; setp.eq.u64 %p1, %rd2, %rd4; setp.ne.and.u64 %p1, %rd1, %rd3, %p1;
      cvta.local.u64 %rd5, %rd4; st.u32 [%rd5], 7; ld.local.u32 %r1, [%rd2];
      selp.u32 %r31, %r1, 0, %p1;)");
  EXPECT_EQ(lanes, Words(32, 7));
}

TEST(Stack, OfAFunctionEndsWithItAndLiesBehindTheCallers) {
  const auto lanes = lanes_of(
      R"(
      alloca.u32 %r1, 8; st.local.u32 [%r1], 40; st.local.u32 [%r1+4], 41;
      { .param .b32 r; call (r), f; ld.param.b32 %r2, [r]; call (r), f; ld.param.b32 %r3, [r]; }
      setp.eq.u32 %p1, %r2, %r3; ld.local.u32 %r4, [%r1]; ld.local.u32 %r5, [%r1+4];
      add.u32 %r4, %r4, %r5; selp.u32 %r31, %r4, 0, %p1;)",
      {.threads = 2, .module = R"(.func (.param .b32 r) f() { .reg .b32 %r<3>;
        alloca.u32 %r1, 64; st.local.u32 [%r1], 99; st.local.u32 [%r1+60], 99;
        st.param.b32 [r], %r1; ret; })"});
  EXPECT_EQ(lanes, Words(2, 81));
}

TEST(Stack, StartsAfreshWithEachBlock) {
  const auto lanes =
      lanes_of("alloca.u32 %r1, 300000; st.local.u32 [%r1], 3; ld.local.u32 %r31, [%r1];",
               {.threads = 1, .blocks = 3});
  EXPECT_EQ(lanes, Words{3});
}

struct FaultCase {
  std::string_view body;
  std::string_view code;
};

constexpr FaultCase kStackFaults[] = {
    {"alloca.u32 %r1, 600000;",                                       "call-stack-overflow"    },
    {"alloca.u64 %rd1, -1;",                                          "call-stack-overflow"    },
    {"LOOP: alloca.u32 %r1, 4096; bra LOOP;",                         "call-stack-overflow"    },
    {"alloca.u32 %r1, 16; st.local.u32 [%r1+16], 1;",                 "local-out-of-bounds"    },
    {"stacksave.u32 %r1; add.u32 %r1, %r1, 8; stackrestore.u32 %r1;", "stack-pointer"          },
    {".local .b8 own[16]; mov.u32 %r1, 0; stackrestore.u32 %r1;",     "stack-pointer"          },
    {"alloca.u32 %r1, 16, 3;",                                        "unsupported-instruction"},
};

TEST(Stack, FaultsAreTold) {
  for (const auto& [body, code] : kStackFaults) {
    const Outcome outcome = outcome_of(body, {.threads = 1});
    ASSERT_TRUE(outcome.fault) << body;
    EXPECT_EQ(outcome.fault->code, code) << body;
  }
}

// --- the heap ------------------------------------------------------------------------------------

constexpr std::string_view kHeap =
    ".extern .func (.param .b64 func_retval0) malloc (.param .b64 malloc_param_0);\n"
    ".extern .func free (.param .b64 free_param_0);\n";

// %rd1 = malloc(bytes)
std::string allocate(std::string_view bytes) {
  return "{ .param .b64 n; .param .b64 r; st.param.b64 [n], " + std::string(bytes) +
         "; call.uni (r), malloc, (n); ld.param.b64 %rd1, [r]; }\n";
}
std::string release(std::string_view address) {
  return "{ .param .b64 p; st.param.b64 [p], " + std::string(address) + "; call.uni free, (p); }\n";
}

TEST(Heap, EveryThreadGetsBytesOfItsOwn) {
  const auto lanes = lanes_of(
      allocate("100") + R"(st.global.u32 [%rd1+96], %r30; bar.sync 0; ld.u32 %r31, [%rd1+96];
        isspacep.global %p1, %rd1; @!%p1 mov.u32 %r31, 999;
        and.b64 %rd2, %rd1, 15; setp.ne.u64 %p1, %rd2, 0; @%p1 mov.u32 %r31, 998;)" +
          release("%rd1"),
      {.threads = 64, .module = kHeap});
  for (std::uint32_t i = 0; i < 64; ++i) EXPECT_EQ(lanes[i], i);
}

TEST(Heap, IsNullWhenExhaustedOrNothingIsAskedFor) {
  for (const std::string_view bytes : {"8388609", "-1", "0"}) {
    const auto lanes = lanes_of(allocate(bytes) + "cvt.u32.u64 %r31, %rd1;" + release("%rd1"),
                                {.threads = 1, .module = kHeap});
    EXPECT_EQ(lanes, Words{0}) << bytes;
  }
  // 8 MiB are there, once.
  const auto lanes =
      lanes_of(allocate("8388608") +
                   "setp.ne.u64 %p1, %rd1, 0; selp.u32 %r31, 1, 0, %p1; mov.u64 %rd5, %rd1;" +
                   allocate("1") + "setp.ne.u64 %p1, %rd1, 0; @%p1 add.u32 %r31, %r31, 2;" +
                   release("%rd5") + allocate("16") +
                   "setp.ne.u64 %p1, %rd1, 0; @%p1 add.u32 %r31, %r31, 4;",
               {.threads = 1, .module = kHeap});
  EXPECT_EQ(lanes, Words{5});
}

TEST(Heap, FaultsAreToldWithTheBlock) {
  const std::string_view places[][3] = {
      {"ld.global.u32 %r31, [%rd1+24];",                              "global-out-of-bounds",
       "allocation 1 from malloc (24 bytes)"                                                                                                            },
      {"FREE ld.global.u32 %r31, [%rd1];",                            "use-after-free",
       "allocation 1 from malloc (24 bytes), which was freed before"                                                                                    },
      {"ld.global.u32 %r1, [%rd1]; FREE ld.global.u32 %r31, [%rd1];", "use-after-free",       "offset 0"                                                },
      {"FREE FREE",                                                   "heap-free",            "free of allocation 1 from malloc, which was freed before"},
      {"add.u64 %rd1, %rd1, 8; FREE",                                 "heap-free",            "malloc didn't give"                                      },
      {"mov.u64 %rd1, %rd30; FREE",                                   "heap-free",            "malloc didn't give"                                      },
  };
  for (const auto& [pattern, code, message] : places) {
    std::string body(pattern);
    for (std::size_t at = body.find("FREE"); at != std::string::npos; at = body.find("FREE")) {
      body.replace(at, 4, release("%rd1"));
    }
    const Outcome outcome = outcome_of(allocate("24") + body, {.threads = 1, .module = kHeap});
    ASSERT_TRUE(outcome.fault) << pattern;
    EXPECT_EQ(outcome.fault->code, code) << pattern;
    EXPECT_NE(outcome.fault->message.find(message), std::string::npos) << outcome.fault->message;
  }
}

TEST(Heap, OneLoadSiteSeesABlockEnd) {
  // The same load twice: the first time the block is there, the second time it is free.
  const Outcome outcome = outcome_of(
      allocate("16") + "mov.u32 %r1, 0;\nAGAIN: ld.global.u32 %r31, [%rd1];" + release("%rd1") +
          "add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 2; @%p1 bra AGAIN;",
      {.threads = 1, .module = kHeap});
  ASSERT_TRUE(outcome.fault);
  EXPECT_EQ(outcome.fault->code, "use-after-free");
}

TEST(Heap, KeepsBlocksUntilItIsCleared) {
  GlobalMemory memory;
  DeviceHeap heap(memory);
  heap.set_limit(64);
  const std::uint64_t first = heap.allocate(17);
  ASSERT_NE(first, 0U);
  EXPECT_EQ(memory.find(first + 16)->name, "allocation 1 from malloc");
  EXPECT_EQ(memory.find(first + 17), nullptr);
  EXPECT_NE(heap.allocate(32), 0U);
  EXPECT_EQ(heap.allocate(1), 0U);  // 32 + 32 are taken
  EXPECT_FALSE(heap.free(first + 16));
  EXPECT_TRUE(heap.free(first));
  EXPECT_FALSE(heap.free(first));
  EXPECT_NE(heap.allocate(1), 0U);
  heap.clear();
  EXPECT_EQ(memory.find(first), nullptr);
  EXPECT_NE(heap.allocate(64), 0U);
  heap.set_limit(16);  // below what is taken
  EXPECT_EQ(heap.allocate(1), 0U);
  heap.set_limit(~std::uint64_t{0});
  EXPECT_EQ(heap.allocate(~std::uint64_t{0} - 3), 0U);  // rounded up it would be 0
}

TEST(Heap, KnowsManyFreedBlocksByName) {
  GlobalMemory memory;
  DeviceHeap heap(memory);
  std::vector<std::uint64_t> freed;
  for (int i = 0; i < 1000; ++i) {
    freed.push_back(heap.allocate(16));
    ASSERT_TRUE(heap.free(freed.back()));
  }
  for (const std::uint64_t address : freed) ASSERT_NE(memory.find_freed(address), nullptr);
  EXPECT_EQ(memory.find_freed(freed[999] + 15)->name, "allocation 1000 from malloc");
  // The oldest goes when more bytes than the heap's first limit would be kept back.
  const std::uint64_t large = heap.allocate(DeviceHeap::kDefaultBytes);
  ASSERT_NE(large, 0U);
  EXPECT_TRUE(heap.free(large));
  EXPECT_EQ(memory.find_freed(freed[999]), nullptr);
  EXPECT_NE(memory.find_freed(large), nullptr);
}

}  // namespace
}  // namespace smemlens::simt
