#include "smemlens/ptx/operand_parser.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/ptx/constant_expression.h"
#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/literal.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {
namespace {

constexpr unsigned kMaxDepth = 3;  // [tex, {x, {…}}] is none
constexpr std::uint64_t kWarpSize = 32;

// "b3210", "h1"; no bits: it is none.
PartSelection parts_named(std::string_view written) {
  constexpr unsigned kByte = 8;
  constexpr unsigned kHalf = 16;
  PartSelection parts;
  const bool is_half = written.starts_with('h');
  const std::size_t most = is_half ? 2 : 4;
  const char highest = is_half ? '3' : '7';
  const std::string_view digits = written.substr(1);
  if ((!is_half && written.front() != 'b') || digits.empty() || digits.size() > most) return {};
  for (const char digit : digits) {
    if (digit < '0' || digit > highest) return {};
    parts.numbers[digits.size() - 1 - parts.count++] = static_cast<std::uint8_t>(digit - '0');
  }
  parts.bits = is_half ? kHalf : kByte;
  return parts;
}

Operand operand_of(const Name& name) {
  switch (name.kind) {
    case NameKind::kRegister:
      return {.kind = OperandKind::kRegister, .index = name.index};
    case NameKind::kVectorRegister:
      return {.kind = OperandKind::kVector};  // its elements are the caller's
    case NameKind::kVariable:
      return {.kind = OperandKind::kSymbol, .scope = name.scope, .index = name.index};
    case NameKind::kPrototype:
      return {.kind = OperandKind::kPrototype, .index = name.index};
    case NameKind::kFunction:
      return {.kind = OperandKind::kFunction, .index = name.index};
  }
  return {};
}

}  // namespace

bool OperandParser::undeclared(const Token& token) {
  const std::string hint = scopes_.suggestion(token.text);
  cursor_.report({.code = "ptx-undeclared",
                  .message = std::string(token.text) + " isn't declared",
                  .hint = hint},
                 token.span);
  return false;
}

bool OperandParser::register_named(std::string_view written, Operand& operand) {
  const auto name = scopes_.find(written);
  if (!name || name->kind != NameKind::kRegister) return false;
  operand.kind = OperandKind::kRegister;
  operand.index = name->index;
  return true;
}

bool OperandParser::guard(Instruction& instruction) {
  instruction.guard_is_negated = cursor_.accept('!');
  const Token token = cursor_.token();
  if (token.kind != TokenKind::kWord)
    return cursor_.fail_expected("a predicate register after '@'");
  Operand operand;
  if (!register_named(token.text, operand)) return undeclared(token);
  if (function_.registers[operand.index].type != Type::kPred) {
    return cursor_.fail_expected("a predicate register after '@'");
  }
  instruction.guard = operand.index;
  cursor_.advance();
  return true;
}

// %tid and its like without a coordinate: all four of them.
bool OperandParser::special_vector(Operand& operand, std::string_view written) {
  constexpr unsigned kElements = 4;
  std::vector<Operand> elements;
  for (unsigned i = 0; i < kElements; ++i) {
    const auto special = special_register_named(element_name(written, i));
    if (!special) return false;
    elements.push_back({.kind = OperandKind::kSpecial, .special = *special});
  }
  operand.kind = OperandKind::kVector;
  operand.elements = std::move(elements);
  return true;
}

// Another name of a vector's element: acc.r is acc.x.
std::string OperandParser::as_coordinate(std::string_view written) {
  constexpr std::string_view kColours = "rgba";
  const std::size_t last = written.size() - 1;
  const std::size_t colour = kColours.find(written[last]);
  if (colour == std::string_view::npos || written[last - 1] != '.') return {};
  return element_name(written.substr(0, last - 1), static_cast<unsigned>(colour));
}

// %tid.x, and %r1.b0 of the video instructions.
bool OperandParser::dotted(Operand& operand, const Token& token) {
  const std::size_t dot = token.text.find('.');
  const std::string coordinate = as_coordinate(token.text);
  if (!coordinate.empty() && register_named(coordinate, operand)) return true;
  operand.part = parts_named(token.text.substr(dot + 1));
  if (operand.part.bits == 0 || !register_named(token.text.substr(0, dot), operand)) {
    return undeclared(token);
  }
  return true;
}

