#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/ptx/cursor.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/location_table.h"
#include "smemlens/ptx/module_context.h"
#include "smemlens/ptx/string_literal.h"

namespace smemlens::ptx {
namespace {

constexpr std::size_t kInitialBytes = std::size_t{64} << 20U;

bool take_number(Cursor& cursor, std::uint64_t& number) {
  if (cursor.token().kind != TokenKind::kInteger) return cursor.fail_expected("a number");
  number = cursor.token().value;
  cursor.advance();
  return true;
}

bool take_place(Cursor& cursor, Place& place) {
  std::array<std::uint64_t, 3> numbers{};
  for (std::uint64_t& number : numbers) {
    if (!take_number(cursor, number)) return false;
  }
  place = {static_cast<std::uint32_t>(numbers[0]), static_cast<std::uint32_t>(numbers[1]),
           static_cast<std::uint32_t>(numbers[2])};
  return true;
}

// .loc file line column [, function_name label [+ offset], inlined_at file line column]
void parse_loc(ModuleContext& context) {
  Cursor& cursor = context.cursor;
  Place place;
  if (!take_place(cursor, place)) return;
  context.locations.set(place);
  std::string_view function;
  std::uint64_t offset = 0;
  while (cursor.accept(',')) {
    if (cursor.accept_word("function_name")) {
      function = cursor.token().text;
      cursor.advance();
      if (cursor.accept('+') && !take_number(cursor, offset)) return;
    } else if (cursor.accept_word("inlined_at")) {
      Place caller;
      if (!take_place(cursor, caller)) return;
      context.locations.set_inlined(place, function, offset, caller);
    } else {
      cursor.fail_expected("function_name or inlined_at");
      return;
    }
  }
}

// .file number "name" [, time, size]
void parse_file(ModuleContext& context) {
  Cursor& cursor = context.cursor;
  std::uint64_t number = 0;
  if (!take_number(cursor, number)) return;
  if (cursor.token().kind != TokenKind::kString) {
    cursor.fail_expected("a file's name in double quotes");
    return;
  }
  context.locations.add_file(number, unescaped(cursor.token().text), context.module);
  cursor.advance();
  while (cursor.accept(',')) cursor.advance();
}

// .pragma "nounroll";
void parse_pragma(ModuleContext& context) {
  context.cursor.skip_statement();
}

// .section .debug_str { label: .b8 95,90,0 … }
void parse_strings(ModuleContext& context) {
  Cursor& cursor = context.cursor;
  while (!cursor.is_at_end() && !cursor.token().is('}')) {
    const Token token = cursor.token();
    if (token.kind == TokenKind::kWord && cursor.following_byte() == ':') {
      context.locations.add_string_label(token.text);
    } else if (token.kind == TokenKind::kInteger) {
      context.locations.add_string_byte(static_cast<char>(token.value));
    }
    cursor.advance();
  }
  cursor.expect('}', "after the strings");
}

// Debug information in DWARF is skipped but for the strings, which .loc refers to.
void parse_section(ModuleContext& context) {
  Cursor& cursor = context.cursor;
  const bool has_strings = cursor.accept_directive(".debug_str");
  if (!has_strings) cursor.advance();
  if (!cursor.token().is('{')) {
    cursor.fail_expected("'{' after the section's name");
  } else if (has_strings) {
    cursor.advance();
    parse_strings(context);
  } else {
    cursor.skip_block();
  }
}

struct CommonDirective {
  std::string_view name;
  void (*parse)(ModuleContext&);
};

constexpr CommonDirective kCommonDirectives[] = {
    {".loc",     parse_loc    },
    {".file",    parse_file   },
    {".pragma",  parse_pragma },
    {".section", parse_section},
};

}  // namespace

ModuleContext::ModuleContext(const SourceText& source)
    : cursor(source), initial_bytes_left(kInitialBytes + (8 * source.text.size())) {}

bool parse_common_directive(ModuleContext& context) {
  for (const CommonDirective& directive : kCommonDirectives) {
    if (!context.cursor.accept_directive(directive.name)) continue;
    directive.parse(context);
    return true;
  }
  return false;
}

}  // namespace smemlens::ptx
