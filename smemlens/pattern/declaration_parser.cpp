#include "smemlens/pattern/declaration_parser.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/rounding.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"
#include "smemlens/pattern/type_name.h"

namespace smemlens {
namespace {

constexpr int kMaxStructDepth = 16;
constexpr std::size_t kMaxDimensions = 8;
constexpr std::uint32_t kMaxAlignment = 1024;  // what the base of shared memory is aligned to

constexpr std::string_view kQualifiers[] = {"__shared__", "volatile", "const", "static", "extern"};
constexpr std::string_view kAlignments[] = {"alignas", "__align__"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::string_view kTooLarge = "the shared arrays take more than 2^31 bytes";

}  // namespace

bool DeclarationParser::starts_here() const {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::kName) return false;
  const bool is_type = type_name_at(tokens_).builtin != nullptr || token.text == "struct" ||
                       find_struct(token.text) != nullptr;
  if (is_type || contains(kQualifiers, token.text) || contains(kAlignments, token.text))
    return true;
  // Two names in a row: a misspelt type, most likely.
  return tokens_.peek(1).kind == TokenKind::kName;
}

void DeclarationParser::parse() {
  forced_alignment_ = 1;
  while (parse_qualifier()) {
  }
  const TypeIndex type = parse_type();
  while (parse_qualifier()) {
  }
  if (pattern_.types.empty() || tokens_.error()) return;
  const bool only_defines_struct = tokens_.is(";") || tokens_.at_end();
  if (only_defines_struct && pattern_.types[type.value].is_struct) return;
  do {
    declare_array(type, parse_declarator());
  } while (tokens_.accept(","));
}

bool DeclarationParser::parse_qualifier() {
  if (contains(kQualifiers, tokens_.peek().text)) {
    tokens_.next();
    return true;
  }
  if (!contains(kAlignments, tokens_.peek().text)) return false;
  tokens_.next();
  tokens_.expect("(", "before the alignment");
  const Token begin = tokens_.peek();
  const std::uint32_t alignment = expressions_.parse_size();
  if (!std::has_single_bit(alignment) || alignment > kMaxAlignment)
    tokens_.fail(
        tokens_.span_since(begin),
        {.code = "pattern-alignment", .message = "an alignment is a power of two up to 1024"});
  tokens_.expect(")", "after the alignment");
  forced_alignment_ = std::max(forced_alignment_, alignment);
  return true;
}

TypeIndex DeclarationParser::parse_type() {
  if (tokens_.is("struct")) return parse_struct();
  const Token token = tokens_.peek();
  if (const TypeName name = type_name_at(tokens_); name.builtin != nullptr) {
    for (std::size_t i = 0; i < name.token_count; ++i) tokens_.next();
    return builtin_type(*name.builtin);
  }
  if (const ElementType* type = find_struct(token.text)) {
    tokens_.next();
    return {static_cast<std::uint32_t>(type - pattern_.types.data())};
  }
  fail_type(token);
  return {};
}

void DeclarationParser::fail_type(const Token& token) {
  tokens_.fail(token.span, {.code = "pattern-type",
                            .message = token.kind == TokenKind::kName
                                           ? "unknown type " + std::string(token.text)
                                           : "expected a type but found " + described(token),
                            .hint = did_you_mean(token.text, builtin_names())});
}

const ElementType* DeclarationParser::find_struct(std::string_view name) const {
  const auto found = std::ranges::find_if(pattern_.types, [&](const ElementType& type) {
    return type.is_struct && !type.name.empty() && type.name == name;
  });
  return found == pattern_.types.end() ? nullptr : &*found;
}

TypeIndex DeclarationParser::builtin_type(const BuiltinType& builtin) {
  const auto found = std::ranges::find_if(pattern_.types, [&](const ElementType& type) {
    return !type.is_struct && type.name == builtin.name;
  });
  if (found != pattern_.types.end())
    return {static_cast<std::uint32_t>(found - pattern_.types.begin())};
  ElementType type{
      .name = std::string(builtin.name), .bytes = builtin.bytes, .alignment = builtin.alignment};
  if (builtin.component_count > 0) {
    const BuiltinType& component = *find_builtin(builtin.component);
    const TypeIndex component_type = builtin_type(component);
    constexpr std::string_view kNames = "xyzw";
    for (std::uint32_t i = 0; i < builtin.component_count; ++i)
      type.members.push_back({std::string(1, kNames[i]), component_type, i * component.bytes, {}});
  }
  pattern_.types.push_back(std::move(type));
  return {static_cast<std::uint32_t>(pattern_.types.size() - 1)};
}

// `struct { … }`, `struct P { … }`, or `struct P` once it is defined.
TypeIndex DeclarationParser::parse_struct() {
  tokens_.next();
  ElementType type{.is_struct = true};
  while (parse_qualifier()) type.alignment = std::max(type.alignment, forced_alignment_);
  const Token name = tokens_.peek();
  if (name.kind == TokenKind::kName) {
    tokens_.next();
    type.name = name.text;
    const ElementType* known = find_struct(name.text);
    if (!tokens_.is("{") && known != nullptr)
      return {static_cast<std::uint32_t>(known - pattern_.types.data())};
    if (known != nullptr || find_builtin(name.text) != nullptr)
      tokens_.fail(name.span, {.code = "pattern-type",
                               .message = type.name + " is already the name of a type"});
  }
  if (++depth_ > kMaxStructDepth)
    tokens_.fail(name.span, {.code = "pattern-limit", .message = "structs nested too deeply"});
  tokens_.expect("{", "to begin the struct");
  parse_members(type);
  --depth_;
  if (tokens_.error()) return {};
  type.bytes = static_cast<std::uint32_t>(rounded_up(type.bytes, type.alignment));
  pattern_.types.push_back(std::move(type));
  return {static_cast<std::uint32_t>(pattern_.types.size() - 1)};
}

void DeclarationParser::parse_members(ElementType& type) {
  const Token begin = tokens_.peek();
  while (!tokens_.error() && !tokens_.is("}")) {
    const std::uint32_t outer_alignment = std::exchange(forced_alignment_, 1);
    while (parse_qualifier()) {
    }
    const TypeIndex member_type = parse_type();
    if (tokens_.error()) return;
    do {
      place_member(type, member_type, parse_declarator());
    } while (tokens_.accept(","));
    forced_alignment_ = outer_alignment;
    tokens_.expect(";", "after the member");
  }
  type.closing_brace = tokens_.next().span.begin;
  if (type.members.empty())
    tokens_.fail(begin.span, {.code = "pattern-type", .message = "a struct needs a member"});
}

void DeclarationParser::place_member(ElementType& type, TypeIndex member_type,
                                     const Declarator& declarator) {
  if (tokens_.error()) return;
  const std::string name(declarator.name.text);
  if (std::ranges::find(type.members, name, &Member::name) != type.members.end())
    tokens_.fail(declarator.name.span,
                 {.code = "pattern-name", .message = "two members with the name " + name});
  const std::uint32_t alignment =
      std::max(pattern_.types[member_type.value].alignment, forced_alignment_);
  const std::uint64_t offset = rounded_up(type.bytes, alignment);
  const std::uint64_t end = offset + bytes_of(member_type, declarator);
  if (end + kMaxAlignment > kMaxSharedBytes) {
    tokens_.fail(declarator.name.span, {.code = "pattern-size", .message = std::string(kTooLarge)});
    return;
  }
  Member member{name, member_type, static_cast<std::uint32_t>(offset), {}};
  for (const Dimension& dimension : declarator.dimensions)
    member.dimensions.push_back(dimension.size);
  type.members.push_back(std::move(member));
  type.alignment = std::max(type.alignment, alignment);
  type.bytes = static_cast<std::uint32_t>(end);
}

// Saturates: the product of dimensions may be anything.
std::uint64_t DeclarationParser::bytes_of(TypeIndex type, const Declarator& declarator) {
  std::uint64_t bytes = pattern_.types[type.value].bytes;
  for (const Dimension& dimension : declarator.dimensions)
    bytes = std::min(bytes * dimension.size, kMaxSharedBytes + 1);
  return bytes;
}

DeclarationParser::Declarator DeclarationParser::parse_declarator() {
  Declarator declarator;
  const Token name = tokens_.peek();
  if (name.text == "*") {
    tokens_.fail(name.span, {.code = "pattern-syntax",
                             .message = "a pointer can't be declared here",
                             .hint = "declare the shared array itself, e.g. float s[32][32]"});
    return declarator;
  }
  if (name.kind != TokenKind::kName) {
    tokens_.fail(name.span, {.code = "pattern-syntax",
                             .message = "expected the array's name but found " + described(name)});
    return declarator;
  }
  declarator.name = tokens_.next();
  while (tokens_.is("[") && !tokens_.error()) parse_dimension(declarator);
  if (tokens_.is("="))
    tokens_.fail(tokens_.peek().span,
                 {.code = "pattern-syntax",
                  .message = "a declaration takes no initial value",
                  .hint = "write accesses alone, without a variable for the result: s[lane]"});
  return declarator;
}

void DeclarationParser::parse_dimension(Declarator& declarator) {
  const Token bracket = tokens_.next();
  if (tokens_.is("]")) {
    tokens_.fail(bracket.span,
                 {.code = "pattern-size",
                  .message = "the size of " + std::string(declarator.name.text) + " is missing",
                  .hint = "write how many elements the launch gives it"});
    return;
  }
  const Token begin = tokens_.peek();
  const std::uint32_t size = expressions_.parse_size();
  declarator.dimensions.push_back({size, tokens_.span_since(begin)});
  tokens_.expect("]", "after the size");
  if (declarator.dimensions.size() > kMaxDimensions)
    tokens_.fail(begin.span, {.code = "pattern-limit", .message = "more than 8 dimensions"});
}

void DeclarationParser::check_name(const Token& name) {
  if (is_reserved_name(name.text)) {
    tokens_.fail(name.span, {.code = "pattern-name",
                             .message = std::string(name.text) + " already has a meaning here",
                             .hint = "give the array another name"});
  }
  if (find_builtin(name.text) != nullptr || find_struct(name.text) != nullptr) {
    tokens_.fail(name.span, {.code = "pattern-name",
                             .message = std::string(name.text) + " is the name of a type"});
  }
  const auto same = [&](const SharedArray& array) { return array.name == name.text; };
  if (std::ranges::any_of(pattern_.arrays, same)) {
    tokens_.fail(name.span, {.code = "pattern-name",
                             .message = std::string(name.text) + " is declared twice"});
  }
}

void DeclarationParser::declare_array(TypeIndex type, const Declarator& declarator) {
  if (tokens_.error()) return;
  check_name(declarator.name);
  const std::uint32_t alignment = std::max(pattern_.types[type.value].alignment, forced_alignment_);
  std::uint64_t offset = 0;
  if (!pattern_.arrays.empty()) {
    const SharedArray& before = pattern_.arrays.back();
    offset = rounded_up(std::uint64_t{before.offset_bytes} + before.bytes, alignment);
  }
  const std::uint64_t bytes = bytes_of(type, declarator);
  if (offset + bytes > kMaxSharedBytes) {
    tokens_.fail(declarator.name.span,
                 {.code = "pattern-size",
                  .message = std::string(kTooLarge),
                  .hint = "a block has at most a few hundred kilobytes: make the array smaller"});
    return;
  }
  pattern_.arrays.push_back({.name = std::string(declarator.name.text),
                             .type = type,
                             .dimensions = declarator.dimensions,
                             .alignment = alignment,
                             .offset_bytes = static_cast<std::uint32_t>(offset),
                             .bytes = static_cast<std::uint32_t>(bytes),
                             .name_span = declarator.name.span});
}

}  // namespace smemlens
