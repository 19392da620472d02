// Accesses of more than 64 bits a lane: .b128 registers, .v8 and .v4.b64, and atomics of vectors
// (PTX ISA, "mov", "ld", "st", "atom").

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using U32 = std::uint32_t;
using Words = std::vector<U32>;

// A kernel k(out, in) of one body, with .b128 registers.
std::string kernel_of(std::string_view body) {
  return ".version 8.8\n.target sm_100\n.address_size 64\n"
         ".shared .align 16 .b8 tile[512]; .const .align 16 .b32 table[4] = {9, 8, 7, 6};\n"
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         "  .reg .pred %p<4>; .reg .b16 %h<20>; .reg .b32 %r<20>; .reg .f32 %f<20>;\n"
         "  .reg .b64 %l<20>; .reg .b128 %q<4>;\n"
         "  ld.param.u64 %l0, [out]; ld.param.u64 %l1, [in]; mov.u32 %r0, %tid.x;\n"
         "  mul.wide.u32 %l2, %r0, 32; add.u64 %l0, %l0, %l2; add.u64 %l1, %l1, %l2;\n  " +
         std::string(body) + "\n  ret;\n}\n";
}

struct Trial {
  Words out;
  Outcome outcome;
};

// Lane l's 32 bytes of `in` and `out` are at l * 32; `in` counts its words, `out` is all ones.
Trial run(std::string_view body, U32 threads = 32) {
  KernelUnderTest bench(kernel_of(body));
  Words in(std::size_t{threads} * 8);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<U32>(i);
  bench.buffer(Words(in.size(), 1)).buffer(in);
  bench.launch().block = {threads, 1, 1};
  Trial result{.out = {}, .outcome = bench.run()};
  result.out = bench.content<U32>(0);
  return result;
}

Words out_of(std::string_view body, U32 threads = 32) {
  Trial result = run(body, threads);
  EXPECT_EQ(result.outcome.fault_text(), "");
  return result.out;
}

TEST(WideAccess, EightWordsOfEachLaneMove) {
  for (const std::string_view body :
       {"ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%l1];"
        "st.global.v8.u32 [%l0], {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8};",
        "ld.global.nc.v8.f32 {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8}, [%l1];"
        "st.global.L2::evict_last.v8.f32 [%l0], {%f1, %f2, %f3, %f4, %f5, %f6, %f7, %f8};",
        "ld.global.v4.b64 {%l10, %l11, %l12, %l13}, [%l1];"
        "st.global.v4.u64 [%l0], {%l10, %l11, %l12, %l13};"}) {
    SCOPED_TRACE(body);
    const Words out = out_of(body);
    for (U32 i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i);
  }
}

TEST(WideAccess, OfSomeLanesLeavesTheOthersAlone) {
  const Words out = out_of(
      "setp.eq.u32 %p1, %r0, 1; @%p1 ld.global.v8.b32 {%r1, _, %r3, _, _, _, _, %r8}, [%l1];"
      "@%p1 st.global.v8.b32 [%l0], {%r1, 5, %r3, 5, 5, 5, 5, %r8};",
      3);
  EXPECT_EQ(Words(out.begin(), out.begin() + 8), Words(8, 1));
  EXPECT_EQ(Words(out.begin() + 8, out.begin() + 16), (Words{8, 5, 10, 5, 5, 5, 5, 15}));
  EXPECT_EQ(Words(out.begin() + 16, out.end()), Words(8, 1));
}

TEST(WideAccess, NeedsItsWholeAlignment) {
  for (const std::string_view body :
       {"ld.global.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%l1+16];",
        "ld.global.v4.b64 {%l10, %l11, %l12, %l13}, [%l1+16];", "ld.global.b128 %q1, [%l1+8];",
        "st.global.b128 [%l0+8], %q1;", "atom.global.exch.b128 %q1, [%l0+8], %q2;",
        "red.global.add.v2.f32 [%l0+4], {%f1, %f2};"}) {
    const Trial result = run(body, 1);
    ASSERT_TRUE(result.outcome.fault) << body;
    EXPECT_EQ(result.outcome.fault->code, "misaligned-address") << body;
  }
}

