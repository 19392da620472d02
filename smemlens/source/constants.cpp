#include "smemlens/source/constants.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/pattern/index_expression.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/conditions.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

constexpr int kMostDepth = 16;

struct TypeBytes {
  std::string_view name;
  std::uint32_t bytes;
};

constexpr TypeBytes kTypes[] = {
    {"bool",               1 },
    {"char",               1 },
    {"signed char",        1 },
    {"unsigned char",      1 },
    {"std::byte",          1 },
    {"int8_t",             1 },
    {"uint8_t",            1 },
    {"short",              2 },
    {"unsigned short",     2 },
    {"int16_t",            2 },
    {"uint16_t",           2 },
    {"half",               2 },
    {"__half",             2 },
    {"__nv_bfloat16",      2 },
    {"nv_bfloat16",        2 },
    {"int",                4 },
    {"unsigned",           4 },
    {"unsigned int",       4 },
    {"uint",               4 },
    {"int32_t",            4 },
    {"uint32_t",           4 },
    {"float",              4 },
    {"half2",              4 },
    {"__half2",            4 },
    {"__nv_bfloat162",     4 },
    {"char4",              4 },
    {"uchar4",             4 },
    {"short2",             4 },
    {"long",               8 },
    {"unsigned long",      8 },
    {"long long",          8 },
    {"unsigned long long", 8 },
    {"int64_t",            8 },
    {"uint64_t",           8 },
    {"size_t",             8 },
    {"double",             8 },
    {"float2",             8 },
    {"int2",               8 },
    {"uint2",              8 },
    {"float4",             16},
    {"int4",               16},
    {"uint4",              16},
    {"double2",            16},
    {"longlong2",          16},
    {"ulonglong2",         16},
};

// "1'024u" → "1024".
std::string plain_number(std::string_view text) {
  std::string digits(text);
  std::erase(digits, '\'');
  const bool is_hex = digits.starts_with("0x") || digits.starts_with("0X");
  while (!digits.empty() &&
         (std::string_view("uUlLzZ").find(digits.back()) != std::string_view::npos ||
          (!is_hex && (digits.back() == 'f' || digits.back() == 'F'))))
    digits.pop_back();
  return digits;
}

// The expression from token `begin` up to a comma, semicolon or closing bracket of its level.
TokenRange expression_at(const CodeFile& file, std::size_t begin) {
  std::size_t end = begin;
  while (end < file.tokens.size()) {
    const CodeToken& token = file.tokens[end];
    if (token.is(",") || token.is(";") || token.is(")") || token.is("]") || token.is("}")) break;
    const bool opens = token.is("(") || token.is("[") || token.is("{");
    end = opens ? closing(file.tokens, end) + 1 : end + 1;
  }
  return {begin, std::min(end, file.tokens.size())};
}

// Whether the name at `at` is declared or changed there, and not as a constant with its value.
bool is_variable(const std::vector<CodeToken>& tokens, std::size_t at) {
  if (changes_operand(tokens[at + 1])) return true;
  if (at == 0) return false;
  const CodeToken& before = tokens[at - 1];
  if (before.is("++") || before.is("--")) return true;
  if (before.is(",")) return tokens[at + 1].is(";");  // int a, b;
  if (before.is("&") && at > 1)
    return tokens[at - 2].is("auto") || bytes_of_type(tokens[at - 2].text).has_value();
  return before.is_name() && !stands_before_operand(before);
}

// Of the declaration that one token after another stands in.
struct DeclarationKind {
  bool is_constant = false;
  bool is_enumeration = false;

  void pass(const CodeToken& token) {
    if (token.is("enum")) is_enumeration = true;
    if (token.is("constexpr") || token.is("const") || is_enumeration) is_constant = true;
    if (token.is(";") || token.is(")")) is_constant = is_enumeration = false;
    if (token.is("{") && !is_enumeration) is_constant = false;  // of a lambda
  }
};

}  // namespace

void Constants::add(const std::string& name, std::string expression) {
  const auto [place, is_new] = expressions_.try_emplace(name, expression);
  if (!is_new && place->second != expression) place->second.clear();
}

void Constants::define(std::string_view definition) {
  const std::size_t equals = definition.find('=');
  variable_.emplace(definition.substr(0, equals));
  if (equals == std::string_view::npos) {
    add(std::string(definition), "1");
  } else {
    add(std::string(definition.substr(0, equals)), std::string(definition.substr(equals + 1)));
  }
}

