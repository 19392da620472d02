#include "smemlens/pattern/evaluate.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/rounding.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/element_type.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/geometry.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {
namespace {

std::string declared(const SharedArray& array) {
  std::string text = array.name;
  for (const Dimension& dimension : array.dimensions)
    text += '[' + std::to_string(dimension.size) + ']';
  return text;
}

Diagnostic unknown_name(const Pattern& pattern, std::size_t name_index, const Bindings& bindings) {
  const std::string& name = pattern.bound_names[name_index];
  std::vector<std::string_view> known = {"lane",      "warp",     "tid",
                                         "threadIdx", "blockDim", "warpSize"};
  for (const Binding& binding : bindings) known.emplace_back(binding.name);
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = "bind it to values: --let " + name + "=0..31";
  const auto used = std::ranges::find_if(pattern.expressions, [&](const Expression& expression) {
    return expression.kind == ExpressionKind::kBound && expression.value == name_index;
  });
  return located(
      {.code = "pattern-name", .message = name + " has no value", .hint = std::move(hint)},
      pattern.source, used->span);
}

Expected<std::vector<std::int32_t>> values_of(const Pattern& pattern, const Bindings& bindings) {
  std::vector<std::int32_t> values;
  for (std::size_t i = 0; i < pattern.bound_names.size(); ++i) {
    const auto found = std::ranges::find(bindings, pattern.bound_names[i], &Binding::name);
    if (found == bindings.end()) return tl::unexpected(unknown_name(pattern, i, bindings));
    values.push_back(found->value);
  }
  return values;
}

// One access of one pattern, for one value of each bound name.
class AccessEvaluator {
 public:
  AccessEvaluator(const Pattern& pattern, const Access& access, const Architecture& architecture,
                  const Geometry& geometry, std::span<const std::int32_t> bound)
      : pattern_(pattern),
        access_(access),
        array_(pattern.arrays[access.place.array]),
        element_bytes_(pattern.types[array_.type.value].bytes),
        architecture_(architecture),
        geometry_(geometry),
        evaluator_(pattern.expressions, bound) {}

  Expected<std::vector<WarpPlaces>> places() {
    const std::uint32_t warp_size = architecture_.bank_model.lanes_per_warp;
    std::vector<WarpPlaces> warps(divided_up(threads_of(geometry_), warp_size));
    for (std::uint32_t warp = 0; warp < warps.size(); ++warp) {
      warps[warp].warp = warp;
      for (lane_ = 0; lane_ < lanes_that_take_part(warp); ++lane_) place_lane(warps[warp]);
      check_request(warps[warp]);
      if (error_) return tl::unexpected(*error_);
    }
    return warps;
  }

 private:
  // Threads of this warp; of ldmatrix and stmatrix those that give a row.
  std::uint32_t lanes_that_take_part(std::uint32_t warp) const {
    const std::uint32_t warp_size = architecture_.bank_model.lanes_per_warp;
    const std::uint32_t threads = std::min(warp_size, threads_of(geometry_) - (warp * warp_size));
    if (access_.matrices == 0) return threads;
    return std::min<std::uint32_t>(threads, 8U * access_.matrices);
  }

  void place_lane(WarpPlaces& places) {
    if (error_) return;
    variables_ =
        variables_of(geometry_, architecture_.bank_model.lanes_per_warp, places.warp, lane_);
    for (const ExpressionIndex guard : access_.guards) {
      const bool holds = evaluator_.bits(guard, variables_) != 0;
      if (fail_on_problem() || !holds) return;
    }
    places.lanes[lane_] = place();
    if (fail_on_problem()) return;
    check_address(places.lanes[lane_]);
    places.active |= LaneMask{1} << lane_;
  }

  LanePlace place() {
    LanePlace place{.inner_bytes = access_.place.offset_bytes};
    const auto& subscripts = access_.place.subscripts;
    for (std::size_t i = 0; i < array_.dimensions.size(); ++i) {
      const std::uint32_t size = array_.dimensions[i].size;
      const std::uint32_t index = i < subscripts.size() ? bounded(subscripts[i], size) : 0;
      if (i + 1 == array_.dimensions.size()) {
        place.column = index;
      } else {
        place.row = place.row * size + index;
      }
    }
    for (const ScaledIndex& further : access_.place.further) {
      const std::int64_t index = further.bound != 0 ? bounded(further.index, further.bound)
                                                    : evaluator_.value(further.index, variables_);
      place.inner_bytes += index * further.stride_bytes;
    }
    return place;
  }

  std::uint32_t bounded(ExpressionIndex subscript, std::uint32_t size) {
    const std::int64_t index = evaluator_.value(subscript, variables_);
    if (index >= 0 && index < size) return static_cast<std::uint32_t>(index);
    if (!evaluator_.problem()) {
      fail(pattern_.expressions[subscript.value].span,
           {.code = "pattern-bounds",
            .message = "index " + std::to_string(index) + " is outside " + declared(array_) +
                       " for " + lane_text(),
            .hint = "it goes from 0 to " + std::to_string(size - 1) +
                    ": make the array larger, or the index smaller"});
    }
    return 0;
  }