TEST(WideAccess, Of32BytesExistsInGlobalMemoryOnly) {
  for (const std::string_view body :
       {"ld.shared.v4.b64 {%l10, %l11, %l12, %l13}, [%r0];",
        "ld.v8.b32 {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8}, [%l1];",
        "st.local.v4.b64 [%r0], {%l10, %l11, %l12, %l13};",
        "ld.global.v8.b16 {%h1, %h2, %h3, %h4, %h5, %h6, %h7, %h8}, [%l1];",
        "ld.global.v8.b64 {%l1, %l2, %l3, %l4, %l5, %l6, %l7, %l8}, [%l1];"}) {
    const Trial result = run(body, 1);
    ASSERT_TRUE(result.outcome.fault) << body;
    EXPECT_EQ(result.outcome.fault->code, "unsupported-instruction") << body;
  }
}

TEST(WideAccess, A128BitRegisterIsTwoOf64) {
  // The low half is the first of the pair.
  const Words out = out_of(R"(
      ld.global.v2.b64 {%l10, %l11}, [%l1]; mov.b128 %q1, {%l10, %l11}; mov.b128 %q2, %q1;
      mov.b128 {%l12, %l13}, %q2; st.global.v2.b64 [%l0], {%l13, %l12};
      mov.b128 {_, %l14}, %q1; st.global.b64 [%l0+16], %l14;)");
  for (U32 i = 0; i < out.size(); i += 8) {
    EXPECT_EQ(Words(out.begin() + i, out.begin() + i + 8),
              (Words{i + 2, i + 3, i, i + 1, i + 2, i + 3, 1, 1}));
  }
}

TEST(WideAccess, A128BitRegisterGoesThroughEveryMemory) {
  for (const std::string_view body :
       {"ld.global.b128 %q1, [%l1]; st.global.b128 [%l0], %q1;",
        "ld.b128 %q1, [%l1]; st.b128 [%l0], %q1;",
        "mul.lo.u32 %r1, %r0, 16; mov.u32 %r2, tile; add.u32 %r2, %r2, %r1;"
        "ld.global.b128 %q1, [%l1]; st.shared.b128 [%r2], %q1; ld.shared.b128 %q2, [%r2];"
        "st.global.b128 [%l0], %q2;",
        ".local .align 16 .b8 own[16]; ld.global.b128 %q1, [%l1]; st.local.b128 [own], %q1;"
        "ld.local.b128 %q2, [own]; st.global.b128 [%l0], %q2;"}) {
    SCOPED_TRACE(body);
    const Words out = out_of(body);
    for (U32 i = 0; i < out.size(); ++i) EXPECT_EQ(out[i], i % 8 < 4 ? i : 1);
  }
  const Words constants = out_of("ld.const.b128 %q1, [table]; st.global.b128 [%l0+16], %q1;", 1);
  EXPECT_EQ(constants, (Words{1, 1, 1, 1, 9, 8, 7, 6}));
}

TEST(WideAccess, InSharedMemoryItIsOneRequestOf16Bytes) {
  const Trial result =
      run("mul.lo.u32 %r1, %r0, 16; mov.u32 %r2, tile; add.u32 %r2, %r2, %r1;"
          "st.shared.b128 [%r2], %q1;");
  ASSERT_EQ(result.outcome.accesses.size(), 1U);
  EXPECT_EQ(result.outcome.accesses[0].wavefronts, 4U);
}

