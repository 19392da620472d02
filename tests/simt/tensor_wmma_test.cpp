// wmma from memory to memory, against a plain matrix product; and how its shared accesses count
// (docs/model.md §5.1).

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "tests/simt/engine_support.h"
#include "tests/simt/tensor_numbers.h"

namespace smemlens::simt {
namespace {

// A matrix as it lies in memory.
struct Tile {
  std::string_view type;
  unsigned rows, columns;
  bool is_row_major;
  unsigned stride;  // elements
  std::vector<std::uint8_t> bytes;

  std::size_t index(unsigned row, unsigned column) const {
    return is_row_major ? (std::size_t{row} * stride) + column
                        : (std::size_t{column} * stride) + row;
  }
  void set(unsigned row, unsigned column, double value) {
    const unsigned width = bit_width_of(type);
    const std::size_t bit = index(row, column) * width;
    const std::uint64_t bits = encoded_number(type, value);
    for (unsigned i = 0; i < width; ++i) {
      const std::size_t at = bit + i;
      bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] | (bits >> i & 1U) << (at % 8));
    }
  }
  double get(unsigned row, unsigned column) const {
    const unsigned width = bit_width_of(type);
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < width / 8; ++i) {
      bits |= std::uint64_t{bytes[(index(row, column) * width / 8) + i]} << (8 * i);
    }
    return decoded_number(type, bits);
  }
};

// With 16 bytes of padding behind each row (column).
Tile tile(std::string_view type, unsigned rows, unsigned columns, bool is_row_major) {
  const unsigned width = bit_width_of(type);
  const unsigned along = is_row_major ? columns : rows;
  const unsigned across = is_row_major ? rows : columns;
  const unsigned stride = along + (128 / width);
  return {type,    rows,
          columns, is_row_major,
          stride,  std::vector<std::uint8_t>(std::size_t{across} * stride * width / 8, 0)};
}

struct Case {
  unsigned m, n, k;
  std::string_view d, a, b, c;
  unsigned a_registers, b_registers, d_registers, c_registers;  // of the PTX manual
  std::string_view operation{};                                 // of b1
};

constexpr Case kCases[] = {
    {16, 16, 16, "f32", "f16", "f16", "f32", 8, 8, 8, 8},
    {16, 16, 16, "f16", "f16", "f16", "f16", 8, 8, 4, 4},
    {16, 16, 16, "f32", "f16", "f16", "f16", 8, 8, 8, 4},
    {32, 8, 16, "f16", "f16", "f16", "f16", 8, 8, 4, 4},
    {32, 8, 16, "f32", "f16", "f16", "f32", 8, 8, 8, 8},
    {8, 32, 16, "f32", "f16", "f16", "f32", 8, 8, 8, 8},
    {8, 32, 16, "f16", "f16", "f16", "f32", 8, 8, 4, 8},
    {16, 16, 16, "f32", "bf16", "bf16", "f32", 4, 4, 8, 8},
    {32, 8, 16, "f32", "bf16", "bf16", "f32", 8, 2, 8, 8},
    {8, 32, 16, "f32", "bf16", "bf16", "f32", 2, 8, 8, 8},
    {16, 16, 8, "f32", "tf32", "tf32", "f32", 4, 4, 8, 8},
    {8, 8, 4, "f64", "f64", "f64", "f64", 1, 1, 2, 2},
    {16, 16, 16, "s32", "s8", "s8", "s32", 2, 2, 8, 8},
    {32, 8, 16, "s32", "u8", "u8", "s32", 4, 1, 8, 8},
    {8, 32, 16, "s32", "u8", "u8", "s32", 1, 4, 8, 8},
    {8, 8, 32, "s32", "s4", "s4", "s32", 1, 1, 2, 2},
    {8, 8, 32, "s32", "u4", "u4", "s32", 1, 1, 2, 2},
    {8, 8, 128, "s32", "b1", "b1", "s32", 1, 1, 2, 2, ".xor.popc"},
    {8, 8, 128, "s32", "b1", "b1", "s32", 1, 1, 2, 2, ".and.popc"},
};

std::string registers(std::string_view prefix, unsigned count) {
  std::string list;
  for (unsigned i = 0; i < count; ++i) {
    list += (i == 0 ? "{%" : ", %") + std::string(prefix) + std::to_string(i);
  }
  return list + "}";
}

std::string order(bool is_row_major) {
  return is_row_major ? ".row" : ".col";
}

