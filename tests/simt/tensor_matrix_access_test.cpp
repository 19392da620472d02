// ldmatrix, stmatrix and movmatrix: which element comes where (PTX ISA, "ldmatrix": lane 4r + c
// holds elements 2c and 2c + 1 of row r), what the requests cost, and what goes wrong.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/request.h"
#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

constexpr std::string_view kArray = ".shared .align 128 .b8 s[4096];";

// s[i] = i, as 16-bit elements: two a word, 16 words a lane. Then %r2 = s.
std::string filled() {
  std::string text = "mov.u32 %r2, s; shl.b32 %r1, %r30, 6; add.u32 %r1, %r1, %r2;\n";
  text += "shl.b32 %r4, %r30, 5;\n";  // the first element of lane l: 32 l
  for (int i = 0; i < 16; ++i) {
    text += "add.u32 %r5, %r4, " + std::to_string(2 * i) + "; ";
    text += "add.u32 %r6, %r4, " + std::to_string((2 * i) + 1) + "; ";
    text += "shl.b32 %r6, %r6, 16; or.b32 %r5, %r5, %r6; ";
    text += "st.shared.u32 [%r1+" + std::to_string(4 * i) + "], %r5;\n";
  }
  return text + "bar.warp.sync -1;\n";
}

// %r3 = s + lane * 32 bytes: row l begins at element 16 l.
constexpr std::string_view kRows = "shl.b32 %r3, %r30, 5; add.u32 %r3, %r3, %r2;\n";

std::uint32_t pair(std::uint32_t low, std::uint32_t high) {
  return low | high << 16;
}

// The word of matrix `matrix` in lane `lane`, if row r of the matrix begins at element
// 16 * (8 * matrix + r).
std::uint32_t expected_word(unsigned matrix, unsigned lane, bool is_transposed) {
  const auto element = [matrix](unsigned row, unsigned column) {
    return (16 * ((8 * matrix) + row)) + column;
  };
  const unsigned r = lane / 4;
  const unsigned c = 2 * (lane % 4);
  return is_transposed ? pair(element(c, r), element(c + 1, r))
                       : pair(element(r, c), element(r, c + 1));
}

TEST(LoadMatrix, EveryLaneHoldsItsPairOfEachMatrix) {
  struct Case {
    std::string_view instruction;
    unsigned matrices;
    bool is_transposed;
  };
  constexpr Case kCases[] = {
      {"ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r3];",                         1, false},
      {"ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r10, %r11}, [%r3];",                   2, false},
      {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r3];",       4, false},
      {"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%r10}, [%r3];",                   1, true },
      {"ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r10, %r11}, [%r3];",             2, true },
      {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r10, %r11, %r12, %r13}, [%r3];", 4, true },
      {"ldmatrix.sync.aligned.x4.m8n8.shared.b16 {%r10, %r11, %r12, %r13}, [%r3];",       4, false},
      {"ldmatrix.sync.aligned.m8n8.x2.shared::cta.b16 {%r10, %r11}, [%r3];",              2, false},
      {"cvt.u64.u32 %rd1, %r3; cvta.shared.u64 %rd1, %rd1;"
       "ldmatrix.sync.aligned.m8n8.x4.b16 {%r10, %r11, %r12, %r13}, [%rd1];",      4, false},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.instruction);
    for (unsigned matrix = 0; matrix < c.matrices; ++matrix) {
      const auto lanes = lanes_of(filled() + std::string(kRows) + std::string(c.instruction) +
                                      "mov.u32 %r31, %r" + std::to_string(10 + matrix) + ";",
                                  {.module = kArray});
      ASSERT_EQ(lanes.size(), 32U);
      for (unsigned lane = 0; lane < 32; ++lane) {
        EXPECT_EQ(lanes[lane], expected_word(matrix, lane, c.is_transposed)) << lane;
      }
    }
  }
}

// Lanes that give no row may hold any address.
TEST(LoadMatrix, AddressesOfLanesWithoutARowDontCount) {
  const auto lanes = lanes_of(filled() + std::string(kRows) + R"(
      setp.ge.u32 %p1, %r30, 8;
      @%p1 mov.u32 %r3, 0xfffffff3;
      ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];)",
                              {.module = kArray});
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(lanes[lane], expected_word(0, lane, false));
  }
}

