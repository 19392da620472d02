// mma.sync against a plain matrix product: the operands are put into registers, and the result is
// taken out of them, by the PTX manual's own formulas (tensor_multiply_layouts.cpp).

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simt/engine_support.h"
#include "tests/simt/tensor_multiply_layouts.h"
#include "tests/simt/tensor_numbers.h"

namespace smemlens::simt {
namespace {

// --- operands in registers -----------------------------------------------------------------------

// A row-major matrix for each of the products that an instruction makes at once.
struct Matrix {
  std::string_view type;
  unsigned rows, columns, matrices;
  std::vector<double> values;

  double& at(unsigned matrix, const ManualPlace& place) {
    return values[(((matrix * rows) + place.row) * columns) + place.column];
  }
};

Matrix random_matrix(Matrix matrix, std::mt19937& random) {
  for (unsigned i = 0; i < matrix.rows * matrix.columns * matrix.matrices; ++i) {
    matrix.values.push_back(random_value(matrix.type, random));
  }
  return matrix;
}

// Quad pairs: lanes 0-3 and 16-19 hold the first product's elements, and so on.
unsigned matrix_of(const Matrix& matrix, unsigned lane) {
  return matrix.matrices == 1 ? 0 : lane % 16 / 4;
}

unsigned elements_of(const Matrix& matrix) {
  return matrix.rows * matrix.columns * matrix.matrices / 32;
}

unsigned registers_of(const Matrix& matrix) {
  const unsigned width = bit_width_of(matrix.type);
  return width == 64 ? elements_of(matrix) : elements_of(matrix) * width / 32;
}

// [register][lane], each 8 bytes.
using Registers = std::vector<std::vector<std::uint64_t>>;

Registers packed(Matrix& matrix, ManualLayout layout) {
  const unsigned width = bit_width_of(matrix.type);
  const unsigned in_register = width == 64 ? 1 : 32 / width;
  Registers registers(registers_of(matrix), std::vector<std::uint64_t>(32, 0));
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < elements_of(matrix); ++i) {
      const std::uint64_t bits =
          encoded_number(matrix.type, matrix.at(matrix_of(matrix, lane), layout(lane, i)));
      const std::uint64_t mask = width == 64 ? ~0ULL : (1ULL << width) - 1;
      registers[i / in_register][lane] |= (bits & mask) << (i % in_register * width);
    }
  }
  return registers;
}

void unpack(const Registers& registers, ManualLayout layout, Matrix& matrix) {
  const unsigned width = bit_width_of(matrix.type);
  const unsigned in_register = width == 64 ? 1 : 32 / width;
  for (unsigned lane = 0; lane < 32; ++lane) {
    for (unsigned i = 0; i < elements_of(matrix); ++i) {
      const std::uint64_t word = registers[i / in_register][lane] >> (i % in_register * width);
      const std::uint64_t bits = width == 64 ? word : word & ((1ULL << width) - 1);
      matrix.at(matrix_of(matrix, lane), layout(lane, i)) = decoded_number(matrix.type, bits);
    }
  }
}

// "{%x0, %x1}" from register `first` on; declares what it names.
std::string fragment(unsigned first, unsigned count, bool is_wide, std::string& declarations) {
  std::string list;
  for (unsigned i = 0; i < count; ++i) {
    const std::string name = "%x" + std::to_string(first + i);
    declarations += std::string(is_wide ? ".reg .f64 " : ".reg .b32 ") + name + "; ";
    list += (i == 0 ? "{" : ", ") + name;
  }
  return list + "}";
}

