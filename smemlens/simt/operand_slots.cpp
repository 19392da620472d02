#include "smemlens/simt/operand_slots.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/address_space.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/slots.h"
#include "smemlens/simt/special_registers.h"

namespace smemlens::simt {

std::optional<SlotOffset> OperandSlots::slot_of(const ptx::Operand& operand, SlotClass slot_class) {
  switch (operand.kind) {
    case ptx::OperandKind::kImmediate:
      if (slot_class == SlotClass::k128) return std::nullopt;
      return constant(operand.bits, slot_class);
    case ptx::OperandKind::kSink:
      return sink();
    case ptx::OperandKind::kSpecial:
      if (!is_constant_special(operand.special) || slot_class == SlotClass::k128 ||
          is_predicate(operand.special) != (slot_class == SlotClass::kPredicate)) {
        return std::nullopt;
      }
      return special(operand.special, slot_class);
    case ptx::OperandKind::kSymbol: {
      const auto address = symbols_.address_of(operand);
      if (!address || !is_word(slot_class)) return std::nullopt;
      return constant(address->value + static_cast<std::uint64_t>(operand.offset), slot_class,
                      address->is_local);
    }
    case ptx::OperandKind::kRegister: {
      const AnySlot found = slot_of_register(operand.index);
      if (found.slot_class != slot_class) return std::nullopt;
      return found.slot;
    }
    case ptx::OperandKind::kFunction:
      if (slot_class != SlotClass::k64) return std::nullopt;
      return constant(function_address(operand.index), slot_class);
    case ptx::OperandKind::kLabel:
    case ptx::OperandKind::kAddress:
    case ptx::OperandKind::kVector:
    case ptx::OperandKind::kPrototype:
      return std::nullopt;
  }
  return std::nullopt;
}

OperandSlots::AnySlot OperandSlots::slot_of_register(ptx::Index index) const {
  return {.slot = registers_.offsets[index],
          .slot_class = class_of(function_.registers[index].type)};
}

std::optional<std::array<SlotOffset, 2>> OperandSlots::halves_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::OperandKind::kVector && operand.elements.size() == 2) {
    const auto low = slot_of(operand.elements[0], SlotClass::k64);
    const auto high = slot_of(operand.elements[1], SlotClass::k64);
    if (!low || !high) return std::nullopt;
    return {
        {*low, *high}
    };
  }
  const auto whole = slot_of(operand, SlotClass::k128);
  if (!whole) return std::nullopt;
  return {
      {*whole, *whole + slot_bytes(SlotClass::k64)}
  };
}

std::optional<OperandSlots::AnySlot> OperandSlots::slot_of(const ptx::Operand& operand) {
  const bool is_address = operand.kind == ptx::OperandKind::kAddress;
  const ptx::OperandKind kind = is_address ? operand.base_kind : operand.kind;
  if (kind == ptx::OperandKind::kRegister) return slot_of_register(operand.index);
  if (kind == ptx::OperandKind::kSymbol) {
    const auto address = symbols_.address_of(operand);
    if (!address) return std::nullopt;
    return AnySlot{.slot = constant(address->value, SlotClass::k64, address->is_local),
                   .slot_class = SlotClass::k64};
  }
  if (kind == ptx::OperandKind::kImmediate) {
    // An absolute address stands in `offset`, which the access adds.
    return AnySlot{.slot = constant(is_address ? 0 : operand.bits, SlotClass::k64),
                   .slot_class = SlotClass::k64};
  }
  return std::nullopt;
}

SlotOffset OperandSlots::new_slot(SlotClass slot_class) {
  const SlotOffset slot = end_;
  end_ += std::max<std::uint32_t>(slot_bytes(slot_class), 64);
  return slot;
}

SlotOffset OperandSlots::constant(std::uint64_t value, SlotClass slot_class,
                                  bool is_local_address) {
  if (slot_class == SlotClass::k32) value = static_cast<std::uint32_t>(value);
  const auto [entry, is_new] = constants_.try_emplace({slot_class, value, is_local_address}, 0U);
  if (is_new) entry->second = new_slot(slot_class);
  return entry->second;
}

SlotOffset OperandSlots::special(ptx::SpecialRegister special, SlotClass slot_class) {
  const auto [entry, is_new] = specials_.try_emplace({special, slot_class}, 0U);
  if (is_new) entry->second = new_slot(slot_class);
  return entry->second;
}

SlotOffset OperandSlots::sink() {
  if (!sink_) sink_ = new_slot(SlotClass::k128);
  return *sink_;
}

SlotOffset OperandSlots::carry() {
  if (!carry_) carry_ = new_slot(SlotClass::kPredicate);
  return *carry_;
}

SlotOffset OperandSlots::scratch() {
  return new_slot(SlotClass::k64);
}

void OperandSlots::finish(DecodedFunction& function) const {
  for (const auto& [key, slot] : constants_) {
    const auto& [slot_class, value, is_local] = key;
    function.constants.push_back(
        {.slot = slot, .slot_class = slot_class, .value = value, .is_local_address = is_local});
  }
  for (const auto& [key, slot] : specials_) {
    function.specials.push_back({.slot = slot, .slot_class = key.second, .special = key.first});
  }
  function.zeroed = registers_.zeroed;
  if (carry_) {
    function.zeroed.push_back({.slot = *carry_, .bytes = slot_bytes(SlotClass::kPredicate)});
  }
  function.frame_bytes = end_;
}

}  // namespace smemlens::simt
