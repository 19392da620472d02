#pragma once

// A matrix that the lanes of a warp hold together: which element lies in which register of which
// lane (PTX ISA, "Matrix Fragments for mma"). The lanes are 8 groups g of 4 threads t.
//
//   mma.m16n8k16, A of f16: 16 × 16, 4 registers of 2 elements
//     lane 5 (g = 1, t = 1), register 0  →  row 1, columns 2 and 3
//                            register 1  →  row 9, columns 2 and 3
//                            register 2  →  row 1, columns 10 and 11
//
// wmma's fragments, whose layout PTX leaves open, are laid out by the same rule here.

#include <cstdint>

namespace smemlens::simt {

enum class MatrixElement : std::uint8_t {
  kF16,
  kBf16,
  kTf32,
  kE4m3,
  kE5m2,
  kF32,
  kF64,
  kS8,
  kU8,
  kS4,
  kU4,
  kB1,
  kS32,
};

enum class MatrixRole : std::uint8_t { kA, kB, kAccumulator };

enum class FragmentLayout : std::uint8_t {
  kCore,            // parts of 8 rows, each row in the 4 threads of a group: all but the others
  kQuadPairRow,     // mma.m8n8k4 of f16, four products at once: A by rows, B by columns, C of f16
  kQuadPairColumn,  // … A by columns, B by rows
  kQuadPairWord,    // … C of f32
};

struct Fragment {
  MatrixElement element = MatrixElement::kF16;
  MatrixRole role = MatrixRole::kA;
  FragmentLayout layout = FragmentLayout::kCore;
  std::uint16_t rows = 0;  // of one matrix
  std::uint16_t columns = 0;
  std::uint8_t matrices = 1;   // 4 for the quad pairs
  std::uint8_t first = 0;      // its first register, into Collective::registers
  std::uint8_t written = 0;    // registers in the instruction
  std::uint8_t registers = 0;  // that hold different elements; the others repeat them (wmma, f16)
};

constexpr unsigned bits_of(MatrixElement element) {
  switch (element) {
    case MatrixElement::kF16:
    case MatrixElement::kBf16:
      return 16;
    case MatrixElement::kTf32:
    case MatrixElement::kF32:
    case MatrixElement::kS32:
      return 32;
    case MatrixElement::kF64:
      return 64;
    case MatrixElement::kE4m3:
    case MatrixElement::kE5m2:
    case MatrixElement::kS8:
    case MatrixElement::kU8:
      return 8;
    case MatrixElement::kS4:
    case MatrixElement::kU4:
      return 4;
    case MatrixElement::kB1:
      return 1;
  }
  return 0;
}

// Elements in one register of a lane.
constexpr unsigned packed_in_register(MatrixElement element) {
  return element == MatrixElement::kF64 ? 1 : 32 / bits_of(element);
}

constexpr unsigned registers_of(const Fragment& fragment) {
  const unsigned elements = unsigned{fragment.rows} * fragment.columns * fragment.matrices;
  return elements / (32 * packed_in_register(fragment.element));
}

}  // namespace smemlens::simt
