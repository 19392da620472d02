// Video instructions: the selected parts of a and b are put in place with prmt, then one compute
// function does the rest.
//
//   vadd4.s32.s32.s32.sat %r1.b0, %r2.b7654, %r3, %r4   →   prmt.b32 t, %r2, %r3, 0x7654;
//                                                           prmt.b32 u, %r2, %r3, 0x7654;
//                                                           vadd4 %r1, t, u, %r4

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/video.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::PartSelection;

constexpr unsigned kBytesOfWord = 4;

// How many parts a word has for the opcode: 1 (scalar), 2 or 4.
unsigned parts_of(Opcode opcode) {
  if (opcode >= Opcode::kVadd4) return 4;
  return opcode >= Opcode::kVadd2 ? 2 : 1;
}

// The compute function of `opcode` alone, with four operands.
std::optional<Operation> function_of(const Decoder& decoder, Opcode opcode,
                                     std::optional<ptx::Type> type = std::nullopt) {
  ptx::Instruction instruction{.opcode = opcode};
  if (type) instruction.types[0] = *type;
  instruction.operands.resize(4);
  instruction.destinations = 1;
  const auto choice = decoder.context.isa.compute_for(instruction);
  if (!choice) return std::nullopt;
  return Operation{
      .compute = choice->compute, .immediate = choice->immediate, .kind = OperationKind::kCompute};
}

// A scalar operand's selector of prmt: the part, extended by its sign or (from byte 4, which is
// zero) without.
std::uint32_t scalar_selector(const PartSelection& part, bool is_signed) {
  const unsigned bytes = part.bits / 8U;
  const unsigned first = part.numbers[0] * bytes;
  const std::uint32_t fill = is_signed ? 8U | (first + bytes - 1) : kBytesOfWord;
  std::uint32_t selector = 0;
  for (unsigned i = 0; i < kBytesOfWord; ++i) selector |= (i < bytes ? first + i : fill) << (4 * i);
  return selector;
}

// A SIMD operand's selector, of the eight bytes b:a.
std::uint32_t simd_selector(const PartSelection& parts) {
  const unsigned bytes = parts.bits / 8U;
  std::uint32_t selector = 0;
  for (unsigned i = 0; i < kBytesOfWord; ++i) {
    const std::uint32_t byte = (parts.numbers[i / bytes] * bytes) + (i % bytes);
    selector |= byte << (4 * i);
  }
  return selector;
}

bool is_scalar_part(const PartSelection& part) {
  return part.count == 1 && part.numbers[0] < 32U / part.bits;
}

// Which bytes of the result the destination's selection means; nullopt: no such selection.
std::optional<std::uint8_t> new_bytes(const PartSelection& selected, unsigned parts) {
  if (selected.bits == 0) return std::uint8_t{0xf};
  if (parts == 1 ? !is_scalar_part(selected) : selected.bits != 32U / parts) return std::nullopt;
  unsigned bytes = 0;
  for (unsigned i = 0; i < selected.count; ++i) {
    const unsigned size = selected.bits / 8U;
    if (selected.numbers[i] * size >= kBytesOfWord) return std::nullopt;
    bytes |= ((1U << size) - 1U) << (selected.numbers[i] * size);
  }
  return static_cast<std::uint8_t>(bytes);
}

struct Video {
  const ptx::Instruction& instruction;
  unsigned parts = 1;
  VideoForm form{};
};

bool is_comparison(Opcode opcode) {
  return opcode == Opcode::kVset || opcode == Opcode::kVset2 || opcode == Opcode::kVset4;
}

// Exactly the modifiers that the family has.
bool read_modifiers(Video& video) {
  constexpr std::pair<Modifier, VideoSecond> kSeconds[] = {
      {Modifier::kAdd, VideoSecond::kAdd},
      {Modifier::kMin, VideoSecond::kMin},
      {Modifier::kMax, VideoSecond::kMax}
  };
  constexpr std::pair<Modifier, VideoComparison> kComparisons[] = {
      {Modifier::kEq, VideoComparison::kEqual       },
      {Modifier::kNe, VideoComparison::kNotEqual    },
      {Modifier::kLt, VideoComparison::kLess        },
      {Modifier::kLe, VideoComparison::kLessEqual   },
      {Modifier::kGt, VideoComparison::kGreater     },
      {Modifier::kGe, VideoComparison::kGreaterEqual}
  };
  const ptx::ModifierSet& modifiers = video.instruction.modifiers;
  const Opcode opcode = video.instruction.opcode;
  video.form.saturates = modifiers.has(Modifier::kSat);
  unsigned seconds = 0;
  for (const auto& [modifier, second] : kSeconds) {
    if (!modifiers.has(modifier)) continue;
    video.form.second = second;
    ++seconds;
  }
  unsigned comparisons = 0;
  for (const auto& [modifier, comparison] : kComparisons) {
    if (!modifiers.has(modifier)) continue;
    video.form.comparison = comparison;
    ++comparisons;
  }
  const bool is_shift = opcode == Opcode::kVshl || opcode == Opcode::kVshr;
  video.form.wraps = modifiers.has(Modifier::kWrap);
  const bool has_mode = video.form.wraps != modifiers.has(Modifier::kClamp);
  const bool sums_only = video.parts == 1 || video.form.second <= VideoSecond::kAdd;
  const bool sat_fits =
      !video.form.saturates || (!is_comparison(opcode) && (video.parts == 1 || seconds == 0));
  return seconds <= 1 && comparisons == (is_comparison(opcode) ? 1U : 0U) && sums_only &&
         sat_fits && has_mode == is_shift;
}

