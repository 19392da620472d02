// Loads, stores and atomics.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operand_slots.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/slots.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::ModifierSet;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::StateSpace;
using ptx::Type;

// Orders, scopes and cache hints: without effect, as accesses happen in program order.
constexpr ModifierSet kHints = {
    Modifier::kWeak,
    Modifier::kVolatile,
    Modifier::kRelaxed,
    Modifier::kAcquire,
    Modifier::kRelease,
    Modifier::kAcqRel,
    Modifier::kMmio,
    Modifier::kCta,
    Modifier::kCluster,
    Modifier::kGpu,
    Modifier::kSys,
    Modifier::kCa,
    Modifier::kCg,
    Modifier::kCs,
    Modifier::kCv,
    Modifier::kLu,
    Modifier::kWb,
    Modifier::kWt,
    Modifier::kNc,
    Modifier::kUnified,
    Modifier::kL1EvictNormal,
    Modifier::kL1EvictUnchanged,
    Modifier::kL1EvictFirst,
    Modifier::kL1EvictLast,
    Modifier::kL1NoAllocate,
    Modifier::kL2EvictNormal,
    Modifier::kL2EvictFirst,
    Modifier::kL2EvictLast,
    Modifier::kL2CacheHint,
    Modifier::kL2Prefetch64B,
    Modifier::kL2Prefetch128B,
    Modifier::kL2Prefetch256B,
};

bool is_ordered(const ModifierSet& modifiers) {
  return modifiers.has(Modifier::kVolatile) || modifiers.has(Modifier::kRelaxed) ||
         modifiers.has(Modifier::kAcquire) || modifiers.has(Modifier::kMmio);
}

// nullopt: a state space that isn't supported. A cluster has one block: .shared::cluster is its own
// shared memory, but what such an access costs is open.
std::optional<AccessSpace> space_of(const Decoder& decoder, StateSpace space) {
  switch (space) {
    case StateSpace::kGeneric:
      return AccessSpace::kGeneric;
    case StateSpace::kConst:
    case StateSpace::kGlobal:
      return AccessSpace::kGlobal;
    case StateSpace::kShared:
    case StateSpace::kSharedCluster:
      return AccessSpace::kShared;
    case StateSpace::kLocal:
      return AccessSpace::kLocal;
    case StateSpace::kParam:
      return decoder.function.is_entry ? AccessSpace::kParameter : AccessSpace::kLocal;
    case StateSpace::kRegister:
    case StateSpace::kSpecialRegister:
    case StateSpace::kTex:
      break;
  }
  return std::nullopt;
}

OpenCost open_cost_of(StateSpace space) {
  return space == StateSpace::kSharedCluster ? OpenCost::kCluster : OpenCost::kNone;
}

// Of one lane's access: .v8 of 32 bits and .v4 of 64 are global only (PTX ISA, "ld").
constexpr std::uint32_t kMostBytes = 16;
constexpr std::uint32_t kMostGlobalBytes = 32;

ElementKind kind_of(Type type) {
  if (ptx::is_float(type)) return ElementKind::kFloat;
  return ptx::is_signed_integer(type) ? ElementKind::kSigned : ElementKind::kUnsigned;
}

// st.param and ld.param of a .param variable in a kernel's body (a call's argument) mean the
// function's local frame, not the kernel's parameters.
bool is_body_parameter(const ptx::Operand& address) {
  return address.base_kind == OperandKind::kSymbol && address.scope != ptx::SymbolScope::kParameter;
}

// The data operands' slots, two of 64 bits for each of 128.
bool decode_wide_data(Decoder& decoder, const std::vector<const ptx::Operand*>& data,
                      MemoryAccess& access, Operation& operation) {
  access.register_bits = 64;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto halves = decoder.slots.halves_of(*data[i]);
    if (!halves || data[i]->kind == OperandKind::kVector) return false;
    operation.slots[2 * i] = halves->front();
    operation.slots[(2 * i) + 1] = halves->back();
  }
  return true;
}

// The data operands' slots; all registers are of one class.
bool decode_data(Decoder& decoder, const std::vector<const ptx::Operand*>& data,
                 MemoryAccess& access, Operation& operation) {
  if (access.element_bytes == 16) return decode_wide_data(decoder, data, access, operation);
  std::optional<SlotClass> slot_class;
  for (const ptx::Operand* const operand : data) {
    if (operand->kind != OperandKind::kRegister) continue;
    const SlotClass found = decoder.slots.slot_of_register(operand->index).slot_class;
    if (!is_word(found) || (slot_class && *slot_class != found)) return false;
    slot_class = found;
  }
  const SlotClass natural = access.element_bytes == 8 ? SlotClass::k64 : SlotClass::k32;
  const SlotClass chosen = slot_class.value_or(natural);
  access.register_bits = chosen == SlotClass::k64 ? 64 : 32;
  for (std::size_t i = 0; i < data.size(); ++i) {
    const auto slot = decoder.slots.slot_of(*data[i], chosen);
    if (!slot) return false;
    operation.slots[i] = *slot;
  }
  return true;
}

