// Matrix instructions:
//
//   ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r1, %r2, %r3, %r4}, [%r5];
//   mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d …}, {a …}, {b …}, {c …};
//   wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {a …}, [%r5], %r6;

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/simt/collective.h"
#include "smemlens/simt/decoded_function.h"
#include "smemlens/simt/decoder.h"
#include "smemlens/simt/fragment.h"
#include "smemlens/simt/isa_functions.h"
#include "smemlens/simt/matrix_forms.h"
#include "smemlens/simt/memory_access.h"
#include "smemlens/simt/operation.h"

namespace smemlens::simt {
namespace {

using ptx::Modifier;
using ptx::ModifierSet;
using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

constexpr ModifierSet kWholeWarp = {Modifier::kSync, Modifier::kAligned};
constexpr ModifierSet kOrders = {Modifier::kRow, Modifier::kCol};

Decoded collective_operation(Decoder& decoder, Collective collective) {
  Operation operation{.kind = OperationKind::kCollective};
  operation.detail = static_cast<std::uint32_t>(decoder.decoded.collectives.size());
  collective.access.site = decoder.context.site_count++;
  decoder.decoded.collectives.push_back(std::move(collective));
  return {.operation = operation};
}

// Appends the registers of a fragment operand; false if one is of another class.
bool add_registers(Decoder& decoder, const ptx::Operand& operand, SlotClass slot_class,
                   Collective& collective) {
  for (const ptx::Operand* const element : elements_of(operand)) {
    const auto slot = decoder.slots.slot_of(*element, slot_class);
    if (!slot) return false;
    collective.registers.push_back(*slot);
  }
  return true;
}

// The same for a fragment, of which there must be as many registers as it has.
bool add_fragment(Decoder& decoder, const ptx::Operand& operand, Fragment fragment,
                  Collective& collective, std::size_t index) {
  const std::size_t first = collective.registers.size();
  const SlotClass slot_class =
      fragment.element == MatrixElement::kF64 ? SlotClass::k64 : SlotClass::k32;
  if (!add_registers(decoder, operand, slot_class, collective)) return false;
  fragment.first = static_cast<std::uint8_t>(first);
  collective.fragments[index] = fragment;
  return collective.registers.size() - first == fragment.written;
}

// .row and .col in the order written: a ModifierSet doesn't tell `row.col` from `col.row`.
std::vector<Modifier> orders_of(std::string_view mnemonic) {
  std::vector<Modifier> orders;
  while (!mnemonic.empty()) {
    const std::string_view part = mnemonic.substr(0, mnemonic.find('.'));
    if (part == "row") orders.push_back(Modifier::kRow);
    if (part == "col") orders.push_back(Modifier::kCol);
    mnemonic.remove_prefix(part.size() == mnemonic.size() ? part.size() : part.size() + 1);
  }
  return orders;
}

// --- ldmatrix, stmatrix, movmatrix ---------------------------------------------------------------

std::uint8_t matrices_of(const ModifierSet& modifiers) {
  constexpr std::pair<Modifier, std::uint8_t> kCounts[] = {
      {Modifier::kX1, 1},
      {Modifier::kX2, 2},
      {Modifier::kX4, 4}
  };
  for (const auto& [modifier, count] : kCounts) {
    if (modifiers.has(modifier)) return count;
  }
  return 0;
}

constexpr ptx::Shape kEightByEight = {8, 8, 0};

// --- wmma.load and wmma.store --------------------------------------------------------------------

std::optional<AccessSpace> space_of_tile(StateSpace space) {
  constexpr std::pair<StateSpace, AccessSpace> kSpaces[] = {
      {StateSpace::kGeneric, AccessSpace::kGeneric},
      {StateSpace::kGlobal,  AccessSpace::kGlobal },
      {StateSpace::kShared,  AccessSpace::kShared }
  };
  for (const auto& [written, space_of_access] : kSpaces) {
    if (written == space) return space_of_access;
  }
  return std::nullopt;
}

std::optional<Fragment> tile_fragment(const ptx::Instruction& instruction) {
  const Type type = instruction.types[0];
  const auto element = element_of(type);
  const ModifierSet& modifiers = instruction.modifiers;
  const bool is_a = modifiers.has(Modifier::kA);
  const bool is_input = is_a || modifiers.has(Modifier::kB);
  const MatrixForm* const form =
      is_input ? matrix_form(Opcode::kWmmaMma, instruction.shape, type)
               : matrix_form_with_result(Opcode::kWmmaMma, instruction.shape, type);
  if (form == nullptr || !element) return std::nullopt;
  MatrixRole role = MatrixRole::kAccumulator;
  if (is_input) role = is_a ? MatrixRole::kA : MatrixRole::kB;
  // 4- and 1-bit elements exist in one order only: A by rows, B by columns.
  const bool is_packed = is_input && bits_of(*element) < 8;
  if (is_packed && modifiers.has(Modifier::kRow) != is_a) return std::nullopt;
  return fragment_of(*form, role, *element);
}

// --- mma and wmma.mma ----------------------------------------------------------------------------

struct ProductTypes {
  Type d{}, a{}, b{}, c{};
};

// wmma of f16 writes D's and C's types only.
ProductTypes product_types(const ptx::Instruction& instruction) {
  const auto& types = instruction.types;
  if (types[2] == Type::kNone) {
    return {.d = types[0], .a = Type::kF16, .b = Type::kF16, .c = types[1]};
  }
  return {.d = types[0], .a = types[1], .b = types[2], .c = types[3]};
}

bool fits(const MatrixForm& form, const ProductTypes& types) {
  return form.inputs.has(types.b) && form.results.has(types.d) && form.results.has(types.c) &&
         (types.c == types.d || form.results_may_differ);
}

// nullopt: a modifier that this product doesn't have.
std::optional<Arithmetic> arithmetic_of(const MatrixForm& form, const ModifierSet& modifiers) {
  ModifierSet allowed = kWholeWarp | kOrders;
  const bool is_wmma_half = form.opcode == Opcode::kWmmaMma && form.inputs.has(Type::kF16);
  if (form.arithmetic == Arithmetic::kInteger || is_wmma_half) allowed.add(Modifier::kSatfinite);
  if (form.arithmetic == Arithmetic::kDouble) allowed.add(Modifier::kRn);
  if (form.arithmetic != Arithmetic::kBitXor) {
    return modifiers.is_subset_of(allowed) ? std::optional(form.arithmetic) : std::nullopt;
  }
  const bool is_xor = modifiers.has(Modifier::kXor);
  allowed.add(Modifier::kPopc);
  allowed.add(is_xor ? Modifier::kXor : Modifier::kAnd);
  if (!modifiers.has(Modifier::kPopc) || is_xor == modifiers.has(Modifier::kAnd) ||
      !modifiers.is_subset_of(allowed)) {
    return std::nullopt;
  }
  return is_xor ? Arithmetic::kBitXor : Arithmetic::kBitAnd;
}

// mma.m8n8k4 of f16 has its own layout for A by columns and B by rows; all other products take A by
// rows and B by columns, and a wmma fragment is the same for both.
bool set_orders(const MatrixForm& form, const ptx::Instruction& instruction, Fragment& a,
                Fragment& b) {
  const std::vector<Modifier> orders = orders_of(instruction.mnemonic);
  if (orders.size() != 2) return false;
  if (form.opcode == Opcode::kWmmaMma) return true;
  if (a.layout == FragmentLayout::kCore) {
    return orders[0] == Modifier::kRow && orders[1] == Modifier::kCol;
  }
  if (orders[0] == Modifier::kCol) a.layout = FragmentLayout::kQuadPairColumn;
  if (orders[1] == Modifier::kRow) b.layout = FragmentLayout::kQuadPairColumn;
  return true;
}

}  // namespace

Decoded decode_matrix_access(Decoder& decoder, const ptx::Instruction& instruction, ptx::Index pc) {
  constexpr ModifierSet kModifiers =
      kWholeWarp | ModifierSet{Modifier::kX1, Modifier::kX2, Modifier::kX4, Modifier::kTrans};
  const bool is_load = instruction.opcode == Opcode::kLdmatrix;
  const auto& operands = instruction.operands;
  const bool is_generic = instruction.space == StateSpace::kGeneric;
  const std::uint8_t matrices = matrices_of(instruction.modifiers);
  if (operands.size() != 2 || instruction.shape != kEightByEight || matrices == 0 ||
      instruction.types[0] != Type::kB16 || instruction.types[1] != Type::kNone ||
      !instruction.modifiers.is_subset_of(kModifiers) ||
      (!is_generic && instruction.space != StateSpace::kShared)) {
    return unsupported();
  }
  const CollectiveFunctions& functions = decoder.context.isa.collectives;
  Collective collective{
      .function = is_load ? functions.load_matrices : functions.store_matrices,
      .access = {.action = is_load ? AccessAction::kLoadMatrix : AccessAction::kStoreMatrix,
                 .space = is_generic ? AccessSpace::kGeneric : AccessSpace::kShared,
                 .count = 4,
                 .instruction = pc},
      .matrices = matrices,
      .is_transposed = instruction.modifiers.has(Modifier::kTrans)
  };
  if (!add_registers(decoder, operands[is_load ? 0 : 1], SlotClass::k32, collective) ||
      collective.registers.size() != matrices ||
      !decode_address_operand(decoder, operands[is_load ? 1 : 0], collective.access)) {
    return unsupported();
  }
  return collective_operation(decoder, std::move(collective));
}

Decoded decode_movmatrix(Decoder& decoder, const ptx::Instruction& instruction) {
  if (instruction.operands.size() != 2 || instruction.shape != kEightByEight ||
      !instruction.modifiers.has(Modifier::kTrans) ||
      !instruction.modifiers.is_subset_of(kWholeWarp | ModifierSet{Modifier::kTrans})) {
    return unsupported();
  }
  Collective collective{.function = decoder.context.isa.collectives.transpose_matrix};
  for (const ptx::Operand& operand : instruction.operands) {
    if (!add_registers(decoder, operand, SlotClass::k32, collective)) return unsupported();
  }
  return collective_operation(decoder, std::move(collective));
}

Decoded decode_fragment_access(Decoder& decoder, const ptx::Instruction& instruction,
                               ptx::Index pc) {
  constexpr ModifierSet kModifiers =
      kWholeWarp | kOrders | ModifierSet{Modifier::kA, Modifier::kB, Modifier::kC, Modifier::kD};
  const bool is_load = instruction.opcode == Opcode::kWmmaLoad;
  const auto& operands = instruction.operands;
  const auto space = space_of_tile(instruction.space);
  const auto fragment = tile_fragment(instruction);
  const bool is_row_major = instruction.modifiers.has(Modifier::kRow);
  if (operands.size() < 2 || operands.size() > 3 || !space || !fragment ||
      is_row_major == instruction.modifiers.has(Modifier::kCol) ||
      !instruction.modifiers.is_subset_of(kModifiers)) {
    return unsupported();
  }
  const CollectiveFunctions& functions = decoder.context.isa.collectives;
  Collective collective{
      .function = is_load ? functions.load_fragment : functions.store_fragment,
      .access = {.action = is_load ? AccessAction::kLoad : AccessAction::kStore,
                 .space = *space,
                 .instruction = pc},
      .is_row_major = is_row_major
  };
  // Without a stride the matrix lies there alone (PTX ISA, "wmma.load").
  const std::uint32_t packed_stride = is_row_major ? fragment->columns : fragment->rows;
  const auto stride = operands.size() == 3 ? decoder.slots.slot_of(operands[2], SlotClass::k32)
                                           : decoder.slots.constant(packed_stride, SlotClass::k32);
  if (!stride || !add_fragment(decoder, operands[is_load ? 0 : 1], *fragment, collective, 0) ||
      !decode_address_operand(decoder, operands[is_load ? 1 : 0], collective.access)) {
    return unsupported();
  }
  collective.stride = *stride;
  return collective_operation(decoder, std::move(collective));
}

Decoded decode_multiply(Decoder& decoder, const ptx::Instruction& instruction) {
  const ProductTypes types = product_types(instruction);
  const MatrixForm* const form = matrix_form(instruction.opcode, instruction.shape, types.a);
  if (form == nullptr || !fits(*form, types) || instruction.operands.size() != 4) {
    return unsupported();
  }
  const auto arithmetic = arithmetic_of(*form, instruction.modifiers);
  const auto d = element_of(types.d);
  const auto a = element_of(types.a);
  const auto b = element_of(types.b);
  const auto c = element_of(types.c);
  if (!arithmetic || !d || !a || !b || !c) return unsupported();
  Collective collective{.function = decoder.context.isa.collectives.multiply,
                        .arithmetic = *arithmetic,
                        .is_saturated = instruction.modifiers.has(Modifier::kSatfinite)};
  Fragment fragments[] = {
      fragment_of(*form, MatrixRole::kAccumulator, *d), fragment_of(*form, MatrixRole::kA, *a),
      fragment_of(*form, MatrixRole::kB, *b), fragment_of(*form, MatrixRole::kAccumulator, *c)};
  if (!set_orders(*form, instruction, fragments[1], fragments[2])) return unsupported();
  for (std::size_t i = 0; i < 4; ++i) {
    if (!add_fragment(decoder, instruction.operands[i], fragments[i], collective, i)) {
      return unsupported();
    }
  }
  return collective_operation(decoder, std::move(collective));
}

}  // namespace smemlens::simt