// The whole program of one case: a, b, c in global memory; d after them.
std::string program(const Case& c, const Tile& a, const Tile& b, const Tile& sum, const Tile& d) {
  const std::string shape =
      ".m" + std::to_string(c.m) + "n" + std::to_string(c.n) + "k" + std::to_string(c.k);
  const std::string wide = c.a == "f64" ? ".f64" : ".b32";
  const auto moved = [&](std::string_view what, const Tile& t) {
    return std::string(what) + ".sync.aligned" + order(t.is_row_major) + shape + ".global." +
           std::string(t.type);
  };
  std::string types;
  for (const std::string_view type : {c.d, c.a, c.b, c.c}) types += "." + std::string(type);
  if (c.a == "f16") types = "." + std::string(c.d) + "." + std::string(c.c);
  const auto stride = [](const Tile& t) { return ", " + std::to_string(t.stride) + ";\n"; };
  return ".version 8.4\n.target sm_90\n.address_size 64\n"
         ".visible .entry k(.param .u64 d, .param .u64 a, .param .u64 b, .param .u64 c)\n{\n"
         ".reg .b64 %pa, %pb, %pc, %pd; .reg " +
         wide +
         " %a<8>, %b<8>, %c<8>, %d<8>;\n"
         "ld.param.u64 %pd, [d]; ld.param.u64 %pa, [a];\n"
         "ld.param.u64 %pb, [b]; ld.param.u64 %pc, [c];\n" +
         moved("wmma.load.a", a) + " " + registers("a", c.a_registers) + ", [%pa]" + stride(a) +
         moved("wmma.load.b", b) + " " + registers("b", c.b_registers) + ", [%pb]" + stride(b) +
         moved("wmma.load.c", sum) + " " + registers("c", c.c_registers) + ", [%pc]" + stride(sum) +
         "wmma.mma" + std::string(c.operation) + ".sync.aligned" + order(a.is_row_major) +
         order(b.is_row_major) + shape + types + " " + registers("d", c.d_registers) + ", " +
         registers("a", c.a_registers) + ", " + registers("b", c.b_registers) + ", " +
         registers("c", c.c_registers) + ";\n" + moved("wmma.store.d", d) + " [%pd], " +
         registers("d", c.d_registers) + stride(d) + "ret;\n}\n";
}

double product(const Case& c, double a, double b) {
  if (c.operation == ".xor.popc") return a == b ? 0 : 1;
  return a * b;
}

void check(const Case& c, unsigned orders, std::mt19937& random) {
  // 4- and 1-bit matrices exist as A by rows and B by columns only.
  const bool is_narrow = bit_width_of(c.a) < 8;
  Tile a = tile(c.a, c.m, c.k, is_narrow || (orders & 1U) != 0);
  Tile b = tile(c.b, c.k, c.n, !is_narrow && (orders & 2U) != 0);
  Tile sum = tile(c.c, c.m, c.n, (orders & 4U) != 0);
  Tile d = tile(c.d, c.m, c.n, (orders & 8U) != 0);
  std::vector<double> left;
  std::vector<double> right;
  std::vector<double> start;
  const auto fill = [&random](Tile& t, std::vector<double>& values) {
    for (unsigned row = 0; row < t.rows; ++row) {
      for (unsigned column = 0; column < t.columns; ++column) {
        values.push_back(random_value(t.type, random));
        t.set(row, column, values.back());
      }
    }
  };
  fill(a, left);
  fill(b, right);
  fill(sum, start);
  KernelUnderTest bench(program(c, a, b, sum, d));
  ASSERT_TRUE(bench.prepared()) << to_text(bench.prepared().error());
  bench.buffer(d.bytes).buffer(a.bytes).buffer(b.bytes).buffer(sum.bytes);
  bench.launch().block = {32, 1, 1};
  const Outcome outcome = bench.run();
  ASSERT_FALSE(outcome.fault) << outcome.fault_text();
  d.bytes = bench.content<std::uint8_t>(0);
  for (unsigned i = 0; i < c.m; ++i) {
    for (unsigned j = 0; j < c.n; ++j) {
      double expected = start[(i * c.n) + j];
      for (unsigned k = 0; k < c.k; ++k) {
        expected += product(c, left[(i * c.k) + k], right[(k * c.n) + j]);
      }
      ASSERT_EQ(d.get(i, j), expected) << i << ", " << j;
    }
  }
}

TEST(Wmma, EveryFormAgreesWithAPlainProduct) {
  std::mt19937 random(23);  // NOLINT(bugprone-random-generator-seed): the same every time
  for (const Case& c : kCases) {
    for (unsigned orders = 0; orders < 16; ++orders) {
      SCOPED_TRACE("m" + std::to_string(c.m) + "n" + std::to_string(c.n) + "k" +
                   std::to_string(c.k) + " " + std::string(c.a) + " to " + std::string(c.d) +
                   ", orders " + std::to_string(orders));
      check(c, orders, random);
    }
  }
}

