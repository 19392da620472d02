#pragma once

// Operands of one function's instructions: names get their meaning, numbers their bits.

#include <string>
#include <string_view>
#include <vector>

#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {

// Every function returns false when it has reported what is wrong.
class OperandParser {
 public:
  // All outlive this object.
  OperandParser(Cursor& cursor, Function& function, FunctionScopes& scopes)
      : cursor_(cursor), function_(function), scopes_(scopes) {}

  // The operands of `instruction`, which will be the function's next, up to the ';'.
  // `has_pair` is set if the first two were written a|b.
  bool parse(Instruction& instruction, bool& has_pair);

  // Where the operands were that parse() read last; empty for calls and branches.
  const std::vector<SourceSpan>& spans() const { return spans_; }

  // At a word that must be a predicate register: the guard after '@'.
  bool guard(Instruction& instruction);

 private:
  bool operand_list(Instruction& instruction, bool& has_pair);
  bool call(Instruction& instruction);
  bool call_target(Instruction& instruction);
  bool arguments(Instruction& instruction);
  bool branch_by_table(Instruction& instruction);
  bool branch_target(Instruction& instruction);
  bool list_name(Instruction& instruction, std::string_view wanted);

  bool operand(Operand& operand, Type type, unsigned depth);
  bool vector(Operand& operand, Type type, unsigned depth);
  bool address(Operand& operand, Type type, unsigned depth);
  bool number(Operand& operand, Type type);
  bool named(Operand& operand);
  bool dotted(Operand& operand, const Token& token);
  static std::string as_coordinate(std::string_view written);
  static bool special_vector(Operand& operand, std::string_view written);
  bool register_named(std::string_view written, Operand& operand);
  bool offset(Operand& operand);
  bool undeclared(const Token& token);

  Cursor& cursor_;
  Function& function_;
  FunctionScopes& scopes_;
  std::vector<SourceSpan> spans_;
  bool is_negatable_ = false;  // registers of the instruction in hand may have a '-'
};

}  // namespace smemlens::ptx
