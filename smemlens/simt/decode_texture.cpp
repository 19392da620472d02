// tex of a texture object, without levels, gradients, offsets and comparisons:
//
//   tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd1, {%r1}];
//   tex.a2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd1, {%r5, %f1, %f2, %f2}];

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/texture_fetch.h"

namespace smemlens::simt {
namespace {

using ptx::Type;

const TextureGeometry* geometry_of(const ptx::Instruction& instruction) {
  const auto* const found =
      std::ranges::find_if(kTextureGeometries, [&](const TextureGeometry& geometry) {
        return instruction.modifiers == ptx::ModifierSet{geometry.modifier};
      });
  return found == std::end(kTextureGeometries) ? nullptr : found;
}

bool is_known(const ptx::Instruction& instruction, const TextureGeometry& geometry) {
  const bool has_numbers = instruction.types[1] == Type::kS32;
  const bool is_word = instruction.types[0] == Type::kF32 || instruction.types[0] == Type::kS32 ||
                       instruction.types[0] == Type::kU32;
  const bool is_plain_1d = geometry.dimensions == 1 && !geometry.is_layered;
  return is_word && instruction.operands.size() == 2 && (!has_numbers || is_plain_1d);
}

}  // namespace

Decoded decode_texture(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  const TextureGeometry* const geometry = geometry_of(instruction);
  if (geometry == nullptr || !is_known(instruction, *geometry)) return unsupported();
  const std::vector<const ptx::Operand*> results = elements_of(instruction.operands[0]);
  const ptx::Operand& place = instruction.operands[1];
  if (results.size() != 4 || place.elements.size() != 1 || place.offset != 0 ||
      place.base_kind != ptx::OperandKind::kRegister) {
    return unsupported();
  }
  const std::vector<const ptx::Operand*> coordinates = elements_of(place.elements[0]);
  if (coordinates.size() != geometry->written) return unsupported();
  Operation operation;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto slot = decoder.slots.slot_of(*results[i], SlotClass::k32);
    if (!slot) return unsupported();
    operation.slots[i] = *slot;
  }
  const auto object = decoder.slots.slot_of_register(place.index);
  if (object.slot_class != SlotClass::k64) return unsupported();
  operation.slots[kTextureSlot] = object.slot;
  const std::size_t used = geometry->dimensions + (geometry->is_layered ? 1U : 0U);
  for (std::size_t i = 0; i < used; ++i) {
    const auto slot = decoder.slots.slot_of(*coordinates[i], SlotClass::k32);
    if (!slot) return unsupported();
    operation.slots[kCoordinateSlots + i] = *slot;
  }
  operation.immediate = static_cast<std::uint32_t>(geometry - std::begin(kTextureGeometries)) +
                        (instruction.types[1] == Type::kS32 ? kTexelNumbers : 0);
  const MemoryAccess access{
      .function = fetch_texture, .address_slot = object.slot, .instruction = pc};
  return memory_operation(decoder, {access}, operation);
}

}  // namespace smemlens::simt
