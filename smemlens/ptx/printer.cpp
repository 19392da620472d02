#include "smemlens/ptx/printer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/string_literal.h"

namespace smemlens::ptx {
namespace {

constexpr std::string_view kLinkageNames[] = {"", ".visible ", ".extern ", ".weak ", ".common "};

std::string branch_table_name(Index instruction) {
  return "$targets" + std::to_string(instruction);
}

std::string hexadecimal(std::uint64_t bits, std::size_t digits) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; bits >>= 4U) text[i] = kDigits[bits & 15U];
  return text;
}

std::string number(std::uint64_t bits, Type type) {
  if (type == Type::kF32) return "0f" + hexadecimal(bits, 8);
  if (type == Type::kF64) return "0d" + hexadecimal(bits, 16);
  return std::to_string(static_cast<std::int64_t>(bits));
}

std::string offset_text(std::int64_t offset) {
  return offset == 0 ? "" : "+" + std::to_string(offset);
}

std::string parts_text(const PartSelection& parts) {
  if (parts.bits == 0) return {};
  std::string text = parts.bits == 8 ? ".b" : ".h";
  for (unsigned i = parts.count; i-- > 0;) text += std::to_string(parts.numbers[i]);
  return text;
}

// Prints what belongs to one function.
class FunctionPrinter {
 public:
  FunctionPrinter(const Module& module, const Function& function)
      : module_(module), function_(function) {}

  // `place`: where it stands in the body; kNone: for a reader, with the targets of brx.idx.
  std::string instruction(const Instruction& instruction, Index place) const;
  std::string signature() const;
  std::string body() const;

 private:
  const Variable& variable(SymbolScope scope, Index index) const;
  std::string label(Index instruction) const;
  std::string register_name(Index index) const { return function_.registers[index].name; }
  std::string base(const Operand& operand) const;
  std::string operand(const Operand& operand, Type type) const;
  std::string list(const std::vector<Operand>& elements, Type type) const;
  std::string operands(const Instruction& instruction, Index place) const;
  std::string call(const Instruction& instruction) const;
  std::string prototype(const Prototype& prototype) const;
  std::string labels_at(Index place, std::size_t& next) const;
  std::string branch_table(const Instruction& instruction, Index index) const;
  std::string location(Index index) const;
  std::string location_chain(Index index) const;

  const Module& module_;
  const Function& function_;
};

std::string variable_text(const Variable& variable);

std::string parameters(const std::vector<Variable>& variables) {
  std::string text = "(";
  for (const Variable& variable : variables) {
    if (text.size() > 1) text += ", ";
    text += variable_text(variable);
  }
  return text + ")";
}

const Variable& FunctionPrinter::variable(SymbolScope scope, Index index) const {
  switch (scope) {
    case SymbolScope::kModule:
      return module_.variables[index];
    case SymbolScope::kParameter:
      return function_.parameters[index];
    case SymbolScope::kResult:
      return function_.results[index];
    case SymbolScope::kLocal:
      break;
  }
  return function_.variables[index];
}

std::string FunctionPrinter::label(Index instruction) const {
  const auto precedes = [](const Label& label, Index place) { return label.instruction < place; };
  const auto found =
      std::lower_bound(function_.labels.begin(), function_.labels.end(), instruction, precedes);
  assert(found != function_.labels.end() && "an operand's place has a label");
  return found->name;
}

std::string FunctionPrinter::base(const Operand& operand) const {
  if (operand.base_kind == OperandKind::kImmediate) return std::to_string(operand.offset);
  const std::string name = operand.base_kind == OperandKind::kSymbol
                               ? variable(operand.scope, operand.index).name
                               : register_name(operand.index);
  return name + offset_text(operand.offset);
}

std::string FunctionPrinter::list(const std::vector<Operand>& elements, Type type) const {
  std::string text;
  for (const Operand& element : elements) {
    if (!text.empty()) text += ", ";
    text += operand(element, type);
  }
  return text;
}

std::string FunctionPrinter::operand(const Operand& operand, Type type) const {
  switch (operand.kind) {
    case OperandKind::kRegister: {
      const bool is_predicate = function_.registers[operand.index].type == Type::kPred;
      const std::string sign = is_predicate ? "!" : "-";
      return (operand.is_negated ? sign : "") + register_name(operand.index) +
             parts_text(operand.part);
    }
    case OperandKind::kImmediate:
      return number(operand.bits, type);
    case OperandKind::kSpecial:
      return std::string(name_of(operand.special));
    case OperandKind::kSymbol:
      return variable(operand.scope, operand.index).name + offset_text(operand.offset);
    case OperandKind::kFunction:
      return module_.functions[operand.index].name;
    case OperandKind::kLabel:
      return label(operand.index);
    case OperandKind::kAddress: {
      const std::string elements = list(operand.elements, type);
      return "[" + base(operand) + (elements.empty() ? "" : ", ") + elements + "]";
    }
    case OperandKind::kVector:
      return "{" + list(operand.elements, type) + "}";
    case OperandKind::kPrototype:
      return function_.prototypes[operand.index].name;
    case OperandKind::kSink:
      break;
  }
  return "_";
}

