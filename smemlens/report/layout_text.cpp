#include "smemlens/report/layout_text.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "smemlens/base/counted.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

std::string number(std::uint64_t value) {
  return std::to_string(value);
}

std::string times(const std::string& factor, std::uint32_t stride) {
  return stride == 1 ? factor : factor + '*' + number(stride);
}

std::string sum_of(std::span<const std::string> names, std::span<const std::uint32_t> strides) {
  std::vector<std::size_t> order(names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(strides[b], a) < std::pair(strides[a], b);
  });
  std::string text;
  for (const std::size_t axis : order)
    text += (text.empty() ? "" : " + ") + times(names[axis], strides[axis]);
  return text;
}

// `((name >> shift) & mask) << base`, without what has no effect.
struct BitField {
  std::string source;
  std::uint32_t source_bits = 0;  // the source is below 2^source_bits
  std::uint32_t shift_right = 0;
  std::uint32_t bits = 0;
  std::uint32_t shift_left = 0;
};

std::string text_of(const BitField& field) {
  std::string text = field.source;
  if (field.shift_right > 0) text = '(' + text + " >> " + number(field.shift_right) + ')';
  if (field.shift_right + field.bits < field.source_bits)
    text = '(' + text + " & " + number((std::uint32_t{1} << field.bits) - 1) + ')';
  if (field.shift_left > 0) text = '(' + text + " << " + number(field.shift_left) + ')';
  return text;
}

// `((i >> shift) & mask)`.
std::string text_of(const LinearTerm& term) {
  std::string shifted = "i";
  if (term.shift > 0) shifted = "(i >> " + std::to_string(term.shift) + ')';
  if (term.shift < 0) shifted = "(i << " + std::to_string(-term.shift) + ')';
  return '(' + shifted + " & " + number(term.mask) + ')';
}

class IndexWriter {
 public:
  explicit IndexWriter(const TileShape& shape)
      : shape_(shape), names_(index_names(shape)), strides_(shape.natural_strides()) {}

  IndexText operator()(const AxisLayout& layout) const {
    return {sum_of(names_, layout.strides), {}};
  }

  IndexText operator()(const BlockPad& pad) const {
    std::string blocks = "(i >> " + number(pad.log2_every) + ')';
    if (pad.log2_every == 0) blocks = "i";
    return by_number("i + " + times(blocks, pad.elements));
  }

  IndexText operator()(const Rotation& rotation) const {
    const std::uint32_t chunks = shape_.columns() / rotation.chunk;
    std::string column = names_.back();
    if (rotation.chunk > 1) column += '/' + number(rotation.chunk);
    std::string turned =
        '(' + column + " + " + times(row(), rotation.step) + ") % " + number(chunks);
    if (rotation.chunk > 1)
      turned = times('(' + turned + ')', rotation.chunk) + " + " + names_.back() + '%' +
               number(rotation.chunk);
    return {times(row(), shape_.columns()) + " + " + turned, {}};
  }

  IndexText operator()(const RowXor& swizzle) const {
    const BitField field{names_[swizzle.axis], index_bits_of(shape_.sizes[swizzle.axis]),
                         swizzle.shift, swizzle.bits, swizzle.base};
    std::vector<std::string> names = names_;
    names.back() = '(' + names_.back() + " ^ " + text_of(field) + ')';
    return {sum_of(names, strides_), {}};
  }

  IndexText operator()(const IndexXor& swizzle) const {
    const BitField field{"i", index_bits_of(shape_.elements()), swizzle.base + swizzle.shift,
                         swizzle.bits, swizzle.base};
    return by_number("i ^ " + text_of(field));
  }

  IndexText operator()(const BitSpread& spread) const {
    const BitField bit{"i", index_bits_of(shape_.elements()), spread.source, 1, 0};
    const std::string flips = text_of(bit);
    return by_number("i ^ " +
                     (spread.mask == 1 ? flips : '(' + number(spread.mask) + " * " + flips + ')'));
  }

  IndexText operator()(const LinearMap& map) const {
    std::string text;
    for (const LinearTerm& term : terms_of(map)) {
      const bool is_whole = term.shift == 0 && std::popcount(term.mask) == std::ssize(map.rows);
      if (!text.empty()) text += " ^ ";
      text += is_whole ? "i" : text_of(term);
    }
    return by_number(text);
  }

  IndexText operator()(const PlaceTable& /*table*/) const { return by_number("place[i]"); }

 private:
  IndexText by_number(std::string expression) const {
    return {std::move(expression), names_.size() == 1 ? std::string() : sum_of(names_, strides_)};
  }

  // The number of the rows before this one.
  std::string row() const {
    if (names_.size() == 2) return names_[0];
    std::vector<std::uint32_t> strides;
    for (std::size_t axis = 0; axis + 1 < names_.size(); ++axis)
      strides.push_back(strides_[axis] / shape_.columns());
    return '(' + sum_of(std::span(names_).first(names_.size() - 1), strides) + ')';
  }

  const TileShape& shape_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> strides_;
};

struct Describer {
  const TileShape& shape;