// #define NAME expression, #undef NAME
void Constants::add_directive(std::string_view text, bool is_conditional) {
  const CodeFile line(SourceText{"directive", std::string(text.substr(1))});
  const auto& tokens = line.tokens;
  if (tokens.size() < 2 || !tokens[1].is_name()) return;
  if (tokens[0].is("undef") || (tokens[0].is("define") && is_conditional))
    variable_.emplace(tokens[1].text);
  if (tokens.size() < 3 || !tokens[0].is("define")) return;
  if (tokens[2].is("(") && tokens[2].span.begin == tokens[1].span.end) return;  // has parameters
  add(std::string(tokens[1].text), text_of(line, {2, tokens.size()}));
}

void Constants::add(const CodeFile& file) {
  const auto& tokens = file.tokens;
  DeclarationKind declaration;
  int conditions = has_include_guard(file) ? -1 : 0;  // that are open: #if
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind == CodeTokenKind::kDirective) {
      conditions += opened_conditions(tokens[i]);
      add_directive(tokens[i].text, conditions > 0);
      continue;
    }
    declaration.pass(tokens[i]);
    if (!tokens[i].is_name() || i + 1 == tokens.size()) continue;
    const bool is_definition = declaration.is_constant && tokens[i + 1].is("=");
    if (is_definition) add(std::string(tokens[i].text), text_of(file, expression_at(file, i + 2)));
    if (is_definition ? conditions > 0 : is_variable(tokens, i)) variable_.emplace(tokens[i].text);
  }
}

bool Constants::is_fixed(std::string_view expression, int depth) const {
  if (depth > kMostDepth) return false;
  const CodeFile code(SourceText{"constant", std::string(expression)});
  for (std::size_t i = 0; i < code.tokens.size(); ++i) {
    const CodeToken& token = code.tokens[i];
    if (token.is("sizeof") && i + 1 < code.tokens.size() && code.tokens[i + 1].is("(")) {
      const std::size_t close = closing(code.tokens, i + 1);
      if (!bytes_of_type(text_of(code, {i + 2, close}))) return false;
      i = close;
      continue;
    }
    if (token.kind == CodeTokenKind::kLiteral) return false;
    if (!token.is_name()) continue;
    const auto found = expressions_.find(token.text);
    const bool is_known =
        found != expressions_.end() && !found->second.empty() && !variable_.contains(token.text);
    if (!is_known || !is_fixed(found->second, depth + 1)) return false;
  }
  return true;
}

std::optional<std::int64_t> Constants::value_of(std::string_view expression,
                                                const NamedValues& own) const {
  return value_of(expression, own, 0);
}

std::optional<std::int64_t> Constants::value_of_name(std::string_view name, const NamedValues& own,
                                                     int depth) const {
  const auto mine = own.find(name);
  if (mine != own.end()) return mine->second;
  const auto found = expressions_.find(name);
  if (found == expressions_.end() || found->second.empty()) return std::nullopt;
  return value_of(found->second, own, depth + 1);
}

std::optional<std::string> Constants::plain_text(const CodeFile& code, std::size_t& at,
                                                 const NamedValues& own, int depth) const {
  const CodeToken& token = code.tokens[at];
  if (token.kind == CodeTokenKind::kNumber) return plain_number(token.text);
  if (token.is("sizeof") && at + 1 < code.tokens.size() && code.tokens[at + 1].is("(")) {
    const std::size_t close = closing(code.tokens, at + 1);
    const auto bytes = bytes_of_type(text_of(code, {at + 2, close}));
    at = close;
    return bytes ? std::optional(std::to_string(*bytes)) : std::nullopt;
  }
  if (!token.is_name()) return std::string(token.text);
  const auto value = value_of_name(token.text, own, depth);
  return value ? std::optional('(' + std::to_string(*value) + ')') : std::nullopt;
}

std::optional<std::int64_t> Constants::value_of(std::string_view expression, const NamedValues& own,
                                                int depth) const {
  if (depth > kMostDepth) return std::nullopt;
  const CodeFile code(SourceText{"constant", std::string(expression)});
  std::string plain;
  for (std::size_t i = 0; i < code.tokens.size(); ++i) {
    const auto text = plain_text(code, i, own, depth);
    if (!text) return std::nullopt;
    plain += ' ' + *text;
  }
  const auto parsed = parse_index_expression({"constant", plain}, {});
  if (!parsed) return std::nullopt;
  const auto value = parsed->value_for(0, 1, {});
  return value ? std::optional(*value) : std::nullopt;
}

std::optional<std::uint32_t> bytes_of_type(std::string_view type) {
  if (type.starts_with("std::") && type != "std::byte") type.remove_prefix(5);
  const auto* const found = std::ranges::find(kTypes, type, &TypeBytes::name);
  return found == std::end(kTypes) ? std::nullopt : std::optional(found->bytes);
}

}  // namespace smemlens::source