TEST(WideAccess, ExchangeAndCompareAndSwapOf128Bits) {
  // Of two lanes the second finds what the first has left.
  const Words exchanged = out_of(R"(
      ld.param.u64 %l0, [out]; ld.global.b128 %q1, [%l1];
      atom.global.exch.b128 %q2, [%l0], %q1; add.u64 %l0, %l0, %l2; st.global.b128 [%l0+16], %q2;)",
                                 2);
  EXPECT_EQ(exchanged, (Words{8, 9, 10, 11, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 2, 3}));
  const Words swapped = out_of(R"(
      ld.global.b128 %q1, [%l1]; mov.b64 %l10, 0x100000001; mov.b128 %q2, {%l10, %l10};
      setp.eq.u32 %p1, %r0, 1; @%p1 mov.b128 %q2, {%l10, %l2};
      atom.cas.b128 %q3, [%l0], %q2, %q1; st.global.b128 [%l0+16], %q3;)",
                               2);
  EXPECT_EQ(swapped, (Words{0, 1, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  const Words shared = out_of(R"(
      mov.u32 %r2, tile; ld.global.b128 %q1, [%l1]; st.shared.b128 [%r2], %q1;
      atom.shared.exch.b128 %q2, [%r2], %q3; st.global.b128 [%l0], %q2;
      ld.shared.b128 %q2, [%r2]; st.global.b128 [%l0+16], %q2;)",
                              1);
  EXPECT_EQ(shared, (Words{0, 1, 2, 3, 0, 0, 0, 0}));
}

TEST(VectorAtomics, AddEachElement) {
  // 1.0, 2.0 and twice 0.5 in f32; every lane adds to the first one's words.
  constexpr std::string_view kSetUp =
      "ld.param.u64 %l0, [out]; mov.b32 %r9, 0; setp.eq.u32 %p1, %r0, 0;"
      "@%p1 st.global.v4.u32 [%l0], {%r9, %r9, %r9, %r9}; bar.sync 0;";
  const Words pair =
      out_of(std::string(kSetUp) + "red.global.add.v2.f32 [%l0], {0f3F800000, 0f40000000};", 4);
  EXPECT_EQ(Words(pair.begin(), pair.begin() + 4), (Words{0x40800000, 0x41000000, 0, 0}));
  const Words four =
      out_of(std::string(kSetUp) +
                 "red.v4.f32.add [%l0], {0f3F800000, 0f40000000, 0f3F000000, 0f3F000000};",
             2);
  EXPECT_EQ(Words(four.begin(), four.begin() + 4),
            (Words{0x40000000, 0x40800000, 0x3f800000, 0x3f800000}));
  // f16: 0x3c00 is 1, 0x4000 is 2; bf16: 0x3f80 is 1, 0x4000 is 2.
  const Words halves = out_of(std::string(kSetUp) +
                                  "mov.b16 %h1, 0x3c00; red.global.v8.f16.add.noftz [%l0],"
                                  "{%h1, %h1, %h1, %h1, %h1, %h1, %h1, %h1};",
                              2);
  EXPECT_EQ(Words(halves.begin(), halves.begin() + 4), Words(4, 0x40004000));
  const Words pairs = out_of(std::string(kSetUp) +
                                 "mov.b32 %r1, 0x3f800000; mov.b32 %r2, 0x00003f80;"
                                 "red.global.v2.bf16x2.add.noftz [%l0], {%r1, %r2};",
                             2);
  EXPECT_EQ(Words(pairs.begin(), pairs.begin() + 4), (Words{0x40000000, 0x00004000, 0, 0}));
}

TEST(VectorAtomics, GiveTheOldValues) {
  const Words out = out_of(R"(
      ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%l1]; mov.b32 %r9, 0;
      st.global.v4.u32 [%l0], {0x3f800000, 0x40000000, %r9, %r9};
      atom.global.v2.f32.add {%f5, _}, [%l0], {0f40400000, 0f3F800000};
      st.global.f32 [%l0+16], %f5;)",
                           1);
  EXPECT_EQ(Words(out.begin(), out.begin() + 5), (Words{0x40800000, 0x40400000, 0, 0, 0x3f800000}));
}

TEST(VectorAtomics, AreGlobalOnly) {
  const Trial result =
      run("cvta.shared.u64 %l3, tile; red.add.v2.f32 [%l3], {0f3F800000, 0f3F800000};", 1);
  ASSERT_TRUE(result.outcome.fault);
  EXPECT_EQ(result.outcome.fault->code, "not-global-memory");
  // What they make of a NaN, the manual doesn't say.
  for (const std::string_view body :
       {"red.global.v2.f16.min.noftz [%l0], {%h1, %h2};",
        "atom.global.v2.bf16.max.noftz {%h1, %h2}, [%l0], {%h3, %h4};",
        "atom.shared.v2.f32.add {%f1, %f2}, [%r0], {%f3, %f4};",
        "red.global.add.v2.u32 [%l0], {%r1, %r2};"}) {
    const Trial refused = run(body, 1);
    ASSERT_TRUE(refused.outcome.fault) << body;
    EXPECT_EQ(refused.outcome.fault->code, "unsupported-instruction") << body;
  }
}

}  // namespace
}  // namespace smemlens::simt
