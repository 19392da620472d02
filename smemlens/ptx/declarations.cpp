#include "smemlens/ptx/declarations.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/rounding.h"
#include "smemlens/ptx/constant_expression.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/module_context.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kMaxDimensions = 16;
constexpr std::uint64_t kMaxVariableBytes = std::uint64_t{1} << 40U;
constexpr std::uint32_t kMaxAlignment = 1U << 20U;
constexpr std::uint32_t kHandleBytes = 8;  // .texref, .samplerref, .surfref

std::uint32_t element_bytes(const DeclarationHead& head) {
  const unsigned bytes = bytes_of(head.variable.type);
  return (bytes == 0 ? kHandleBytes : bytes) * head.vector_width;
}

bool parse_alignment(Cursor& cursor, std::uint32_t& alignment) {
  const Token& token = cursor.token();
  const bool is_valid = token.kind == TokenKind::kInteger && std::has_single_bit(token.value) &&
                        token.value <= kMaxAlignment;
  if (!is_valid) return cursor.fail_expected("a power of two after .align");
  alignment = static_cast<std::uint32_t>(token.value);
  cursor.advance();
  return true;
}

// .ptr .global .align 16: what a parameter points at, which nothing here needs.
bool parse_pointer_attributes(Cursor& cursor) {
  std::uint32_t alignment = 0;
  while (cursor.token().kind == TokenKind::kDirective) {
    if (cursor.accept_directive(".align")) {
      if (!parse_alignment(cursor, alignment)) return false;
    } else if (space_of_directive(cursor.token())) {
      cursor.advance();
    } else {
      break;
    }
  }
  return true;
}

unsigned vector_width_of(std::string_view directive) {
  if (directive == ".v2") return 2;
  if (directive == ".v4") return 4;
  return directive == ".v8" ? 8 : 0;
}

// One directive between the space and the name.
bool parse_head_directive(ModuleContext& context, DeclarationHead& head) {
  Cursor& cursor = context.cursor;
  const Token token = cursor.token();
  if (const auto type = type_named(token.text.substr(1))) {
    head.variable.type = *type;
  } else if (const unsigned width = vector_width_of(token.text); width != 0) {
    head.vector_width = width;
  } else if (cursor.accept_directive(".align")) {
    return parse_alignment(cursor, head.variable.alignment);
  } else if (cursor.accept_directive(".attribute")) {
    return parse_attributes(cursor, head.variable.is_managed);
  } else if (cursor.accept_directive(".ptr")) {
    return parse_pointer_attributes(cursor);
  } else {
    return cursor.fail_expected("a type such as .b32");
  }
  cursor.advance();
  return true;
}

// "[32][33]", "[]" (extent 0) …
bool parse_extents(Cursor& cursor, std::vector<std::uint64_t>& extents) {
  while (cursor.accept('[')) {
    if (extents.size() == kMaxDimensions) return cursor.fail_expected("at most 16 dimensions");
    extents.push_back(0);
    if (cursor.accept(']')) continue;
    if (!begins_constant(cursor)) return cursor.fail_expected("the array's size");
    const auto extent = parse_constant(cursor);
    if (!extent) return false;
    extents.back() = *extent;
    if (!cursor.expect(']', "after the array's size")) return false;
  }
  return true;
}

// Bytes of the array, or of one of its elements while the first extent is open ([]).
bool set_size(Cursor& cursor, const std::vector<std::uint64_t>& extents, Variable& variable,
              SourceSpan span) {
  const bool is_open = !extents.empty() && extents.front() == 0;
  for (const std::uint64_t extent : std::span(extents).subspan(is_open ? 1 : 0)) {
    if (extent > kMaxVariableBytes / std::max<std::uint64_t>(variable.bytes, 1)) {
      cursor.error("ptx-limit", "variable " + variable.name + " is larger than a terabyte", span);
      return false;
    }
    variable.bytes *= extent;
  }
  return true;
}

// `x[] = {1, 2}` has as many elements as its initialiser; `x[]` without one has 0 bytes.
void close_size(Variable& variable) {
  const std::uint64_t element = std::max<std::uint64_t>(variable.bytes, 1);
  variable.bytes = rounded_up(std::uint64_t{variable.initial.size()}, element);
}

}  // namespace

bool parse_attributes(Cursor& cursor, bool& is_managed) {
  if (!cursor.expect('(', "after .attribute")) return false;
  for (std::size_t depth = 1; depth != 0;) {
    if (cursor.is_at_end()) return cursor.fail_expected("')' after the attributes");
    if (cursor.token().is('(')) ++depth;
    if (cursor.token().is(')')) --depth;
    if (cursor.token().is_directive(".managed")) is_managed = true;
    cursor.advance();
  }
  return true;
}

std::optional<StateSpace> space_of_directive(const Token& token) {
  if (token.kind != TokenKind::kDirective) return std::nullopt;
  const auto space = space_named(token.text.substr(1));
  return space == StateSpace::kSharedCluster ? std::nullopt : space;
}

std::optional<DeclarationHead> parse_declaration_head(ModuleContext& context) {
  Cursor& cursor = context.cursor;
  DeclarationHead head;
  head.variable.type = Type::kNone;
  head.variable.alignment = 0;
  const auto space = space_of_directive(cursor.token());
  if (!space) {
    cursor.fail_expected("a state space such as .param");
    return std::nullopt;
  }
  head.variable.space = *space;
  cursor.advance();
  while (cursor.token().kind == TokenKind::kDirective) {
    if (!parse_head_directive(context, head)) return std::nullopt;
  }
  if (head.variable.type == Type::kNone) {
    cursor.fail_expected("a type such as .b32");
    return std::nullopt;
  }
  head.variable.bytes = element_bytes(head);
  if (head.variable.alignment == 0) {
    head.variable.alignment = static_cast<std::uint32_t>(head.variable.bytes);
  }
  return head;
}

std::optional<Variable> parse_declarator(ModuleContext& context, const DeclarationHead& head) {
  Cursor& cursor = context.cursor;
  const Token name = cursor.token();
  if (name.kind != TokenKind::kWord) {
    cursor.fail_expected("a variable's name");
    return std::nullopt;
  }
  cursor.advance();
  Variable variable = head.variable;
  variable.name = name.text;
  std::vector<std::uint64_t> extents;
  if (!parse_extents(cursor, extents)) return std::nullopt;
  if (!set_size(cursor, extents, variable, name.span)) return std::nullopt;
  const bool is_open = !extents.empty() && extents.front() == 0;
  if (head.vector_width > 1) extents.push_back(head.vector_width);
  if (cursor.accept('=') && !parse_initial(context, variable, extents)) return std::nullopt;
  if (is_open) close_size(variable);
  variable.span = {name.span.begin, cursor.previous_end()};
  return variable;
}

bool parse_parameters(ModuleContext& context, std::vector<Variable>& parameters) {
  Cursor& cursor = context.cursor;
  cursor.expect('(', "before the parameters");
  if (cursor.accept(')')) return true;
  do {
    const auto head = parse_declaration_head(context);
    if (!head) return false;
    auto parameter = parse_declarator(context, *head);
    if (!parameter) return false;
    parameters.push_back(*std::move(parameter));
  } while (cursor.accept(','));
  return cursor.expect(')', "after the parameters");
}

}  // namespace smemlens::ptx
