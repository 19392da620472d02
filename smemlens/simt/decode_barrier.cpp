// bar.sync, bar.arrive, bar.red and barrier.*, with that of clusters:
//
//   bar.sync 0;                      id
//   barrier.sync 1, 64;              id, threads
//   bar.red.popc.u32 %r1, 0, %p1;    result, id[, threads], predicate
//   barrier.cluster.arrive; barrier.cluster.wait;

#include <cstddef>
#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using Action = BarrierSite::Action;
using ptx::Modifier;

std::optional<Action> action_of(const ptx::Instruction& instruction) {
  const ptx::ModifierSet& modifiers = instruction.modifiers;
  if (modifiers.has(Modifier::kArrive)) return Action::kArrive;
  if (!modifiers.has(Modifier::kRed)) return Action::kSync;
  if (modifiers.has(Modifier::kPopc)) return Action::kReducePopulation;
  if (modifiers.has(Modifier::kAnd)) return Action::kReduceAnd;
  if (modifiers.has(Modifier::kOr)) return Action::kReduceOr;
  return std::nullopt;
}

constexpr ptx::ModifierSet kModifiers = {
    Modifier::kSync, Modifier::kArrive, Modifier::kRed, Modifier::kAligned,
    Modifier::kCta,  Modifier::kPopc,   Modifier::kAnd, Modifier::kOr,
};

}  // namespace

Decoded decode_barrier(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto action = action_of(instruction);
  if (!action || !instruction.modifiers.is_subset_of(kModifiers)) return unsupported();
  BarrierSite site{.action = *action};
  site.is_aligned =
      instruction.opcode == ptx::Opcode::kBar || instruction.modifiers.has(Modifier::kAligned);
  const auto& operands = instruction.operands;
  const bool reduces = *action != Action::kSync && *action != Action::kArrive;
  const std::size_t begin = reduces ? 1 : 0;
  const std::size_t end = operands.size() - begin;
  if (operands.size() < (reduces ? 3U : 1U) || end - begin > 2) return unsupported();

  const auto id = decoder.slots.slot_of(operands[begin], SlotClass::k32);
  if (!id) return unsupported();
  site.id = *id;
  if (begin + 1 < end) {
    site.threads = decoder.slots.slot_of(operands[begin + 1], SlotClass::k32);
    if (!site.threads) return unsupported();
  }
  if (reduces) {
    const bool counts = *action == Action::kReducePopulation;
    const auto result =
        decoder.slots.slot_of(operands[0], counts ? SlotClass::k32 : SlotClass::kPredicate);
    const auto predicate = decoder.slots.slot_of(operands.back(), SlotClass::kPredicate);
    if (!result || !predicate) return unsupported();
    site.result = *result;
    site.predicate = *predicate;
    site.predicate_is_negated = operands.back().is_negated;
  }
  Operation operation{.kind = OperationKind::kBarrier};
  operation.detail = static_cast<std::uint32_t>(decoder.decoded.barriers.size());
  decoder.decoded.barriers.push_back(site);
  return {.operation = operation};
}

// A cluster is one block here, so all that its barrier waits for are the block's own warps.
Decoded decode_cluster_barrier(Decoder& decoder, const ptx::Instruction& instruction) {
  BarrierSite site;
  if (instruction.opcode == ptx::Opcode::kBarrierClusterArrive) site.action = Action::kArrive;
  site.is_aligned = instruction.modifiers.has(Modifier::kAligned);
  site.is_cluster = true;
  Operation operation{.kind = OperationKind::kBarrier};
  operation.detail = static_cast<std::uint32_t>(decoder.decoded.barriers.size());
  decoder.decoded.barriers.push_back(site);
  return {.operation = operation};
}

}  // namespace smemlens::simt
