// cvt, whose registers may be wider than its types (PTX ISA "Operand Size Exceeding
// Instruction-Type Size"): sources are cut to the type, results extended by it. Between the 32-bit
// and the 64-bit registers the compute functions need help; other widths share a slot's 32 bits.
//
//   cvt.s64.s8 %rd3, %rd2;   →   cvt.u32.u64 t, %rd2;   cvt.s64.s8 %rd3, t;
//   cvt.s8.u32 %rd3, %r2;    →   cvt.s8.u32 t, %r2;     cvt.s64.s32 %rd3, t;

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using ptx::Type;

// cvt.<to>.<from> between whole slots.
std::optional<Operation> conversion(const Decoder& decoder, Type to, Type from) {
  ptx::Instruction instruction{
      .opcode = ptx::Opcode::kCvt, .types = {to, from}
  };
  instruction.operands.resize(2);
  instruction.destinations = 1;
  const auto choice = decoder.context.isa.compute_for(instruction);
  if (!choice) return std::nullopt;
  return Operation{
      .compute = choice->compute, .immediate = choice->immediate, .kind = OperationKind::kCompute};
}

// True if the operand is a 64-bit register where the function takes 32 bits.
bool is_too_wide(const Decoder& decoder, const ptx::Operand& operand, SlotClass wanted) {
  return operand.kind == ptx::OperandKind::kRegister && wanted == SlotClass::k32 &&
         decoder.slots.slot_of_register(operand.index).slot_class == SlotClass::k64;
}

// The operation that copies between a wide register and the narrow slot that stands for it.
std::optional<Operation> bridge(Decoder& decoder, const ptx::Operand& operand, SlotOffset narrow,
                                std::optional<Type> result_type) {
  const bool is_signed = result_type && ptx::is_signed_integer(*result_type);
  auto copy = result_type ? conversion(decoder, is_signed ? Type::kS64 : Type::kU64,
                                       is_signed ? Type::kS32 : Type::kU32)
                          : conversion(decoder, Type::kU32, Type::kU64);
  if (!copy) return std::nullopt;
  const SlotOffset wide = decoder.slots.slot_of_register(operand.index).slot;
  copy->slots[0] = result_type ? wide : narrow;
  copy->slots[1] = result_type ? narrow : wide;
  return copy;
}

}  // namespace

Decoded decode_convert(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto choice = decoder.context.isa.compute_for(instruction);
  bool has_wide = false;
  for (std::size_t i = 0; choice && i < instruction.operands.size(); ++i) {
    has_wide |= is_too_wide(decoder, instruction.operands[i], choice->classes[i]);
  }
  if (!has_wide) return decode_compute(decoder, instruction);

  std::vector<Operation> before;
  std::vector<Operation> after;
  Operation convert{
      .compute = choice->compute, .immediate = choice->immediate, .kind = OperationKind::kCompute};
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    if (!is_too_wide(decoder, operand, choice->classes[i])) {
      const auto slot = decoder.slots.slot_of(operand, choice->classes[i]);
      if (!slot) return unsupported();
      convert.slots[i] = *slot;
      continue;
    }
    convert.slots[i] = decoder.slots.scratch();
    const bool is_result = i < instruction.destinations;
    const auto type = is_result ? std::optional(instruction.types[0]) : std::nullopt;
    const auto copy = bridge(decoder, operand, convert.slots[i], type);
    if (!copy) return unsupported();
    (is_result ? after : before).push_back(*copy);
  }
  before.push_back(convert);
  before.insert(before.end(), after.begin(), after.end());
  return sequence(decoder, std::move(before));
}

}  // namespace smemlens::simt
