#include "smemlens/ptx/body_parser.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/declarations.h"
#include "smemlens/ptx/forms.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/module_context.h"
#include "smemlens/ptx/operand_check.h"
#include "smemlens/ptx/operand_parser.h"
#include "smemlens/ptx/register_arguments.h"
#include "smemlens/ptx/scopes.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kMaxRememberedMnemonics = 4096;  // real modules have a few hundred

class BodyParser {
 public:
  BodyParser(ModuleContext& context, Function& function)
      : context_(context),
        cursor_(context.cursor),
        function_(function),
        scopes_(function, context.names),
        operands_(context.cursor, function, scopes_) {}

  void run();

 private:
  void declare_signature();
  void declare_parameter(Variable& variable, SymbolScope scope, std::size_t index);
  void statement();
  void open_scope();
  void directive();
  bool registers();
  bool register_name(Type type, unsigned elements);
  bool declare_register(const Token& name, Type type, unsigned elements);
  bool variables();
  void redeclared(const Token& name);

  void label();
  bool label_directive(const Token& name);
  bool branch_targets(const Token& name);
  bool call_targets(const Token& name);
  bool call_prototype(const Token& name);
  void declare_prototype(const Token& name, Prototype prototype);

  void instruction();
  bool read_instruction(Instruction& instruction);
  std::string mnemonic();
  bool decode(Instruction& instruction, Decoded& decoded);
  bool keep_unknown(Instruction& instruction);
  void skip_instruction(std::uint32_t begin);
  void report_unresolved();

  ModuleContext& context_;
  Cursor& cursor_;
  Function& function_;
  FunctionScopes scopes_;
  OperandParser operands_;
};

void BodyParser::redeclared(const Token& name) {
  cursor_.error("ptx-redeclared", std::string(name.text) + " is declared twice", name.span);
}

// A register is in the list from the start, under its own name.
void BodyParser::declare_parameter(Variable& variable, SymbolScope scope, std::size_t index) {
  const std::string_view written = cursor_.text_of(variable.span);
  const std::string_view name = written.substr(0, variable.name.size());
  const bool is_register = variable.space == StateSpace::kRegister;
  bool is_new = false;
  if (is_register) {
    const unsigned elements = elements_of(variable);
    is_new = elements > 1
                 ? scopes_.declare_vector(name, variable.type, elements)
                 : scopes_.declare(name, {.kind = NameKind::kRegister, .type = variable.type});
    for (unsigned i = 0; elements > 1 && i < elements; ++i) scopes_.find(element_name(name, i));
    if (elements == 1) scopes_.find(name);
  } else {
    is_new = scopes_.declare(name, {.kind = NameKind::kVariable,
                                    .scope = scope,
                                    .type = variable.type,
                                    .index = static_cast<Index>(index)});
    scopes_.unique_name(name);
  }
  if (!is_new) {
    cursor_.error("ptx-redeclared", std::string(name) + " is declared twice", variable.span);
  }
}

void BodyParser::declare_signature() {
  for (std::size_t i = 0; i < function_.results.size(); ++i) {
    declare_parameter(function_.results[i], SymbolScope::kResult, i);
  }
  for (std::size_t i = 0; i < function_.parameters.size(); ++i) {
    declare_parameter(function_.parameters[i], SymbolScope::kParameter, i);
  }
}

void BodyParser::run() {
  cursor_.advance();
  context_.locations.forget();
  scopes_.open();
  declare_signature();
  while (scopes_.depth() != 0 && !cursor_.is_at_end() && !cursor_.has_too_many_errors()) {
    statement();
  }
  if (cursor_.is_at_end() && scopes_.depth() != 0) {
    cursor_.error("ptx-syntax", "the text ends inside a function", cursor_.token().span);
  }
  while (scopes_.depth() != 0) scopes_.close();
  report_unresolved();
}

