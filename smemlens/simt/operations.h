#pragma once

// Which functions compute an instruction: one table over opcode, types and modifiers.
//
//   mad.lo.s32 %r1, %r2, %r3, %r4;   →  full, masked: 32 × multiply_add<uint32_t>
//                                       classes {k32, k32, k32, k32}
//   add.sat.u32 %r1, %r2, %r3;       →  nullopt: PTX has no such form
//
// A modifier is either part of a row or refused; none is ignored. The results are those of the PTX
// ISA manual, chapter "Instruction Set"; where it leaves a choice, this is ours:
//
//   NaN results                f32: 0x7fffffff, f16 and bf16: 0x7fff; f64: the host's quiet NaN
//   .ftz                       a subnormal operand or (rounded) result becomes a zero of its sign
//   division by zero           all bits set, for quotient and remainder; INT_MIN / -1 = INT_MIN
//   .approx, .full             computed in f64 and rounded once to f32 (error ≤ 0.51 ulp, inside
//                              every bound of the manual); a GPU differs in the last bits
//   rcp, rsqrt .approx.ftz.f64 as a GPU: the low 32 bits of the operand are ignored, and those of
//                              the result are zero; its upper half is that of the exact value,
//                              truncated
//   shfl from an inactive lane the lane's own value (PTX: undefined)
//
// The tables are compiled once for each instruction set of the host; both give the same bits.

#include <optional>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt::baseline {

// The functions for `instruction`, or nullopt if no row of the table is exactly its form.
//   slots   operands in the order written, vectors flattened; a negated predicate (!%p) is handled
//           by the functions: pass the plain register's slot
std::optional<ComputeChoice> compute_for(const ptx::Instruction& instruction);

}  // namespace smemlens::simt::baseline

namespace smemlens::simt::avx2 {

std::optional<ComputeChoice> compute_for(const ptx::Instruction& instruction);

}  // namespace smemlens::simt::avx2