// D's registers, after the instruction on A, B and C.
Registers execute(std::string_view instruction, const std::vector<Registers>& operands,
                  unsigned results, std::string_view result_type) {
  std::string declarations;
  std::string loads;
  std::string stores;
  unsigned number = 0;
  std::vector<std::uint64_t> in;
  std::string lists = fragment(0, results, result_type == "f64", declarations);
  const bool is_wide = result_type == "f64";
  for (unsigned i = 0; i < results; ++i, ++number) {
    stores += std::string(is_wide ? "st.global.f64" : "st.global.b32") + " [%out+" +
              std::to_string(number * 256) + "], %x" + std::to_string(number) + ";\n";
  }
  for (const Registers& registers : operands) {
    const auto count = static_cast<unsigned>(registers.size());
    lists += ", " + fragment(number, count, is_wide, declarations);
    for (const auto& lanes : registers) {
      loads += std::string(is_wide ? "ld.global.f64" : "ld.global.b32") + " %x" +
               std::to_string(number) + ", [%in+" + std::to_string(in.size() * 8) + "];\n";
      in.insert(in.end(), lanes.begin(), lanes.end());
      ++number;
    }
  }
  KernelUnderTest bench(
      ".version 8.4\n.target sm_90\n.address_size 64\n"
      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
      ".reg .b64 %in, %out, %lane; .reg .b32 %t;\n" +
      declarations +
      "mov.u32 %t, %tid.x; mul.wide.u32 %lane, %t, 8;\n"
      "ld.param.u64 %in, [in]; add.s64 %in, %in, %lane;\n"
      "ld.param.u64 %out, [out]; add.s64 %out, %out, %lane;\n" +
      loads + std::string(instruction) + " " + lists + ";\n" + stores + "ret;\n}\n");
  bench.buffer(std::vector<std::uint64_t>(std::size_t{32} * results, 0)).buffer(in);
  bench.launch().block = {32, 1, 1};
  const Outcome outcome = bench.run();
  EXPECT_FALSE(outcome.fault) << outcome.fault_text();
  EXPECT_TRUE(outcome.accesses.empty());
  const auto out = bench.content<std::uint64_t>(0);
  Registers registers(results);
  for (unsigned i = 0; i < results; ++i) {
    const auto begin = out.begin() + (32 * static_cast<std::ptrdiff_t>(i));
    registers[i].assign(begin, begin + 32);
  }
  return registers;
}

// --- every form ----------------------------------------------------------------------------------

struct Case {
  std::string_view shape;  // of the manual's layouts
  std::string_view instruction;
  std::string_view d, a, b, c;
};

constexpr Case kCases[] = {
    {"m8n8k4.row.col.half",  "mma.sync.aligned.m8n8k4.row.col",              "f16", "f16",  "f16",  "f16"},
    {"m8n8k4.col.row.half",  "mma.sync.aligned.m8n8k4.col.row",              "f16", "f16",  "f16",  "f16"},
    {"m8n8k4.row.row.float", "mma.sync.aligned.m8n8k4.row.row",              "f32", "f16",  "f16",  "f32"},
    {"m8n8k4.col.col.float", "mma.sync.aligned.m8n8k4.col.col",              "f32", "f16",  "f16",  "f32"},
    {"m16n8k8.half",         "mma.sync.aligned.m16n8k8.row.col",             "f16", "f16",  "f16",  "f16"},
    {"m16n8k8.half",         "mma.sync.aligned.m16n8k8.row.col",             "f32", "f16",  "f16",  "f32"},
    {"m16n8k16.half",        "mma.sync.aligned.m16n8k16.row.col",            "f16", "f16",  "f16",  "f16"},
    {"m16n8k16.half",        "mma.sync.aligned.m16n8k16.row.col",            "f32", "f16",  "f16",  "f32"},
    {"m16n8k8.half",         "mma.sync.aligned.m16n8k8.row.col",             "f32", "bf16", "bf16", "f32"},
    {"m16n8k16.half",        "mma.sync.aligned.m16n8k16.row.col",            "f32", "bf16", "bf16", "f32"},
    {"m16n8k4.word",         "mma.sync.aligned.m16n8k4.row.col",             "f32", "tf32", "tf32", "f32"},
    {"m16n8k8.word",         "mma.sync.aligned.m16n8k8.row.col",             "f32", "tf32", "tf32", "f32"},
    {"m16n8k16.byte",        "mma.sync.aligned.m16n8k16.row.col",            "f32", "e4m3", "e4m3", "f32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col",            "f32", "e4m3", "e4m3", "f32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col",            "f32", "e5m2", "e5m2", "f32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col",            "f32", "e4m3", "e5m2", "f32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col",            "f16", "e5m2", "e4m3", "f16"},
    {"m8n8k4.double",        "mma.sync.aligned.m8n8k4.row.col",              "f64", "f64",  "f64",  "f64"},
    {"m16n8k4.double",       "mma.sync.aligned.m16n8k4.row.col",             "f64", "f64",  "f64",  "f64"},
    {"m16n8k8.double",       "mma.sync.aligned.m16n8k8.row.col",             "f64", "f64",  "f64",  "f64"},
    {"m16n8k16.double",      "mma.sync.aligned.m16n8k16.row.col",            "f64", "f64",  "f64",  "f64"},
    {"m8n8k16.byte",         "mma.sync.aligned.m8n8k16.row.col",             "s32", "s8",   "s8",   "s32"},
    {"m8n8k16.byte",         "mma.sync.aligned.m8n8k16.row.col.satfinite",   "s32", "u8",   "s8",   "s32"},
    {"m16n8k16.byte",        "mma.sync.aligned.m16n8k16.row.col",            "s32", "s8",   "u8",   "s32"},
    {"m16n8k16.byte",        "mma.sync.aligned.m16n8k16.row.col",            "s32", "u8",   "u8",   "s32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col",            "s32", "s8",   "s8",   "s32"},
    {"m16n8k32.byte",        "mma.sync.aligned.m16n8k32.row.col.satfinite",  "s32", "u8",   "u8",   "s32"},
    {"m8n8k32.nibble",       "mma.sync.aligned.m8n8k32.row.col",             "s32", "s4",   "s4",   "s32"},
    {"m16n8k32.nibble",      "mma.sync.aligned.m16n8k32.row.col",            "s32", "u4",   "s4",   "s32"},
    {"m16n8k64.nibble",      "mma.sync.aligned.m16n8k64.row.col",            "s32", "s4",   "u4",   "s32"},
    {"m16n8k64.nibble",      "mma.sync.aligned.m16n8k64.row.col.satfinite",  "s32", "u4",   "u4",   "s32"},
    {"m8n8k128.bit",         "mma.sync.aligned.m8n8k128.row.col|.xor.popc",  "s32", "b1",   "b1",   "s32"},
    {"m8n8k128.bit",         "mma.sync.aligned.m8n8k128.row.col|.and.popc",  "s32", "b1",   "b1",   "s32"},
    {"m16n8k128.bit",        "mma.sync.aligned.m16n8k128.row.col|.xor.popc", "s32", "b1",   "b1",   "s32"},
    {"m16n8k256.bit",        "mma.sync.aligned.m16n8k256.row.col|.xor.popc", "s32", "b1",   "b1",   "s32"},
    {"m16n8k256.bit",        "mma.sync.aligned.m16n8k256.row.col|.and.popc", "s32", "b1",   "b1",   "s32"},
};