// .dtype.atype.btype; a comparison has no .dtype, its result is unsigned.
bool read_types(Video& video) {
  const auto& types = video.instruction.types;
  const std::size_t first = is_comparison(video.instruction.opcode) ? 0 : 1;
  const auto is_word = [](ptx::Type type) {
    return type == ptx::Type::kU32 || type == ptx::Type::kS32;
  };
  if (!std::all_of(types.begin(), types.begin() + 2 + static_cast<std::ptrdiff_t>(first),
                   is_word) ||
      types[first + 2] != ptx::Type::kNone) {
    return false;
  }
  video.form.is_result_signed = first == 1 && types[0] == ptx::Type::kS32;
  video.form.is_a_signed = types[first] == ptx::Type::kS32;
  video.form.is_b_signed = types[first + 1] == ptx::Type::kS32;
  return true;
}

bool read_operands(Video& video) {
  const auto& operands = video.instruction.operands;
  const auto bytes = new_bytes(operands[0].part, video.parts);
  if (!bytes) return false;
  video.form.new_bytes = *bytes;
  const bool merges = operands[0].part.bits != 0;
  const bool has_second = video.form.second != VideoSecond::kMerge;
  if (operands.size() == 4) {
    if (operands[3].part.bits != 0) return false;
    return video.parts > 1 || video.instruction.opcode == Opcode::kVmad || merges != has_second;
  }
  return !merges && !has_second;
}

void read_multiply_add(Video& video) {
  const ptx::ModifierSet& modifiers = video.instruction.modifiers;
  const auto& operands = video.instruction.operands;
  video.form.negates_product = operands[1].is_negated != operands[2].is_negated;
  video.form.negates_addend = operands[3].is_negated;
  video.form.adds_one = modifiers.has(Modifier::kPo);
  if (modifiers.has(Modifier::kShr7)) video.form.scale = 7;
  if (modifiers.has(Modifier::kShr15)) video.form.scale = 15;
}

// vmad's own: what may be negated beside what, one scale.
bool fits_multiply_add(const Video& video) {
  const ptx::ModifierSet& modifiers = video.instruction.modifiers;
  const VideoForm& form = video.form;
  const bool has_two_scales = modifiers.has(Modifier::kShr7) && modifiers.has(Modifier::kShr15);
  const bool negates = form.negates_product || form.negates_addend;
  return !has_two_scales && !(form.negates_product && form.negates_addend) &&
         !(form.adds_one && negates) && video.instruction.operands[0].part.bits == 0;
}

// Operand 1 or 2 as a whole word: its own slot, or that of a prmt which goes before.
std::optional<SlotOffset> word_of(Decoder& decoder, const Video& video, std::size_t index,
                                  std::vector<Operation>& before) {
  const auto& operands = video.instruction.operands;
  const PartSelection& part = operands[index].part;
  const bool is_simd = video.parts > 1;
  // Without a selection a SIMD instruction takes a's parts from a, and b's from b.
  const auto own = decoder.slots.slot_of(operands[index], SlotClass::k32);
  if (part.bits == 0 || !own) return own;
  const bool fits =
      is_simd ? part.bits == 32U / video.parts && part.count == video.parts : is_scalar_part(part);
  const auto permute = function_of(decoder, Opcode::kPrmt, ptx::Type::kB32);
  const auto a = decoder.slots.slot_of(operands[1], SlotClass::k32);
  const auto b = decoder.slots.slot_of(operands[2], SlotClass::k32);
  if (!fits || !permute || !a || !b) return std::nullopt;
  const bool is_signed = index == 1 ? video.form.is_a_signed : video.form.is_b_signed;
  const std::uint32_t selector = is_simd ? simd_selector(part) : scalar_selector(part, is_signed);
  Operation operation = *permute;
  operation.slots[0] = decoder.slots.scratch();
  operation.slots[1] = is_simd ? *a : *own;
  operation.slots[2] = is_simd ? *b : decoder.slots.constant(0, SlotClass::k32);
  operation.slots[3] = decoder.slots.constant(selector, SlotClass::k32);
  before.push_back(operation);
  return operation.slots[0];
}

}  // namespace

Decoded decode_video(Decoder& decoder, const ptx::Instruction& instruction) {
  const auto& operands = instruction.operands;
  const bool is_multiply_add = instruction.opcode == Opcode::kVmad;
  Video video{.instruction = instruction, .parts = parts_of(instruction.opcode)};
  if (operands.size() < 3 || !read_types(video)) return unsupported();
  if (is_multiply_add) {
    video.form.saturates = instruction.modifiers.has(Modifier::kSat);
    read_multiply_add(video);
    if (!fits_multiply_add(video)) return unsupported();
  } else if (!read_modifiers(video)) {
    return unsupported();
  }
  if (!read_operands(video)) return unsupported();

  std::vector<Operation> parts;
  auto operation = function_of(decoder, instruction.opcode);
  const auto result = decoder.slots.slot_of(operands[0], SlotClass::k32);
  const auto a = word_of(decoder, video, 1, parts);
  const auto b = word_of(decoder, video, 2, parts);
  const auto c = operands.size() > 3 ? decoder.slots.slot_of(operands[3], SlotClass::k32)
                                     : std::optional(decoder.slots.constant(0, SlotClass::k32));
  if (!operation || !result || !a || !b || !c) return unsupported();
  operation->slots = {*result, *a, *b, *c};
  operation->immediate = encoded(video.form);
  parts.push_back(*operation);
  return sequence(decoder, std::move(parts));
}

}  // namespace smemlens::simt
