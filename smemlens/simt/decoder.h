#pragma once

// What the parts of decoding share while they work on one function.

#include <cstdint>
#include <string>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/decode.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operand_slots.h"
#include "smemlens/simt/symbols.h"

namespace smemlens::simt {

struct Decoder {
  DecodeContext& context;
  const ptx::Function& function;
  const FunctionSymbols& symbols;
  OperandSlots& slots;
  DecodedFunction& decoded;
};

// An operation, or why there is none: `reason` as in Unsupported.
struct Decoded {
  bool is_supported = true;
  Operation operation{};
  std::string reason;
};

inline Decoded unsupported(std::string reason = {}) {
  return {.is_supported = false, .reason = std::move(reason)};
}

// What one compute function does.
Decoded decode_compute(Decoder& decoder, const ptx::Instruction& instruction);

// By family; `pc` is the instruction's index. The guard is added by the caller.
Decoded decode_load_or_store(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_atomic(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_address(Decoder& decoder, const ptx::Instruction& instruction);  // cvta, isspacep
Decoded decode_barrier(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_convert(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_call(Decoder& decoder, const ptx::Instruction& instruction);

}  // namespace smemlens::simt