void BodyParser::report_unresolved() {
  for (const LabelUse& use : scopes_.unresolved_lists()) {
    if (cursor_.has_too_many_errors()) return;
    cursor_.error("ptx-undeclared",
                  std::string(use.name) + " is neither a list of labels nor a prototype", use.span);
  }
  std::vector<std::string_view> names;
  names.reserve(function_.labels.size());
  for (const Label& label : function_.labels) names.push_back(label.name);
  for (const LabelUse& use : scopes_.unresolved_labels()) {
    if (cursor_.has_too_many_errors()) return;
    cursor_.report({.code = "ptx-undeclared",
                    .message = "there is no label " + std::string(use.name),
                    .hint = did_you_mean(use.name, names)},
                   use.span);
  }
}

void BodyParser::open_scope() {
  if (!scopes_.open()) {
    cursor_.error("ptx-limit", "more than 64 nested scopes", cursor_.token().span);
    cursor_.skip_block();
    return;
  }
  cursor_.advance();
}

void BodyParser::statement() {
  const Token token = cursor_.token();
  const bool is_word = token.kind == TokenKind::kWord;
  if (token.is('{')) {
    open_scope();
  } else if (cursor_.accept('}')) {
    scopes_.close();
  } else if (token.kind == TokenKind::kDirective) {
    directive();
  } else if (is_word && cursor_.following_byte() == ':') {
    label();
  } else if (is_word || token.is('@')) {
    instruction();
  } else if (!cursor_.accept(';')) {
    cursor_.fail_expected("an instruction");
    skip_instruction(token.span.begin);
  }
}

void BodyParser::directive() {
  if (parse_common_directive(context_)) return;
  const Token token = cursor_.token();
  const auto space = space_of_directive(token);
  if (space) {
    if (!(*space == StateSpace::kRegister ? registers() : variables())) cursor_.skip_statement();
    return;
  }
  cursor_.report({.severity = Severity::kWarning,
                  .code = "ptx-unknown-directive",
                  .message = "directive " + std::string(token.text) + " is unknown and left out"},
                 token.span);
  cursor_.skip_statement();
}

// .reg .b32 %r<10>, %x;  .reg .v4 .f32 acc;
bool BodyParser::registers() {
  cursor_.advance();
  unsigned elements = 1;
  if (cursor_.accept_directive(".v2")) elements = 2;
  if (cursor_.accept_directive(".v4")) elements = 4;
  const Token type_token = cursor_.token();
  const auto type = type_token.kind == TokenKind::kDirective ? type_named(type_token.text.substr(1))
                                                             : std::nullopt;
  if (!type) return cursor_.fail_expected("a register's type such as .b32");
  cursor_.advance();
  do {
    if (!register_name(*type, elements)) return false;
  } while (cursor_.accept(','));
  return cursor_.expect(';', "after the registers");
}

bool BodyParser::declare_register(const Token& name, Type type, unsigned elements) {
  if (elements > 1) return scopes_.declare_vector(name.text, type, elements);
  return scopes_.declare(name.text, {.kind = NameKind::kRegister, .type = type});
}

bool BodyParser::register_name(Type type, unsigned elements) {
  const Token name = cursor_.token();
  if (name.kind != TokenKind::kWord) return cursor_.fail_expected("a register's name");
  cursor_.advance();
  if (elements > 1 || !cursor_.accept('<')) {
    if (!declare_register(name, type, elements)) redeclared(name);
    return true;
  }
  const Token count = cursor_.token();
  if (count.kind != TokenKind::kInteger) return cursor_.fail_expected("the number of registers");
  cursor_.advance();
  if (!scopes_.declare_registers(name.text, type, count.value)) redeclared(name);
  return cursor_.expect('>', "after the number of registers");
}

