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

ptx::Operand number(std::uint64_t value) {
  return {.kind = OperandKind::kImmediate, .bits = value};
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

// A cluster has one block, of rank 0: an address in it is the address itself. One in a block that
// isn't there lies far behind, where an access is a fault (address_space.h).
Decoded decode_cluster_address(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  const bool is_rank = instruction.opcode == Opcode::kGetctarank;
  const bool is_wide = instruction.types[0] == Type::kU64;
  if (operands.size() != (is_rank ? 2 : 3)) return unsupported();
  ptx::Instruction part{.destinations = 1};
  if (!is_rank) {
    part.opcode = Opcode::kMad;
    part.modifiers = {is_wide ? Modifier::kWide : Modifier::kLo};
    part.types = {Type::kU32};
    part.operands = {operands[0], operands[2], number(std::uint64_t{1} << kBlockShift),
                     operands[1]};
    return decode_compute(decoder, part);
  }
  // The low half of a generic address is the address within the space.
  part.opcode = is_wide ? Opcode::kCvt : Opcode::kMov;
  part.types = {Type::kU32, is_wide ? Type::kU64 : Type{}};
  part.operands = {operands[0], operands[1]};
  const Decoded low = decode_compute(decoder, part);
  part.opcode = Opcode::kShr;
  part.types = {Type::kU32};
  part.operands = {operands[0], operands[0], number(kBlockShift)};
  const Decoded rank = decode_compute(decoder, part);
  if (!low.is_supported || !rank.is_supported) return unsupported();
  return sequence(decoder, {low.operation, rank.operation});
}

}  // namespace smemlens::simt
