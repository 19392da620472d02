// Asynchronous copies:
//
//   cp.async.ca.shared.global [%r1], [%rd1], 16;          [, source size | , predicate][, policy]
//   cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], %r2, [%r3];
//   cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r1], %r2;
//   cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r1], %r2;

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <vector>

#include "smemlens/ptx/form_table.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/bulk_copy.h"
#include "smemlens/simt/copy_async.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::StateSpace;
using ptx::Type;

constexpr ptx::ModifierSet kCopyModifiers = {
    Modifier::kCa,
    Modifier::kCg,
    Modifier::kL2CacheHint,
    Modifier::kL2Prefetch64B,
    Modifier::kL2Prefetch128B,
    Modifier::kL2Prefetch256B,
};

// What of the operands behind the size says how much is read; a cache policy is no matter here.
std::optional<CopyLength> decode_length(Decoder& decoder, const ptx::Instruction& instruction,
                                        Operation& operation) {
  std::size_t count = instruction.operands.size();
  if (instruction.modifiers.has(Modifier::kL2CacheHint)) --count;
  if (count == 3) return CopyLength::kAll;
  if (count != 4) return std::nullopt;
  const ptx::Operand& operand = instruction.operands[3];
  if (const auto predicate = decoder.slots.slot_of(operand, SlotClass::kPredicate);
      predicate && operand.kind == ptx::OperandKind::kRegister) {
    operation.slots[0] = *predicate;
    return operand.is_negated ? CopyLength::kIgnoreSourceNegated : CopyLength::kIgnoreSource;
  }
  const auto size = decoder.slots.slot_of(operand, SlotClass::k32);
  if (!size) return std::nullopt;
  operation.slots[0] = *size;
  return CopyLength::kSourceSize;
}

MemoryAccess bytes_at(AccessAction action, AccessSpace space, std::uint64_t bytes, ptx::Index pc) {
  return {.action = action,
          .space = space,
          .element_bytes = 4,
          .count = static_cast<std::uint8_t>(bytes / 4),
          .instruction = pc};
}

// In a cluster of one block, .shared::cluster is the block's own shared memory.
std::optional<AccessSpace> bulk_space(StateSpace space) {
  switch (space) {
    case StateSpace::kShared:
    case StateSpace::kSharedCluster:
      return AccessSpace::kShared;
    case StateSpace::kGlobal:
      return AccessSpace::kGlobal;
    case StateSpace::kGeneric:
    case StateSpace::kRegister:
    case StateSpace::kSpecialRegister:
    case StateSpace::kConst:
    case StateSpace::kLocal:
    case StateSpace::kParam:
    case StateSpace::kTex:
      break;
  }
  return std::nullopt;
}

}  // namespace

Decoded decode_copy_async(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const auto& operands = instruction.operands;
  const bool bypasses = instruction.modifiers.has(Modifier::kCg);
  if (operands.size() < 3 || !instruction.modifiers.is_subset_of(kCopyModifiers) ||
      instruction.space != StateSpace::kShared || instruction.source_space != StateSpace::kGlobal ||
      bypasses == instruction.modifiers.has(Modifier::kCa)) {
    return unsupported();
  }
  const std::uint64_t bytes = operands[2].bits;
  const bool is_size = bytes == 16 || (!bypasses && (bytes == 4 || bytes == 8));
  if (operands[2].kind != ptx::OperandKind::kImmediate || !is_size) return unsupported();
  MemoryAccess to = bytes_at(bypasses ? AccessAction::kCopyBypass : AccessAction::kCopy,
                             AccessSpace::kShared, bytes, pc);
  MemoryAccess from = bytes_at(AccessAction::kLoad, AccessSpace::kGlobal, bytes, pc);
  Operation operation;
  const auto length = decode_length(decoder, instruction, operation);
  if (!length || !decode_address_operand(decoder, operands[0], to) ||
      !decode_address_operand(decoder, operands[1], from) || !from.address_is_wide) {
    return unsupported();
  }
  operation.immediate = static_cast<std::uint32_t>(*length);
  to.function = decoder.context.isa.copy_async;
  return memory_operation(decoder, {to, from}, operation);
}

