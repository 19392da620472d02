// cvta, isspacep, mapa and getctarank: addresses of one state space in terms of another.

#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/isspacep.h"
#include "smemlens/simt/operand_slots.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::StateSpace;
using ptx::Type;

// The window of a state space in generic addresses; 0: host addresses. A cluster has one block: its
// window is the block's. A .param space is the kernel's (.param::entry), but for the parameters of
// the function in hand, which are local.
std::optional<std::uint64_t> window_of(StateSpace space, bool is_own_parameter) {
  switch (space) {
    case StateSpace::kShared:
    case StateSpace::kSharedCluster:
      return kSharedWindow;
    case StateSpace::kLocal:
      return kLocalWindow;
    case StateSpace::kParam:
      return is_own_parameter ? kLocalWindow : kParameterWindow;
    case StateSpace::kGlobal:
    case StateSpace::kConst:
      return 0;
    case StateSpace::kGeneric:
    case StateSpace::kRegister:
    case StateSpace::kSpecialRegister:
    case StateSpace::kTex:
      break;
  }
  return std::nullopt;
}

// A parameter of a .func, or a .param variable in a body.
bool is_own_parameter(const Decoder& decoder, const ptx::Operand& operand) {
  return operand.kind == OperandKind::kSymbol &&
         (!decoder.function.is_entry || operand.scope != ptx::SymbolScope::kParameter);
}

}  // namespace

Decoded decode_address(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2) return unsupported();
  const auto window =
      window_of(instruction.space, is_own_parameter(decoder, instruction.operands[1]));
  const auto result = decoder.slots.slot_of(instruction.operands[0], SlotClass::k64);
  const auto address = decoder.slots.slot_of(instruction.operands[1], SlotClass::k64);
  if (!window || !result || !address) return unsupported();
  const bool is_from_generic = instruction.modifiers.has(Modifier::kTo);
  Operation operation{.kind = OperationKind::kCompute};
  operation.compute = decoder.context.isa.add_wide;
  operation.slots[0] = *result;
  operation.slots[1] = *address;
  operation.slots[2] =
      decoder.slots.constant(is_from_generic ? 0 - *window : *window, SlotClass::k64);
  return {.operation = operation};
}

Decoded decode_space_test(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2) return unsupported();
  const auto window = window_of(instruction.space, /*is_own_parameter=*/false);
  const auto result = decoder.slots.slot_of(instruction.operands[0], SlotClass::kPredicate);
  const auto address = decoder.slots.slot_of(instruction.operands[1], SlotClass::k64);
  if (!window || !result || !address) return unsupported();
  Operation operation;
  operation.slots[0] = *result;
  operation.slots[1] = *address;
  if (*window != 0) {
    operation.kind = OperationKind::kCompute;
    operation.compute = decoder.context.isa.is_in_window;
    operation.slots[2] = decoder.slots.constant(*window, SlotClass::k64);
  } else {
    operation.kind = OperationKind::kSpaceTest;
    operation.immediate = static_cast<std::uint32_t>(
        instruction.space == StateSpace::kConst ? TestedSpace::kConst : TestedSpace::kGlobal);
  }
  return {.operation = operation};
}

// The only block has rank 0, and an address in it is the address itself.
Decoded decode_cluster_address(Decoder& decoder, const ptx::Instruction& instruction) {
  const bool is_rank = instruction.opcode == Opcode::kGetctarank;
  if (instruction.operands.size() < 2) return unsupported();
  const bool is_wide = !is_rank && instruction.types[0] == Type::kU64;
  ptx::Instruction move;
  move.opcode = Opcode::kMov;
  move.types = {is_wide ? Type::kB64 : Type::kB32};
  move.destinations = 1;
  move.operands = {instruction.operands[0], instruction.operands[1]};
  if (is_rank) move.operands[1] = {.kind = OperandKind::kImmediate};
  return decode_compute(decoder, move);
}

}  // namespace smemlens::simt
