#include "smemlens/pattern/access_parser.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"
#include "smemlens/pattern/type_name.h"

namespace smemlens {
namespace {

constexpr int kMaxDepth = 64;

constexpr std::string_view kCompoundAssignments[] = {
    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::string_view kIncrements[] = {"++", "--"};
constexpr std::string_view kAtomics[] = {"atomicAdd",  "atomicSub", "atomicMin", "atomicMax",
                                         "atomicExch", "atomicCAS", "atomicAnd", "atomicOr",
                                         "atomicXor",  "atomicInc", "atomicDec"};
// Parts of the PTX names that change nothing in shared memory.
constexpr std::string_view kIgnoredParts[] = {"sync",  "aligned", "m8n8", "shared", "b16",
                                              "trans", "ca",      "cta",  "global"};

struct DottedFunction {
  std::string_view name;
  Operation operation;
  std::uint8_t bytes;
  std::uint8_t matrices;
};

constexpr DottedFunction kDottedFunctions[] = {
    {"ldmatrix.x1",    Operation::kLdmatrix,      16, 1},
    {"ldmatrix.x2",    Operation::kLdmatrix,      16, 2},
    {"ldmatrix.x4",    Operation::kLdmatrix,      16, 4},
    {"stmatrix.x1",    Operation::kStmatrix,      16, 1},
    {"stmatrix.x2",    Operation::kStmatrix,      16, 2},
    {"stmatrix.x4",    Operation::kStmatrix,      16, 4},
    {"cp.async.4",     Operation::kCpAsync,       4,  0},
    {"cp.async.8",     Operation::kCpAsync,       8,  0},
    {"cp.async.16",    Operation::kCpAsync,       16, 0},
    {"cp.async.cg.16", Operation::kCpAsyncBypass, 16, 0},
};
constexpr std::string_view kDottedFamilies[] = {"ldmatrix", "stmatrix", "cp"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

// atomicAdd_block and atomicAdd_system touch shared memory as atomicAdd does.
std::string_view without_scope(std::string_view name) {
  for (const std::string_view scope : {"_block", "_system"})
    if (name.ends_with(scope)) name.remove_suffix(scope.size());
  return name;
}

std::vector<std::string_view> function_names() {
  std::vector<std::string_view> names(std::begin(kAtomics), std::end(kAtomics));
  for (const DottedFunction& function : kDottedFunctions) names.push_back(function.name);
  return names;
}

}  // namespace

void AccessParser::parse(const Token& begin, std::span<const ExpressionIndex> guards) {
  begin_ = begin;
  guards_.assign(guards.begin(), guards.end());
  if (starts_function()) {
    parse_call();
  } else {
    parse_plain();
  }
}

bool AccessParser::starts_function() const {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::kName || token.text == "reinterpret_cast") return false;
  return tokens_.is("(", 1) || (contains(kDottedFamilies, token.text) && tokens_.is(".", 1));
}

// s[i] · s[i] = … · s[i] += … · s[i]++ · ++s[i]
void AccessParser::parse_plain() {
  bool updates = contains(kIncrements, tokens_.peek().text);
  if (updates) tokens_.next();
  const Operand operand = parse_operand();
  check_type(operand);
  const Token next = tokens_.peek();
  bool stores = false;
  if (contains(kIncrements, next.text)) {
    updates = true;
    tokens_.next();
  } else if (contains(kCompoundAssignments, next.text) || next.text == "=") {
    stores = next.text == "=";
    updates = !stores;
    tokens_.next();
    skip_value(next);
  }
  if (!stores) add_access({.operation = Operation::kLoad}, operand);
  if (stores || updates) add_access({.operation = Operation::kStore}, operand);
}

void AccessParser::parse_call() {
  const Token name = tokens_.peek();
  const std::optional<Function> function = parse_function();
  if (!function) return;
  tokens_.expect("(", "before the address");
  const Operand operand = parse_operand();
  if (!operand.is_address()) {
    tokens_.fail(operand.place.span, {.code = "pattern-type",
                                      .message = std::string(name.text) + " takes an address",
                                      .hint = "write & before the element: &" +
                                              std::string(text_of(pattern_, operand.place.span))});
    return;
  }
  if (function->bytes == 0) check_type({.place = operand.place});
  skip_arguments();
  add_access(*function, operand);
}

std::optional<AccessParser::Function> AccessParser::parse_function() {
  const Token name = tokens_.next();
  if (contains(kDottedFamilies, name.text) && tokens_.is(".")) return parse_dotted(name);
  if (contains(kAtomics, without_scope(name.text)))
    return Function{.operation = Operation::kAtomic};
  tokens_.fail(name.span, {.code = "pattern-name",
                           .message = "unknown function " + std::string(name.text),
                           .hint = did_you_mean(name.text, function_names())});
  return std::nullopt;
}

std::optional<AccessParser::Function> AccessParser::parse_dotted(const Token& first) {
  std::string name(first.text);
  while (tokens_.accept(".")) {
    const Token part = tokens_.next();
    if (!contains(kIgnoredParts, part.text)) name += '.' + std::string(part.text);
  }
  const auto* found = std::ranges::find(kDottedFunctions, name, &DottedFunction::name);
  if (found != std::end(kDottedFunctions))
    return Function{found->operation, found->bytes, found->matrices};
  std::string forms;
  for (const DottedFunction& function : kDottedFunctions) {
    if (!function.name.starts_with(first.text)) continue;
    forms += (forms.empty() ? "" : ", ") + std::string(function.name);
  }
  tokens_.fail(tokens_.span_since(first), {.code = "pattern-name",
                                           .message = "unknown instruction " + name,
                                           .hint = "known are " + forms});
  return std::nullopt;
}

void AccessParser::add_access(const Function& function, const Operand& operand) {
  if (tokens_.error()) return;
  const std::uint32_t type_bytes = pattern_.types[operand.place.type.value].bytes;
  const auto bytes = function.bytes != 0 ? function.bytes : static_cast<std::uint8_t>(type_bytes);
  pattern_.accesses.push_back({.operation = function.operation,
                               .bytes = bytes,
                               .matrices = function.matrices,
                               .place = operand.place,
                               .guards = guards_,
                               .span = tokens_.span_since(begin_)});
}

// The operand must be one element, of a type that one instruction reads.
void AccessParser::check_type(const Operand& operand) {
  if (tokens_.error()) return;
  const SourceSpan span = operand.place.span;
  const std::string text(text_of(pattern_, span));
  if (operand.is_pointer) {
    tokens_.fail(span, {.code = "pattern-type",
                        .message = text + " is an address, not an access",
                        .hint = "write * before it to read what is there"});
  } else if (!operand.dimensions.empty()) {
    tokens_.fail(span, {.code = "pattern-type",
                        .message = text + " is a whole array: " +
                                   counted(operand.dimensions.size(), "index") + " missing",
                        .hint = "e.g. " + text + "[0]"});
  }
  const ElementType& type = pattern_.types[operand.place.type.value];
  if (is_one_access(type)) return;
  const std::string name = type.is_struct ? "a whole struct" : "a whole " + type.name;
  tokens_.fail(span, {.code = "pattern-type",
                      .message = name + " of " + counted(type.bytes, "byte") +
                                 " is not one access: several instructions read it",
                      .hint = "name a member, e.g. " + text + '.' + type.members.front().name});
}

// The right-hand side is anything: only where it ends matters, and whether it holds something that
// the user may believe to be counted.
void AccessParser::skip_value(const Token& after) {
  int open = 0;
  bool is_noted = false;
  const Token begin = tokens_.peek();
  while (!tokens_.at_end() && !tokens_.is(";")) {
    const Token& token = tokens_.peek();
    if (token.text == "(" || token.text == "[" || token.text == "{") ++open;
    if (token.text == ")" || token.text == "]" || token.text == "}") --open;
    if (open < 0) break;
    if (!is_noted) is_noted = note_uncounted_read(token);
    tokens_.next();
  }
  if (tokens_.peek().span == begin.span) {
    tokens_.fail(after.span, {.code = "pattern-syntax",
                              .message = "expected a value after " + described(after),
                              .hint = "any will do: it is not evaluated"});
  } else if (open > 0) {
    tokens_.fail(tokens_.span_since(begin),
                 {.code = "pattern-syntax", .message = "a bracket is not closed in this value"});
  }
}

bool AccessParser::note_uncounted_read(const Token& token) {
  const auto named = [&](const SharedArray& array) { return array.name == token.text; };
  if (token.kind != TokenKind::kName || std::ranges::none_of(pattern_.arrays, named)) return false;
  pattern_.notes.push_back(located({.severity = Severity::kNote,
                                    .code = "pattern-uncounted",
                                    .message = "the value also reads " + std::string(token.text) +
                                               ": what it reads is not counted",
                                    .hint = "write it as an access of its own, separated by ;"},
                                   tokens_.source(), token.span));
  return true;
}

void AccessParser::skip_arguments() {
  if (tokens_.is(",")) {
    const Token comma = tokens_.next();
    skip_value(comma);
  }
  tokens_.expect(")", "after the arguments");
}

AccessParser::Operand AccessParser::parse_operand() {
  const Token begin = tokens_.peek();
  if (++depth_ > kMaxDepth)
    tokens_.fail(begin.span,
                 {.code = "pattern-limit", .message = "more than 64 levels of nesting"});
  Operand operand;
  if (begin.text == "&") {
    operand = parse_address_of();
  } else if (begin.text == "*") {
    operand = parse_dereference();
  } else if (starts_cast()) {
    operand = parse_c_cast();
  } else {
    operand = parse_postfix();
  }
  operand.place.span = tokens_.span_since(begin);
  --depth_;
  return operand;
}

AccessParser::Operand AccessParser::parse_address_of() {
  const Token begin = tokens_.next();
  Operand operand = parse_operand();
  if (operand.is_pointer)
    tokens_.fail(begin.span,
                 {.code = "pattern-type", .message = "& needs an element, not an address"});
  operand.is_pointer = true;
  return operand;
}

AccessParser::Operand AccessParser::parse_dereference() {
  const Token begin = tokens_.next();
  Operand operand = parse_operand();
  if (operand.is_pointer) {
    operand.is_pointer = false;
  } else if (!operand.dimensions.empty()) {
    // *a is a[0].
    if (operand.is_element_of_array) {
      operand.place.subscripts.push_back({static_cast<std::uint32_t>(pattern_.expressions.size())});
      pattern_.expressions.push_back({.span = begin.span});
    }
    operand.dimensions.erase(operand.dimensions.begin());
  } else {
    tokens_.fail(begin.span, {.code = "pattern-type",
                              .message = "* needs an address",
                              .hint = "e.g. *(float4*)&s[4 * lane]"});
  }
  return operand;
}

bool AccessParser::starts_cast() const {
  if (!tokens_.is("(")) return false;
  const Token& first = tokens_.peek(1);
  if (first.text == "const" || first.text == "volatile" || first.text == "struct") return true;
  if (type_name_at(tokens_, 1).builtin != nullptr) return true;
  return first.kind == TokenKind::kName && tokens_.is("*", 2) && tokens_.is(")", 3);
}

AccessParser::Operand AccessParser::parse_c_cast() {
  tokens_.next();
  const TypeIndex type = parse_pointer_type(")");
  return cast_to(type, parse_operand());
}

AccessParser::Operand AccessParser::parse_reinterpret_cast() {
  tokens_.next();
  tokens_.expect("<", "after reinterpret_cast");
  const TypeIndex type = parse_pointer_type(">");
  tokens_.expect("(", "before the address");
  const Operand operand = parse_operand();
  tokens_.expect(")", "after the address");
  return cast_to(type, operand);
}

TypeIndex AccessParser::parse_pointer_type(std::string_view closer) {
  while (tokens_.accept("const") || tokens_.accept("volatile")) {
  }
  const TypeIndex type = types_.parse_type();
  while (tokens_.accept("const") || tokens_.accept("volatile")) {
  }
  tokens_.expect("*", "after the type");
  tokens_.expect(closer, "after the type");
  return type;
}

AccessParser::Operand AccessParser::cast_to(TypeIndex type, Operand operand) {
  if (tokens_.error()) return {};
  if (!operand.is_address()) {
    tokens_.fail(operand.place.span, {.code = "pattern-type",
                                      .message = "the cast needs an address",
                                      .hint = "write & before the element: &" +
                                              std::string(text_of(pattern_, operand.place.span))});
  }
  operand.place.type = type;
  operand.dimensions.clear();
  operand.is_pointer = true;
  operand.is_element_of_array = false;
  return operand;
}

AccessParser::Operand AccessParser::parse_postfix() {
  const Token begin = tokens_.peek();
  Operand operand = parse_primary();
  while (!tokens_.error()) {
    operand.place.span = tokens_.span_since(begin);
    if (tokens_.is("[")) {
      parse_index(operand);
    } else if (tokens_.is(".") || tokens_.is("->")) {
      parse_member(operand);
    } else {
      break;
    }
  }
  return operand;
}

AccessParser::Operand AccessParser::parse_primary() {
  const Token token = tokens_.peek();
  if (token.text == "reinterpret_cast") return parse_reinterpret_cast();
  if (token.kind == TokenKind::kName) return parse_array();
  if (!tokens_.accept("(")) {
    tokens_.fail(token.span,
                 {.code = "pattern-syntax",
                  .message = "expected an access of an array but found " + described(token),
                  .hint = "e.g. float s[32][32]; s[lane][0]"});
    return {};
  }
  const Operand operand = parse_operand();
  tokens_.expect(")", "to close the parenthesis");
  return operand;
}

AccessParser::Operand AccessParser::parse_array() {
  const Token token = tokens_.next();
  const auto found = std::ranges::find(pattern_.arrays, token.text, &SharedArray::name);
  if (found == pattern_.arrays.end()) {
    std::vector<std::string_view> names;
    names.reserve(pattern_.arrays.size());
    for (const SharedArray& array : pattern_.arrays) names.emplace_back(array.name);
    const std::string near = did_you_mean(token.text, names);
    const std::string name(token.text);
    tokens_.fail(
        token.span,
        {.code = "pattern-name",
         .message = name + " is not declared",
         .hint = near.empty() ? "declare the array first, e.g. float " + name + "[1024]" : near});
    return {};
  }
  Operand operand;
  operand.place.array = static_cast<std::uint32_t>(found - pattern_.arrays.begin());
  operand.place.type = found->type;
  for (const Dimension& dimension : found->dimensions) operand.dimensions.push_back(dimension.size);
  return operand;
}

void AccessParser::parse_index(Operand& operand) {
  const Token bracket = tokens_.next();
  if (operand.is_pointer ? !operand.dimensions.empty() : operand.dimensions.empty()) {
    const std::string text(text_of(pattern_, operand.place.span));
    tokens_.fail(bracket.span, {.code = "pattern-type",
                                .message = "one index too many: " + text + " is not an array"});
    return;
  }
  const ExpressionIndex index = expressions_.parse();
  tokens_.expect("]", "after the index");
  if (tokens_.error()) return;
  std::uint32_t stride = pattern_.types[operand.place.type.value].bytes;
  if (operand.is_pointer) {
    operand.place.further.push_back({index, stride, 0});
    operand.is_pointer = false;
    return;
  }
  const std::uint32_t size = operand.dimensions.front();
  operand.dimensions.erase(operand.dimensions.begin());
  if (operand.is_element_of_array) {
    operand.place.subscripts.push_back(index);
    return;
  }
  for (const std::uint32_t inner : operand.dimensions) stride *= inner;
  operand.place.further.push_back({index, stride, size});
}

void AccessParser::parse_member(Operand& operand) {
  const bool is_arrow = tokens_.next().text == "->";
  const Token name = tokens_.next();
  const std::string text(text_of(pattern_, operand.place.span));
  if (is_arrow && operand.is_pointer) operand.is_pointer = false;
  if (operand.is_address()) {
    tokens_.fail(name.span, {.code = "pattern-type",
                             .message = text + " has no members: it is not one element"});
    return;
  }
  const ElementType& type = pattern_.types[operand.place.type.value];
  const auto member = std::ranges::find(type.members, name.text, &Member::name);
  if (member == type.members.end()) {
    std::vector<std::string_view> names;
    names.reserve(type.members.size());
    for (const Member& known : type.members) names.emplace_back(known.name);
    tokens_.fail(name.span, {.code = "pattern-name",
                             .message = text + " has no member " + std::string(name.text),
                             .hint = did_you_mean(name.text, names)});
    return;
  }
  operand.place.offset_bytes += member->offset_bytes;
  operand.place.type = member->type;
  operand.dimensions = member->dimensions;
  operand.is_element_of_array = false;
}

}  // namespace smemlens
