#include "smemlens/solve/rewrite.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/sort_few.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/pattern_problem.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/solve/writable.h"

namespace smemlens {
namespace {

struct TextEdit {
  SourceSpan span;
  std::string text;

  bool operator==(const TextEdit&) const = default;
};

std::string apply(const std::string& text, std::vector<TextEdit> edits) {
  sort_few(edits, {}, [](const TextEdit& edit) { return edit.span.begin; });
  // A load and store in one, s[i] += 1, asks for its edit twice.
  edits.erase(std::unique(edits.begin(), edits.end()), edits.end());
  std::string result;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    result.append(text, at, edit.span.begin - at);
    result += edit.text;
    at = edit.span.end;
  }
  return result.append(text, at);
}

bool is_name_or_number(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           c == '.';
  });
}

std::string operand(std::string_view text) {
  const std::string copy(text);
  return is_name_or_number(text) ? copy : '(' + copy + ')';
}

std::string number(std::uint32_t value) {
  return std::to_string(value);
}

// Bits of an index, as an operand of ^: `(lane & 7) << 2`, without what has no effect.
struct BitField {
  std::string_view source;
  std::uint32_t source_bits = 0;  // the source is below 2^source_bits
  std::uint32_t shift_right = 0;
  std::uint32_t bits = 0;
  std::uint32_t shift_left = 0;
};

std::string text_of(const BitField& field) {
  std::string text = operand(field.source);
  if (field.shift_right > 0) text = '(' + text + " >> " + number(field.shift_right) + ')';
  if (field.shift_right + field.bits < field.source_bits)
    text = '(' + text + " & " + number((std::uint32_t{1} << field.bits) - 1) + ')';
  if (field.shift_left > 0) text = '(' + text + " << " + number(field.shift_left) + ')';
  return text;
}

// One edit for each subscript of the array that `rewrite` changes.
class Rewriter {
 public:
  Rewriter(const Pattern& pattern, std::uint32_t array)
      : pattern_(pattern),
        array_index_(array),
        array_(pattern.arrays[array]),
        shape_(shape_of(pattern, array, StructView::kElements)) {}

  std::vector<TextEdit> operator()(const AxisLayout& layout) const {
    const std::uint32_t stride = layout.strides.end()[-2];
    if (pads_structs(pattern_, array_index_)) return longer_struct(stride);
    return {
        {array_.dimensions.back().span, number(stride)}
    };
  }

  std::vector<TextEdit> operator()(const BlockPad& pad) const {
    assert(std::has_single_bit(pad.every));  // a pattern has no rows of other lengths (writable.h)
    const auto size = static_cast<std::uint32_t>(footprint_of(pad, shape_));
    std::vector<TextEdit> edits = subscript_edits([&](std::string_view index) {
      std::string blocks = operand(index);
      if (pad.every > 1) blocks = '(' + blocks + " >> " + number(index_bits_of(pad.every)) + ')';
      if (pad.elements > 1) blocks += " * " + number(pad.elements);
      return operand(index) + " + " + blocks;
    });
    edits.push_back({array_.dimensions.back().span, number(size)});
    return edits;
  }

  std::vector<TextEdit> operator()(const IndexXor& swizzle) const {
    return subscript_edits([&](std::string_view index) {
      return operand(index) + " ^ " +
             text_of({index, index_bits_of(shape_.columns()), swizzle.base + swizzle.shift,
                      swizzle.bits, swizzle.base});
    });
  }

  std::vector<TextEdit> operator()(const RowXor& swizzle) const {
    std::vector<TextEdit> edits;
    for (const Access& access : pattern_.accesses) {
      if (access.place.array != array_index_) continue;
      const auto& subscripts = access.place.subscripts;
      const SourceSpan column = span_of(subscripts.back());
      const std::string_view row = smemlens::text_of(pattern_, span_of(subscripts.end()[-2]));
      edits.push_back({column, operand(smemlens::text_of(pattern_, column)) + " ^ " +
                                   text_of({row, index_bits_of(shape_.sizes[swizzle.axis]),
                                            swizzle.shift, swizzle.bits, swizzle.base})});
    }
    return edits;
  }