TEST(StoreMatrix, MirrorsLoadMatrix) {
  struct Case {
    std::string_view store;
    std::string_view load;
  };
  // Transposed by the store or by the load of another matrix: the same.
  constexpr Case kCases[] = {
      {"stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r6], {%r10, %r11, %r12, %r13};",           ""      },
      {"stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%r6], {%r10, %r11, %r12, %r13};",     ".trans"},
      {"stmatrix.sync.aligned.m8n8.x2.shared.b16 [%r6], {%r10, %r11};"
       "add.u32 %r7, %r6, 256; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r7], {%r12};"
       "add.u32 %r7, %r6, 384; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r7], %r13;", ""      },
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.store);
    // 32 rows of 16 bytes from s + 2048 on.
    const std::string body =
        filled() + std::string(kRows) + "ldmatrix.sync.aligned.m8n8.x4" + std::string(c.load) +
        ".shared.b16 {%r10, %r11, %r12, %r13}, [%r3];"
        "shl.b32 %r6, %r30, 4; add.u32 %r6, %r6, %r2; add.u32 %r6, %r6, 2048;" +
        std::string(c.store) +
        "bar.warp.sync -1; shl.b32 %r6, %r30, 4; add.u32 %r6, %r6, %r2;"
        "ld.shared.u32 %r31, [%r6+2052];";  // the second pair of row l
    const auto lanes = lanes_of(body, {.module = kArray});
    for (unsigned lane = 0; lane < 32; ++lane) {
      EXPECT_EQ(lanes[lane], pair((16 * lane) + 2, (16 * lane) + 3)) << lane;
    }
  }
}

TEST(MoveMatrix, Transposes) {
  const auto lanes = lanes_of(filled() + std::string(kRows) + R"(
      ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%r3];
      movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r10;
      mov.u32 %r31, %r10;)",
                              {.module = kArray});
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(lanes[lane], expected_word(0, lane, true));
  }
}

// docs/model.md §5: a phase of 8 rows of 16 bytes for each matrix.
TEST(MatrixAccess, Costs) {
  struct Case {
    std::string_view name;
    std::string_view rows;  // from %r30 and %r2 to %r3
    std::string_view instruction;
    std::uint32_t wavefronts;
    std::uint32_t ideal;
  };
  constexpr std::string_view kLoad4 =
      "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r10, %r11, %r12, %r13}, [%r3];";
  constexpr std::string_view kLoad2 =
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r10, %r11}, [%r3];";
  constexpr std::string_view kStore4 =
      "stmatrix.sync.aligned.m8n8.x4.shared.b16 [%r3], {%r30, %r30, %r30, %r30};";
  // Row l at 16 l: 8 rows fill the 32 banks.
  constexpr std::string_view kPacked = "shl.b32 %r3, %r30, 4; add.u32 %r3, %r3, %r2;";
  // Row l at 128 l: all rows in one place of the banks.
  constexpr std::string_view kColumn = "shl.b32 %r3, %r30, 7; add.u32 %r3, %r3, %r2;";
  // … with the chunk of 16 bytes XORed by the row: no two of 8 rows in one place.
  constexpr std::string_view kSwizzled =
      "and.b32 %r4, %r30, 7; shl.b32 %r4, %r4, 4; shl.b32 %r3, %r30, 7; xor.b32 %r3, %r3, %r4;"
      "add.u32 %r3, %r3, %r2;";
  // Row l at 64 l: two places for 8 rows.
  constexpr std::string_view kHalf = "shl.b32 %r3, %r30, 6; add.u32 %r3, %r3, %r2;";
  constexpr Case kCases[] = {
      {"packed_rows",       kPacked,   kLoad4,  4,  4},
      {"one_column",        kColumn,   kLoad4,  32, 4},
      {"swizzled",          kSwizzled, kLoad4,  4,  4},
      {"two_places",        kHalf,     kLoad4,  16, 4},
      {"x2_one_column",     kColumn,   kLoad2,  16, 2},
      {"x2_swizzled",       kSwizzled, kLoad2,  2,  2},
      {"store_packed_rows", kPacked,   kStore4, 4,  4},
      {"store_one_column",  kColumn,   kStore4, 32, 4},
      {"store_swizzled",    kSwizzled, kStore4, 4,  4},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(
        "mov.u32 %r2, s;" + std::string(c.rows) + std::string(c.instruction) + "mov.u32 %r31, 0;",
        {.module = kArray, .architecture = "sm_90"});
    ASSERT_FALSE(outcome.fault) << outcome.fault_text();
    ASSERT_EQ(outcome.accesses.size(), 1U);
    const Outcome::Access& access = outcome.accesses[0];
    EXPECT_EQ(access.wavefronts, c.wavefronts);
    EXPECT_EQ(access.ideal_wavefronts, c.ideal);
    EXPECT_TRUE(access.is_exact);
    EXPECT_EQ(access.array, "s");
    EXPECT_EQ(access.operation, c.name.starts_with("store") ? smemlens::Operation::kStmatrix
                                                            : smemlens::Operation::kLdmatrix);
  }
}

