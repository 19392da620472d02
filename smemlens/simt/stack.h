#pragma once

// alloca, stacksave and stackrestore: memory of a call's own, behind its local frame.
//
//   stacksave.u32 %r1;          %r1 = 64          frame of 64 bytes
//   alloca.u32 %r2, 24, 16;     %r2 = 64          bytes 64 … 87
//   alloca.u32 %r3, 8;          %r3 = 88
//   stackrestore.u32 %r1;       all of them may be given out again
//
// A GPU's stack grows down, ours up: nothing may depend on it (PTX ISA, "Stack Manipulation
// Instructions"). What alloca gave is gone when its function returns.

#include <cstdint>

#include "smemlens/simt/control.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

struct ExecutionState;

enum class StackAction : std::uint8_t { kAllocate, kSave, kRestore };

// kStack; detail: a StackAction. Operation::immediate: the alignment in bytes, with kStackIsWide if
// pointers and sizes have 64-bit slots. slots: result, size; result; pointer.
ControlResult use_stack(ExecutionState& state, const Operation& operation, WarpMask lanes);

inline constexpr std::uint32_t kStackIsWide = 0x80000000;

}  // namespace smemlens::simt