  // The other layouts are not of writable.h.
  std::vector<TextEdit> operator()(const Rotation& /*layout*/) const { return {}; }
  std::vector<TextEdit> operator()(const BitSpread& /*layout*/) const { return {}; }
  std::vector<TextEdit> operator()(const LinearMap& /*layout*/) const { return {}; }
  std::vector<TextEdit> operator()(const TurnTable& /*layout*/) const { return {}; }
  std::vector<TextEdit> operator()(const PlaceTable& /*layout*/) const { return {}; }

 private:
  // A member behind the others, so that the struct takes `units` of its alignment.
  std::vector<TextEdit> longer_struct(std::uint32_t units) const {
    const ElementType& type = pattern_.types[array_.type.value];
    std::string name = "pad";
    while (std::ranges::find(type.members, name, &Member::name) != type.members.end()) name += '_';
    const std::uint32_t count = units - (type.bytes / type.alignment);
    if (count > 1) name += '[' + number(count) + ']';
    const SourceSpan place{type.closing_brace, type.closing_brace};
    return {
        {place, std::string(filler(type.alignment)) + ' ' + name + "; "}
    };
  }

  // A member type of exactly that alignment.
  static std::string_view filler(std::uint32_t alignment) {
    constexpr std::string_view kFillers[] = {"char", "short", "float", "double", "float4"};
    return kFillers[std::min(std::countr_zero(alignment), 4)];
  }

  SourceSpan span_of(ExpressionIndex index) const { return pattern_.expressions[index.value].span; }

  template <typename Rewrite>
  std::vector<TextEdit> subscript_edits(Rewrite rewrite) const {
    std::vector<TextEdit> edits;
    for (const Access& access : pattern_.accesses) {
      if (access.place.array != array_index_) continue;
      const SourceSpan span = span_of(access.place.subscripts.back());
      const std::string_view index = smemlens::text_of(pattern_, span);
      if (index != "0") edits.push_back({span, rewrite(index)});  // 0 stays where it is
    }
    return edits;
  }

  const Pattern& pattern_;
  std::uint32_t array_index_;
  const SharedArray& array_;
  TileShape shape_;
};

struct Describer {
  const Pattern& pattern;
  std::uint32_t array_index;
  std::string_view array;

  std::string operator()(const AxisLayout& layout) const {
    const std::uint32_t stride = layout.strides.end()[-2];
    if (pads_structs(pattern, array_index)) {
      const ElementType& type = pattern.types[pattern.arrays[array_index].type.value];
      return "pad each struct of " + std::string(array) + " by " +
             counted((stride * type.alignment) - type.bytes, "byte");
    }
    const std::uint32_t columns = pattern.arrays[array_index].dimensions.back().size;
    return "pad each row of " + std::string(array) + " by " + counted(stride - columns, "element");
  }
  std::string operator()(const BlockPad& pad) const {
    return "leave " + counted(pad.elements, "element") + " of " + std::string(array) +
           " unused after every " + number(pad.every);
  }
  std::string operator()(const RowXor& swizzle) const {
    return "XOR " + counted(swizzle.bits, "column bit") + " of " + std::string(array) +
           " with row bits";
  }
  std::string operator()(const IndexXor& swizzle) const {
    return "XOR " + counted(swizzle.bits, "index bit") + " of " + std::string(array) +
           " with higher ones";
  }
  std::string operator()(const Rotation& /*layout*/) const { return {}; }
  std::string operator()(const BitSpread& /*layout*/) const { return {}; }
  std::string operator()(const LinearMap& /*layout*/) const { return {}; }
  std::string operator()(const TurnTable& /*layout*/) const { return {}; }
  std::string operator()(const PlaceTable& /*layout*/) const { return {}; }
};

}  // namespace

std::string rewritten(const Pattern& pattern, std::uint32_t array, const Layout& change) {
  return apply(pattern.source.text, std::visit(Rewriter(pattern, array), change));
}

std::string described(const Pattern& pattern, std::uint32_t array, const Layout& change) {
  return std::visit(Describer{pattern, array, pattern.arrays[array].name}, change);
}

}  // namespace smemlens