// The types stand behind the shape and layouts, but before .xor.popc (a bar marks the place).
std::string mnemonic_of(const Case& c) {
  const std::size_t bar = std::min(c.instruction.find('|'), c.instruction.size());
  std::string text(c.instruction.substr(0, bar));
  for (const std::string_view type : {c.d, c.a, c.b, c.c}) text += "." + std::string(type);
  if (bar < c.instruction.size()) text += c.instruction.substr(bar + 1);
  return text;
}

double product(const Case& c, double a, double b) {
  if (c.instruction.find("xor") != std::string_view::npos) return a == b ? 0 : 1;
  return a * b;  // for bits also AND
}

struct Operands {
  Matrix a, b, c;
};

double plain_product(const Case& form, Operands& operands, unsigned matrix,
                     const ManualPlace& place) {
  double sum = operands.c.at(matrix, place);
  for (unsigned k = 0; k < operands.a.columns; ++k) {
    sum += product(form, operands.a.at(matrix, {place.row, k}),
                   operands.b.at(matrix, {k, place.column}));
  }
  return sum;
}

void expect_plain_product(const Case& form, Operands& operands, Matrix& d) {
  for (unsigned matrix = 0; matrix < d.matrices; ++matrix) {
    for (unsigned i = 0; i < d.rows; ++i) {
      for (unsigned j = 0; j < d.columns; ++j) {
        ASSERT_EQ(d.at(matrix, {i, j}), plain_product(form, operands, matrix, {i, j}))
            << i << ", " << j << " of " << matrix;
      }
    }
  }
}

TEST(Multiply, EveryFormAgreesWithAPlainProduct) {
  std::mt19937 random(17);  // NOLINT(bugprone-random-generator-seed): the same every time
  for (const Case& c : kCases) {
    const std::string mnemonic = mnemonic_of(c);
    SCOPED_TRACE(mnemonic);
    const ManualShape& shape = manual_shape(c.shape);
    Operands operands{random_matrix({c.a, shape.m, shape.k, shape.matrices, {}}, random),
                      random_matrix({c.b, shape.k, shape.n, shape.matrices, {}}, random),
                      random_matrix({c.c, shape.m, shape.n, shape.matrices, {}}, random)};
    Matrix d = operands.c;
    d.type = c.d;
    const Registers registers = execute(
        mnemonic,
        {packed(operands.a, shape.a), packed(operands.b, shape.b), packed(operands.c, shape.c)},
        registers_of(d), c.d);
    unpack(registers, shape.c, d);
    expect_plain_product(c, operands, d);
  }
}

// --- rounding and ends of ranges -----------------------------------------------------------------

// All of A, of B and of C the same bits: D's first register of lane 0.
std::uint32_t uniform_result(std::string_view mnemonic, const std::vector<unsigned>& registers,
                             const std::vector<std::uint64_t>& bits) {
  std::vector<Registers> operands;
  operands.reserve(3);
  for (std::size_t i = 0; i < 3; ++i) {
    operands.emplace_back(registers[i + 1], std::vector<std::uint64_t>(32, bits[i]));
  }
  const Registers d = execute(mnemonic, operands, registers[0], "b32");
  return static_cast<std::uint32_t>(d[0][0]);
}