std::string FunctionPrinter::call(const Instruction& instruction) const {
  const std::vector<Operand>& operands = instruction.operands;
  std::string text;
  if (!operands[0].elements.empty()) text = "(" + list(operands[0].elements, Type::kNone) + "), ";
  text += operand(operands[1], Type::kNone) + ", (" + list(operands[2].elements, Type::kNone) + ")";
  if (operands.size() > 3) text += ", " + operand(operands[3], Type::kNone);
  return text;
}

std::string FunctionPrinter::operands(const Instruction& instruction, Index place) const {
  if (instruction.opcode == Opcode::kCall) return call(instruction);
  if (instruction.opcode == Opcode::kBrxIdx && place != kNone) {
    return operand(instruction.operands[0], Type::kU32) + ", " + branch_table_name(place);
  }
  std::string text;
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const bool is_pair = i == 1 && instruction.destinations == 2;
    if (i != 0) text += is_pair ? "|" : ", ";
    text +=
        operand(instruction.operands[i], immediate_type(instruction.opcode, instruction.types, i));
  }
  return text;
}

std::string FunctionPrinter::instruction(const Instruction& instruction, Index place) const {
  std::string text;
  if (instruction.guard != kNone) {
    text = std::string(instruction.guard_is_negated ? "@!" : "@") +
           register_name(instruction.guard) + " ";
  }
  text += instruction.mnemonic;
  const std::string written = operands(instruction, place);
  return written.empty() ? text : text + " " + written;
}

std::string FunctionPrinter::prototype(const Prototype& prototype) const {
  std::string text = prototype.name + ": ";
  if (prototype.targets.empty()) {
    return text + ".callprototype " + parameters(prototype.results) + " _ " +
           parameters(prototype.parameters);
  }
  text += ".calltargets ";
  for (std::size_t i = 0; i < prototype.targets.size(); ++i) {
    text += (i == 0 ? "" : ", ") + module_.functions[prototype.targets[i]].name;
  }
  return text;
}

// Labels that stand before the instruction `place`; `next` is the first that isn't printed yet.
std::string FunctionPrinter::labels_at(Index place, std::size_t& next) const {
  std::string text;
  for (; next < function_.labels.size() && function_.labels[next].instruction == place; ++next) {
    text += function_.labels[next].name + ":\n";
  }
  return text;
}

std::string FunctionPrinter::branch_table(const Instruction& instruction, Index index) const {
  if (instruction.opcode != Opcode::kBrxIdx) return {};
  return branch_table_name(index) + ": .branchtargets " +
         list(instruction.operands[1].elements, Type::kNone) + ";\n";
}

std::string FunctionPrinter::location(Index index) const {
  const SourceLocation& where = module_.locations[index];
  const auto place = [this](const SourceLocation& at) {
    const std::size_t number = at.file == kNone ? module_.files.size() + 1 : at.file + 1;
    return std::to_string(number) + " " + std::to_string(at.line) + " " + std::to_string(at.column);
  };
  std::string text = "\t.loc " + place(where);
  if (where.inlined_at != kNone) {
    text += ", function_name $string" + std::to_string(index) + ", inlined_at " +
            place(module_.locations[where.inlined_at]);
  }
  return text + "\n";
}

// Callers first, since inlined_at means the last .loc of its numbers.
std::string FunctionPrinter::location_chain(Index index) const {
  std::string text;
  for (; index != kNone; index = module_.locations[index].inlined_at) {
    text.insert(0, location(index));
  }
  return text;
}

std::string FunctionPrinter::body() const {
  std::string text = "{\n";
  for (const Register& declared : function_.registers) {
    text += "\t.reg ." + std::string(name_of(declared.type)) + " " + declared.name + ";\n";
  }
  for (const Variable& declared : function_.variables)
    text += "\t" + variable_text(declared) + ";\n";
  for (const Prototype& declared : function_.prototypes) text += "\t" + prototype(declared) + ";\n";
  std::size_t next_label = 0;
  Index current_location = kNone;
  Index index = 0;
  for (const Instruction& each : function_.instructions) {
    text += labels_at(index, next_label);
    if (each.location != current_location) text += location_chain(each.location);
    current_location = each.location;
    text += branch_table(each, index) + "\t" + instruction(each, index) + ";\n";
    ++index;
  }
  return text + labels_at(index, next_label) + "}\n";
}

std::string thread_counts(std::string_view directive, const std::array<std::uint32_t, 3>& counts) {
  if (counts == std::array<std::uint32_t, 3>{}) return {};
  return std::string(directive) + " " + std::to_string(counts[0]) + ", " +
         std::to_string(counts[1]) + ", " + std::to_string(counts[2]) + "\n";
}

