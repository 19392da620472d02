#pragma once

// The shapes and types of mma.sync and wmma (PTX ISA, "Warp Level Matrix Multiply-Accumulate").
//
//   mma.m16n8k16 of bf16   A 16 × 16, B 16 × 8, C and D 16 × 8 of f32

#include <optional>

#include "smemlens/ptx/form_table.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/fragment.h"

namespace smemlens::simt {

struct MatrixForm {
  ptx::Opcode opcode{};  // kMma or kWmmaMma
  ptx::Shape shape;
  ptx::TypeSet inputs;   // of A and B
  ptx::TypeSet results;  // of C and D
  Arithmetic arithmetic = Arithmetic::kFloat;
  bool results_may_differ = false;  // C's type from D's
};

// nullptr: there is no such product. wmma.load and wmma.store ask for kWmmaMma, with the type of
// their matrix.
const MatrixForm* matrix_form(ptx::Opcode opcode, const ptx::Shape& shape, ptx::Type input);
const MatrixForm* matrix_form_with_result(ptx::Opcode opcode, const ptx::Shape& shape,
                                          ptx::Type result);

std::optional<MatrixElement> element_of(ptx::Type type);

// The fragment of A, B, or C and D; without its place among an instruction's registers.
Fragment fragment_of(const MatrixForm& form, MatrixRole role, MatrixElement element);

}  // namespace smemlens::simt