  void check_address(const LanePlace& place) {
    if (error_) return;
    const std::uint32_t row_elements =
        array_.dimensions.empty() ? 1 : array_.dimensions.back().size;
    const std::int64_t begin =
        ((std::int64_t{place.row} * row_elements + place.column) * element_bytes_) +
        place.inner_bytes;
    if (begin < 0 || begin + access_.bytes > array_.bytes) {
      fail(access_.place.span,
           {.code = "pattern-bounds",
            .message = lane_text() + " accesses bytes " + std::to_string(begin) + " to " +
                       std::to_string(begin + access_.bytes - 1) + " of " + declared(array_) +
                       ", which has " + std::to_string(array_.bytes)});
      return;
    }
    const std::int64_t address = begin + array_.offset_bytes;
    if (address % access_.bytes == 0) return;
    const unsigned bytes = access_.bytes;
    fail(access_.place.span, {.code = "pattern-alignment",
                              .message = lane_text() + "'s address " + std::to_string(address) +
                                         " is not a multiple of " + std::to_string(bytes) + ": a " +
                                         std::to_string(bytes) + "-byte access needs that",
                              .hint = "begin the array and every row and index on a multiple of " +
                                      std::to_string(bytes) + " bytes"});
  }

  // What only the architecture knows: whether it has this access, with these lanes.
  void check_request(const WarpPlaces& places) {
    if (error_) return;
    const Request request = request_of(pattern_, access_, places);
    std::string reason = why_malformed(architecture_.bank_model, request);
    if (reason.empty()) return;
    error_ = located({.code = "pattern-access",
                      .message = std::string(architecture_.name) + ": " + std::move(reason)},
                     pattern_.source, access_.span);
  }

  bool fail_on_problem() {
    if (const auto& problem = evaluator_.problem()) {
      fail(problem->span,
           {.code = problem->code, .message = problem->message + " for " + lane_text()});
    }
    return error_.has_value();
  }

  void fail(SourceSpan span, Diagnostic diagnostic) {
    if (error_) return;
    error_ = located(std::move(diagnostic), pattern_.source, span);
  }

  std::string lane_text() const {
    std::string text = "lane " + std::to_string(lane_);
    const auto warp = variables_[static_cast<std::size_t>(Variable::kWarp)];
    const bool is_only_warp = threads_of(geometry_) <= architecture_.bank_model.lanes_per_warp;
    return is_only_warp ? text : text + " of warp " + std::to_string(warp);
  }

  const Pattern& pattern_;
  const Access& access_;
  const SharedArray& array_;
  std::uint32_t element_bytes_;
  const Architecture& architecture_;
  const Geometry& geometry_;
  Evaluator evaluator_;
  LaneVariables variables_{};
  std::uint32_t lane_ = 0;
  std::optional<Diagnostic> error_;
};

std::string text_of(const Bindings& bindings) {
  std::string text;
  for (const Binding& binding : bindings) {
    text += text.empty() ? "with " : ", ";
    text += binding.name + " = " + std::to_string(binding.value);
  }
  return text;
}

}  // namespace

LaneVariables variables_of(const Geometry& geometry, std::uint32_t warp_size, std::uint32_t warp,
                           std::uint32_t lane) {
  const std::uint32_t tid = (warp * warp_size) + lane;
  const auto& [x, y, z] = geometry.block;
  return {lane, warp, tid, tid % x, tid / x % y, tid / x / y, x, y, z, warp_size};
}

Expected<std::vector<WarpPlaces>> places_of(const Pattern& pattern, std::size_t access,
                                            const Architecture& architecture,
                                            const Geometry& geometry, const Bindings& bindings) {
  const auto bound = values_of(pattern, bindings);
  if (!bound) return tl::unexpected(bound.error());
  auto places =
      AccessEvaluator(pattern, pattern.accesses[access], architecture, geometry, *bound).places();
  if (!places && !bindings.empty()) places.error().notes.push_back(text_of(bindings));
  return places;
}

Expected<std::vector<WarpRequest>> evaluate(const Pattern& pattern, std::size_t access,
                                            const Architecture& architecture,
                                            const Geometry& geometry, const Bindings& bindings) {
  const auto places = places_of(pattern, access, architecture, geometry, bindings);
  if (!places) return tl::unexpected(places.error());
  std::vector<WarpRequest> requests;
  requests.reserve(places->size());
  for (const WarpPlaces& warp : *places)
    requests.push_back({warp.warp, request_of(pattern, pattern.accesses[access], warp)});
  return requests;
}

Request request_of(const Pattern& pattern, const Access& access, const WarpPlaces& places) {
  const SharedArray& array = pattern.arrays[access.place.array];
  const std::uint32_t element_bytes = pattern.types[array.type.value].bytes;
  const std::uint32_t row_elements = array.dimensions.empty() ? 1 : array.dimensions.back().size;
  Request request{.operation = access.operation,
                  .bytes_per_lane = access.bytes,
                  .matrices = access.matrices,
                  .active = places.active};
  for (LaneMask rest = places.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
    const LanePlace& place = places.lanes[lane];
    const std::int64_t element = (std::int64_t{place.row} * row_elements) + place.column;
    request.addresses[lane] = {static_cast<std::uint32_t>(
        array.offset_bytes + (element * element_bytes) + place.inner_bytes)};
  }
  return request;
}

}  // namespace smemlens