// --- counts --------------------------------------------------------------------------------------

TEST(Wmma, SharedAccessesAreCountedAndInexact) {
  struct CountCase {
    std::string_view name;
    std::string instruction;
    std::size_t requests;
    std::uint32_t wavefronts;  // all together
    std::uint32_t ideal;
  };
  constexpr std::string_view kEight = "{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}";
  const std::string a = "wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " + std::string(kEight);
  const std::string at = "wmma.load.a.sync.aligned.col.m16n16k16.shared.f16 " + std::string(kEight);
  const std::string c = "wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 " + std::string(kEight);
  const std::string ct = "wmma.load.c.sync.aligned.col.m16n16k16.shared.f32 " + std::string(kEight);
  const std::string d =
      "wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%r2], " + std::string(kEight);
  const CountCase cases[] = {
      // Rows of 32 bytes: of 8 rows, every fourth lies in the same banks: 2 of 4 times 16 bytes.
      {"a_packed",     a + ", [%r2];",      1, 8,  4},
      // Rows of 48 bytes: 8 rows at 0, 48, 96, 144 = 16, … mod 128: all different.
      {"a_padded",     a + ", [%r2], 24;",  1, 4,  4},
      // Rows of 128 bytes: all 8 in one place.
      {"a_wide",       a + ", [%r2], 64;",  1, 32, 4},
      {"a_by_columns", at + ", [%r2], 24;", 1, 4,  4},
      // Each of 4 requests: 8 bytes of a lane, 32 bytes of 8 rows, 64 bytes apart: a phase of 16
      // lanes has 4 rows in 2 places.
      {"c_packed",     c + ", [%r2];",      4, 16, 8},
      // Rows of 80 bytes: 4 rows at 0, 80, 160 = 32, 112 mod 128: 112 + 32 reaches over to the
      // first.
      {"d_padded",     d + ", 20;",         4, 16, 8},
      // 8 requests of a word: lane 4g + t at row g of column 2t: the 4 columns are 128 bytes apart.
      {"c_by_columns", ct + ", [%r2];",     8, 32, 8},
  };
  for (const CountCase& count : cases) {
    SCOPED_TRACE(count.name);
    const Outcome outcome = outcome_of("mov.u32 %r2, s;" + count.instruction + "mov.u32 %r31, 0;",
                                       {.module = ".shared .align 128 .b8 s[4096];"});
    ASSERT_FALSE(outcome.fault) << outcome.fault_text();
    EXPECT_EQ(outcome.accesses.size(), count.requests);
    std::uint32_t wavefronts = 0;
    std::uint32_t ideal = 0;
    for (const Outcome::Access& access : outcome.accesses) {
      wavefronts += access.wavefronts;
      ideal += access.ideal_wavefronts;
      EXPECT_FALSE(access.is_exact);
    }
    EXPECT_EQ(wavefronts, count.wavefronts);
    EXPECT_EQ(ideal, count.ideal);
  }
}

TEST(Wmma, Faults) {
  struct FaultCase {
    std::string_view body;
    std::string_view code;
  };
  constexpr FaultCase kFaults[] = {
      {"wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%r10, %r11, %r12, %r13}, [%r2], 256;",
       "shared-out-of-bounds"                                                                                            },
      {"wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%r10, %r11, %r12, %r13}, [%r2+4];",
       "misaligned-address"                                                                                              },
      {"wmma.store.d.sync.aligned.row.m8n8k32.global.s32 [%rd29+1000], {%r10, %r11};",
       "global-out-of-bounds"                                                                                            },
      {"setp.eq.u32 %p1, %r30, 3; @%p1 bra DONE;"
       "wmma.load.a.sync.aligned.row.m16n16k16.shared.bf16 {%r10, %r11, %r12, %r13}, [%r2]; DONE:", "partial-warp"},
  };
  for (const FaultCase& c : kFaults) {
    SCOPED_TRACE(c.body);
    const Outcome outcome = outcome_of("mov.u32 %r31, 0; mov.u32 %r2, s;" + std::string(c.body),
                                       {.module = ".shared .align 128 .b8 s[4096];"});
    ASSERT_TRUE(outcome.fault);
    EXPECT_EQ(outcome.fault->code, c.code);
  }
}

}  // namespace
}  // namespace smemlens::simt
