#include "smemlens/source/rewrite_array.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/array_uses.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/edited_text.h"
#include "smemlens/source/refusal.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

using Edits = std::vector<Edit>;

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

class Rewriter {
 public:
  Rewriter(const CodeFile& file, const SharedArrayCode& array, const std::vector<ArrayUse>& uses,
           const ArrayChange& change)
      : file_(file), tokens_(file.tokens), array_(array), uses_(uses), change_(change) {}

  Expected<Edits> operator()(const AxisLayout& layout) {
    const std::vector<std::uint32_t>& strides = layout.strides;
    std::vector<std::size_t> order(strides.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
      return std::pair(strides[b], a) < std::pair(strides[a], b);
    });
    if (strides[order.back()] != 1) return refusal("strides of which none is 1 are no C array's");
    if (array_.is_dynamic) return refusal("a dynamic array has no rows in its declaration");
    if (!std::ranges::is_sorted(order)) {
      if (auto why = why_indices_stay(); !why.empty()) return refusal(std::move(why));
    }
    const std::uint32_t pitch =
        order.size() < 2 ? change_.shape.sizes.back() : strides[order[order.size() - 2]];
    if (auto why = why_rows_stay(pitch); !why.empty()) return refusal(std::move(why));
    for (std::size_t axis = 0; axis < order.size(); ++axis) {
      const std::size_t from = order[axis];
      std::uint32_t size = change_.shape.sizes[from];
      if (axis > 0) {
        const std::uint32_t outer = strides[order[axis - 1]];
        if (outer % strides[from] != 0 || outer / strides[from] < size)
          return refusal("these strides are no C array's");
        size = outer / strides[from];
      }
      declare_axis(axis, from, size);
      if (from == axis) continue;
      for (const ArrayUse& use : uses_)
        replace(use.subscripts[axis], text_of(file_, use.subscripts[from]));
    }
    return std::move(edits_);
  }

  Expected<Edits> operator()(const RowXor& swizzle) {
    const bool is_plain = std::ranges::all_of(
        uses_, [&](const ArrayUse& use) { return is_pure(file_, use.subscripts[swizzle.axis]); });
    if (!is_plain || array_.dimensions.size() < 2) return through_function();
    const std::uint32_t unit = change_.shape.element_bytes << swizzle.base;
    if (auto why = why_indices_stay(unit); !why.empty()) return refusal(std::move(why));
    for (const ArrayUse& use : uses_) {
      const TokenRange column = use.subscripts.back();
      const bool is_bare = is_primary(file_, column);
      if (!is_bare) insert(tokens_[column.begin].span.begin, "(");
      insert(tokens_[column.end - 1].span.end,
             (is_bare ? " ^ " : ") ^ ") + bits_of(use.subscripts[swizzle.axis], swizzle));
    }
    insert_lines({});
    return std::move(edits_);
  }

  Expected<Edits> operator()(const TurnTable& /*table*/) { return no_table(); }
  Expected<Edits> operator()(const PlaceTable& /*table*/) { return no_table(); }

  // All others have a formula for the number of the place.
  Expected<Edits> operator()(const auto& /*layout*/) {
    return fits_in_place() ? in_place() : through_function();
  }

 private:
  // Why no index may change, or only by whole vectors of `unit` bytes; empty: all may.
  std::string why_indices_stay(std::uint32_t unit = 1) const {
    const auto has = [&](auto&& what) { return std::ranges::any_of(uses_, what); };
    if (has(&ArrayUse::is_fixed))
      return array_.name + " is used through a macro, so only longer rows can be written";
    if (has([](const ArrayUse& use) { return !use.may_change_order; }))
      return "an index of " + array_.name +
             " may change what another one reads, so only longer rows can be written";
    const bool is_whole = std::ranges::all_of(uses_, [&](const ArrayUse& use) {
      return use.vector_bytes <= change_.shape.element_bytes || unit % use.vector_bytes == 0;
    });
    return is_whole ? std::string()
                    : "vectors are taken of " + array_.name +
                          ", which this layout is not seen to keep together";
  }

  // Why rows can't get `pitch` elements; empty: they can.
  std::string why_rows_stay(std::uint32_t pitch) const {
    const std::uint32_t element = change_.shape.element_bytes;
    const std::uint32_t row = change_.shape.sizes.back() * element;
    const bool is_whole = std::ranges::all_of(uses_, [&](const ArrayUse& use) {
      return use.vector_bytes <= element ||
             (row % use.vector_bytes == 0 && pitch * element % use.vector_bytes == 0);
    });
    return is_whole ? std::string()
                    : "vectors are taken of " + array_.name +
                          ", and rows of such a length would not hold them whole";
  }

  static tl::unexpected<Diagnostic> no_table() {
    return refusal("a table of places is not written into a source");
  }

  // Whether the formula can stand where the only index does: the formula names it at most twice,
  // and each index is short and can be evaluated twice.
  bool fits_in_place() const {
    constexpr std::size_t kMostTokens = 7;
    if (array_.dimensions.size() != 1 || change_.shape.sizes.size() != 1) return false;
    const std::vector<CodeToken> formula = code_tokens_of(change_.place);
    const auto names = std::ranges::count_if(formula, &CodeToken::is_name);
    return names <= 2 && std::ranges::all_of(uses_, [&](const ArrayUse& use) {
             const TokenRange index = use.subscripts.front();
             return index.end - index.begin <= kMostTokens && is_pure(file_, index);
           });
  }

  // s[x] → s[x + (x >> 5)]
  Expected<Edits> in_place() {
    if (auto why = why_indices_stay(); !why.empty()) return refusal(std::move(why));
    if (!array_.is_dynamic) flatten_declaration();
    const std::vector<CodeToken> formula = code_tokens_of(change_.place);
    for (const ArrayUse& use : uses_) {
      const std::string index = operand_of(use.subscripts.front());
      std::string text;
      std::size_t at = 0;
      for (const CodeToken& token : formula) {
        if (!token.is_name()) continue;
        text.append(change_.place, at, token.span.begin - at).append(index);
        at = token.span.end;
      }
      replace(use.subscripts.front(), text.append(change_.place, at));
    }
    insert_lines({});
    return std::move(edits_);
  }

  // The tokens, in parentheses unless they are one operand.
  std::string operand_of(TokenRange range) const {
    const std::string text = text_of(file_, range);
    return is_primary(file_, range) ? text : '(' + text + ')';
  }

  // `((row >> shift) & mask) << base`, without what has no effect.
  std::string bits_of(TokenRange range, const RowXor& swizzle) const {
    std::string text = operand_of(range);
    const std::uint32_t bits = index_bits_of(change_.shape.sizes[swizzle.axis]);
    if (swizzle.shift > 0) text = '(' + text + " >> " + number(swizzle.shift) + ')';
    if (swizzle.shift + swizzle.bits < bits)
      text = '(' + text + " & " + number((std::uint32_t{1} << swizzle.bits) - 1) + ')';
    if (swizzle.base > 0) text = '(' + text + " << " + number(swizzle.base) + ')';
    return text;
  }

  // The dimension at place `axis` becomes what was at `from`, made `size` long.
  void declare_axis(std::size_t axis, std::size_t from, std::uint32_t size) {
    const std::uint32_t declared = change_.shape.sizes[from];
    const TokenRange range = array_.dimensions[from];
    std::string text = text_of(file_, range);
    if (size != declared) text = sum_of(range, text, size - declared);
    if (from != axis || size != declared) replace(array_.dimensions[axis], text);
  }

  // "32" and 1 → "33"; "kTile" and 1 → "kTile + 1".
  std::string sum_of(TokenRange range, const std::string& text, std::uint64_t more) const {
    const bool is_number = range.end == range.begin + 1 && !text.empty() &&
                           text.find_first_not_of("0123456789") == std::string::npos &&
                           text.front() != '0' && text.size() < 10;
    if (is_number) return number(std::stoull(text) + more);
    constexpr std::string_view kTight[] = {"+", "-", "*", "/", "%", "::", ".", "(", ")"};
    bool is_tight = true;
    for (std::size_t i = range.begin; i < range.end; ++i) {
      const CodeToken& token = tokens_[i];
      is_tight = is_tight && (token.kind != CodeTokenKind::kPunctuator ||
                              std::ranges::find(kTight, token.text) != std::end(kTight));
    }
    return (is_tight ? text : '(' + text + ')') + " + " + number(more);
  }

  Expected<Edits> through_function() {
    if (auto why = why_indices_stay(); !why.empty()) return refusal(std::move(why));
    const std::string name = place_function_of(array_);
    const bool is_taken = std::ranges::any_of(
        tokens_, [&](const CodeToken& token) { return token.is_name() && token.text == name; });
    if (is_taken) return refusal("its index goes through something called " + name + " already");
    if (change_.shape.sizes.size() != array_.dimensions.size())
      return refusal("the layout is of other dimensions than the declaration");
    if (!array_.is_dynamic) flatten_declaration();
    define_function(name);
    for (const ArrayUse& use : uses_) call_function(name, use);
    return std::move(edits_);
  }

  // a[N][M] → a[N * M + unused]
  void flatten_declaration() {
    const std::uint64_t unused =
        footprint_of(change_.layout, change_.shape) - change_.shape.elements();
    const TokenRange first = array_.dimensions.front();
    const TokenRange last = array_.dimensions.back();
    if (array_.dimensions.size() == 1) {
      if (unused > 0) replace(first, sum_of(first, text_of(file_, first), unused));
      return;
    }
    std::string text;
    for (const TokenRange& dimension : array_.dimensions) {
      text += (text.empty() ? "" : " * ") + operand_of(dimension);
    }
    if (unused > 0) text += " + " + number(unused);
    replace({first.begin, last.end}, text);
  }

  void define_function(const std::string& name) {
    std::string parameters;
    std::string body = "{ ";
    for (const std::string& parameter : change_.parameters)
      parameters += (parameters.empty() ? "int " : ", int ") + parameter;
    if (!change_.number.empty()) body += "const int i = " + change_.number + "; ";
    body += "return " + change_.place + "; }";
    const std::string line = array_.function.empty()
                                 ? "__device__ inline int " + name + '(' + parameters + ") " + body
                                 : "const auto " + name + " = [](" + parameters + ") " + body + ';';
    insert_lines(line);
  }

  // static_assert(N == 32 && M == 33, "…"); empty if no other sizes can be.
  std::string assertion() const {
    if (change_.has_fixed_sizes) return {};
    std::vector<std::string> conditions;
    for (std::size_t i = 0; i < array_.dimensions.size(); ++i) {
      const TokenRange dimension = array_.dimensions[i];
      if (dimension.begin == dimension.end) continue;
      // In brackets but for a template's parameter: a macro may be an expression.
      const std::string size = text_of(file_, dimension);
      const bool is_parameter =
          std::ranges::find(array_.template_parameters, size) != array_.template_parameters.end();
      std::string condition =
          (is_parameter ? size : '(' + size + ')') + " == " + number(change_.shape.sizes[i]);
      if (std::ranges::find(conditions, condition) == conditions.end())
        conditions.push_back(std::move(condition));
    }
    std::string text;
    for (const std::string& condition : conditions)
      text += (text.empty() ? "static_assert(" : " && ") + condition;
    return text + ", \"the layout of " + array_.name + ' ' + std::string(kForThisSize) + "\");";
  }

  // The assertion, if one is needed, and `line`, if there is one, behind the line of the
  // declaration, indented alike; if more code follows there, within it.
  void insert_lines(const std::string& line) {
    std::vector<std::string> lines;
    for (const std::string& candidate : {assertion(), line})
      if (!candidate.empty()) lines.push_back(candidate);
    const std::string& text = file_.text.text;
    const std::size_t end = tokens_[array_.statement_end].span.end;
    std::size_t line_end = std::min(text.find('\n', end), text.size());
    if (line_end > end && text[line_end - 1] == '\r') --line_end;
    const std::size_t rest = text.find_first_not_of(" \t", end);
    const bool is_last = rest >= line_end || text.compare(rest, 2, "//") == 0;
    const std::size_t name = tokens_[array_.name_token].span.begin;
    const std::size_t begin = name == 0 ? 0 : text.rfind('\n', name - 1) + 1;
    const std::string indent = text.substr(begin, text.find_first_not_of(" \t", begin) - begin);
    const std::string newline = line_end < text.size() && text[line_end] == '\r' ? "\r\n" : "\n";
    const std::string before = is_last ? newline + indent : " ";
    for (const std::string& inserted : lines)
      insert(static_cast<std::uint32_t>(is_last ? line_end : end), std::string(before) += inserted);
  }

  // a[r][c] → a[a_at(r, c)]
  void call_function(const std::string& name, const ArrayUse& use) {
    insert(tokens_[use.subscripts.front().begin].span.begin, name + '(');
    for (std::size_t i = 1; i < use.subscripts.size(); ++i) {
      edits_.push_back({
          {tokens_[use.subscripts[i - 1].end].span.begin,
           tokens_[use.subscripts[i].begin].span.begin},
          ", "
      });
    }
    insert(tokens_[use.subscripts.back().end - 1].span.end, ")");
  }

  void insert(std::uint32_t at, const std::string& text) {
    edits_.push_back({
        {at, at},
        text
    });
  }

  void replace(TokenRange range, const std::string& text) {
    edits_.push_back({
        {tokens_[range.begin].span.begin, tokens_[range.end - 1].span.end},
        text
    });
  }

  const CodeFile& file_;
  const std::vector<CodeToken>& tokens_;
  const SharedArrayCode& array_;
  const std::vector<ArrayUse>& uses_;
  const ArrayChange& change_;
  Edits edits_;
};

}  // namespace

Expected<std::vector<Edit>> rewritten(const CodeFile& file, const SharedArrayCode& array,
                                      const std::vector<ArrayUse>& uses,
                                      const ArrayChange& change) {
  return std::visit(Rewriter(file, array, uses, change), change.layout);
}

std::string place_function_of(const SharedArrayCode& array) {
  return array.name + "_at";
}

}  // namespace smemlens::source
