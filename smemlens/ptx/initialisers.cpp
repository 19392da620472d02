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

#include "smemlens/ptx/constant_expression.h"
#include "smemlens/ptx/declarations.h"
#include "smemlens/ptx/instruction_set.h"
#include "smemlens/ptx/lexer.h"
#include "smemlens/ptx/literal.h"
#include "smemlens/ptx/module.h"
#include "smemlens/ptx/module_context.h"

namespace smemlens::ptx {
namespace {

// A number of a C programmer's kind: 1 is also a float.
std::optional<std::uint64_t> initial_bits(const Token& token, Type type, bool is_negative) {
  const bool is_integer = token.kind == TokenKind::kInteger && !token.is_too_large;
  if (is_integer && (type == Type::kF32 || type == Type::kF64)) {
    const auto magnitude = static_cast<double>(token.value);
    const double value = is_negative ? -magnitude : magnitude;
    if (type == Type::kF64) return std::bit_cast<std::uint64_t>(value);
    return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  }
  return bits_of_number(token, type, is_negative);
}

// Fills Variable::initial from "{1, {2, 3}, generic(f)+4}".
class InitialParser {
 public:
  // `extents` of the array, outermost first, those of a vector type included.
  InitialParser(ModuleContext& context, Variable& variable, std::span<const std::uint64_t> extents,
                std::uint64_t bytes_per_value)
      : context_(context),
        cursor_(context.cursor),
        variable_(variable),
        extents_(extents),
        bytes_per_value_(bytes_per_value) {}

  bool parse() { return cursor_.token().is('{') ? group(0, 0) : scalar(0); }

 private:
  // Bytes of one element of the array at `level`.
  std::uint64_t bytes_below(std::size_t level) const {
    std::uint64_t bytes = bytes_per_value_;
    for (const std::uint64_t extent : extents_.subspan(level + 1)) bytes *= extent;
    return bytes;
  }
  bool group(std::size_t level, std::uint64_t begin);
  bool scalar(std::uint64_t offset);
  bool number(std::uint64_t& bits);
  bool symbol(std::uint64_t offset, std::uint64_t mask);
  bool masked_symbol(std::uint64_t offset);
  bool addend(std::int64_t& bytes);
  bool make_room(std::uint64_t end);

  ModuleContext& context_;
  Cursor& cursor_;
  Variable& variable_;
  std::span<const std::uint64_t> extents_;
  std::uint64_t bytes_per_value_;
};

// Recursion is as deep as the array has dimensions.
bool InitialParser::group(std::size_t level, std::uint64_t begin) {
  cursor_.advance();
  if (level >= extents_.size())
    return cursor_.fail_expected("a value: the array has fewer dimensions");
  const std::uint64_t element = bytes_below(level);
  const bool is_open = extents_[level] == 0;
  // A list without inner braces runs through all the dimensions below.
  std::uint64_t offset = begin;
  const std::uint64_t end = begin + (element * extents_[level]);
  if (cursor_.accept('}')) return true;
  do {
    if (!is_open && offset >= end) return cursor_.fail_expected("'}': the array is full");
    const bool is_group = cursor_.token().is('{');
    if (!(is_group ? group(level + 1, offset) : scalar(offset))) return false;
    offset += is_group ? element : bytes_per_value_;
  } while (cursor_.accept(','));
  return cursor_.expect('}', "after the values");
}

bool InitialParser::make_room(std::uint64_t end) {
  if (end <= variable_.initial.size()) return true;
  const std::uint64_t growth = end - variable_.initial.size();
  if (growth > context_.initial_bytes_left) {
    cursor_.error("ptx-limit", "the initial value of " + variable_.name + " is too large",
                  cursor_.token().span);
    return false;
  }
  context_.initial_bytes_left -= growth;
  variable_.initial.resize(end);
  return true;
}

bool InitialParser::number(std::uint64_t& bits) {
  const bool is_negative = cursor_.accept('-');
  if (begins_constant(cursor_) && !is_float(variable_.type)) {
    const auto value = parse_constant(cursor_, is_negative);
    bits = value.value_or(0);
    return value.has_value();
  }
  const auto value = initial_bits(cursor_.token(), variable_.type, is_negative);
  if (!is_number(cursor_.token()) || !value) {
    return cursor_.fail_expected("a value of type ." + std::string(name_of(variable_.type)));
  }
  bits = *value;
  cursor_.advance();
  return true;
}

bool InitialParser::scalar(std::uint64_t offset) {
  const bool is_mask =
      cursor_.token().kind == TokenKind::kInteger && cursor_.following_byte() == '(';
  if (is_mask) return masked_symbol(offset);
  if (cursor_.token().kind == TokenKind::kWord) return symbol(offset, 0);
  std::uint64_t bits = 0;
  if (!number(bits) || !make_room(offset + bytes_per_value_)) return false;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(bytes_per_value_, 8); ++i) {
    variable_.initial[offset + i] = static_cast<std::uint8_t>(bits >> (8 * i));
  }
  return true;
}

// [+ number] or [- number]
bool InitialParser::addend(std::int64_t& bytes) {
  const bool is_negative = cursor_.token().is('-');
  if (!is_negative && !cursor_.token().is('+')) return true;
  cursor_.advance();
  const bool is_minus_after_plus = !is_negative && cursor_.accept('-');
  const auto bits = bits_of_number(cursor_.token(), Type::kU64, is_negative || is_minus_after_plus);
  if (cursor_.token().kind != TokenKind::kInteger || !bits)
    return cursor_.fail_expected("an offset");
  bytes = static_cast<std::int64_t>(*bits);
  cursor_.advance();
  return true;
}

// name, name+4, generic(name)-8
bool InitialParser::symbol(std::uint64_t offset, std::uint64_t mask) {
  Relocation relocation{.offset = static_cast<std::uint32_t>(offset),
                        .bytes = static_cast<std::uint32_t>(bytes_per_value_),
                        .mask = mask};
  std::string_view name = cursor_.token().text;
  cursor_.advance();
  if (name == "generic" && cursor_.accept('(')) {
    relocation.is_generic = true;
    name = cursor_.token().text;
    if (cursor_.token().kind != TokenKind::kWord) return cursor_.fail_expected("a variable's name");
    cursor_.advance();
    if (!addend(relocation.addend) || !cursor_.expect(')', "after generic(…")) return false;
  }
  if (!addend(relocation.addend) || !make_room(offset + bytes_per_value_)) return false;
  relocation.symbol = name;
  variable_.relocations.push_back(std::move(relocation));
  return true;
}

// 0xff00(name+4): one byte of an address (PTX ISA, "Initializers").
bool InitialParser::masked_symbol(std::uint64_t offset) {
  const std::uint64_t mask = cursor_.token().value;
  const bool is_byte =
      mask != 0 && mask >> std::countr_zero(mask) == 0xff && std::countr_zero(mask) % 8 == 0;
  if (!is_byte || bytes_per_value_ != 1) {
    return cursor_.fail_expected("a mask of one byte, such as 0xff00, for a value of one byte");
  }
  cursor_.advance();
  cursor_.advance();  // the '('
  if (cursor_.token().kind != TokenKind::kWord) return cursor_.fail_expected("a variable's name");
  return symbol(offset, mask) && cursor_.expect(')', "after the masked name");
}

}  // namespace

bool parse_initial(ModuleContext& context, Variable& variable,
                   const std::vector<std::uint64_t>& extents) {
  const std::uint64_t bytes_per_value = std::max(1U, bytes_of(variable.type));
  return InitialParser(context, variable, extents, bytes_per_value).parse();
}

}  // namespace smemlens::ptx
