#pragma once

// The forms of instructions: which modifiers and types an opcode takes, and which operands.
//
//   decode_mnemonic("mul.wide.s32")  →  opcode kMul, modifiers {kWide}, types {kS32},
//                                       rules: destination of 64 bits, two sources of 32
//
// The table is forms.cpp; this is what comes out of it for one written mnemonic.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/instruction_set.h"

namespace smemlens::ptx {

// What an operand must be.
enum class OperandRole : std::uint8_t {
  kDestination,  // register or _
  kSource,       // register, immediate, special register, symbol
  kImmediate,
  kAddress,    // [ ]
  kPredicate,  // predicate register, perhaps negated
  kLabel,
  kPacked,    // source or destination of mov: also a vector whose elements fill the type
  kFragment,  // one register or a vector of any length
  kAnything,
};

struct OperandRule {
  OperandRole role = OperandRole::kAnything;
  bool is_destination = false;
  bool is_optional = false;
  bool is_second_of_pair = false;  // only there when `a|b` was written
  bool is_vector = false;          // has the instruction's vector width
  bool allows_wider = false;       // the register may be wider than `type` (ld, st, cvt)
  std::uint8_t bits = 0;           // of the register; 0: any but a predicate; 1: a predicate
  Type type{};                     // of the instruction, that `bits` are of; kNone: of none
};

inline constexpr std::size_t kMaxRules = 8;

struct Decoded {
  Opcode opcode{};
  ModifierSet modifiers;
  std::array<Type, 4> types{};
  std::uint8_t vector_width = 1;
  StateSpace space{};
  StateSpace source_space{};
  Shape shape;
  bool takes_any_operands = false;  // its operands aren't checked (opcodes that don't execute yet)
  std::uint8_t rule_count = 0;
  std::array<OperandRule, kMaxRules> rules{};

  std::span<const OperandRule> operand_rules() const { return {rules.data(), rule_count}; }
};

struct DecodeResult {
  Decoded decoded;
  std::optional<Diagnostic> problem;  // unknown opcode, modifier or type; then `decoded` is useless
  SourceSpan part;                    // of the mnemonic: the part that `problem` is about
};

//   wants_hint  look for what a misspelt part may have meant
DecodeResult decode_mnemonic(std::string_view mnemonic, bool wants_hint = true);

// The type that a number has as operand `position` (destinations count) of an instruction; kNone
// for opcodes whose operands aren't told apart.
Type immediate_type(Opcode opcode, const std::array<Type, 4>& types, std::size_t position);

}  // namespace smemlens::ptx