Decoded finish(Decoder& decoder, MemoryAccess access, const Operation& operation) {
  access.function = decoder.context.isa.access_function(access);
  if (access.function == nullptr) return unsupported();
  return memory_operation(decoder, {access}, operation);
}

bool may_be_global(AccessSpace space) {
  return space == AccessSpace::kGlobal || space == AccessSpace::kGeneric;
}

// --- what atomics do -----------------------------------------------------------------------------

struct AtomicRow {
  Modifier modifier;
  AtomicAction action;
};

constexpr AtomicRow kAtomicRows[] = {
    {Modifier::kAdd,  AtomicAction::kAdd           },
    {Modifier::kMin,  AtomicAction::kMin           },
    {Modifier::kMax,  AtomicAction::kMax           },
    {Modifier::kInc,  AtomicAction::kIncrement     },
    {Modifier::kDec,  AtomicAction::kDecrement     },
    {Modifier::kAnd,  AtomicAction::kAnd           },
    {Modifier::kOr,   AtomicAction::kOr            },
    {Modifier::kXor,  AtomicAction::kXor           },
    {Modifier::kExch, AtomicAction::kExchange      },
    {Modifier::kCas,  AtomicAction::kCompareAndSwap},
};

std::optional<AtomicAction> action_of(const ModifierSet& modifiers) {
  for (const AtomicRow& row : kAtomicRows) {
    if (modifiers.has(row.modifier) &&
        modifiers.is_subset_of(kHints | ModifierSet{row.modifier, Modifier::kNoftz})) {
      return row.action;
    }
  }
  return std::nullopt;
}

struct AtomicType {
  Type type;
  ElementKind kind;
  std::optional<AtomicAction> only;  // nullopt: every action that the kind has
};

// PTX ISA, "atom".
constexpr AtomicType kAtomicTypes[] = {
    {Type::kB32,    ElementKind::kUnsigned, {}                           },
    {Type::kB64,    ElementKind::kUnsigned, {}                           },
    {Type::kU32,    ElementKind::kUnsigned, {}                           },
    {Type::kU64,    ElementKind::kUnsigned, {}                           },
    {Type::kS32,    ElementKind::kSigned,   {}                           },
    {Type::kS64,    ElementKind::kSigned,   {}                           },
    {Type::kF32,    ElementKind::kFloat,    AtomicAction::kAdd           },
    {Type::kF64,    ElementKind::kFloat,    AtomicAction::kAdd           },
    {Type::kB16,    ElementKind::kUnsigned, AtomicAction::kCompareAndSwap},
    {Type::kB128,   ElementKind::kUnsigned, AtomicAction::kExchange      },
    {Type::kB128,   ElementKind::kUnsigned, AtomicAction::kCompareAndSwap},
    {Type::kF16,    ElementKind::kHalf,     AtomicAction::kAdd           },
    {Type::kF16x2,  ElementKind::kHalf,     AtomicAction::kAdd           },
    {Type::kBf16,   ElementKind::kBfloat,   AtomicAction::kAdd           },
    {Type::kBf16x2, ElementKind::kBfloat,   AtomicAction::kAdd           },
};

std::optional<ElementKind> atomic_kind(Type type, AtomicAction action) {
  for (const AtomicType& row : kAtomicTypes) {
    if (row.type == type && row.only.value_or(action) == action) return row.kind;
  }
  return std::nullopt;
}

}  // namespace

bool decode_address_operand(Decoder& decoder, const ptx::Operand& operand, MemoryAccess& access) {
  const auto slot = decoder.slots.slot_of(operand);
  if (operand.kind != OperandKind::kAddress || !slot) return false;
  if (!is_word(slot->slot_class)) return false;
  if (operand.offset < std::numeric_limits<std::int32_t>::min() ||
      operand.offset > std::numeric_limits<std::int32_t>::max()) {
    return false;
  }
  if (access.space == AccessSpace::kParameter && is_body_parameter(operand)) {
    access.space = AccessSpace::kLocal;
  }
  access.address_slot = slot->slot;
  access.address_is_wide = slot->slot_class == SlotClass::k64;
  access.offset = static_cast<std::int32_t>(operand.offset);
  return access.address_is_wide || access.space != AccessSpace::kGeneric;
}

std::vector<const ptx::Operand*> elements_of(const ptx::Operand& operand) {
  if (operand.kind != OperandKind::kVector) return {&operand};
  std::vector<const ptx::Operand*> elements;
  elements.reserve(operand.elements.size());
  for (const ptx::Operand& element : operand.elements) elements.push_back(&element);
  return elements;
}

Decoded memory_operation(Decoder& decoder, const std::vector<MemoryAccess>& accesses,
                         Operation operation) {
  operation.kind = OperationKind::kMemory;
  operation.detail = static_cast<std::uint32_t>(decoder.decoded.accesses.size());
  for (MemoryAccess access : accesses) {
    access.site = decoder.context.site_count++;
    decoder.decoded.accesses.push_back(access);
  }
  return {.operation = operation};
}

