// mbarrier.* and cp.async.mbarrier.arrive.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/mbarrier_access.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/phase_wait.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::StateSpace;

struct Row {
  Opcode opcode;
  AccessFunction function;
  std::uint32_t immediate = 0;
};

constexpr Row kRows[] = {
    {Opcode::kMbarrierInit, mbarrier_init},
    {Opcode::kMbarrierInval, mbarrier_invalidate},
    {Opcode::kMbarrierExpectTx, mbarrier_expect_bytes},
    {Opcode::kMbarrierCompleteTx, mbarrier_complete_bytes},
    {Opcode::kMbarrierArrive, mbarrier_arrive},
    {Opcode::kMbarrierArriveDrop, mbarrier_arrive, kArrivalDrops},
    {Opcode::kCpAsyncMbarrierArrive, mbarrier_check},
};

// nullopt: the instruction can't be executed. .shared::cluster: the own block's, in a cluster of
// one.
std::optional<MemoryAccess> decode_object(Decoder& decoder, const ptx::Instruction& instruction,
                                          ptx::Index pc) {
  const std::size_t position = instruction.destinations;
  if (instruction.operands.size() <= position) return std::nullopt;
  const bool is_generic = instruction.space == StateSpace::kGeneric;
  if (!is_generic && instruction.space != StateSpace::kShared &&
      instruction.space != StateSpace::kSharedCluster) {
    return std::nullopt;
  }
  MemoryAccess access{.action = AccessAction::kAtomic,
                      .space = is_generic ? AccessSpace::kGeneric : AccessSpace::kShared,
                      .element_bytes = 8,
                      .instruction = pc};
  if (!decode_address_operand(decoder, instruction.operands[position], access)) {
    return std::nullopt;
  }
  return access;
}

}  // namespace

Decoded decode_mbarrier(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const Row& row = *std::find_if(std::begin(kRows), std::end(kRows),
                                 [&](const Row& r) { return r.opcode == instruction.opcode; });
  auto access = decode_object(decoder, instruction, pc);
  if (!access) return unsupported();
  access->function = row.function;
  Operation operation;
  operation.immediate = row.immediate;
  if (instruction.modifiers.has(Modifier::kExpectTx)) operation.immediate |= kArrivalExpects;
  if (instruction.modifiers.has(Modifier::kNoComplete)) operation.immediate |= kArrivalMustWait;
  if (instruction.modifiers.has(Modifier::kNoinc)) access->function = mbarrier_arrive;
  operation.slots[0] = decoder.slots.sink();
  if (instruction.destinations == 1) {
    const auto result = decoder.slots.slot_of(instruction.operands[0], SlotClass::k64);
    if (!result) return unsupported();
    operation.slots[0] = *result;
  }
  operation.slots[1] = decoder.slots.constant(1, SlotClass::k32);
  const std::size_t count = instruction.destinations + std::size_t{1};
  if (instruction.operands.size() > count) {
    const auto value = decoder.slots.slot_of(instruction.operands[count], SlotClass::k32);
    if (!value) return unsupported();
    operation.slots[1] = *value;
  }
  return memory_operation(decoder, {*access}, operation);
}

Decoded decode_phase_wait(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const auto access = decode_object(decoder, instruction, pc);
  if (!access || instruction.operands.size() < 3) return unsupported();
  const bool is_parity = instruction.modifiers.has(Modifier::kParity);
  const auto result = decoder.slots.slot_of(instruction.operands[0], SlotClass::kPredicate);
  const auto phase =
      decoder.slots.slot_of(instruction.operands[2], is_parity ? SlotClass::k32 : SlotClass::k64);
  if (!result || !phase) return unsupported();
  Operation operation;
  operation.slots[0] = *result;
  operation.slots[1] = *phase;
  operation.immediate = is_parity ? kWaitsForParity : 0;
  Decoded decoded = memory_operation(decoder, {*access}, operation);
  decoded.operation.kind = OperationKind::kPhaseWait;
  return decoded;
}

Decoded decode_pending_count(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2) return unsupported();
  const auto count = decoder.slots.slot_of(instruction.operands[0], SlotClass::k32);
  const auto state = decoder.slots.slot_of(instruction.operands[1], SlotClass::k64);
  if (!count || !state) return unsupported();
  Operation operation{.kind = OperationKind::kCompute};
  operation.compute = {.full = mbarrier_pending_count, .masked = mbarrier_pending_count};
  operation.slots[0] = *count;
  operation.slots[1] = *state;
  return {.operation = operation};
}

}  // namespace smemlens::simt