bool OperandParser::named(Operand& operand) {
  const Token token = cursor_.token();
  cursor_.advance();
  if (token.text == "_") return true;  // an Operand is a sink until it is told otherwise
  if (const auto name = scopes_.find(token.text)) {
    operand = operand_of(*name);
    if (name->kind == NameKind::kVectorRegister) {
      for (Index i = 0; i < name->index; ++i) {
        register_named(element_name(token.text, i), operand.elements.emplace_back());
      }
    }
    return operand.kind != OperandKind::kSymbol || offset(operand);
  }
  if (const auto special = special_register_named(token.text)) {
    operand.kind = OperandKind::kSpecial;
    operand.special = *special;
    return true;
  }
  if (special_vector(operand, token.text)) return true;
  if (token.text == "WARP_SZ") {
    operand.kind = OperandKind::kImmediate;
    operand.bits = kWarpSize;
    return true;
  }
  if (token.text.find('.') != std::string_view::npos) return dotted(operand, token);
  return undeclared(token);
}

bool OperandParser::number(Operand& operand, Type type) {
  const std::uint32_t begin = cursor_.token().span.begin;
  const bool is_negative = cursor_.accept('-');
  const Token token = cursor_.token();
  if (begins_constant(cursor_) && type != Type::kF32 && type != Type::kF64) {
    const auto value = parse_constant(cursor_, is_negative);
    operand.kind = OperandKind::kImmediate;
    operand.bits = value.value_or(0);
    return value.has_value();
  }
  if (!is_number(token)) return cursor_.fail_expected("an operand");
  const auto bits = bits_of_number(token, type, is_negative);
  if (!bits) {
    const std::string text(token.text);
    const bool lacks_point = token.kind == TokenKind::kInteger && is_float(type);
    cursor_.report({.code = "ptx-number",
                    .message = "the number " + text + " has no value of type ." +
                               std::string(type == Type::kNone ? "b64" : name_of(type)),
                    .hint = lacks_point ? "write " + text + ".0" : ""},
                   {begin, token.span.end});
    return false;
  }
  operand.kind = OperandKind::kImmediate;
  operand.bits = *bits;
  cursor_.advance();
  return true;
}

// Any number of "+8", "-8", "+-8", "+4*33".
bool OperandParser::offset(Operand& operand) {
  while (cursor_.token().is('+') || cursor_.token().is('-')) {
    const bool is_difference = cursor_.accept('-');
    const bool is_negative = (!is_difference && cursor_.accept('+') && cursor_.accept('-'));
    if (!begins_constant(cursor_)) return cursor_.fail_expected("an offset");
    const auto bits = parse_constant_term(cursor_);
    if (!bits) return false;
    const auto before = static_cast<std::uint64_t>(operand.offset);
    const std::uint64_t sum = is_negative || is_difference ? before - *bits : before + *bits;
    operand.offset = static_cast<std::int64_t>(sum);
  }
  return true;
}

bool OperandParser::vector(Operand& operand, Type type, unsigned depth) {
  cursor_.advance();
  operand.kind = OperandKind::kVector;
  do {
    if (!this->operand(operand.elements.emplace_back(), type, depth + 1)) return false;
  } while (cursor_.accept(','));
  return cursor_.expect('}', "after the vector");
}

// [base+offset], [base, {x, y}]
bool OperandParser::address(Operand& operand, Type type, unsigned depth) {
  cursor_.advance();
  Operand base;
  if (!this->operand(base, Type::kU64, depth + 1)) return false;
  operand.kind = OperandKind::kAddress;
  operand.base_kind = base.kind;
  operand.scope = base.scope;
  operand.index = base.index;
  operand.offset =
      base.kind == OperandKind::kImmediate ? static_cast<std::int64_t>(base.bits) : base.offset;
  const bool is_base = base.kind == OperandKind::kRegister || base.kind == OperandKind::kSymbol ||
                       base.kind == OperandKind::kImmediate;
  if (!is_base || base.is_negated || base.part.bits != 0)
    return cursor_.fail_expected("a register, name or number as address");
  if (!offset(operand)) return false;
  while (cursor_.accept(',')) {
    if (!this->operand(operand.elements.emplace_back(), type, depth + 1)) return false;
  }
  if (!cursor_.expect(']', "after the address")) return false;
  cursor_.accept_directive(".unified");
  return true;
}

bool OperandParser::operand(Operand& operand, Type type, unsigned depth) {
  const Token& token = cursor_.token();
  if (depth == kMaxDepth) return cursor_.fail_expected("less nesting");
  if (token.kind == TokenKind::kWord) return named(operand);
  if (token.is('{')) return vector(operand, type, depth);
  if (token.is('[')) return address(operand, type, depth);
  if (token.is('-') && is_negatable_) {
    cursor_.advance();
    if (cursor_.token().kind != TokenKind::kWord) {
      return cursor_.fail_expected("a register after '-'");
    }
    const bool is_good = named(operand);
    operand.is_negated = true;
    return is_good;
  }
  if (!token.is('!')) return number(operand, type);
  cursor_.advance();
  if (cursor_.token().kind != TokenKind::kWord)
    return cursor_.fail_expected("a predicate after '!'");
  if (!named(operand)) return false;
  operand.is_negated = true;
  return operand.kind == OperandKind::kRegister || cursor_.fail_expected("a predicate after '!'");
}

