#include "smemlens/ptx/register_arguments.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {
namespace {

// What goes through one variable: a register, a number, or a vector of registers.
struct Passage {
  Operand value;
  Operand memory;  // kSymbol
  Type type{};
  // A predicate lies in memory as a word, and comes there through this register; kNone: the value
  // is none.
  Index word = kNone;
};

class Rewriter {
 public:
  Rewriter(const Module& module, Function& function) : module_(module), function_(function) {}

  void run();

 private:
  Passage passage_of(Variable& variable, SymbolScope scope, Index index);
  Operand registers_named(const Variable& variable) const;
  void rewrite_signature();
  void rewrite_call(const Instruction& call);
  Passage through_variable(const Operand& value, const Variable* formal, std::string_view name);
  const Variable* formal_of(const Instruction& call, bool is_result, std::size_t index) const;
  Index word_for(Type type);
  void add_load(const Passage& passage, const Instruction& beside);
  void add_store(const Passage& passage, const Instruction& beside);
  void add(Instruction instruction) { rewritten_.push_back(std::move(instruction)); }
  void renumber_labels();
  void renumber_registers();

  const Module& module_;
  Function& function_;
  std::vector<Passage> taken_;     // parameters
  std::vector<Passage> returned_;  // results
  std::vector<Instruction> rewritten_;
  std::vector<Index> new_places_;  // of the old instructions, and of the end
};

bool is_passed_by_value(const Operand& operand) {
  return operand.kind == OperandKind::kRegister || operand.kind == OperandKind::kImmediate ||
         operand.kind == OperandKind::kSpecial || operand.kind == OperandKind::kVector;
}

bool has_registers(const std::vector<Variable>& variables) {
  return std::ranges::any_of(
      variables, [](const Variable& variable) { return variable.space == StateSpace::kRegister; });
}

bool needs_rewriting(const Function& function) {
  if (has_registers(function.parameters) || has_registers(function.results)) return true;
  return std::ranges::any_of(function.instructions, [](const Instruction& instruction) {
    return instruction.opcode == Opcode::kCall && instruction.operands.size() > 2 &&
           (std::ranges::any_of(instruction.operands[0].elements, is_passed_by_value) ||
            std::ranges::any_of(instruction.operands[2].elements, is_passed_by_value));
  });
}

// Both in memory and in instructions: the size is what matters.
Type untyped(unsigned bits) {
  if (bits == 64) return Type::kB64;
  if (bits == 16) return Type::kB16;
  return bits == 8 ? Type::kB8 : Type::kB32;
}

void become_memory(Variable& variable) {
  variable.space = StateSpace::kParam;
  if (variable.type != Type::kPred) return;
  variable.type = Type::kB32;
  variable.bytes = bytes_of(Type::kB32);
  variable.alignment = bytes_of(Type::kB32);
}

Operand Rewriter::registers_named(const Variable& variable) const {
  const auto register_named = [&](const std::string& name) {
    const auto found = std::ranges::find(function_.registers, name, &Register::name);
    if (found == function_.registers.end()) return Operand{};  // a sink
    return Operand{.kind = OperandKind::kRegister,
                   .index = static_cast<Index>(found - function_.registers.begin())};
  };
  const unsigned elements = elements_of(variable);
  if (elements == 1) return register_named(variable.name);
  Operand vector{.kind = OperandKind::kVector};
  for (unsigned i = 0; i < elements; ++i) {
    vector.elements.push_back(register_named(element_name(variable.name, i)));
  }
  return vector;
}

Passage Rewriter::passage_of(Variable& variable, SymbolScope scope, Index index) {
  Passage passage{
      .value = registers_named(variable),
      .memory = {.kind = OperandKind::kSymbol, .scope = scope, .index = index},
      .type = untyped(bits_of(variable.type)),
      .word = word_for(variable.type)
  };
  become_memory(variable);
  variable.name += "$0";
  return passage;
}

void Rewriter::rewrite_signature() {
  for (Index i = 0; i < function_.parameters.size(); ++i) {
    if (function_.parameters[i].space != StateSpace::kRegister) continue;
    taken_.push_back(passage_of(function_.parameters[i], SymbolScope::kParameter, i));
  }
  for (Index i = 0; i < function_.results.size(); ++i) {
    if (function_.results[i].space != StateSpace::kRegister) continue;
    returned_.push_back(passage_of(function_.results[i], SymbolScope::kResult, i));
  }
}

Index Rewriter::word_for(Type type) {
  if (type != Type::kPred) return kNone;
  const auto index = static_cast<Index>(function_.registers.size());
  function_.registers.push_back({"word$" + std::to_string(index), Type::kB32});
  return index;
}

// A new instruction where `beside` stands, under its guard.
Instruction made(const Instruction& beside, Opcode opcode, std::string mnemonic,
                 std::vector<Operand> operands) {
  return {.opcode = opcode,
          .guard = beside.guard,
          .guard_is_negated = beside.guard_is_negated,
          .operands = std::move(operands),
          .mnemonic = std::move(mnemonic),
          .location = beside.location,
          .span = beside.span};
}

Operand number(std::uint64_t bits) {
  return {.kind = OperandKind::kImmediate, .bits = bits};
}

Operand register_at(Index index) {
  return {.kind = OperandKind::kRegister, .index = index};
}

// ld.param.b32 data, [memory] or st.param.b32 [memory], data
Instruction access(const Instruction& beside, Opcode opcode, const Passage& passage) {
  const bool is_load = opcode == Opcode::kLd;
  Operand data = passage.word == kNone ? passage.value : register_at(passage.word);
  Operand address = passage.memory;
  address.kind = OperandKind::kAddress;
  address.base_kind = OperandKind::kSymbol;
  const std::size_t width = std::max<std::size_t>(data.elements.size(), 1);
  std::string mnemonic = is_load ? "ld.param." : "st.param.";
  if (width > 1) mnemonic += "v" + std::to_string(width) + ".";
  mnemonic += name_of(passage.type);
  Instruction access =
      made(beside, opcode, mnemonic,
           is_load ? std::vector{std::move(data), address} : std::vector{address, std::move(data)});
  access.types[0] = passage.type;
  access.vector_width = static_cast<std::uint8_t>(width);
  access.destinations = is_load ? 1 : 0;
  access.space = StateSpace::kParam;
  return access;
}

void Rewriter::add_load(const Passage& passage, const Instruction& beside) {
  add(access(beside, Opcode::kLd, passage));
  if (passage.word == kNone) return;
  Instruction compare = made(beside, Opcode::kSetp, "setp.ne.b32",
                             {passage.value, register_at(passage.word), number(0)});
  compare.modifiers = {Modifier::kNe};
  compare.types[0] = Type::kB32;
  compare.destinations = 1;
  add(std::move(compare));
}

void Rewriter::add_store(const Passage& passage, const Instruction& beside) {
  if (passage.word != kNone) {
    Instruction select = made(beside, Opcode::kSelp, "selp.b32",
                              {register_at(passage.word), number(1), number(0), passage.value});
    select.types[0] = Type::kB32;
    select.destinations = 1;
    add(std::move(select));
  }
  add(access(beside, Opcode::kSt, passage));
}

// The parameter or result that a call's operand is for; null pointer if the call doesn't tell.
const Variable* Rewriter::formal_of(const Instruction& call, bool is_result,
                                    std::size_t index) const {
  const auto pick = [&](const auto& signature) -> const Variable* {
    const auto& list = is_result ? signature.results : signature.parameters;
    return index < list.size() ? &list[index] : nullptr;
  };
  const Operand& target = call.operands[1];
  if (target.kind == OperandKind::kFunction) return pick(module_.functions[target.index]);
  if (call.operands.size() < 4) return nullptr;
  const Prototype& prototype = function_.prototypes[call.operands[3].index];
  return prototype.targets.empty() ? pick(prototype)
                                   : pick(module_.functions[prototype.targets.front()]);
}

// A .param variable of its own.
Passage Rewriter::through_variable(const Operand& value, const Variable* formal,
                                   std::string_view name) {
  const Operand& first = value.kind == OperandKind::kVector ? value.elements.front() : value;
  Type type = formal == nullptr ? Type::kB32 : untyped(bits_of(formal->type));
  Index word = kNone;
  if (first.kind == OperandKind::kRegister) {
    const Type written = function_.registers[first.index].type;
    type = untyped(bits_of(written));
    word = word_for(written);
  }
  const std::size_t elements = std::max<std::size_t>(value.elements.size(), 1);
  Variable variable{.name = std::string(name) + "$" + std::to_string(function_.variables.size()),
                    .space = StateSpace::kParam,
                    .type = type};
  variable.bytes = bytes_of(type) * elements;
  variable.alignment = static_cast<std::uint32_t>(variable.bytes);
  const auto index = static_cast<Index>(function_.variables.size());
  function_.variables.push_back(std::move(variable));
  return {
      .value = value,
      .memory = {.kind = OperandKind::kSymbol, .scope = SymbolScope::kLocal, .index = index},
      .type = type,
      .word = word
  };
}

void Rewriter::rewrite_call(const Instruction& call) {
  Instruction rewritten = call;
  std::vector<Passage> results;
  for (std::size_t i = 0; i < rewritten.operands[2].elements.size(); ++i) {
    Operand& argument = rewritten.operands[2].elements[i];
    if (!is_passed_by_value(argument)) continue;
    const Passage passage = through_variable(argument, formal_of(call, false, i), "argument");
    add_store(passage, call);
    argument = passage.memory;
  }
  for (std::size_t i = 0; i < rewritten.operands[0].elements.size(); ++i) {
    Operand& result = rewritten.operands[0].elements[i];
    if (!is_passed_by_value(result)) continue;
    results.push_back(through_variable(result, formal_of(call, true, i), "result"));
    result = results.back().memory;
  }
  add(std::move(rewritten));
  for (const Passage& passage : results) add_load(passage, call);
}

void Rewriter::renumber_labels() {
  const auto renumber = [&](auto& self, Operand& operand) -> void {
    if (operand.kind == OperandKind::kLabel) operand.index = new_places_[operand.index];
    for (Operand& element : operand.elements) self(self, element);
  };
  for (Instruction& instruction : rewritten_) {
    for (Operand& operand : instruction.operands) renumber(renumber, operand);
  }
  for (Label& label : function_.labels) label.instruction = new_places_[label.instruction];
}

// In the order of their first use, as the parser numbers them.
void Rewriter::renumber_registers() {
  std::vector<Index> new_numbers(function_.registers.size(), kNone);
  std::vector<Register> registers;
  const auto renumber = [&](Index& index) {
    Index& number = new_numbers[index];
    if (number == kNone) {
      number = static_cast<Index>(registers.size());
      registers.push_back(function_.registers[index]);
    }
    index = number;
  };
  const auto renumber_operand = [&](auto& self, Operand& operand) -> void {
    const bool is_base =
        operand.kind == OperandKind::kAddress && operand.base_kind == OperandKind::kRegister;
    if (operand.kind == OperandKind::kRegister || is_base) renumber(operand.index);
    for (Operand& element : operand.elements) self(self, element);
  };
  for (Instruction& instruction : rewritten_) {
    if (instruction.guard != kNone) renumber(instruction.guard);
    for (Operand& operand : instruction.operands) renumber_operand(renumber_operand, operand);
  }
  function_.registers = std::move(registers);
}

void Rewriter::run() {
  rewrite_signature();
  const Instruction start{.location = kNone, .span = function_.span};
  for (const Passage& passage : taken_) add_load(passage, start);
  for (const Instruction& instruction : function_.instructions) {
    new_places_.push_back(static_cast<Index>(rewritten_.size()));
    if (instruction.opcode == Opcode::kRet) {
      for (const Passage& passage : returned_) add_store(passage, instruction);
    }
    if (instruction.opcode == Opcode::kCall && instruction.operands.size() > 2) {
      rewrite_call(instruction);
    } else {
      add(instruction);
    }
  }
  new_places_.push_back(static_cast<Index>(rewritten_.size()));
  for (const Passage& passage : returned_) add_store(passage, start);
  renumber_labels();
  renumber_registers();
  function_.instructions = std::move(rewritten_);
}

void put_in_memory(std::vector<Variable>& variables) {
  for (Variable& variable : variables) {
    if (variable.space == StateSpace::kRegister) become_memory(variable);
  }
}

}  // namespace

unsigned elements_of(const Variable& variable) {
  const unsigned bytes = bytes_of(variable.type);
  return bytes == 0
             ? 1
             : static_cast<unsigned>(std::clamp<std::uint64_t>(variable.bytes / bytes, 1, 4));
}

void pass_registers_in_memory(Module& module) {
  for (Function& function : module.functions) {
    if (!function.is_defined || !needs_rewriting(function)) continue;
    Rewriter(module, function).run();
  }
  for (Function& function : module.functions) {
    put_in_memory(function.parameters);
    put_in_memory(function.results);
    for (Prototype& prototype : function.prototypes) {
      put_in_memory(prototype.parameters);
      put_in_memory(prototype.results);
    }
  }
}

}  // namespace smemlens::ptx