TEST(Multiply, RoundsOnceAndKeepsToTheRanges) {
  struct RangeCase {
    std::string_view name;
    std::string_view mnemonic;
    std::vector<unsigned> registers;  // of D, A, B, C
    std::vector<std::uint64_t> bits;  // of a register of A, B, C
    std::uint32_t expected;
  };
  const std::string_view half = "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32";
  const std::string_view half_d = "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16";
  const std::string_view tf32 = "mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32";
  const std::string_view e4m3 = "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e4m3.f32";
  const std::string_view e5m2 = "mma.sync.aligned.m16n8k32.row.col.f32.e5m2.e5m2.f32";
  const std::string_view bytes = "mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32";
  const std::string_view clamped = "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.u8.u8.s32";
  const std::vector<RangeCase> cases = {
      // 8 · 2^-24 · 2^-2 = 2^-23: f16's smallest number times 0.25 counts.
      {"subnormal_inputs",    half,    {4, 2, 1, 4}, {0x00010001, 0x34003400, 0},          0x34000000},
      // 2^24 + 8 · 0.25: each product alone would be lost in f32.
      {"sum_before_rounding", half,    {4, 2, 1, 4}, {0x38003800, 0x38003800, 0x4b800000}, 0x4b800001},
      // 65504 + 8 · 1 · 2 = 65520: the tie between 65504 and what is beyond rounds to infinity.
      {"f16_overflow",        half_d,  {2, 2, 1, 2}, {0x3c003c00, 0x40004000, 0x7bff7bff}, 0x7c007c00},
      {"f16_below_overflow",
       half_d,                         {2, 2, 1, 2},
       {0x3c003c00, 0x3c003c00, 0x7bff7bff},
       0x7bff7bff                                                                                    },
      {"nan_is_canonical",    half,    {4, 2, 1, 4}, {0xfe01fe01, 0x3c003c00, 0},          0x7fffffff},
      {"f16_nan",             half_d,  {2, 2, 1, 2}, {0x7c007c00, 0, 0},                   0x7fff7fff},
      // tf32 has 10 bits of fraction: what 1 has beyond them doesn't count.
      {"tf32_drops_bits",     tf32,    {4, 2, 1, 4}, {0x3f801fff, 0x3f800000, 0},          0x40800000},
      // 32 · 448² = 6422528
      {"e4m3_largest",        e4m3,    {4, 4, 2, 4}, {0x7e7e7e7e, 0x7e7e7e7e, 0},          0x4ac40000},
      // 32 · 2^-9 · 1 = 2^-4
      {"e4m3_smallest",       e4m3,    {4, 4, 2, 4}, {0x01010101, 0x38383838, 0},          0x3d800000},
      {"e4m3_nan",            e4m3,    {4, 4, 2, 4}, {0x7f7f7f7f, 0x38383838, 0},          0x7fffffff},
      {"e5m2_infinity",       e5m2,    {4, 4, 2, 4}, {0xfcfcfcfc, 0x3c3c3c3c, 0},          0xff800000},
      // 32 · 255² = 2080800 beyond the largest s32
      {"wraps",               bytes,   {4, 4, 2, 4}, {0xffffffff, 0xffffffff, 0x7fffffff}, 0x801fc01f},
      {"clamps",              clamped, {4, 4, 2, 4}, {0xffffffff, 0xffffffff, 0x7fffffff}, 0x7fffffff},
  };
  for (const RangeCase& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(uniform_result(c.mnemonic, c.registers, c.bits), c.expected);
  }
}

TEST(Multiply, WhatDoesntExistIsRefusedByName) {
  for (const std::string_view form : {
           "mma.sync.aligned.m16n8k16.col.row.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
           "{%r1, %r2, %r3, %r4}, {%r1, %r2}, {%f1, %f2, %f3, %f4};",
           "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
           "{%r1, %r2}, {%r1, %r2}, {%f1, %f2, %f3, %f4};",
           "mma.sync.aligned.m8n8k4.row.col.rz.f64.f64.f64.f64 {%fd1, %fd2}, {%fd3}, {%fd4}, "
           "{%fd1, %fd2};",
           "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, "
           "{%r1, %r2}, {%r1, %r2}, {%f1, %f2, %f3, %f4}, %r5, 0;",
       }) {
    KernelUnderTest bench(module_around(form));
    ASSERT_FALSE(bench.prepared()) << form;
    EXPECT_EQ(bench.prepared().error().code, "unsupported-instruction");
  }
}

}  // namespace
}  // namespace smemlens::simt
