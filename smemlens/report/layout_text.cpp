#include "smemlens/report/layout_text.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
  //   prefix  of a table's name
  IndexWriter(const TileShape& shape, std::string prefix)
      : shape_(shape),
        names_(index_names(shape)),
        strides_(shape.natural_strides()),
        prefix_(std::move(prefix)) {}

  IndexText operator()(const AxisLayout& layout) const {
    return {sum_of(names_, layout.strides), {}};
  }

  IndexText operator()(const BlockPad& pad) const {
    std::string blocks = "i";
    if (pad.every > 1) {
      blocks = std::has_single_bit(pad.every) ? "(i >> " + number(index_bits_of(pad.every)) + ')'
                                              : "i / " + number(pad.every);
    }
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

  IndexText operator()(const TurnTable& table) const {
    const std::string mask = number((table.turns.size() / 2) - 1);
    const std::string_view along = table.step < 0 ? " - " : " + ";
    const std::string_view back = table.step < 0 ? " + " : " - ";
    std::string column = names_.back();
    if (table.chunk > 1) column += '/' + number(table.chunk);
    std::string place = "((" + prefix_ + "turn[" + row() + " & 1][(" + column;
    place.append(along).append(row()).append(") & " + mask + "]").append(back).append(row());
    place += ") & " + mask + ')';
    if (table.chunk > 1)
      place = times(place, table.chunk) + " + " + names_.back() + '%' + number(table.chunk);
    return {times(row(), shape_.columns()) + " + " + place, {}};
  }

  IndexText operator()(const PlaceTable& /*table*/) const {
    return by_number(prefix_ + "place[i]");
  }

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
  std::string prefix_;
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
    return counted(pad.elements, "element") + " unused after every " + number(pad.every);
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
  std::string operator()(const TurnTable& table) const {
    return "rows turned by a table of 2 x " + number(table.turns.size() / 2);
  }
  std::string operator()(const PlaceTable& /*table*/) const { return "a table of places"; }
};

// What `T` may be: any type of so many bytes will do.
std::string type_definition(std::uint32_t bytes) {
  struct Example {
    std::uint32_t bytes;
    std::string_view name;
  };
  constexpr Example kExamples[] = {
      {1,  "char"  },
      {2,  "short" },
      {4,  "float" },
      {8,  "double"},
      {16, "float4"},
  };
  const std::string any = "  // any type of " + counted(bytes, "byte") + '\n';
  const auto* const found = std::ranges::find(kExamples, bytes, &Example::bytes);
  if (found == std::end(kExamples)) return "struct T { char bytes[" + number(bytes) + "]; };" + any;
  return "using T = " + std::string(found->name) + ';' + any;
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

// "[32][33]" of a layout that is a declaration.
std::string sizes_text(const Layout& layout, const TileShape& shape) {
  const auto& strides = std::get<AxisLayout>(layout).strides;
  std::string sizes;
  for (std::size_t axis = 0; axis + 1 < shape.sizes.size(); ++axis)
    sizes += '[' + number(shape.sizes[axis]) + ']';
  const std::uint32_t last = shape.sizes.size() == 1 ? shape.columns() : strides.end()[-2];
  return sizes + '[' + number(last) + ']';
}

std::string list_of(std::span<const std::uint32_t> values) {
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : ",") + number(values[i]);
  return text + '}';
}

// The table that an index reads, as a declaration; empty if it reads none.
std::string table_text(const Layout& layout, const std::string& array) {
  const std::string head = "__constant__ unsigned " + array;
  if (const auto* turn = std::get_if<TurnTable>(&layout)) {
    const std::size_t size = turn->turns.size() / 2;
    const std::span<const std::uint32_t> turns(turn->turns);
    return head + "_turn[2][" + number(size) + "] = {" + list_of(turns.first(size)) + "," +
           list_of(turns.subspan(size)) + "};\n";
  }
  if (const auto* table = std::get_if<PlaceTable>(&layout))
    return head + "_place[" + number(table->places.size()) + "] = " + list_of(table->places) +
           ";\n";
  return {};
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
  return std::visit(IndexWriter(shape, {}), layout);
}

std::string one_line(const IndexText& text) {
  return text.number.empty() ? text.expression : text.expression + ", i = " + text.number;
}

std::string cuda_text(const LayoutProblem& problem, const Layout& layout) {
  const TileShape& shape = problem.shape;
  const std::string& array = problem.array;
  const bool is_typed = !problem.element_type.empty();
  const std::string type = "__shared__ " + (is_typed ? problem.element_type : "T") + ' ' + array;
  std::string text = is_typed ? std::string() : type_definition(shape.element_bytes);
  if (is_declaration(layout, shape)) return text + type + sizes_text(layout, shape) + ';';
  text += table_text(layout, array);
  text += type + '[' + number(footprint_of(layout, shape)) + "];\n";
  std::string parameters;
  for (const std::string& name : index_names(shape))
    parameters += (parameters.empty() ? "int " : ", int ") + name;
  const IndexText index = std::visit(IndexWriter(shape, array + '_'), layout);
  text += "__device__ int " + array + "_at(" + parameters + ") { ";
  if (!index.number.empty()) text += "const int i = " + index.number + "; ";
  return text + "return " + index.expression + "; }";
}

std::string code_text(const LayoutProblem& problem, const Layout& layout) {
  if (is_declaration(layout, problem.shape)) {
    const std::string type = problem.element_type.empty() ? "" : problem.element_type + ' ';
    return type + problem.array + sizes_text(layout, problem.shape);
  }
  return problem.array + '[' + one_line(index_text(layout, problem.shape)) + ']';
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