TEST(MatrixAccess, Faults) {
  struct Case {
    std::string_view name;
    std::string_view body;
    std::string_view code;
    std::string_view message;
  };
  constexpr Case kCases[] = {
      {"misaligned",         "add.u32 %r3, %r3, 8; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];",
       "misaligned-address",                                                                                                         "load of 16 bytes at shared address 0x8, offset 8 of 's': the address is not a multiple of "
       "16"                                                    },
      {"past_the_end",
       "add.u32 %r3, %r3, 4080; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];",                    "shared-out-of-bounds",
       "load of 16 bytes at shared address 0x1000, past the end of the block's 4096 bytes of "
       "shared memory; the last array is 's' at 0x0"                                       },
      {"store_past_the_end",
       "add.u32 %r3, %r3, 4080; stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r3], {%r30};",                    "shared-out-of-bounds",
       "store of 16 bytes at shared address 0x1000, past the end of the block's 4096 bytes of "
       "shared memory; the last array is 's' at 0x0"                                       },
      {"not_shared",         "ldmatrix.sync.aligned.m8n8.x1.b16 {%r31}, [%rd29];",                           "not-shared-memory",
       "the address isn't one in shared memory"                                            },
      {"guarded_by_half",
       "setp.lt.u32 %p1, %r30, 16; @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];",            "partial-warp",
       "only 16 of the warp's 32 threads execute this instruction, which needs all of them"},
      {"in_one_branch",
       "setp.lt.u32 %p1, %r30, 8; @%p1 bra DONE;"
       "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3]; DONE:",                                      "partial-warp",
       "only 24 of the warp's 32 threads execute this instruction, which needs all of them"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = outcome_of(
        "mov.u32 %r2, s; shl.b32 %r3, %r30, 4; add.u32 %r3, %r3, %r2;" + std::string(c.body),
        {.module = kArray});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code);
    EXPECT_EQ(outcome.fault->message, c.message);
  }
}

TEST(MatrixAccess, AGuardThatHoldsForNobodySkips) {
  const std::string skipped = filled() + std::string(kRows) + R"(
      mov.u32 %r31, 7; setp.gt.u32 %p1, %r30, 99;
      @%p1 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];)";
  EXPECT_EQ(lanes_of(skipped, {.module = kArray}), std::vector<std::uint32_t>(32, 7));
}

// One of the two paths could return, so nothing makes them meet before the instruction.
TEST(MatrixAccess, LanesOfTwoPathsComeTogether) {
  const auto lanes = lanes_of(filled() + std::string(kRows) + R"(
      setp.lt.u32 %p1, %r30, 16; setp.gt.u32 %p2, %r30, 99;
      @%p1 bra LOW;
      mov.u32 %r9, 1; bra BOTH;
    LOW: @%p2 ret;
    BOTH: ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r31}, [%r3];)",
                              {.module = kArray});
  ASSERT_EQ(lanes.size(), 32U);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(lanes[lane], expected_word(0, lane, false));
  }
}

TEST(MatrixAccess, FormsOfNewerArchitecturesAreRefusedByName) {
  for (const std::string_view form :
       {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r10, %r11}, [%r2];",
        "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b4x16_p64 {%r10}, [%r2];",
        "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r2], {%r10};"}) {
    KernelUnderTest bench(module_around(form));
    ASSERT_FALSE(bench.prepared()) << form;
    EXPECT_EQ(bench.prepared().error().code, "unsupported-instruction");
  }
}

}  // namespace
}  // namespace smemlens::simt
