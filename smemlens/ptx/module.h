#pragma once

// What a PTX file says, as plain values: variables, functions, instructions, each with its place.
//
//   ld.shared.v2.f32 {%f1, %f2}, [%r4+8];
//     opcode kLd, space kShared, vector_width 2, types {kF32}, mnemonic "ld.shared.v2.f32"
//     operands: vector(%f1, %f2), address(base %r4, offset 8)
//
// Nodes refer to each other by index, so that a Module copies, prints and compares. Names in a
// function are unique: a %r1 redeclared in a nested { } is the register "%r1$2".

#include <array>
#include <cstdint>
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

  bool operator==(const SourceLocation&) const = default;
};

struct Register {
  std::string name;  // "%r4"
  Type type = Type::kB32;

  bool operator==(const Register&) const = default;
};

// Which list a symbol's index points into.
enum class SymbolScope : std::uint8_t {
  kModule,     // Module::variables
  kParameter,  // Function::parameters
  kResult,     // Function::results
  kLocal,      // Function::variables
};

enum class OperandKind : std::uint8_t {
  kRegister,   // index: into Function::registers
  kImmediate,  // bits: the value as the operand's type stores it (integers sign-extended)
  kSpecial,    // special: %tid.x …
  kSymbol,     // index: into what `scope` says — the address of it, plus offset
  kFunction,   // index: into Module::functions
  kLabel,      // index: into Function::instructions; its size: the end of the function
  kAddress,    // [base + offset]: base is register / symbol / immediate, see base_kind
  kVector,     // {a, b, c, d}: elements
  kPrototype,  // index: into Function::prototypes
  kSink,       // _
};

// Of a video instruction's register: .b0 one byte, .h10 two half words, .b7610 four bytes of eight.
struct PartSelection {
  std::uint8_t bits = 0;                  // of a part: 8 or 16; 0: the whole register
  std::uint8_t count = 0;                 // of parts: 1 to 4
  std::array<std::uint8_t, 4> numbers{};  // the last one written, which is the lowest, first

  bool operator==(const PartSelection&) const = default;
};

struct Operand {
  OperandKind kind = OperandKind::kSink;
  bool is_negated = false;                     // !%p1; -%r1 of vmad
  SymbolScope scope{};                         // kSymbol, or a base that is one
  OperandKind base_kind = OperandKind::kSink;  // kAddress: kRegister, kSymbol or kImmediate
  SpecialRegister special{};
  PartSelection part;
  Index index = kNone;
  std::int64_t offset = 0;        // kAddress and kSymbol: bytes added; an immediate base is here
  std::uint64_t bits = 0;         // kImmediate
  std::vector<Operand> elements;  // kVector; of a kAddress: the coordinates in [tex, {x, y}]

  bool operator==(const Operand&) const = default;
};

// Operands stand in the order written, destinations first, with three settled cases:
//   setp.lt.s32 p|q, a, b           → p, q, a, b   (destinations 2)
//   call (r), f, (a, b), prototype  → vector(r), function or register, vector(a, b)[, prototype];
//                                     both vectors are there even when empty
//   brx.idx %r1, targets            → %r1, vector(labels)
struct Instruction {
  Opcode opcode{};
  ModifierSet modifiers;
  std::array<Type, 4> types{};  // in the order written: cvt.f32.s32 → {kF32, kS32}
  std::uint8_t vector_width = 1;
  std::uint8_t destinations = 0;  // leading operands that are written to
  StateSpace space{};             // the first written; kGeneric when none is
  StateSpace source_space{};      // the second: cp.async.ca.shared.global → kGlobal
  Shape shape;                    // of matrices
  Index guard = kNone;            // register of @p; kNone: always
  bool guard_is_negated = false;
  std::vector<Operand> operands;
  std::string mnemonic;    // as written: "ld.shared.v4.f32"; of kUnknown: with its operands
  Index location = kNone;  // into Module::locations; kNone: no .loc before it
  SourceSpan span;         // in the PTX text

  bool operator==(const Instruction&) const = default;
};

// A name for a place in a function; several may name the same one.
struct Label {
  std::string name;
  Index instruction = 0;  // into Function::instructions, or its size

  bool operator==(const Label&) const = default;
};

// A pointer-sized (or smaller) initialiser that names a symbol.
struct Relocation {
  std::uint32_t offset = 0;  // in Variable::initial
  std::uint32_t bytes = 8;
  std::string symbol;
  std::int64_t addend = 0;
  bool is_generic = false;  // generic(symbol)
  // 0xff00(symbol): the part of the address that is stored, from its lowest bit on; 0: all of it.
  std::uint64_t mask = 0;

  bool operator==(const Relocation&) const = default;
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
  std::vector<std::uint8_t> initial;  // may be shorter than `bytes`: the rest is zero
  std::vector<Relocation> relocations;
  SourceSpan span;

  bool operator==(const Variable&) const = default;
};

// What an indirect call may reach: a .callprototype's signature, or the functions of .calltargets.
struct Prototype {
  std::string name;
  std::vector<Variable> results;
  std::vector<Variable> parameters;
  std::vector<Index> targets;  // into Module::functions; empty for a .callprototype

  bool operator==(const Prototype&) const = default;
};

struct Function {
  std::string name;
  bool is_entry = false;
  bool is_defined = false;  // has a body
  bool is_noreturn = false;
  Linkage linkage = Linkage::kInternal;
  std::vector<Variable> results;     // of a .func
  std::vector<Variable> parameters;  // in order
  std::vector<Variable> variables;   // .shared, .local, .param of the body, in order of declaration
  std::vector<Register> registers;
  std::vector<Instruction> instructions;
  std::vector<Label> labels;  // in order of place
  std::vector<Prototype> prototypes;
  std::array<std::uint32_t, 3> required_threads{};  // .reqntid; 0, 0, 0: none
  std::array<std::uint32_t, 3> max_threads{};       // .maxntid
  std::array<std::uint32_t, 3> required_cluster{};  // .reqnctapercluster: blocks
  SourceSpan span;

  bool operator==(const Function&) const = default;
};

struct Module {
  std::uint32_t version_major = 0, version_minor = 0;
  std::string target;  // "sm_80"
  std::uint32_t address_size = 64;
  std::vector<std::string> files;
  std::vector<SourceLocation> locations;
  std::vector<Variable> variables;  // module scope
  std::vector<Function> functions;

  bool operator==(const Module&) const = default;
};

// As written, e.g. "ld.shared.v4.f32".
inline const std::string& mnemonic_of(const Instruction& instruction) {
  return instruction.mnemonic;
}

}  // namespace smemlens::ptx
