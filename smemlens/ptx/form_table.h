#pragma once

// The table behind decode_mnemonic: one row a form, in the PTX ISA manual's terms.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

#include "smemlens/ptx/instruction_set.h"

namespace smemlens::ptx {

class TypeSet {
 public:
  constexpr TypeSet() = default;
  constexpr TypeSet(std::initializer_list<Type> types) {
    for (const Type type : types) bits_ |= std::uint64_t{1} << static_cast<unsigned>(type);
  }

  constexpr bool has(Type type) const { return (bits_ >> static_cast<unsigned>(type) & 1U) != 0; }
  constexpr bool is_empty() const { return bits_ == 0; }

  friend constexpr TypeSet operator|(TypeSet left, TypeSet right) {
    left.bits_ |= right.bits_;
    return left;
  }

 private:
  std::uint64_t bits_ = 0;
};

// An opcode may have several rows: the first counts whose `when` modifiers are all written and
// whose types fit.
//
// `operands` is a list of short words, one an operand:
//   role    d destination   s source   i immediate   a address   p predicate   q predicate
//           destination   l label   m packed source   M packed destination   f fragment
//           F fragment destination   * anything
//   width   0, 1: the first or second type   w: the first, doubled by .wide   h, x, y: 16, 32, 64
//           bits   z: any   (none for i, a, p, q, l, f, F, *)
//   marks   ? may be missing   + the register may be wider   v has the vector width
//           a leading | stands for the second of a pair: d|p
// "…" alone: any operands.
struct Form {
  Opcode opcode;
  TypeSet first_type;  // empty: no type is written
  TypeSet second_type;
  ModifierSet modifiers;  // that may be written
  std::string_view operands;
  ModifierSet when;
  bool takes_any_types = false;
};

// All forms, rows of one opcode together.
std::span<const Form> forms_of(Opcode opcode);

// Whether some form of the opcode leaves its types untold; a number among its operands then has
// none either.
bool takes_any_types(Opcode opcode);

}  // namespace smemlens::ptx
