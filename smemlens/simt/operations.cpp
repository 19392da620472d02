#include "smemlens/simt/operations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/operation.h"
#include "smemlens/simt/operations_lanes.h"
#include "smemlens/simt/operations_row.h"

namespace smemlens::simt::SMEMLENS_ISA {
namespace {

using RowsOfFamily = std::span<const Row> (*)();
constexpr RowsOfFamily kFamilies[] = {
    integer_rows, bit_rows,     logic_rows, move_rows, compare_rows,      float_rows,
    select_rows,  convert_rows, half_rows,  warp_rows, compare_half_rows, video_rows,
};

struct EncodedModifier {
  Encoded encoded;
  Mod modifier;
  std::uint32_t immediate;
};
constexpr EncodedModifier kEncodedModifiers[] = {
    {Encoded::kRounding, Mod::kRn,  static_cast<std::uint32_t>(RoundingMode::kNearest)},
    {Encoded::kRounding, Mod::kRz,  static_cast<std::uint32_t>(RoundingMode::kZero)   },
    {Encoded::kRounding, Mod::kRm,  static_cast<std::uint32_t>(RoundingMode::kDown)   },
    {Encoded::kRounding, Mod::kRp,  static_cast<std::uint32_t>(RoundingMode::kUp)     },
    {Encoded::kBoolean,  Mod::kAnd, static_cast<std::uint32_t>(BooleanOperation::kAnd)},
    {Encoded::kBoolean,  Mod::kOr,  static_cast<std::uint32_t>(BooleanOperation::kOr) },
    {Encoded::kBoolean,  Mod::kXor, static_cast<std::uint32_t>(BooleanOperation::kXor)},
};

constexpr ptx::ModifierSet modifiers_of(Encoded encoded) {
  ptx::ModifierSet set;
  for (const EncodedModifier& row : kEncodedModifiers) {
    if (row.encoded == encoded) set.add(row.modifier);
  }
  return set;
}

// What Operation::immediate says of the modifiers that `encoded` takes; nullopt: several, or none
// where one is needed.
std::optional<std::uint32_t> immediate_of(Encoded encoded, const ptx::ModifierSet& modifiers) {
  std::optional<std::uint32_t> immediate;
  for (const EncodedModifier& row : kEncodedModifiers) {
    if (row.encoded != encoded || !modifiers.has(row.modifier)) continue;
    if (immediate) return std::nullopt;
    immediate = row.immediate;
  }
  if (!immediate && encoded != Encoded::kBoolean) return 0;
  return immediate;
}

std::size_t slots_of(const ptx::Operand& operand) {
  return operand.kind == ptx::OperandKind::kVector ? operand.elements.size() : 1;
}

std::size_t slots_of(std::span<const ptx::Operand> operands) {
  std::size_t slots = 0;
  for (const ptx::Operand& operand : operands) slots += slots_of(operand);
  return slots;
}

bool fits_operands(const WarpFunctions& functions, const ptx::Instruction& instruction) {
  const std::span<const ptx::Operand> operands = instruction.operands;
  const std::size_t destinations = std::min<std::size_t>(instruction.destinations, operands.size());
  return slots_of(operands) + (functions.has_carry ? 1 : 0) == functions.slots &&
         slots_of(operands.first(destinations)) == functions.results;
}

bool fits_types(const Row& row, const ptx::Instruction& instruction) {
  for (std::size_t i = 0; i < row.types.size(); ++i) {
    if (!row.types[i].has(instruction.types[i])) return false;
  }
  return true;
}

bool fits_modifiers(const Row& row, const ptx::Instruction& instruction) {
  const ptx::ModifierSet allowed =
      row.required | row.harmless | modifiers_of(row.functions.encoded);
  return row.required.is_subset_of(instruction.modifiers) &&
         instruction.modifiers.is_subset_of(allowed);
}

bool fits(const Row& row, const ptx::Instruction& instruction) {
  return row.opcode == instruction.opcode && fits_types(row, instruction) &&
         fits_modifiers(row, instruction) && fits_operands(row.functions, instruction);
}

const Row* row_of(const ptx::Instruction& instruction) {
  for (const RowsOfFamily rows_of_family : kFamilies) {
    for (const Row& row : rows_of_family()) {
      if (fits(row, instruction)) return &row;
    }
  }
  return nullptr;
}

std::uint32_t truth_of(Ty type) {
  constexpr TypeSet k16 = {Ty::kU16, Ty::kS16};
  TruthValue truth = TruthValue::kAllBits;
  if (k16.has(type)) truth = TruthValue::kAllBits16;
  if (type == Ty::kF32) truth = TruthValue::kFloatOne;
  if (type == Ty::kF16) truth = TruthValue::kHalfOne;
  if (type == Ty::kBf16) truth = TruthValue::kBfloatOne;
  return static_cast<std::uint32_t>(truth) << kTruthShift;
}

// Bit i: the predicate in slot i is written `!%p`; nullopt if a value that is no predicate is.
std::optional<std::uint32_t> negated_slots(const ptx::Instruction& instruction,
                                           const WarpFunctions& functions) {
  std::uint32_t negated = 0;
  std::size_t slot = 0;
  for (const ptx::Operand& operand : instruction.operands) {
    if (operand.is_negated) {
      if (slot < functions.results) return std::nullopt;
      if (functions.classes[slot] != SlotClass::kPredicate) return std::nullopt;
      negated |= 1U << slot;
    }
    slot += slots_of(operand);
  }
  return negated;
}

}  // namespace

std::optional<ComputeChoice> compute_for(const ptx::Instruction& instruction) {
  const Row* row = row_of(instruction);
  if (row == nullptr) return std::nullopt;
  const WarpFunctions& functions = row->functions;
  const auto negated = negated_slots(instruction, functions);
  const auto encoded = immediate_of(functions.encoded, instruction.modifiers);
  if (!negated || !encoded) return std::nullopt;

  const std::uint32_t truth = functions.encodes_truth ? truth_of(instruction.types[0]) : 0;
  const bool is_rounded = functions.encoded == Encoded::kRounding &&
                          *encoded != static_cast<std::uint32_t>(RoundingMode::kNearest);
  return ComputeChoice{
      .compute = is_rounded ? functions.rounded : functions.compute,
      .immediate = row->immediate | *encoded | truth | (*negated << kNegationShift),
      .classes = functions.classes,
      .slots = functions.slots,
      .has_carry = functions.has_carry,
      .reads_other_lanes = functions.reads_other_lanes,
  };
}

}  // namespace smemlens::simt::SMEMLENS_ISA