bool OperandParser::operand_list(Instruction& instruction, bool& has_pair) {
  if (cursor_.token().is(';')) return true;
  is_negatable_ = instruction.opcode == Opcode::kVmad;
  bool goes_on = true;
  while (goes_on) {
    const std::size_t position = instruction.operands.size();
    const Type type = immediate_type(instruction.opcode, instruction.types, position);
    const std::uint32_t begin = cursor_.token().span.begin;
    if (!operand(instruction.operands.emplace_back(), type, 0)) return false;
    spans_.push_back({begin, cursor_.previous_end()});
    const bool is_pair = position == 0 && cursor_.accept('|');
    has_pair |= is_pair;
    goes_on = is_pair || cursor_.accept(',');
  }
  return true;
}

bool OperandParser::branch_target(Instruction& instruction) {
  const Token token = cursor_.token();
  if (token.kind != TokenKind::kWord) return cursor_.fail_expected("a label");
  instruction.operands.push_back({.kind = OperandKind::kLabel});
  scopes_.use_label({.name = token.text,
                     .instruction = static_cast<Index>(function_.instructions.size()),
                     .span = token.span});
  cursor_.advance();
  return true;
}

// brx.idx %r1, targets;
bool OperandParser::branch_by_table(Instruction& instruction) {
  if (!operand(instruction.operands.emplace_back(), Type::kU32, 0)) return false;
  if (!cursor_.expect(',', "before the list of targets")) return false;
  return list_name(instruction, "the name of a list of labels");
}

// A list of branch targets or a prototype: resolved when its scope ends, as it may stand behind.
bool OperandParser::list_name(Instruction& instruction, std::string_view wanted) {
  const Token token = cursor_.token();
  if (token.kind != TokenKind::kWord) return cursor_.fail_expected(wanted);
  scopes_.use_list({.name = token.text,
                    .instruction = static_cast<Index>(function_.instructions.size()),
                    .operand = static_cast<std::uint32_t>(instruction.operands.size()),
                    .span = token.span});
  instruction.operands.emplace_back();
  cursor_.advance();
  return true;
}

// "(a, b)" as a vector.
bool OperandParser::arguments(Instruction& instruction) {
  Operand& list = instruction.operands.emplace_back();
  list.kind = OperandKind::kVector;
  if (!cursor_.accept('(')) return true;
  if (cursor_.accept(')')) return true;
  do {
    if (!operand(list.elements.emplace_back(), Type::kNone, 1)) return false;
  } while (cursor_.accept(','));
  return cursor_.expect(')', "after the arguments");
}

bool OperandParser::call_target(Instruction& instruction) {
  const Token token = cursor_.token();
  if (token.kind != TokenKind::kWord) return cursor_.fail_expected("the function to call");
  Operand& target = instruction.operands.emplace_back();
  if (!named(target)) return false;
  if (target.kind == OperandKind::kFunction || target.kind == OperandKind::kRegister) return true;
  cursor_.error("ptx-operands", std::string(token.text) + " isn't a function", token.span);
  return false;
}

// call [(results),] function [, (arguments)] [, prototype];
bool OperandParser::call(Instruction& instruction) {
  instruction.destinations = 1;
  const bool has_results = cursor_.token().is('(');
  if (!arguments(instruction)) return false;
  if (has_results && !cursor_.expect(',', "after the results")) return false;
  if (!call_target(instruction)) return false;
  const bool has_more = cursor_.accept(',');
  const bool has_arguments = has_more && cursor_.token().is('(');
  if (!arguments(instruction)) return false;
  const bool has_prototype = has_more && (!has_arguments || cursor_.accept(','));
  return !has_prototype || list_name(instruction, "a prototype's name");
}

bool OperandParser::parse(Instruction& instruction, bool& has_pair) {
  spans_.clear();
  if (instruction.opcode == Opcode::kBra) return branch_target(instruction);
  if (instruction.opcode == Opcode::kBrxIdx) return branch_by_table(instruction);
  if (instruction.opcode == Opcode::kCall) return call(instruction);
  return operand_list(instruction, has_pair);
}

}  // namespace smemlens::ptx
