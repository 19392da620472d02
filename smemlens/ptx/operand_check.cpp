#include "smemlens/ptx/operand_check.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/module.h"

namespace smemlens::ptx {
namespace {

class OperandChecker {
 public:
  OperandChecker(const Decoded& decoded, const Function& function)
      : decoded_(decoded), function_(function) {}

  std::optional<OperandProblem> run(Instruction& instruction, bool has_pair) const;

 private:
  unsigned register_bits(const Operand& operand) const {
    return bits_of(function_.registers[operand.index].type);
  }
  bool is_register(const Operand& operand, const OperandRule& rule) const;
  bool is_source(const Operand& operand, const OperandRule& rule) const;
  bool is_packed(const Operand& operand, const OperandRule& rule) const;
  bool is_fragment(const Operand& operand, const OperandRule& rule) const;
  bool is_vector(const Operand& operand, OperandRule rule) const;
  bool fits(const Operand& operand, const OperandRule& rule) const;

  const Decoded& decoded_;
  const Function& function_;
};

bool is_untyped(Type type) {
  return type >= Type::kB1 && type <= Type::kB128;
}

// PTX ISA "Operand Size Exceeding Instruction-Type Size": a register of floats takes or gives only
// bits, and only bits or integers go with a register of integers.
bool may_exceed(Type register_type, Type instruction_type) {
  if (is_untyped(register_type) || is_untyped(instruction_type)) return true;
  return !is_float(register_type) && !is_float(instruction_type);
}

bool OperandChecker::is_register(const Operand& operand, const OperandRule& rule) const {
  if (operand.kind != OperandKind::kRegister) return false;
  const unsigned bits = register_bits(operand);
  if (rule.bits == 0) return bits != 1;
  return bits == rule.bits || (rule.allows_wider && bits > rule.bits &&
                               may_exceed(function_.registers[operand.index].type, rule.type));
}

bool OperandChecker::is_source(const Operand& operand, const OperandRule& rule) const {
  switch (operand.kind) {
    case OperandKind::kRegister:
      return is_register(operand, rule);
    case OperandKind::kImmediate:
    case OperandKind::kSpecial:
    case OperandKind::kSymbol:
    case OperandKind::kFunction:
      return true;
    case OperandKind::kLabel:
    case OperandKind::kAddress:
    case OperandKind::kVector:
    case OperandKind::kPrototype:
    case OperandKind::kSink:
      return false;
  }
  return false;
}

// mov.b64 %rd1, {%r1, %r2}: elements that fill the type together.
bool OperandChecker::is_packed(const Operand& operand, const OperandRule& rule) const {
  if (operand.kind != OperandKind::kVector) {
    const bool is_sink = operand.kind == OperandKind::kSink;
    return rule.is_destination ? is_sink || is_register(operand, rule) : is_source(operand, rule);
  }
  unsigned bits = 0;
  const unsigned share =
      rule.bits / static_cast<unsigned>(std::max<std::size_t>(1, operand.elements.size()));
  for (const Operand& element : operand.elements) {
    if (element.kind == OperandKind::kVector || element.kind == OperandKind::kAddress) return false;
    bits += element.kind == OperandKind::kRegister ? register_bits(element) : share;
  }
  return bits == rule.bits;
}

bool OperandChecker::is_fragment(const Operand& operand, const OperandRule& rule) const {
  if (operand.kind == OperandKind::kVector) {
    return std::ranges::all_of(operand.elements, [&](const Operand& element) {
      return element.kind != OperandKind::kVector && is_fragment(element, rule);
    });
  }
  if (operand.kind == OperandKind::kSink) return rule.is_destination;
  return rule.is_destination ? is_register(operand, rule) : is_source(operand, rule);
}

bool OperandChecker::is_vector(const Operand& operand, OperandRule rule) const {
  rule.is_vector = false;
  return operand.kind == OperandKind::kVector && operand.elements.size() == decoded_.vector_width &&
         std::ranges::all_of(operand.elements,
                             [&](const Operand& element) { return fits(element, rule); });
}

bool OperandChecker::fits(const Operand& operand, const OperandRule& rule) const {
  if (operand.is_negated && rule.role != OperandRole::kPredicate &&
      rule.role != OperandRole::kAnything && decoded_.opcode != Opcode::kVmad)
    return false;
  if (rule.is_vector && decoded_.vector_width > 1) return is_vector(operand, rule);
  switch (rule.role) {
    case OperandRole::kDestination:
      return operand.kind == OperandKind::kSink || is_register(operand, rule);
    case OperandRole::kSource:
      return is_source(operand, rule);
    case OperandRole::kImmediate:
      return operand.kind == OperandKind::kImmediate;
    case OperandRole::kAddress:
      return operand.kind == OperandKind::kAddress;
    case OperandRole::kPredicate:
      return is_register(operand, rule);
    case OperandRole::kLabel:
      return operand.kind == OperandKind::kLabel;
    case OperandRole::kPacked:
      return is_packed(operand, rule);
    case OperandRole::kFragment:
      return is_fragment(operand, rule);
    case OperandRole::kAnything:
      return true;
  }
  return false;
}

std::string wanted_by(const OperandRule& rule, const Decoded& decoded) {
  const std::string bits = rule.bits > 1 ? std::to_string(rule.bits) + "-bit " : "";
  const std::string wider = rule.allows_wider ? " or wider" : "";
  switch (rule.role) {
    case OperandRole::kDestination:
    case OperandRole::kSource: {
      if (rule.is_vector && decoded.vector_width > 1) {
        return "a vector of " + std::to_string(decoded.vector_width) + " " + bits + "registers" +
               wider;
      }
      if (rule.bits == 1) return "a predicate register";
      if (rule.is_destination) return "a " + bits + "register" + wider;
      return "a " + bits + "register" + wider + ", a number or a name";
    }
    case OperandRole::kImmediate:
      return "a number";
    case OperandRole::kAddress:
      return "an address in [ ]";
    case OperandRole::kPredicate:
      return "a predicate register";
    case OperandRole::kLabel:
      return "a label";
    case OperandRole::kPacked:
      return rule.bits == 1 ? "a predicate register"
                            : "a " + bits + "register, or a vector that fills it";
    case OperandRole::kFragment:
      return "a register or a vector of registers";
    case OperandRole::kAnything:
      break;
  }
  return "an operand";
}

// Must these rules all find an operand?
std::size_t required(std::span<const OperandRule> rules) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rules, [](const OperandRule& rule) { return !rule.is_optional && !rule.is_second_of_pair; }));
}

