#pragma once

// What the parts of decoding share while they work on one function.

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/decode.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/memory_access.h"
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
Decoded decode_address(Decoder& decoder, const ptx::Instruction& instruction);     // cvta
Decoded decode_space_test(Decoder& decoder, const ptx::Instruction& instruction);  // isspacep
Decoded decode_barrier(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_cluster_barrier(Decoder& decoder, const ptx::Instruction& instruction);
// mapa and getctarank, in a cluster of one block.
Decoded decode_cluster_address(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_convert(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_call(Decoder& decoder, const ptx::Instruction& instruction);
// cp.async, cp.async.bulk, cp.async.mbarrier.arrive and mbarrier.*
Decoded decode_copy_async(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_bulk_copy(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_bulk_reduction(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_mbarrier(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_phase_wait(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_pending_count(Decoder& decoder, const ptx::Instruction& instruction);
// ldmatrix, stmatrix, movmatrix; mma and wmma.
Decoded decode_matrix_access(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
Decoded decode_movmatrix(Decoder& decoder, const ptx::Instruction& instruction);
Decoded decode_fragment_access(Decoder& decoder, const ptx::Instruction& instruction,
                               ptx::Index pc);
Decoded decode_multiply(Decoder& decoder, const ptx::Instruction& instruction);
// tex of a texture object.
Decoded decode_texture(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc);
// vadd … vset4
Decoded decode_video(Decoder& decoder, const ptx::Instruction& instruction);

// --- what several families need ------------------------------------------------------------------

// Fills everything of `access` that the address operand says.
bool decode_address_operand(Decoder& decoder, const ptx::Operand& operand, MemoryAccess& access);
// A vector's elements, or the operand itself.
std::vector<const ptx::Operand*> elements_of(const ptx::Operand& operand);
// Computations that are one instruction together.
Decoded sequence(Decoder& decoder, std::vector<Operation> parts);
// kMemory, executed by `first.function`, with all its accesses in the order written.
Decoded memory_operation(Decoder& decoder, const std::vector<MemoryAccess>& accesses,
                         Operation operation);

}  // namespace smemlens::simt
