#include "smemlens/source/element_hold.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/source/code_token.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/function_parameters.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

// Beside one of these an element is a value. `&` is told apart elsewhere.
constexpr std::string_view kOperators[] = {
    "+", "-",  "*",  "/",  "%",  "<",  ">",  "<=", ">=", "==", "!=", "&&",  "||", "^",
    "|", "<<", ">>", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
constexpr std::string_view kBeforeValues[] = {"!", "~", "[", "case", "throw", "sizeof"};
constexpr std::string_view kAfterValues[] = {"?", "&", "++", "--", "->"};
constexpr std::string_view kStatementBegins[] = {";", "}", "else", "do"};
constexpr std::string_view kControls[] = {"if", "for", "while", "switch", "constexpr"};

class HoldReader {
 public:
  HoldReader(const CodeFile& file, const SharedArrayCode& array, TokenRange use,
             const FunctionParameters& functions)
      : tokens_(file.tokens), array_(array), functions_(functions), use_(use) {}

  ElementHold hold() {
    std::string problem = problem_of_hold().value_or(std::string());
    return {std::move(problem), vector_bytes_};
  }

 private:
  std::optional<std::string> problem_of_hold() {
    // Each round goes one expression further out; there are no more than tokens.
    for (;;) {
      if (auto member = hold_by_member()) return member;
      const CodeToken& before = tokens_[use_.begin - 1];
      if (before.is("&") && takes_address(use_.begin - 1)) {
        if (is_atomic() || is_copy()) return std::nullopt;
        if (grows_by_vector()) continue;
        return "the address of " + array_.name + "'s element is taken";
      }
      if (before.is(")")) return hold_behind_bracket();
      if (is_operand()) return std::nullopt;
      const bool is_grown =
          grows_by_increment(before) || grows_by_brackets() || grows_by_condition(before);
      if (!is_grown) return hold_by(before);
    }
  }

  const CodeToken& next() const { return tokens_[std::min(use_.end, tokens_.size() - 1)]; }

  std::string reference() const { return array_.name + "'s element may be held by reference"; }

  // tile[i].x is a part of the element; of tile[i].f() the element is an argument. Behind brackets,
  // as in if (tile[i]) x, a name or bracket is something else.
  std::optional<std::string> hold_by_member() {
    bool has_member = false;
    if (tokens_[use_.end - 1].is(")") && !next().is(".")) return std::nullopt;
    while (next().is(".")) {
      has_member = true;
      use_.end += 2;
      if (next().is("[")) use_.end = closing(tokens_, use_.end) + 1;
    }
    const bool is_call = next().is("(") || next().is_name() ||
                         (has_member && next().is("<") && calls_template(use_.end));
    if (is_call) return "a function of " + array_.name + "'s element is called";
    return std::nullopt;
  }

  // Whether f<3>( may begin behind the name before the `<` at `open`.
  bool calls_template(std::size_t open) const {
    for (std::size_t i = open; i + 1 < tokens_.size(); ++i) {
      if (tokens_[i].is(";") || tokens_[i].is("{")) return false;
      if (tokens_[i].is(">") && tokens_[i + 1].is("(")) return true;
    }
    return true;
  }

  // Whether the `&` at `at` has no left operand.
  bool takes_address(std::size_t at) const {
    const CodeToken& before = tokens_[at - 1];
    const bool is_operand = (before.is_name() && !stands_before_operand(before)) ||
                            before.kind == CodeTokenKind::kNumber || before.is("]");
    return !is_operand;
  }

  // atomicAdd(&a[i], …): the address of one element, used for it alone.
  bool is_atomic() const {
    return use_.begin >= 3 && tokens_[use_.begin - 2].is("(") &&
           is_atomic_function(tokens_[use_.begin - 3].text) && (next().is(",") || next().is(")"));
  }

  // __pipeline_memcpy_async(&a[i][j], …, 16) writes 16 bytes, aligned, and no more.
  bool is_copy() {
    const std::size_t name = use_.begin - 3;
    if (use_.begin < 3 || !tokens_[name].is("__pipeline_memcpy_async") || !next().is(","))
      return false;
    std::size_t size = use_.end + 1;
    while (size < tokens_.size() && !ends_expression(tokens_[size]))
      size = is_open(tokens_[size]) ? closing(tokens_, size) + 1 : size + 1;
    std::size_t end = size + 1;
    while (end < tokens_.size() && !ends_expression(tokens_[end]))
      end = is_open(tokens_[end]) ? closing(tokens_, end) + 1 : end + 1;
    if (end >= tokens_.size() || !tokens_[size].is(",")) return false;
    vector_bytes_ = bytes_of_size({size + 1, end});
    return vector_bytes_ != 0;
  }

  // What `16` or `sizeof(float4)` is; 0: something else.
  std::uint32_t bytes_of_size(TokenRange range) const {
    const std::size_t count = range.end - range.begin;
    const CodeToken& first = tokens_[range.begin];
    if (first.is("sizeof") && count == 4)
      return bytes_of_type(tokens_[range.begin + 2].text).value_or(0);
    if (count != 1) return 0;
    for (const auto& [text, bytes] : {
             std::pair{"4",  4U },
             {"8",  8U },
             {"16", 16U}
    })
      if (first.is(text)) return bytes;
    return 0;
  }

  // *(V*)&a[i][j], *reinterpret_cast<V*>(&a[i][j]), …(…)->x, …(…)[0], where V is CUDA's own: the
  // vector as a whole, which is one access and aligned.
  bool grows_by_vector() {
    TokenRange pointer = without_brackets({use_.begin - 1, use_.end});
    std::uint32_t bytes = 0;
    const std::size_t before = pointer.begin - 1;
    if (tokens_[before].is(")")) {
      pointer.begin = opening(tokens_, before);
      bytes = bytes_of_pointer({pointer.begin + 1, before});
    } else if (tokens_[before].is("(") && before >= 4 && tokens_[before - 1].is(">")) {
      const std::size_t open = template_open(before - 1);
      if (open < 2 || !tokens_[open - 1].is("reinterpret_cast")) return false;
      bytes = bytes_of_pointer({open + 1, before - 1});
      pointer = {open - 1, pointer.end + 1};
    }
    if (bytes == 0 || pointer.begin < 2 || pointer.end >= tokens_.size()) return false;
    pointer = without_brackets(pointer);
    const std::size_t end = pointer.end;
    if (tokens_[pointer.begin - 1].is("*")) {
      --pointer.begin;
    } else if (tokens_[end].is("[") && end + 2 < tokens_.size() && tokens_[end + 1].is("0") &&
               tokens_[end + 2].is("]")) {
      pointer.end += 3;
    } else if (!tokens_[end].is("->")) {
      return false;
    }
    use_ = pointer;
    vector_bytes_ = std::max(vector_bytes_, bytes);
    return true;
  }

  // Of V in `const V*`; 0: not known.
  std::uint32_t bytes_of_pointer(TokenRange type) const {
    if (type.end == type.begin || !tokens_[type.end - 1].is("*")) return 0;
    std::string text;
    for (std::size_t i = type.begin; i + 1 < type.end; ++i) {
      if (tokens_[i].is("const") || tokens_[i].is("volatile")) continue;
      text.append(text.empty() ? "" : " ").append(tokens_[i].text);
    }
    return bytes_of_type(text).value_or(0);
  }

  // Out of the brackets around `range` that do nothing but group.
  TokenRange without_brackets(TokenRange range) const {
    while (range.begin >= 2 && range.end < tokens_.size() && tokens_[range.begin - 1].is("(") &&
           tokens_[range.end].is(")")) {
      const CodeToken& before = tokens_[range.begin - 2];
      const bool is_group = !before.is_name() && !before.is(">") && !before.is("]") &&
                            !before.is("}") && before.kind != CodeTokenKind::kLiteral;
      if (!is_group) break;
      range = {range.begin - 1, range.end + 1};
    }
    return range;
  }

  bool is_operand() const {
    const CodeToken& before = tokens_[use_.begin - 1];
    const bool is_right = before.is_one_of(kOperators) || before.is_one_of(kBeforeValues) ||
                          before.is("&");  // with a left operand
    const bool is_left = (next().is_one_of(kOperators) && !changes_operand(next())) ||
                         next().is_one_of(kAfterValues);
    return is_right || is_left;
  }

  // ++a[i] is still the element.
  bool grows_by_increment(const CodeToken& before) {
    if (!before.is("++") && !before.is("--")) return false;
    --use_.begin;
    return true;
  }

  // (a[i]), (x, a[i]), (a[i] = 3), where the brackets are no function's.
  bool grows_by_brackets() {
    const std::size_t open = enclosing();
    if (!tokens_[open].is("(") || open == 0) return false;
    const CodeToken& before = tokens_[open - 1];
    const bool is_called = (before.is_name() && !stands_before_operand(before)) ||
                           before.kind == CodeTokenKind::kLiteral || before.is("]") ||
                           before.is("}") || (before.is(">") && template_open(open - 1) != 0);
    const bool is_inner = tokens_[use_.begin - 1].is("(") || tokens_[use_.begin - 1].is(",");
    if (is_called || !is_inner) return false;
    use_ = {open, closing(tokens_, open) + 1};
    return true;
  }

  // c ? a[i] : x, or a[i] behind the colon: as a whole.
  bool grows_by_condition(const CodeToken& before) {
    if (!before.is("?") && !before.is(":")) return false;
    bool is_condition = before.is("?");
    std::size_t begin = use_.begin - 1;
    while (begin > 0 && !begins_expression(tokens_[begin - 1])) {
      begin = before_bracket(begin - 1);
      is_condition = is_condition || tokens_[begin].is("?");
    }
    if (!is_condition) return false;
    std::size_t end = use_.end;
    while (end < tokens_.size() && !ends_expression(tokens_[end]))
      end = is_open(tokens_[end]) ? closing(tokens_, end) + 1 : end + 1;
    use_ = {begin, end};
    return true;
  }

  static bool is_open(const CodeToken& token) {
    return token.is("(") || token.is("[") || token.is("{");
  }
  static bool is_close(const CodeToken& token) {
    return token.is(")") || token.is("]") || token.is("}");
  }
  static bool begins_expression(const CodeToken& token) {
    return is_open(token) || token.is(",") || token.is(";") || token.is("}") ||
           (changes_operand(token) && !token.is("++") && !token.is("--")) ||
           stands_before_operand(token) || token.kind == CodeTokenKind::kDirective;
  }
  static bool ends_expression(const CodeToken& token) {
    return is_close(token) || token.is(",") || token.is(";");
  }

  // The token at `at`, or where its bracket opens.
  std::size_t before_bracket(std::size_t at) const {
    return is_close(tokens_[at]) ? opening(tokens_, at) : at;
  }

  // The bracket or `;` around or before the use.
  std::size_t enclosing() const {
    std::size_t at = use_.begin - 1;
    while (at > 0 && !is_open(tokens_[at]) && !tokens_[at].is(";"))
      at = std::max(before_bracket(at), std::size_t{1}) - 1;
    return at;
  }

  // The `<` of the template arguments that end with the `>` at `close`; 0: there are none.
  std::size_t template_open(std::size_t close) const {
    std::size_t depth = 0;
    for (std::size_t at = close; at > 0; --at) {
      const CodeToken& token = tokens_[at];
      if (token.is(">")) ++depth;
      if (token.is("<") && --depth == 0) return at;
      if (token.is(";") || token.is("{") || token.is("}") || token.is("&&")) return 0;
    }
    return 0;
  }

  // Behind `)`: a cast's, or the head's of `if`.
  std::optional<std::string> hold_behind_bracket() const {
    const std::size_t close = use_.begin - 1;
    const std::size_t open = opening(tokens_, close);
    if (open == 0) return reference();
    const CodeToken& head = tokens_[open - 1];
    if (head.is_one_of(kControls)) return std::nullopt;
    const bool is_cast = !head.is_name() || stands_before_operand(head);
    const bool is_value = is_cast && !head.is("]") && !head.is(">") && !head.is(")") &&
                          !functions_.mention_reference(tokens_, {open + 1, close});
    return is_value ? std::nullopt : std::optional(reference());
  }

  // By the token before the whole expression.
  std::optional<std::string> hold_by(const CodeToken& before) const {
    const bool is_statement = before.is_one_of(kStatementBegins) ||
                              before.kind == CodeTokenKind::kDirective ||
                              (before.is(":") && changes_operand(next()));
    if (is_statement) return std::nullopt;
    if (before.is("=")) return is_bound(use_.begin - 1) ? std::optional(reference()) : std::nullopt;
    if (before.is("return") || before.is("co_return")) {
      return functions_.returns_reference(tokens_, use_.begin)
                 ? std::optional(array_.name + "'s element is returned by reference")
                 : std::nullopt;
    }
    const std::size_t open = enclosing();
    if (before.is("(") || before.is(",")) {
      if (tokens_[open].is("(")) return hold_by_call(open);
      if (tokens_[open].is(";") || tokens_[open].is("[")) return std::nullopt;
    }
    if (before.is("{") || before.is(",")) return hold_in_braces(open);
    return reference();
  }

  // Whether what stands before the `=` at `equals` is a reference: `float& v`, `[&v`.
  bool is_bound(std::size_t equals) const {
    const std::size_t last = equals - 1;
    if (last < 2) return true;
    const bool is_designated =
        tokens_[last - 1].is(".") && (tokens_[last - 2].is("{") || tokens_[last - 2].is(","));
    if (is_designated) return true;  // {.v = …}: of a member that may be a reference
    if (is_close(tokens_[last])) {
      const std::size_t open = opening(tokens_, last);
      const bool is_list = open > 0 && is_reference(tokens_[open - 1]);
      return is_list ||
             (tokens_[last].is(")") && functions_.mention_reference(tokens_, {open + 1, last}));
    }
    return tokens_[last].is_name() && declares_reference(last);
  }

  static bool is_reference(const CodeToken& token) { return token.is("&") || token.is("&&"); }

  // Whether the name at `name` stands behind the type of a reference.
  bool declares_reference(std::size_t name) const {
    const CodeToken& type = tokens_[name - 1];
    const std::size_t open = type.is(")") ? opening(tokens_, name - 1) : 0;
    const bool is_deduced = open > 0 && tokens_[open - 1].is("decltype");
    return is_reference(type) || is_deduced || (type.is_name() && functions_.is_reference(type));
  }

  // float4 v = {a[i], …}, float4{a[i], …}: values, if the type is CUDA's.
  std::optional<std::string> hold_in_braces(std::size_t open) const {
    const bool is_statement = changes_operand(next()) || next().is(";");
    if (is_statement || open < 2) return is_statement ? std::nullopt : std::optional(reference());
    std::size_t type = open - 1;
    if (tokens_[type].is("=")) {
      --type;
      while (type > 1 && tokens_[type].is("]")) type = opening(tokens_, type) - 1;
      --type;
    }
    const bool is_variable = tokens_[open - 1].is_name() && is_value_type(tokens_[open - 2]);
    return is_value_type(tokens_[type]) || is_variable ? std::nullopt : std::optional(reference());
  }

  bool is_value_type(const CodeToken& type) const {
    return bytes_of_type(type.text).has_value() || type.is(array_.type) ||
           std::ranges::find(array_.template_parameters, type.text) !=
               array_.template_parameters.end();
  }

  // The element is an argument in the brackets at `open`.
  std::optional<std::string> hold_by_call(std::size_t open) const {
    std::size_t name = open - 1;
    if (tokens_[name].kind == CodeTokenKind::kLiteral) return std::nullopt;  // of asm
    if (tokens_[name].is(">")) {
      const std::size_t begin = template_open(name);
      if (begin == 0 || functions_.mention_reference(tokens_, {begin + 1, name}))
        return reference();
      name = begin - 1;
      if (tokens_[name].text.ends_with("_cast")) return std::nullopt;
    }
    const CodeToken& called = tokens_[name];
    if (!called.is_name() || called.is("decltype")) return reference();
    if (called.is_one_of(kControls) || called.is("sizeof")) return std::nullopt;
    return takes_value(name)
               ? std::nullopt
               : std::optional(array_.name + "'s element is handed to " + std::string(called.text) +
                               ", which may take it by reference");
  }

  // f(a[i]), float(a[i]), float v(a[i]).
  bool takes_value(std::size_t name) const {
    const CodeToken& before = tokens_[name - 1];
    if (before.is(".") || before.is("->")) return false;
    const bool is_declared = before.is_name() && !stands_before_operand(before);
    if (is_declared) return is_value_type(before);
    if (is_reference(before) && name >= 2) {  // float& v(a[i]), but not x & f(a[i])
      const CodeToken& type = tokens_[name - 2];
      if (is_value_type(type) || type.is("auto") || type.is("const")) return false;
    }
    return is_value_type(tokens_[name]) || functions_.take_values(tokens_[name].text);
  }

  const std::vector<CodeToken>& tokens_;
  const SharedArrayCode& array_;
  const FunctionParameters& functions_;
  TokenRange use_;
  std::uint32_t vector_bytes_ = 0;
};

}  // namespace

ElementHold hold_on_element(const CodeFile& file, const SharedArrayCode& array, TokenRange use,
                            const FunctionParameters& functions) {
  return HoldReader(file, array, use, functions).hold();
}

}  // namespace smemlens::source