// .shared .align 4 .b8 tile[4096];
bool BodyParser::variables() {
  const auto head = parse_declaration_head(context_);
  if (!head) return false;
  do {
    const Token name = cursor_.token();
    auto variable = parse_declarator(context_, *head);
    if (!variable) return false;
    const auto index = static_cast<Index>(function_.variables.size());
    const Name meaning = {
        .kind = NameKind::kVariable, .scope = SymbolScope::kLocal, .index = index};
    if (!scopes_.declare(name.text, meaning)) redeclared(name);
    variable->name = scopes_.unique_name(name.text);
    function_.variables.push_back(*std::move(variable));
  } while (cursor_.accept(','));
  return cursor_.expect(';', "after the variable");
}

void BodyParser::label() {
  const Token name = cursor_.token();
  cursor_.advance();
  cursor_.advance();  // the ':'
  if (cursor_.token().kind == TokenKind::kDirective && label_directive(name)) return;
  if (!scopes_.declare_label(name.text, static_cast<Index>(function_.instructions.size()))) {
    redeclared(name);
  }
}

// A label may name a list or a signature instead of a place.
bool BodyParser::label_directive(const Token& name) {
  bool is_good = false;
  if (cursor_.accept_directive(".branchtargets")) {
    is_good = branch_targets(name);
  } else if (cursor_.accept_directive(".calltargets")) {
    is_good = call_targets(name);
  } else if (cursor_.accept_directive(".callprototype")) {
    is_good = call_prototype(name);
  } else {
    return false;
  }
  if (!is_good || !cursor_.expect(';', "after the list")) cursor_.skip_statement();
  return true;
}

bool BodyParser::branch_targets(const Token& name) {
  std::vector<LabelUse> targets;
  do {
    const Token token = cursor_.token();
    if (token.kind != TokenKind::kWord) return cursor_.fail_expected("a label");
    targets.push_back({.name = token.text, .span = token.span});
    cursor_.advance();
  } while (cursor_.accept(','));
  if (!scopes_.declare_branch_targets(name.text, targets)) redeclared(name);
  return true;
}

void BodyParser::declare_prototype(const Token& name, Prototype prototype) {
  const auto index = static_cast<Index>(function_.prototypes.size());
  if (!scopes_.declare(name.text, {.kind = NameKind::kPrototype, .index = index})) redeclared(name);
  prototype.name = scopes_.unique_name(name.text);
  function_.prototypes.push_back(std::move(prototype));
}

bool BodyParser::call_targets(const Token& name) {
  Prototype prototype;
  do {
    const Token token = cursor_.token();
    const auto function = scopes_.find(token.text);
    if (!function || function->kind != NameKind::kFunction) {
      return cursor_.fail_expected("a function's name");
    }
    prototype.targets.push_back(function->index);
    cursor_.advance();
  } while (cursor_.accept(','));
  declare_prototype(name, std::move(prototype));
  return true;
}

// .callprototype (.param .b32 _) _ (.param .b64 _) .noreturn
bool BodyParser::call_prototype(const Token& name) {
  Prototype prototype;
  const bool has_results = cursor_.token().is('(');
  if (has_results && !parse_parameters(context_, prototype.results)) return false;
  if (!cursor_.accept_word("_")) return cursor_.fail_expected("'_' in place of a function's name");
  const bool has_parameters = cursor_.token().is('(');
  if (has_parameters && !parse_parameters(context_, prototype.parameters)) return false;
  while (cursor_.token().kind == TokenKind::kDirective) cursor_.advance();
  declare_prototype(name, std::move(prototype));
  return true;
}

// After an error in what began at `begin`: past the next ';', but not past the end of the block.
void BodyParser::skip_instruction(std::uint32_t begin) {
  const std::string_view before = cursor_.text_of({begin, cursor_.token().span.begin});
  std::ptrdiff_t depth = std::ranges::count(before, '{') - std::ranges::count(before, '}');
  while (!cursor_.is_at_end()) {
    if (cursor_.accept(';')) return;
    if (cursor_.token().is('{')) ++depth;
    if (cursor_.token().is('}') && depth-- <= 0) return;
    cursor_.advance();
  }
}

