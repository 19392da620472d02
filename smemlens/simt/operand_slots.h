#pragma once

// The slots of one function's operands: registers have theirs already (slots.h); immediates,
// addresses of symbols and special registers get one here, equal ones the same.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/slots.h"
#include "smemlens/simt/symbols.h"

namespace smemlens::simt {

class OperandSlots {
 public:
  OperandSlots(const ptx::Function& function, const FunctionSymbols& symbols,
               const RegisterSlots& registers)
      : function_(function), symbols_(symbols), registers_(registers), end_(registers.bytes) {}

  // The slot of a scalar operand that an instruction takes for `slot_class`. nullopt: a register
  // of another class, a symbol without address, a special register that isn't supported.
  std::optional<SlotOffset> slot_of(const ptx::Operand& operand, SlotClass slot_class);
  // The slot of a register, or of the base of an address: its class is the operand's own.
  struct AnySlot {
    SlotOffset slot = 0;
    SlotClass slot_class = SlotClass::k32;
  };
  std::optional<AnySlot> slot_of(const ptx::Operand& operand);
  AnySlot slot_of_register(ptx::Index index) const;
  // The 64-bit slots of a .b128 register, or of the two 64-bit operands of a vector; low half
  // first. nullopt: neither.
  std::optional<std::array<SlotOffset, 2>> halves_of(const ptx::Operand& operand);

  SlotOffset constant(std::uint64_t value, SlotClass slot_class, bool is_local_address = false);
  // A slot that nobody reads, wide enough for all classes.
  SlotOffset sink();
  // The condition code of add.cc and its kind.
  SlotOffset carry();
  // A 64-bit slot of its own.
  SlotOffset scratch();

  // Writes what was collected.
  void finish(DecodedFunction& function) const;

 private:
  SlotOffset special(ptx::SpecialRegister special, SlotClass slot_class);
  SlotOffset new_slot(SlotClass slot_class);

  const ptx::Function& function_;
  const FunctionSymbols& symbols_;
  const RegisterSlots& registers_;
  std::uint32_t end_;
  std::map<std::tuple<SlotClass, std::uint64_t, bool>, SlotOffset> constants_;
  std::map<std::pair<ptx::SpecialRegister, SlotClass>, SlotOffset> specials_;
  std::optional<SlotOffset> sink_;
  std::optional<SlotOffset> carry_;
};

}  // namespace smemlens::simt