namespace {

// Addresses and size of a bulk copy; `to` says already what it does with the bytes.
Decoded decode_bulk(Decoder& decoder, const ptx::Instruction& instruction, MemoryAccess to) {
  const auto from_space = bulk_space(instruction.source_space);
  const bool signals = instruction.modifiers.has(Modifier::kMbarrierCompleteTxBytes);
  const std::size_t count = signals ? 4 : 3;
  const auto& operands = instruction.operands;
  if (!from_space || signals == instruction.modifiers.has(Modifier::kBulkGroup) ||
      signals != (to.space == AccessSpace::kShared) || operands.size() < count) {
    return unsupported();
  }
  const auto size = decoder.slots.slot_of(operands[2], SlotClass::k32);
  if (!size) return unsupported();
  MemoryAccess from = bytes_at(AccessAction::kLoad, *from_space, 16, to.instruction);
  if (!decode_address_operand(decoder, operands[0], to) ||
      !decode_address_operand(decoder, operands[1], from)) {
    return unsupported();
  }
  Operation operation;
  operation.slots[0] = *size;
  std::vector<MemoryAccess> accesses = {to, from};
  if (signals) {
    MemoryAccess barrier = bytes_at(AccessAction::kAtomic, AccessSpace::kShared, 8, to.instruction);
    if (!decode_address_operand(decoder, operands[3], barrier)) return unsupported();
    accesses.push_back(barrier);
    operation.immediate = kSignalsMbarrier;
  }
  return memory_operation(decoder, accesses, operation);
}

struct Reduction {
  Modifier modifier;
  AtomicAction action;
  ptx::TypeSet shared;  // types of the destination's space
  ptx::TypeSet global;
};

// PTX ISA, "cp.reduce.async.bulk". What .min and .max make of a half NaN isn't said there.
constexpr ptx::TypeSet kWords = {Type::kU32, Type::kS32};
constexpr ptx::TypeSet kSums = kWords | ptx::TypeSet{Type::kU64};
constexpr ptx::TypeSet kWholes = kSums | ptx::TypeSet{Type::kS64};
constexpr ptx::TypeSet kFloats = {Type::kF16, Type::kBf16, Type::kF32, Type::kF64};
constexpr Reduction kReductions[] = {
    {Modifier::kAdd, AtomicAction::kAdd,       kSums,        kSums | kFloats         },
    {Modifier::kMin, AtomicAction::kMin,       kWords,       kWholes                 },
    {Modifier::kMax, AtomicAction::kMax,       kWords,       kWholes                 },
    {Modifier::kInc, AtomicAction::kIncrement, {Type::kU32}, {Type::kU32}            },
    {Modifier::kDec, AtomicAction::kDecrement, {Type::kU32}, {Type::kU32}            },
    {Modifier::kAnd, AtomicAction::kAnd,       {Type::kB32}, {Type::kB32, Type::kB64}},
    {Modifier::kOr,  AtomicAction::kOr,        {Type::kB32}, {Type::kB32, Type::kB64}},
    {Modifier::kXor, AtomicAction::kXor,       {Type::kB32}, {Type::kB32, Type::kB64}},
};

ElementKind kind_of(Type type) {
  if (type == Type::kF16) return ElementKind::kHalf;
  if (type == Type::kBf16) return ElementKind::kBfloat;
  if (ptx::is_float(type)) return ElementKind::kFloat;
  return ptx::is_signed_integer(type) ? ElementKind::kSigned : ElementKind::kUnsigned;
}

constexpr ptx::ModifierSet kBulkModifiers = {Modifier::kMbarrierCompleteTxBytes,
                                             Modifier::kBulkGroup, Modifier::kL2CacheHint};

}  // namespace

Decoded decode_bulk_copy(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const auto space = bulk_space(instruction.space);
  if (!space || !instruction.modifiers.is_subset_of(kBulkModifiers)) return unsupported();
  MemoryAccess to = bytes_at(AccessAction::kStore, *space, 16, pc);
  to.function = bulk_copy;
  return decode_bulk(decoder, instruction, to);
}

Decoded decode_bulk_reduction(Decoder& decoder, const ptx::Instruction& instruction,
                              ptx::Index pc) {
  const auto space = bulk_space(instruction.space);
  const Type type = instruction.types[0];
  const auto* const row =
      std::find_if(std::begin(kReductions), std::end(kReductions),
                   [&](const Reduction& r) { return instruction.modifiers.has(r.modifier); });
  if (!space || row == std::end(kReductions)) return unsupported();
  const bool is_global = *space == AccessSpace::kGlobal;
  const bool is_half = type == Type::kF16 || type == Type::kBf16;
  ptx::ModifierSet allowed = kBulkModifiers | ptx::ModifierSet{row->modifier};
  if (is_half) allowed.add(Modifier::kNoftz);
  if (!instruction.modifiers.is_subset_of(allowed) ||
      !(is_global ? row->global : row->shared).has(type)) {
    return unsupported();
  }
  MemoryAccess to{.action = AccessAction::kAtomic,
                  .space = *space,
                  .element = kind_of(type),
                  .element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(type)),
                  .has_result = false,
                  .atomic = row->action,
                  .instruction = pc};
  to.function = decoder.context.isa.bulk_reduction(to);
  if (is_global && ptx::is_float(type)) decoder.context.is_order_dependent = true;
  return decode_bulk(decoder, instruction, to);
}

}  // namespace smemlens::simt
