#include "smemlens/report/solution_json.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "smemlens/base/json_writer.h"
#include "smemlens/model/residency.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

void write_list(JsonWriter& json, std::string_view key, std::span<const std::uint32_t> values) {
  json.key(key).begin_array();
  for (const std::uint32_t value : values) json.value(value);
  json.end_array();
}

// The members of "layout": its kind, and what the kind needs.
struct LayoutWriter {
  JsonWriter& json;

  void operator()(const AxisLayout& layout) const {
    json.key("kind").value("strides");
    write_list(json, "strides", layout.strides);
  }
  void operator()(const BlockPad& pad) const {
    json.key("kind").value("block_pad");
    json.key("every").value(pad.every).key("pad").value(pad.elements);
  }
  void operator()(const Rotation& rotation) const {
    json.key("kind").value("rotation");
    json.key("step").value(rotation.step).key("chunk").value(rotation.chunk);
  }
  void operator()(const RowXor& swizzle) const {
    json.key("kind").value("row_xor").key("axis").value(swizzle.axis);
    json.key("bits").value(swizzle.bits).key("base").value(swizzle.base);
    json.key("shift").value(swizzle.shift);
  }
  void operator()(const IndexXor& swizzle) const {
    json.key("kind").value("swizzle").key("bits").value(swizzle.bits);
    json.key("base").value(swizzle.base).key("shift").value(swizzle.shift);
  }
  void operator()(const BitSpread& spread) const {
    json.key("kind").value("complement");
    json.key("source").value(spread.source).key("mask").value(spread.mask);
  }
  void operator()(const LinearMap& map) const {
    json.key("kind").value("linear");
    write_list(json, "rows", map.rows);
  }
  void operator()(const TurnTable& table) const {
    json.key("kind").value("turn_table").key("step").value(table.step);
    json.key("chunk").value(table.chunk);
    write_list(json, "turns", table.turns);
  }
  void operator()(const PlaceTable& table) const {
    json.key("kind").value("table");
    write_list(json, "places", table.places);
  }
};

class SolutionWriter {
 public:
  SolutionWriter(const LayoutProblem& problem, const Solution& solution)
      : problem_(problem), solution_(solution) {}

  std::string text() {
    json_.begin_object().key("schema").value("smemlens.fix/1").key("id");
    json_.raw(problem_.id.empty() ? "null" : problem_.id);
    json_.key("arch").value(problem_.architecture->name);
    json_.key("array").begin_object().key("name").value(problem_.array);
    write_list(json_, "shape", problem_.shape.sizes);
    json_.key("elem_bytes").value(problem_.shape.element_bytes);
    json_.key("bytes").value(problem_.shape.bytes()).end_object();
    json_.key("naive").begin_object().key("wavefronts").value(solution_.naive.wavefronts);
    write_by_access(solution_.naive);
    json_.end_object();
    json_.key("best").begin_object();
    write_point(solution_.best());
    json_.key("cuda").value(cuda_text(problem_, solution_.best().layout));
    write_by_access(solution_.best());
    json_.end_object();
    write_pareto();
    write_bound();
    json_.key("optimal").value(solution_.is_optimal()).key("optimal_in");
    write_or_null(solution_.optimal_in);
    json_.key("verdict").value(name_of(solution_.verdict));
    json_.key("statement").value(solution_.statement);
    json_.key("exact").value(solution_.is_exact);
    write_searched();
    json_.key("warnings").begin_array();
    for (const std::string& warning : solution_.warnings) json_.value(warning);
    json_.end_array();
    write_blocks();
    return json_.end_object().take();
  }

 private:
  void write_or_null(const std::string& text) {
    if (text.empty()) {
      json_.null();
    } else {
      json_.value(text);
    }
  }

  void write_point(const SolutionPoint& point) {
    json_.key("family").value(name_of(point.family)).key("wavefronts").value(point.wavefronts);
    json_.key("extra_bytes").value(point.extra_bytes);
    json_.key("address_operations").value(point.address_operations);
    json_.key("layout").begin_object();
    std::visit(LayoutWriter{json_}, point.layout);
    json_.end_object();
    json_.key("index").value(one_line(index_text(point.layout, problem_.shape))).key("cute");
    write_or_null(cute_text(point.layout, problem_.shape).value_or(""));
  }

  void write_by_access(const SolutionPoint& point) {
    json_.key("accesses").begin_array();
    for (std::size_t i = 0; i < problem_.accesses.size(); ++i) {
      json_.begin_object().key("name").value(problem_.accesses[i].name);
      json_.key("wavefronts").value(point.by_access[i]).end_object();
    }
    json_.end_array();
  }

  void write_pareto() {
    json_.key("pareto").begin_array();
    for (const SolutionPoint& point : solution_.pareto) {
      json_.begin_object();
      write_point(point);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_bound() {
    json_.key("lower_bound").begin_object().key("wavefronts").value(solution_.bound.wavefronts);
    json_.key("counting").value(solution_.bound.counting);
    json_.key("aligned").value(solution_.bound.aligned);
    json_.key("because").value(solution_.bound.because).end_object();
  }

  void write_searched() {
    json_.key("searched").begin_array();
    for (const FamilySearch& search : solution_.searched) {
      json_.begin_object().key("family").value(name_of(search.family));
      json_.key("candidates").value(search.candidates);
      json_.key("complete").value(search.is_complete).end_object();
    }
    json_.end_array();
  }

  void write_blocks() {
    json_.key("blocks_per_sm");
    const auto residency = residency_of(*problem_.architecture);
    if (!residency) {
      json_.null();
      return;
    }
    const std::uint64_t bytes = problem_.shape.bytes();
    json_.begin_object().key("before").value(residency->blocks_of(bytes)).key("after");
    json_.value(residency->blocks_of(bytes + solution_.best().extra_bytes)).end_object();
  }

  const LayoutProblem& problem_;
  const Solution& solution_;
  JsonWriter json_;
};

}  // namespace

std::string solution_json(const LayoutProblem& problem, const Solution& solution) {
  return SolutionWriter(problem, solution).text();
}

}  // namespace smemlens