// "add .s32" is one mnemonic too.
std::string BodyParser::mnemonic() {
  std::string text(cursor_.token().text);
  cursor_.advance();
  while (cursor_.token().kind == TokenKind::kDirective) {
    text += cursor_.token().text;
    cursor_.advance();
  }
  return text;
}

// False, with a warning, for a mnemonic that isn't in the table.
bool BodyParser::decode(Instruction& instruction, Decoded& decoded) {
  const Token token = cursor_.token();
  instruction.mnemonic = mnemonic();
  const bool is_one_token = instruction.mnemonic.size() == token.text.size();
  const auto known = context_.mnemonics.find(instruction.mnemonic);
  if (known != context_.mnemonics.end()) {
    decoded = known->second;
    return true;
  }
  const DecodeResult result = decode_mnemonic(instruction.mnemonic, cursor_.shows_warnings());
  if (result.problem) {
    const std::uint32_t begin = token.span.begin;
    cursor_.report(*result.problem, {begin + result.part.begin, begin + result.part.end});
    return false;
  }
  decoded = result.decoded;
  if (is_one_token && context_.mnemonics.size() < kMaxRememberedMnemonics) {
    context_.mnemonics.emplace(token.text, decoded);
  }
  return true;
}

// Its operands become part of the mnemonic, token by token.
bool BodyParser::keep_unknown(Instruction& instruction) {
  if (cursor_.token().is(':')) return cursor_.fail_expected("an operand");
  while (!cursor_.is_at_end() && !cursor_.token().is(';')) {
    const Token token = cursor_.token();
    if (token.kind == TokenKind::kBad) return cursor_.fail_expected("an operand");
    instruction.mnemonic += ' ';
    instruction.mnemonic += cursor_.text_of(token.span);
    cursor_.advance();
  }
  return cursor_.expect(';', "after the instruction");
}

bool BodyParser::read_instruction(Instruction& instruction) {
  instruction.span.begin = cursor_.token().span.begin;
  if (cursor_.accept('@') && !operands_.guard(instruction)) return false;
  if (cursor_.token().kind != TokenKind::kWord) return cursor_.fail_expected("an instruction");
  Decoded decoded;
  if (!decode(instruction, decoded)) return keep_unknown(instruction);
  instruction.opcode = decoded.opcode;
  instruction.modifiers = decoded.modifiers;
  instruction.types = decoded.types;
  instruction.vector_width = decoded.vector_width;
  instruction.space = decoded.space;
  instruction.source_space = decoded.source_space;
  instruction.shape = decoded.shape;
  bool has_pair = false;
  const std::uint32_t operands_begin = cursor_.token().span.begin;
  if (!operands_.parse(instruction, has_pair)) return false;
  const std::uint32_t operands_end = cursor_.previous_end();
  if (!cursor_.expect(';', "after the instruction")) return false;
  const auto problem = check_operands(decoded, function_, instruction, has_pair);
  if (problem) {
    const SourceSpan all = {std::min(operands_begin, operands_end), operands_end};
    const SourceSpan place = problem->position ? operands_.spans().at(*problem->position) : all;
    cursor_.error("ptx-operands", problem->message, place);
  }
  return true;
}

// One that is wrong keeps its place, since labels may have been noted for it.
void BodyParser::instruction() {
  Instruction instruction;
  const bool is_good = read_instruction(instruction);
  instruction.span.end = cursor_.previous_end();
  instruction.location = context_.locations.current(context_.module);
  if (!is_good) {
    instruction.opcode = Opcode::kUnknown;
    skip_instruction(instruction.span.begin);
  }
  function_.instructions.push_back(std::move(instruction));
}

}  // namespace

void parse_body(ModuleContext& context, Function& function) {
  BodyParser(context, function).run();
}

}  // namespace smemlens::ptx
