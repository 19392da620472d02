#pragma once

// What a PTX file says, as plain values: variables, functions, instructions, each with its place.
//
//   ld.shared.v2.f32 {%f1, %f2}, [%r4+8];
//     opcode kLd, modifiers {kShared, kV2}, types {kF32},
//     operands: vector(%f1, %f2), address(base %r4, offset 8)
//
// Nodes refer to each other by index, so that a Module copies, prints and compares.

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/instruction_set.h"  // Opcode, Modifier, Type, StateSpace, SpecialRegister

namespace smemlens::ptx {

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffff;

// One frame of a .loc: `function_name` and `inlined_at` chain included.
struct SourceLocation {
  Index file = kNone;  // into Module::files, by position (not by .file's number)
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string function;      // the inlined function's mangled name, if the .loc names one
  Index inlined_at = kNone;  // into Module::locations: the call that was inlined
};

struct Register {
  std::string name;  // "%r4"
  Type type = Type::kB32;
};

enum class OperandKind : std::uint8_t {
  kRegister,   // index: into Function::registers
  kImmediate,  // bits: the value as the instruction's type stores it (integers sign-extended)
  kSpecial,    // special: %tid.x …
  kSymbol,     // index: into Module::variables, Function::variables (is_local) — address of it
  kFunction,   // index: into Module::functions
  kLabel,      // index: into Function::instructions
  kAddress,    // [base + offset]: base is register / symbol / immediate, see base_kind
  kVector,     // {a, b, c, d}: elements
  kSink,       // _
};

struct Operand {
  OperandKind kind = OperandKind::kSink;
  bool is_negated = false;       // !%p1
  bool is_local_symbol = false;  // kSymbol / symbol base: index is into Function::variables
  OperandKind base_kind = OperandKind::kSink;  // kAddress: kRegister, kSymbol or kImmediate
  SpecialRegister special{};
  Index index = kNone;
  std::int64_t offset = 0;        // kAddress and kSymbol: bytes added
  std::uint64_t bits = 0;         // kImmediate
  std::vector<Operand> elements;  // kVector; also the arguments of a call
};

struct Instruction {
  Opcode opcode{};
  ModifierSet modifiers;
  std::array<Type, 4> types{};  // in the order written: cvt.f32.s32 → {kF32, kS32}
  std::uint8_t vector_width = 1;
  StateSpace space{};   // kGeneric when none is written
  Index guard = kNone;  // register of @p; kNone: always
  bool guard_is_negated = false;
  std::vector<Operand> operands;  // destination first, as written
  Index location = kNone;         // into Module::locations; kNone: no .loc before it
  SourceSpan span;                // in the PTX text
};

// A pointer-sized (or smaller) initialiser that names a symbol.
struct Relocation {
  std::uint32_t offset = 0;  // in Variable::initial
  std::uint32_t bytes = 8;
  std::string symbol;
  std::int64_t addend = 0;
  bool is_generic = false;  // generic(symbol)
};

enum class Linkage : std::uint8_t { kInternal, kVisible, kExternal, kWeak, kCommon };

struct Variable {
  std::string name;
  StateSpace space{};
  Linkage linkage = Linkage::kInternal;
  Type type = Type::kB8;
  std::uint32_t alignment = 1;
  std::uint64_t bytes = 0;  // 0: `extern .shared x[]`
  bool is_managed = false;
  std::vector<std::uint8_t> initial;  // empty: zeros
  std::vector<Relocation> relocations;
  SourceSpan span;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_defined = false;  // has a body
  Linkage linkage = Linkage::kInternal;
  std::vector<Variable> results;     // of a .func
  std::vector<Variable> parameters;  // in order
  std::vector<Variable> variables;   // .shared, .local, .param of the body, in order of declaration
  std::vector<Register> registers;
  std::vector<Instruction> instructions;
  std::array<std::uint32_t, 3> required_threads{};  // .reqntid; 0, 0, 0: none
  std::array<std::uint32_t, 3> max_threads{};       // .maxntid
  SourceSpan span;
};

struct Module {
  std::uint32_t version_major = 0, version_minor = 0;
  std::string target;  // "sm_80"
  std::uint32_t address_size = 64;
  std::vector<std::string> files;
  std::vector<SourceLocation> locations;
  std::vector<Variable> variables;  // module scope
  std::vector<Function> functions;
};

}  // namespace smemlens::ptx