Decoded decode_load_or_store(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const bool is_store = instruction.opcode == Opcode::kSt;
  const auto space = space_of(decoder, instruction.space);
  const std::size_t address_index = is_store ? 0 : 1;
  if (!space || instruction.operands.size() < 2) return unsupported();
  if (!instruction.modifiers.is_subset_of(kHints)) return unsupported();
  const Type type = instruction.types[0];
  const std::vector<const ptx::Operand*> data =
      elements_of(instruction.operands[1 - address_index]);
  if (data.size() != instruction.vector_width) return unsupported();
  MemoryAccess access{.action = is_store ? AccessAction::kStore : AccessAction::kLoad,
                      .space = *space,
                      .element = kind_of(type),
                      .element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(type)),
                      .count = instruction.vector_width,
                      .open_cost = open_cost_of(instruction.space),
                      .instruction = pc};
  Operation operation;
  const std::uint32_t most = access.space == AccessSpace::kGlobal ? kMostGlobalBytes : kMostBytes;
  if (access.bytes_per_lane() > most ||
      !decode_address_operand(decoder, instruction.operands[address_index], access) ||
      !decode_data(decoder, data, access, operation)) {
    return unsupported();
  }
  if (access.element_bytes == 16) {
    access.element_bytes = 8;
    access.count = 2;
  }
  if (!is_store && is_ordered(instruction.modifiers) && may_be_global(access.space)) {
    decoder.context.is_order_dependent = true;
  }
  return finish(decoder, access, operation);
}

// --- atomics -------------------------------------------------------------------------------------

namespace {

// A result (red: `sink`), an operand and for cas a second one: of element `element` of vectors.
std::vector<const ptx::Operand*> atomic_data(const ptx::Instruction& instruction,
                                             const ptx::Operand& sink, std::size_t operand_count,
                                             std::size_t element) {
  const std::size_t address_index = instruction.opcode == Opcode::kAtom ? 1 : 0;
  std::vector<const ptx::Operand*> data;
  if (address_index == 0) data.push_back(&sink);
  for (std::size_t i = 0; i <= address_index + operand_count; ++i) {
    if (i != address_index) data.push_back(elements_of(instruction.operands[i])[element]);
  }
  return data;
}

// PTX ISA, "atom": vectors of floats are added in global memory, element after element.
bool may_be_vector(const MemoryAccess& access) {
  const bool is_small =
      access.element == ElementKind::kHalf || access.element == ElementKind::kBfloat;
  const bool is_single = access.element == ElementKind::kFloat && access.element_bytes == 4;
  return (is_small || is_single) && may_be_global(access.space) &&
         access.bytes_per_lane() <= kMostBytes;
}

// The operands of all elements; those of a vector in a sequence of their own, which `immediate`
// numbers.
bool decode_atomic_data(Decoder& decoder, const ptx::Instruction& instruction, MemoryAccess& access,
                        Operation& operation) {
  const std::size_t operand_count = access.atomic == AtomicAction::kCompareAndSwap ? 2 : 1;
  const ptx::Operand sink{};
  std::vector<Operation> elements(access.count);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const auto data = atomic_data(instruction, sink, operand_count, i);
    if (!decode_data(decoder, data, access, elements[i])) return false;
  }
  operation = elements.front();
  if (access.count == 1) return true;
  operation.immediate = static_cast<std::uint32_t>(decoder.decoded.sequences.size());
  decoder.decoded.sequences.push_back(std::move(elements));
  return may_be_vector(access);
}

}  // namespace

Decoded decode_atomic(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const bool has_result = instruction.opcode == Opcode::kAtom;
  const std::size_t address_index = has_result ? 1 : 0;
  const auto space = space_of(decoder, instruction.space);
  const auto action = action_of(instruction.modifiers);
  const Type type = instruction.types[0];
  const auto& operands = instruction.operands;
  if (!space || !action) return unsupported();
  const auto kind = atomic_kind(type, *action);
  if (!kind) return unsupported();
  const std::size_t operand_count = action == AtomicAction::kCompareAndSwap ? 2 : 1;
  if (operands.size() < address_index + 1 + operand_count) return unsupported();
  MemoryAccess access{.action = AccessAction::kAtomic,
                      .space = *space,
                      .element = *kind,
                      .element_bytes = static_cast<std::uint8_t>(ptx::bytes_of(type)),
                      .count = instruction.vector_width,
                      .has_result = has_result && operands[0].kind != OperandKind::kSink,
                      .atomic = *action,
                      .open_cost = open_cost_of(instruction.space),
                      .instruction = pc};
  Operation operation;
  if (!decode_address_operand(decoder, operands[address_index], access) ||
      !decode_atomic_data(decoder, instruction, access, operation)) {
    return unsupported();
  }
  const bool adds_floats =
      access.element != ElementKind::kUnsigned && access.element != ElementKind::kSigned;
  const bool exchanges = *action == AtomicAction::kExchange || type == Type::kB128;
  if (may_be_global(access.space) && (access.has_result || adds_floats || exchanges)) {
    decoder.context.is_order_dependent = true;
  }
  return finish(decoder, access, operation);
}

}  // namespace smemlens::simt
