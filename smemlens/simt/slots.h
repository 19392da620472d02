#pragma once

// Which slot of the frame each register has. Registers that are never needed at the same time
// share a slot, so that a warp's frame stays in the host's first-level cache.
//
//   add %r1, …      %r1 lives from here
//   add %r2, %r1    to here; %r2 from here on  →  %r3, defined later, may have %r1's slot
//
// Sharing is safe under divergence: a lane's elements of a slot are touched only along that lane's
// own path, and along it the two registers' lives don't overlap.

#include <cstdint>
#include <vector>

#include "smemlens/ptx/module.h"
#include "smemlens/simt/control_flow.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {

constexpr std::uint32_t slot_bytes(SlotClass slot_class) {
  switch (slot_class) {
    case SlotClass::k32:
      return 4 * kLanes;
    case SlotClass::k64:
      return 8 * kLanes;
    case SlotClass::k128:
      return 16 * kLanes;
    case SlotClass::kPredicate:
      return sizeof(WarpMask);
  }
  return 0;
}

// Of 32 or 64 bits: what addresses and numbers have.
constexpr bool is_word(SlotClass slot_class) {
  return slot_class == SlotClass::k32 || slot_class == SlotClass::k64;
}

SlotClass class_of(ptx::Type type);

struct RegisterSlots {
  std::vector<SlotOffset> offsets;  // by register
  std::vector<ZeroedSlot> zeroed;   // of registers that may be read before they are written
  std::uint32_t bytes = 0;          // of the frame so far, a multiple of 64
};

RegisterSlots allocate_slots(const ptx::Function& function, const ControlFlow& flow);

}  // namespace smemlens::simt
