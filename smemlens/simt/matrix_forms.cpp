#include "smemlens/simt/matrix_forms.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "smemlens/ptx/form_table.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/fragment.h"

namespace smemlens::simt {
namespace {

using enum ptx::Type;
using enum Arithmetic;
using O = ptx::Opcode;
using ptx::TypeSet;

constexpr TypeSet kBytes = {kS8, kU8};
constexpr TypeSet kNibbles = {kS4, kU4};
constexpr TypeSet kEights = {kE4m3, kE5m2};
constexpr TypeSet kHalfOrFloat = {kF16, kF32};

constexpr MatrixForm kForms[] = {
    {O::kMma, {8, 8, 4}, {kF16}, kHalfOrFloat, kFloat, true},
    {O::kMma, {16, 8, 8}, {kF16}, kHalfOrFloat, kFloat},
    {O::kMma, {16, 8, 16}, {kF16}, kHalfOrFloat, kFloat},
    {O::kMma, {16, 8, 8}, {kBf16}, {kF32}, kFloat},
    {O::kMma, {16, 8, 16}, {kBf16}, {kF32}, kFloat},
    {O::kMma, {16, 8, 4}, {kTf32}, {kF32}, kFloat},
    {O::kMma, {16, 8, 8}, {kTf32}, {kF32}, kFloat},
    {O::kMma, {16, 8, 16}, kEights, kHalfOrFloat, kFloat},
    {O::kMma, {16, 8, 32}, kEights, kHalfOrFloat, kFloat},
    {O::kMma, {8, 8, 4}, {kF64}, {kF64}, kDouble},
    {O::kMma, {16, 8, 4}, {kF64}, {kF64}, kDouble},
    {O::kMma, {16, 8, 8}, {kF64}, {kF64}, kDouble},
    {O::kMma, {16, 8, 16}, {kF64}, {kF64}, kDouble},
    {O::kMma, {8, 8, 16}, kBytes, {kS32}, kInteger},
    {O::kMma, {16, 8, 16}, kBytes, {kS32}, kInteger},
    {O::kMma, {16, 8, 32}, kBytes, {kS32}, kInteger},
    {O::kMma, {8, 8, 32}, kNibbles, {kS32}, kInteger},
    {O::kMma, {16, 8, 32}, kNibbles, {kS32}, kInteger},
    {O::kMma, {16, 8, 64}, kNibbles, {kS32}, kInteger},
    {O::kMma, {8, 8, 128}, {kB1}, {kS32}, kBitXor},
    {O::kMma, {16, 8, 128}, {kB1}, {kS32}, kBitXor},
    {O::kMma, {16, 8, 256}, {kB1}, {kS32}, kBitXor},
    {O::kWmmaMma, {16, 16, 16}, {kF16}, kHalfOrFloat, kFloat, true},
    {O::kWmmaMma, {8, 32, 16}, {kF16}, kHalfOrFloat, kFloat, true},
    {O::kWmmaMma, {32, 8, 16}, {kF16}, kHalfOrFloat, kFloat, true},
    {O::kWmmaMma, {16, 16, 16}, {kBf16}, {kF32}, kFloat},
    {O::kWmmaMma, {8, 32, 16}, {kBf16}, {kF32}, kFloat},
    {O::kWmmaMma, {32, 8, 16}, {kBf16}, {kF32}, kFloat},
    {O::kWmmaMma, {16, 16, 8}, {kTf32}, {kF32}, kFloat},
    {O::kWmmaMma, {8, 8, 4}, {kF64}, {kF64}, kDouble},
    {O::kWmmaMma, {16, 16, 16}, kBytes, {kS32}, kInteger},
    {O::kWmmaMma, {8, 32, 16}, kBytes, {kS32}, kInteger},
    {O::kWmmaMma, {32, 8, 16}, kBytes, {kS32}, kInteger},
    {O::kWmmaMma, {8, 8, 32}, kNibbles, {kS32}, kInteger},
    {O::kWmmaMma, {8, 8, 128}, {kB1}, {kS32}, kBitXor},
};

constexpr std::pair<ptx::Type, MatrixElement> kElements[] = {
    {kF16,  MatrixElement::kF16 },
    {kBf16, MatrixElement::kBf16},
    {kTf32, MatrixElement::kTf32},
    {kE4m3, MatrixElement::kE4m3},
    {kE5m2, MatrixElement::kE5m2},
    {kF32,  MatrixElement::kF32 },
    {kF64,  MatrixElement::kF64 },
    {kS8,   MatrixElement::kS8  },
    {kU8,   MatrixElement::kU8  },
    {kS4,   MatrixElement::kS4  },
    {kU4,   MatrixElement::kU4  },
    {kB1,   MatrixElement::kB1  },
    {kS32,  MatrixElement::kS32 },
};

}  // namespace

const MatrixForm* matrix_form(ptx::Opcode opcode, const ptx::Shape& shape, ptx::Type input) {
  for (const MatrixForm& form : kForms) {
    if (form.opcode == opcode && form.shape == shape && form.inputs.has(input)) return &form;
  }
  return nullptr;
}

const MatrixForm* matrix_form_with_result(ptx::Opcode opcode, const ptx::Shape& shape,
                                          ptx::Type result) {
  for (const MatrixForm& form : kForms) {
    if (form.opcode == opcode && form.shape == shape && form.results.has(result)) return &form;
  }
  return nullptr;
}

std::optional<MatrixElement> element_of(ptx::Type type) {
  for (const auto& [known, element] : kElements) {
    if (known == type) return element;
  }
  return std::nullopt;
}

Fragment fragment_of(const MatrixForm& form, MatrixRole role, MatrixElement element) {
  const bool is_a = role == MatrixRole::kA;
  const bool is_b = role == MatrixRole::kB;
  Fragment fragment{.element = element,
                    .role = role,
                    .rows = is_b ? form.shape.k : form.shape.m,
                    .columns = is_a ? form.shape.k : form.shape.n};
  const bool is_quad_pair = form.opcode == O::kMma && form.shape == ptx::Shape{8, 8, 4} &&
                            form.arithmetic == Arithmetic::kFloat;
  if (is_quad_pair) {
    fragment.matrices = 4;
    fragment.layout = element == MatrixElement::kF32 ? FragmentLayout::kQuadPairWord
                                                     : FragmentLayout::kQuadPairRow;
  }
  fragment.registers = static_cast<std::uint8_t>(registers_of(fragment));
  fragment.written = fragment.registers;
  // PTX ISA, "Matrix Fragments for WMMA": f16 A and B take 8 registers in every shape.
  const bool is_padded =
      form.opcode == O::kWmmaMma && element == MatrixElement::kF16 && (is_a || is_b);
  if (is_padded) fragment.written = 8;
  return fragment;
}

}  // namespace smemlens::simt