std::string FunctionPrinter::signature() const {
  std::string text(kLinkageNames[static_cast<std::size_t>(function_.linkage)]);
  text += function_.is_entry ? ".entry " : ".func ";
  if (!function_.results.empty()) text += parameters(function_.results) + " ";
  text += function_.name + parameters(function_.parameters) + "\n";
  text += thread_counts(".maxntid", function_.max_threads);
  text += thread_counts(".reqntid", function_.required_threads);
  text += thread_counts(".reqnctapercluster", function_.required_cluster);
  return text + (function_.is_noreturn ? ".noreturn\n" : "");
}

std::string relocation_text(const Relocation& relocation) {
  const std::string name =
      relocation.is_generic ? "generic(" + relocation.symbol + ")" : relocation.symbol;
  const std::string address = name + offset_text(relocation.addend);
  return relocation.mask == 0 ? address
                              : "0x" + hexadecimal(relocation.mask, 16) + '(' + address + ')';
}

// The values of an initialiser, in a row.
std::string initial_text(const Variable& variable) {
  const std::uint64_t step = std::max(1U, bytes_of(variable.type));
  auto relocation = variable.relocations.begin();
  std::string text;
  for (std::uint64_t offset = 0; offset < variable.initial.size(); offset += step) {
    if (offset != 0) text += ", ";
    if (relocation != variable.relocations.end() && relocation->offset == offset) {
      text += relocation_text(*relocation++);
      continue;
    }
    std::uint64_t bits = 0;
    for (std::uint64_t i = std::min<std::uint64_t>(step, 8); i-- > 0;) {
      bits = bits << 8U | variable.initial[offset + i];
    }
    text += number(bits, variable.type);
  }
  return text;
}

std::string variable_text(const Variable& variable) {
  const unsigned bytes = bytes_of(variable.type);
  const std::uint64_t element = bytes == 0 ? 8 : bytes;  // handles take 8 bytes
  const bool is_array = variable.bytes != element;
  std::string text(kLinkageNames[static_cast<std::size_t>(variable.linkage)]);
  text += "." + std::string(name_of(variable.space));
  if (variable.is_managed) text += " .attribute(.managed)";
  text += " .align " + std::to_string(variable.alignment) + " ." +
          std::string(name_of(variable.type)) + " " + variable.name;
  if (variable.bytes == 0) text += "[]";
  if (is_array && variable.bytes != 0) text += "[" + std::to_string(variable.bytes / element) + "]";
  if (variable.initial.empty()) return text;
  return text + (is_array ? " = {" + initial_text(variable) + "}" : " = " + initial_text(variable));
}

std::string strings_section(const Module& module) {
  std::string text = ".section .debug_str\n{\n";
  for (std::size_t i = 0; i < module.locations.size(); ++i) {
    if (module.locations[i].inlined_at == kNone) continue;
    text += "$string" + std::to_string(i) + ":\n.b8 ";
    for (const char c : module.locations[i].function) {
      text += std::to_string(static_cast<unsigned char>(c)) + ",";
    }
    text += "0\n";
  }
  return text + "}\n";
}

// The functions with a body, in the order of the text that they came from.
std::vector<const Function*> defined_functions(const Module& module) {
  std::vector<const Function*> functions;
  for (const Function& function : module.functions) {
    if (function.is_defined) functions.push_back(&function);
  }
  std::ranges::sort(functions, [](const Function* left, const Function* right) {
    return left->span.begin != right->span.begin ? left->span.begin < right->span.begin
                                                 : left < right;
  });
  return functions;
}

}  // namespace

// All functions are declared first: a body may call one that is defined after it.
std::string to_text(const Module& module) {
  std::string text = ".version " + std::to_string(module.version_major) + "." +
                     std::to_string(module.version_minor) + "\n";
  if (!module.target.empty()) text += ".target " + module.target + "\n";
  text += ".address_size " + std::to_string(module.address_size) + "\n";
  for (std::size_t i = 0; i < module.files.size(); ++i) {
    text += ".file " + std::to_string(i + 1) + " \"" + escaped(module.files[i]) + "\"\n";
  }
  for (const Variable& variable : module.variables) text += variable_text(variable) + ";\n";
  for (const Function& function : module.functions) {
    text += FunctionPrinter(module, function).signature() + ";\n";
  }
  for (const Function* function : defined_functions(module)) {
    const FunctionPrinter printer(module, *function);
    text += printer.signature() + printer.body();
  }
  return text + strings_section(module);
}

std::string to_text(const Instruction& instruction, const Function& function,
                    const Module& module) {
  return FunctionPrinter(module, function).instruction(instruction, kNone);
}

}  // namespace smemlens::ptx