// The most operands: p|q are two.
std::size_t most_of(std::span<const OperandRule> rules, bool has_pair) {
  const auto seconds = std::ranges::count_if(rules, &OperandRule::is_second_of_pair);
  return rules.size() - (has_pair ? 0 : static_cast<std::size_t>(seconds));
}

// "add.s32 takes 3 operands, not 2"
OperandProblem wrong_number(const Instruction& instruction, std::span<const OperandRule> rules,
                            bool has_pair) {
  const std::size_t fewest = required(rules) + (has_pair ? 1 : 0);
  const std::size_t most = most_of(rules, has_pair);
  const std::string number = std::to_string(fewest) +
                             (most > fewest ? " to " + std::to_string(most) : std::string()) +
                             (most == 1 ? " operand" : " operands");
  return {instruction.mnemonic + " takes " + number + ", not " +
              std::to_string(instruction.operands.size()),
          std::nullopt};
}

// What is wrong with the operands from `next` on, for which no rule is left.
std::optional<OperandProblem> check_surplus(const Instruction& instruction,
                                            std::span<const OperandRule> rules, std::size_t next,
                                            bool has_pair) {
  const std::size_t count = instruction.operands.size();
  if (next == count) return std::nullopt;
  if (count > most_of(rules, has_pair)) return wrong_number(instruction, rules, has_pair);
  return OperandProblem{"operand " + std::to_string(next + 1) + " of " + instruction.mnemonic +
                            " is of no kind that may stand there",
                        next};
}

std::optional<OperandProblem> OperandChecker::run(Instruction& instruction, bool has_pair) const {
  const std::span<const OperandRule> rules = decoded_.operand_rules();
  const std::vector<Operand>& operands = instruction.operands;
  std::size_t next = 0;
  bool pair_is_due = has_pair;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const OperandRule& rule = rules[i];
    if (rule.is_second_of_pair && !has_pair) continue;
    const bool may_be_missing =
        rule.is_optional && operands.size() - next <= required(rules.subspan(i + 1));
    if (may_be_missing) continue;
    if (next == operands.size()) return wrong_number(instruction, rules, has_pair);
    if (!fits(operands[next], rule)) {
      if (rule.is_optional) continue;
      return OperandProblem{"operand " + std::to_string(next + 1) + " of " + instruction.mnemonic +
                                " must be " + wanted_by(rule, decoded_),
                            next};
    }
    if (rule.is_second_of_pair) pair_is_due = false;
    if (rule.is_destination) ++instruction.destinations;
    ++next;
  }
  if (pair_is_due) return OperandProblem{instruction.mnemonic + " has one destination", 1};
  return check_surplus(instruction, rules, next, has_pair);
}

// %r1.b0, on its own or within a vector or a list of arguments.
// NOLINTNEXTLINE(misc-no-recursion): as deep as operands are nested
bool has_part(const Operand& operand) {
  return operand.part.bits != 0 || std::ranges::any_of(operand.elements, has_part);
}

}  // namespace

std::optional<OperandProblem> check_operands(const Decoded& decoded, const Function& function,
                                             Instruction& instruction, bool has_pair) {
  const bool takes_parts = decoded.opcode >= Opcode::kVadd;  // a video instruction
  if (!takes_parts && std::ranges::any_of(instruction.operands, has_part)) {
    return OperandProblem{
        instruction.mnemonic + " takes whole registers, not parts of them such as %r1.b0",
        std::nullopt};
  }
  if (decoded.takes_any_operands) {
    if (has_pair) instruction.destinations = 2;
    return std::nullopt;
  }
  return OperandChecker(decoded, function).run(instruction, has_pair);
}

}  // namespace smemlens::ptx
