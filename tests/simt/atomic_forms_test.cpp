// atom and red of each operation, type and state space, against the PTX manual's definitions
// ("atom"): the result is the old value, memory gets the new one.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"

namespace smemlens::simt {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

struct Row {
  std::string_view operation;  // as written behind the space
  char registers;              // %h 16 bits, %r 32, %l 64, %f, %d
  U64 old;
  U64 operand;
  U64 expected;  // in memory
  U64 second{};  // of cas: what is written where the old value equals the operand
};

constexpr U64 kTop = 0x8000000000000000;
constexpr U64 kAll = ~U64{0};

constexpr Row kRows[] = {
    {"add.u32", 'r', 0xffffffff, 2, 1},
    {"add.s32", 'r', 0x7fffffff, 1, 0x80000000},
    {"add.u64", 'l', 0xffffffff, 1, 0x100000000},
    {"add.u64", 'l', kAll, kAll, kAll - 1},
    {"min.u32", 'r', 0xffffffff, 1, 1},
    {"min.s32", 'r', 0xffffffff, 1, 0xffffffff},
    {"min.u64", 'l', kTop, 1, 1},
    {"min.s64", 'l', kTop, 1, kTop},
    {"max.u32", 'r', 0xffffffff, 1, 0xffffffff},
    {"max.s32", 'r', 0xffffffff, 1, 1},
    {"max.u64", 'l', kTop, 1, kTop},
    {"max.s64", 'l', kTop, 1, 1},
    {"inc.u32", 'r', 6, 7, 7},
    {"inc.u32", 'r', 7, 7, 0},
    {"inc.u32", 'r', 0xffffffff, 7, 0},
    {"inc.u32", 'r', 0, 0, 0},
    {"dec.u32", 'r', 6, 7, 5},
    {"dec.u32", 'r', 0, 7, 7},
    {"dec.u32", 'r', 8, 7, 7},
    {"dec.u32", 'r', 7, 7, 6},
    {"and.b32", 'r', 0xff00ff00, 0x0ff00ff0, 0x0f000f00},
    {"or.b32", 'r', 0xff00ff00, 0x0ff00ff0, 0xfff0fff0},
    {"xor.b32", 'r', 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0},
    {"and.b64", 'l', 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0x0f000f000f000f00},
    {"or.b64", 'l', 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0xfff0fff0fff0fff0},
    {"xor.b64", 'l', 0xff00ff00ff00ff00, 0x0ff00ff00ff00ff0, 0xf0f0f0f0f0f0f0f0},
    {"exch.b32", 'r', 0x12345678, 0x9abcdef0, 0x9abcdef0},
    {"exch.b64", 'l', 1, kTop, kTop},
    {"cas.b16", 'h', 0x8001, 0x8001, 0x1234, 0x1234},
    {"cas.b16", 'h', 0x8001, 0x0001, 0x8001, 0x1234},
    {"cas.b32", 'r', 5, 5, 9, 9},
    {"cas.b32", 'r', 5, 6, 5, 9},
    {"cas.b64", 'l', kTop + 5, kTop + 5, 9, 9},
    {"cas.b64", 'l', kTop + 5, 5, kTop + 5, 9},
    // 1.5 + 2.25 = 3.75; the largest + the largest = infinity; -0 + 0 = 0; 2^24 + 1 rounds to even.
    {"add.f32", 'f', 0x3fc00000, 0x40100000, 0x40700000},
    {"add.f32", 'f', 0x7f7fffff, 0x7f7fffff, 0x7f800000},
    {"add.f32", 'f', 0x80000000, 0x00000000, 0x00000000},
    {"add.f32", 'f', 0x4b800000, 0x3f800000, 0x4b800000},
    {"add.f64", 'd', 0x3ff8000000000000, 0x4002000000000000, 0x400e000000000000},
    {"add.f64", 'd', 0x4340000000000000, 0x3ff0000000000000, 0x4340000000000000},
    // 1.5 + 2.25 in halves; 65504 + 32 rounds to infinity; the smallest subnormal twice.
    {"add.noftz.f16", 'h', 0x3e00, 0x4080, 0x4380},
    {"add.noftz.f16", 'h', 0x7bff, 0x5000, 0x7c00},
    {"add.noftz.f16", 'h', 0x0001, 0x0001, 0x0002},
    {"add.noftz.bf16", 'h', 0x3fc0, 0x4010, 0x4070},
    // Each half by itself: no carry between them.
    {"add.noftz.f16x2", 'r', 0x7bff3e00, 0x50004080, 0x7c004380},
    {"add.noftz.bf16x2", 'r', 0x3fc0bfc0, 0x40103fc0, 0x40700000},
};

struct Space {
  std::string_view name;
  std::string_view word;     // behind atom
  std::string_view address;  // %l20: of the rows, 16 bytes each
};

constexpr Space kSpaces[] = {
    {"global",          ".global",             "mov.u64 %l20, %l29;"                            },
    {"shared",          ".shared",             "mov.u64 %l20, tile;"                            },
    {"shared::cta",     ".shared::cta",        "mov.u64 %l20, tile;"                            },
    {"shared::cluster", ".shared::cluster",    "mov.u64 %l20, tile;"                            },
    {"generic, global", "",                    "mov.u64 %l20, %l29;"                            },
    {"generic, shared", "",                    "mov.u64 %l20, tile; cvta.shared.u64 %l20, %l20;"},
    {"ordered",         ".acq_rel.gpu.global", "mov.u64 %l20, %l29;"                            },
};

std::string number(U64 value) {
  return std::to_string(value);
}

std::string set(char registers, U32 index, U64 value) {
  const std::string name = '%' + std::string(1, registers) + number(index);
  switch (registers) {
    case 'h':
      return "mov.u16 " + name + ", " + number(value) + ";";
    case 'r':
      return "mov.u32 " + name + ", " + number(value) + ";";
    case 'f':
      return "mov.u32 %r20, " + number(value) + "; mov.b32 " + name + ", %r20;";
    case 'd':
      return "mov.b64 %l20, " + number(value) + "; mov.b64 " + name + ", %l20;";
    default:
      return "mov.b64 " + name + ", " + number(value) + ";";
  }
}

// Register 1 as 64 bits in %l10.
std::string result(char registers) {
  switch (registers) {
    case 'h':
      return "cvt.u64.u16 %l10, %h1;";
    case 'r':
      return "cvt.u64.u32 %l10, %r1;";
    case 'f':
      return "mov.b32 %r20, %f1; cvt.u64.u32 %l10, %r20;";
    case 'd':
      return "mov.b64 %l10, %d1;";
    default:
      return "mov.b64 %l10, %l1;";
  }
}

std::string module_of(std::string_view body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.shared .align 16 .b8 tile[16];\n"
         ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
         ".reg .pred %p<4>; .reg .b16 %h<8>; .reg .b32 %r<32>; .reg .b64 %l<32>;\n"
         ".reg .f32 %f<8>; .reg .f64 %d<8>;\n"
         "ld.param.u64 %l30, [out]; ld.param.u64 %l29, [in]; mov.u32 %r30, %tid.x;\n" +
         std::string(body) + "ret;\n}\n";
}

struct Trial {
  U64 result = 0;
  U64 memory = 0;
};

// One thread, one row; red leaves the result alone.
Trial run(const Space& space, const Row& row, std::string_view opcode) {
  const auto register_name = [&row](U32 index) {
    return '%' + std::string(1, row.registers) + number(index);
  };
  const bool has_result = opcode == "atom";
  const bool swaps = row.operation.starts_with("cas");
  std::string body = set(row.registers, 1, 0) + set(row.registers, 2, row.operand) +
                     set(row.registers, 3, row.second) + std::string(space.address) +
                     "mov.b64 %l12, " + number(row.old) + "; st.b64 [%l21], %l12;\n";
  const std::string to_generic = space.address.starts_with("mov.u64 %l20, tile;")
                                     ? "mov.u64 %l21, tile; cvta.shared.u64 %l21, %l21;"
                                     : "mov.u64 %l21, %l29;";
  body.insert(0, to_generic);
  body += std::string(opcode) + std::string(space.word) + "." + std::string(row.operation) + " " +
          (has_result ? register_name(1) + ", " : "") + "[%l20], " + register_name(2) +
          (swaps ? ", " + register_name(3) : "") + ";\n";
  body += result(row.registers) + "st.global.b64 [%l30], %l10; ld.b64 %l11, [%l21];" +
          "st.global.b64 [%l30+8], %l11;\n";
  KernelUnderTest bench(module_of(body));
  bench.buffer(std::vector<U64>(2)).buffer(std::vector<U64>(2));
  bench.launch().block = {1, 1, 1};
  EXPECT_EQ(bench.run().fault_text(), "");
  const std::vector<U64> out = bench.content<U64>(0);
  return {out[0], out[1]};
}

TEST(AtomicForms, GiveTheOldValueAndLeaveTheNewOne) {
  for (const Space& space : kSpaces) {
    for (const Row& row : kRows) {
      SCOPED_TRACE(std::string(space.name) + " " + std::string(row.operation) + " " +
                   number(row.old) + ", " + number(row.operand));
      const Trial trial = run(space, row, "atom");
      EXPECT_EQ(trial.result, row.old);
      EXPECT_EQ(trial.memory, row.expected);
    }
  }
}

TEST(AtomicForms, ReductionsLeaveTheSameWithoutAResult) {
  for (const Space& space : kSpaces) {
    if (space.name == "ordered") continue;  // red has no .acq_rel
    for (const Row& row : kRows) {
      if (row.operation.starts_with("cas") || row.operation.starts_with("exch")) continue;
      SCOPED_TRACE(std::string(space.name) + " " + std::string(row.operation) + " " +
                   number(row.old) + ", " + number(row.operand));
      const Trial trial = run(space, row, "red");
      EXPECT_EQ(trial.result, 0U);
      EXPECT_EQ(trial.memory, row.expected);
    }
  }
}

// All lanes of a warp at one word, lane l with the operand l: what is left is that of any order.
struct Crowd {
  std::string_view operation;
  std::string_view operand;  // "%r30": the lane
  U32 old;
  U32 expected;
};

constexpr Crowd kCrowds[] = {
    {"add.u32", "%r30", 1000,       1496      },
    {"min.s32", "%r30", 5,          0         },
    {"max.u32", "%r30", 5,          31        },
    {"and.b32", "%r31", 0xffffffff, 0         },
    {"or.b32",  "%r31", 0,          0xffffffff},
    {"xor.b32", "%r31", 0xffffffff, 0         },
    {"inc.u32", "20",   0,          11        }, // round after 20
    {"dec.u32", "20",   0,          10        },
    {"add.f32", "%f1",  0,          0x42000000}, // 32 times 1.0
};

TEST(AtomicForms, LanesAtOneWordTakeTurns) {
  for (const Space& space : kSpaces) {
    for (const Crowd& crowd : kCrowds) {
      SCOPED_TRACE(std::string(space.name) + " " + std::string(crowd.operation));
      // %r31: for bits, the lane's own bit; for and, all others.
      const bool clears = crowd.operation.starts_with("and");
      const bool is_float = crowd.operation.ends_with("f32");
      const std::string body =
          std::string(space.address) + "mov.f32 %f1, 0f3F800000; shl.b32 %r31, 1, %r30;" +
          (clears ? "not.b32 %r31, %r31;" : "") + "mov.u64 %l21, tile;" +
          "cvta.shared.u64 %l21, %l21;" +
          (space.address.starts_with("mov.u64 %l20, tile;") ? "" : "mov.u64 %l21, %l29;") +
          "st.u32 [%l21], " + number(crowd.old) + "; bar.sync 0;\natom" + std::string(space.word) +
          "." + std::string(crowd.operation) + (is_float ? " %f2" : " %r1") + ", [%l20], " +
          std::string(crowd.operand) + ";\nbar.sync 0; ld.u32 %r2, [%l21]; " +
          "st.global.u32 [%l30], %r2;\n";
      KernelUnderTest bench(module_of(body));
      bench.buffer(std::vector<U64>(2)).buffer(std::vector<U64>(2));
      bench.launch().block = {32, 1, 1};
      EXPECT_EQ(bench.run().fault_text(), "");
      EXPECT_EQ(bench.content<U32>(0)[0], crowd.expected);
    }
  }
}

}  // namespace
}  // namespace smemlens::simt