  std::string operator()(const AxisLayout& layout) const {
    const std::vector<std::uint32_t> natural = shape.natural_strides();
    if (layout.strides == natural) return "as declared";
    const std::size_t axes = shape.sizes.size();
    std::string strides;
    for (const std::uint32_t stride : layout.strides)
      strides += (strides.empty() ? "" : ", ") + number(stride);
    if (axes == 2 && layout.strides[1] == 1)
      return "rows of " + counted(layout.strides[0], "element");
    return (layout.strides.back() == 1 ? "strides of " : "another order of the axes: strides of ") +
           strides;
  }
  std::string operator()(const BlockPad& pad) const {
    return counted(pad.elements, "element") + " unused after every " +
           number(std::uint64_t{1} << pad.log2_every);
  }
  std::string operator()(const Rotation& rotation) const {
    return "rows turned by " +
           (rotation.step == 1 ? std::string("their number")
                               : number(rotation.step) + " times their number") +
           (rotation.chunk == 1 ? "" : ", in chunks of " + number(rotation.chunk));
  }
  std::string operator()(const RowXor& swizzle) const {
    const std::vector<std::string> names = index_names(shape);
    return "XOR " + counted(swizzle.bits, "bit") + " of " + names.back() + " with " +
           names[swizzle.axis];
  }
  std::string operator()(const IndexXor& swizzle) const {
    return "XOR " + counted(swizzle.bits, "index bit") + " with those " + number(swizzle.shift) +
           " higher";
  }
  std::string operator()(const BitSpread& spread) const {
    return "XOR index bit " + number(spread.source) + " into " +
           counted(static_cast<std::uint64_t>(std::popcount(spread.mask)), "lower one");
  }
  std::string operator()(const LinearMap& /*map*/) const {
    return "a linear map of the index bits";
  }
  std::string operator()(const PlaceTable& /*table*/) const { return "a table of places"; }
};

std::string_view element_type(const TileShape& shape) {
  switch (shape.element_bytes) {
    case 1:
      return "char";
    case 2:
      return "half";
    case 8:
      return "double";
    case 16:
      return "float4";
    default:
      return "float";
  }
}

// Rows that are longer and nothing else: a declaration says it all.
bool is_declaration(const Layout& layout, const TileShape& shape) {
  const auto* axes = std::get_if<AxisLayout>(&layout);
  if (axes == nullptr || axes->strides.back() != 1) return false;
  for (std::size_t axis = 0; axis + 2 < shape.sizes.size(); ++axis) {
    if (axes->strides[axis] != axes->strides[axis + 1] * shape.sizes[axis + 1]) return false;
  }
  return true;
}

std::string table_text(const PlaceTable& table, const std::string& array) {
  std::string text =
      "__constant__ unsigned " + array + "_place[" + number(table.places.size()) + "] = {";
  for (std::size_t i = 0; i < table.places.size(); ++i)
    text += (i == 0 ? "" : ",") + number(table.places[i]);
  return text + "};\n";
}

}  // namespace

std::vector<std::string> index_names(const TileShape& shape) {
  const std::size_t axes = shape.sizes.size();
  if (axes == 1) return {"i"};
  if (axes == 2) return {"row", "col"};
  if (axes == 3) return {"plane", "row", "col"};
  std::vector<std::string> names;
  names.reserve(axes);
  for (std::size_t axis = 0; axis < axes; ++axis) names.push_back("i" + number(axis));
  return names;
}

IndexText index_text(const Layout& layout, const TileShape& shape) {
  return std::visit(IndexWriter(shape), layout);
}

std::string one_line(const IndexText& text) {
  return text.number.empty() ? text.expression : text.expression + ", i = " + text.number;
}

std::string cuda_text(const Layout& layout, const TileShape& shape, const std::string& array) {
  const std::string type(element_type(shape));
  if (is_declaration(layout, shape)) {
    const auto& strides = std::get<AxisLayout>(layout).strides;
    std::string sizes;
    for (std::size_t axis = 0; axis + 1 < shape.sizes.size(); ++axis)
      sizes += '[' + number(shape.sizes[axis]) + ']';
    const std::uint32_t last = shape.sizes.size() == 1 ? shape.columns() : strides.end()[-2];
    return "__shared__ " + type + ' ' + array + sizes + '[' + number(last) + "];";
  }
  std::string text;
  if (const auto* table = std::get_if<PlaceTable>(&layout)) text += table_text(*table, array);
  text += "__shared__ " + type + ' ' + array + '[' + number(footprint_of(layout, shape)) + "];\n";
  std::string parameters;
  for (const std::string& name : index_names(shape))
    parameters += (parameters.empty() ? "int " : ", int ") + name;
  IndexText index = index_text(layout, shape);
  if (std::holds_alternative<PlaceTable>(layout)) index.expression = array + "_place[i]";
  text += "__device__ int " + array + "_at(" + parameters + ") { ";
  if (!index.number.empty()) text += "const int i = " + index.number + "; ";
  return text + "return " + index.expression + "; }";
}

std::string described(const Layout& layout, const TileShape& shape) {
  return std::visit(Describer{shape}, layout);
}

std::string described(const SolutionPoint& point, const TileShape& shape) {
  const auto* swizzle = std::get_if<IndexXor>(&point.layout);
  if (point.family != LayoutFamily::kTma || swizzle == nullptr)
    return described(point.layout, shape);
  // Byte bits from 4 on are XORed with those 3 higher: it repeats after 2^(7 + bits) bytes.
  const std::uint64_t mode_bytes = std::uint64_t{16} << swizzle->bits;
  return "TMA's " + number(mode_bytes) + "B mode, the tile on a multiple of " +
         number(8 * mode_bytes) + " bytes";
}

}  // namespace smemlens
