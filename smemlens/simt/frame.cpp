#include "smemlens/simt/frame.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/special_registers.h"

namespace smemlens::simt {
namespace {

template <class Element>
Element* elements(std::byte* frame, SlotOffset slot) {
  return reinterpret_cast<Element*>(frame + slot);
}

void fill_constant(std::byte* frame, const ConstantSlot& constant, std::uint64_t value) {
  switch (constant.slot_class) {
    case SlotClass::k64:
      std::fill_n(elements<std::uint64_t>(frame, constant.slot), kLanes, value);
      return;
    case SlotClass::k32:
      std::fill_n(elements<std::uint32_t>(frame, constant.slot), kLanes,
                  static_cast<std::uint32_t>(value));
      return;
    case SlotClass::k128:
      break;  // there are no constants of 128 bits
    case SlotClass::kPredicate:
      *elements<WarpMask>(frame, constant.slot) = value != 0 ? kAllLanes : 0;
      return;
  }
}

void fill_special(std::byte* frame, const SpecialSlot& special, const SpecialContext& context) {
  if (changes_with_block(special.special) || special.slot_class == SlotClass::kPredicate) {
    // the same for all lanes
    fill_constant(frame, {.slot = special.slot, .slot_class = special.slot_class},
                  value_of(special.special, context, 0));
    return;
  }
  for (unsigned lane = 0; lane < kLanes; ++lane) {
    const std::uint64_t value = value_of(special.special, context, lane);
    if (special.slot_class == SlotClass::k64) {
      elements<std::uint64_t>(frame, special.slot)[lane] = value;
    } else {
      elements<std::uint32_t>(frame, special.slot)[lane] = static_cast<std::uint32_t>(value);
    }
  }
}

void fill_zeros(std::byte* frame, const DecodedFunction& function) {
  for (const ZeroedSlot& zeroed : function.zeroed) {
    std::memset(frame + zeroed.slot, 0, zeroed.bytes);
  }
}

}  // namespace

void fill_frame(std::byte* frame, const DecodedFunction& function, const SpecialContext& context,
                std::uint32_t local_begin) {
  for (const ConstantSlot& constant : function.constants) {
    fill_constant(frame, constant, constant.value + (constant.is_local_address ? local_begin : 0));
  }
  for (const SpecialSlot& special : function.specials) fill_special(frame, special, context);
  fill_zeros(frame, function);
}

void refill_frame(std::byte* frame, const DecodedFunction& function,
                  const SpecialContext& context) {
  for (const SpecialSlot& special : function.specials) {
    if (changes_with_block(special.special)) fill_special(frame, special, context);
  }
  fill_zeros(frame, function);
}

}  // namespace smemlens::simt
