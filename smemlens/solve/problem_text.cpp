#include "smemlens/solve/problem_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
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
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/index_expression.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

constexpr std::string_view kCode = "problem-access";

struct KindName {
  std::string_view name;
  Operation operation;
};

constexpr KindName kKinds[] = {
    {"load",        Operation::kLoad         },
    {"store",       Operation::kStore        },
    {"atomic",      Operation::kAtomic       },
    {"ldmatrix",    Operation::kLdmatrix     },
    {"stmatrix",    Operation::kStmatrix     },
    {"cp.async",    Operation::kCpAsync      },
    {"cp.async.cg", Operation::kCpAsyncBypass},
};

// What a load or store is if its name begins so; the longest first.
constexpr KindName kInstructionNames[] = {
    {"cp.async.cg", Operation::kCpAsyncBypass},
    {"cp.async",    Operation::kCpAsync      },
    {"ldmatrix",    Operation::kLdmatrix     },
    {"stmatrix",    Operation::kStmatrix     },
};

std::optional<Operation> operation_of(const AccessText& access) {
  const auto* kind = std::ranges::find(kKinds, access.kind, &KindName::name);
  if (kind == std::end(kKinds)) return std::nullopt;
  const bool is_plain = kind->operation == Operation::kLoad || kind->operation == Operation::kStore;
  for (const KindName& instruction : kInstructionNames) {
    if (is_plain && access.name.starts_with(instruction.name)) return instruction.operation;
  }
  return kind->operation;
}

// ldmatrix.x2 has 2; without a number 4.
std::uint8_t matrices_of(Operation operation, std::string_view name) {
  if (operation != Operation::kLdmatrix && operation != Operation::kStmatrix) return 0;
  if (name.find(".x1") != std::string_view::npos) return 1;
  return name.find(".x2") != std::string_view::npos ? 2 : 4;
}

std::uint64_t instances_of(const LoopText& loop) {
  const std::int64_t step = loop.step;
  const std::int64_t span =
      step > 0 ? std::int64_t{loop.end} - loop.first : std::int64_t{loop.first} - loop.end;
  const std::int64_t size = step > 0 ? step : -step;
  return span <= 0 || size == 0
             ? 0
             : divided_up(static_cast<std::uint64_t>(span), static_cast<std::uint64_t>(size));
}

// All requests of one access.
class AccessExpander {
 public:
  AccessExpander(const ProblemText& text, const AccessText& access, std::uint32_t number,
                 const Architecture& architecture)
      : text_(text), access_(access), number_(number), architecture_(architecture) {}

  Expected<std::vector<ElementRequest>> expand(const WeightedAccess& weighted) {
    weighted_ = weighted;
    parse();
    for (const LoopText& loop : access_.loops) values_.push_back(loop.first);
    if (!error_) expand_loop(0);
    if (error_) return tl::unexpected(*error_);
    return std::move(requests_);
  }

 private:
  void parse() {
    std::vector<std::string> names;
    names.reserve(access_.loops.size());
    for (const LoopText& loop : access_.loops) names.push_back(loop.name);
    for (std::size_t i = 0; i < access_.index.size() && !error_; ++i) {
      add_expression("index[" + std::to_string(i) + "]", access_.index[i], names, index_);
    }
    if (!access_.active.empty() && !error_)
      add_expression("active", access_.active, names, active_);
  }

  void add_expression(const std::string& what, const std::string& text,
                      std::span<const std::string> names, std::vector<IndexExpression>& list) {
    auto parsed = parse_index_expression({what, text}, names);
    if (parsed) {
      list.push_back(std::move(*parsed));
    } else {
      fail(std::move(parsed.error()), what);
    }
  }

  void expand_loop(std::size_t loop) {
    if (error_) return;
    if (loop == access_.loops.size()) {
      add_request();
      return;
    }
    const LoopText& bounds = access_.loops[loop];
    const std::uint64_t count = instances_of(bounds);
    for (std::uint64_t i = 0; i < count; ++i) {
      values_[loop] =
          static_cast<std::int32_t>(bounds.first + (static_cast<std::int64_t>(i) * bounds.step));
      expand_loop(loop + 1);
    }
  }

  void add_request() {
    ElementRequest request{.access = number_};
    const std::uint32_t warp = architecture_.bank_model.lanes_per_warp;
    const std::uint32_t lanes =
        weighted_.matrices == 0 ? warp : std::min<std::uint32_t>(warp, 8U * weighted_.matrices);
    for (std::uint32_t lane = 0; lane < lanes && !error_; ++lane) {
      if (!is_active(lane)) continue;
      request.lanes[lane] = place_of(lane);
      request.active |= LaneMask{1} << lane;
    }
    if (!error_ && request.active != 0) requests_.push_back(request);
  }

  std::int64_t value_of(const IndexExpression& expression, std::uint32_t lane) {
    const auto value = expression.value_for(lane, architecture_.bank_model.lanes_per_warp, values_);
    if (value) return *value;
    fail(value.error(), expression.source().name);
    return 0;
  }

  bool is_active(std::uint32_t lane) { return active_.empty() || value_of(active_[0], lane) != 0; }

  ElementPlace place_of(std::uint32_t lane) {
    std::uint32_t element = 0;
    for (std::size_t axis = 0; axis < index_.size() && !error_; ++axis) {
      const std::uint32_t size = text_.shape.sizes[axis];
      const std::int64_t index = value_of(index_[axis], lane);
      if (error_) break;
      if (index < 0 || index >= size) {
        fail(located({.code = std::string(kCode),
                      .message = "index " + std::to_string(index) + " is outside 0 to " +
                                 std::to_string(size - 1) + " for " + circumstances(lane),
                      .hint = "guard it with \"active\", or make the array larger"},
                     index_[axis].source(),
                     {0, static_cast<std::uint32_t>(index_[axis].source().text.size())}),
             index_[axis].source().name);
        break;
      }
      element = (element * size) + static_cast<std::uint32_t>(index);
    }
    if (!error_) check_vector(element, lane);
    return {element, 0};
  }

  // It must begin on a multiple of its size, and end inside the array.
  void check_vector(std::uint32_t element, std::uint32_t lane) {
    const std::uint64_t begin = std::uint64_t{element} * text_.shape.element_bytes;
    const std::uint32_t width = weighted_.bytes;
    if (begin % width != 0) {
      fail({.code = std::string(kCode),
            .message = "the address " + std::to_string(begin) + " is not a multiple of " +
                       std::to_string(width) + " bytes for " + circumstances(lane),
            .hint = "make rows a multiple of " + std::to_string(width) +
                    " bytes, or access the array in smaller pieces"},
           "width_bytes");
    } else if (begin + width > text_.shape.bytes()) {
      fail({.code = std::string(kCode),
            .message = "bytes " + std::to_string(begin) + " to " +
                       std::to_string(begin + width - 1) + " go past the array's end for " +
                       circumstances(lane),
            .hint = "the array has " + std::to_string(text_.shape.bytes()) + " bytes"},
           "width_bytes");
    }
  }

  std::string circumstances(std::uint32_t lane) const {
    std::string text = "lane " + std::to_string(lane);
    for (std::size_t i = 0; i < values_.size(); ++i)
      text += ", " + access_.loops[i].name + " = " + std::to_string(values_[i]);
    return text;
  }

  void fail(Diagnostic diagnostic, const std::string& what) {
    if (error_) return;
    diagnostic.message = what + " of " + access_.name + ": " + diagnostic.message;
    diagnostic.where = {};  // a place in the expression is none in the line
    error_ = std::move(diagnostic);
  }

  const ProblemText& text_;
  const AccessText& access_;
  std::uint32_t number_;
  const Architecture& architecture_;
  WeightedAccess weighted_;
  std::vector<IndexExpression> index_;
  std::vector<IndexExpression> active_;  // one or none
  std::vector<std::int32_t> values_;     // of the loops
  std::vector<ElementRequest> requests_;
  std::optional<Diagnostic> error_;
};

Diagnostic access_problem(const AccessText& access, std::string message, std::string hint) {
  return {.code = std::string(kCode),
          .message = "access " + access.name + ": " + std::move(message),
          .hint = std::move(hint)};
}

// Why the access makes no sense whatever its indices are; none if it does.
std::optional<Diagnostic> shape_problem(const ProblemText& text, const AccessText& access,
                                        const Architecture& architecture) {
  const std::optional<Operation> operation = operation_of(access);
  if (!operation) {
    std::vector<std::string_view> names;
    for (const KindName& kind : kKinds) names.push_back(kind.name);
    std::string hint = did_you_mean(access.kind, names);
    if (hint.empty()) hint = "one of load, store, atomic, ldmatrix, stmatrix, cp.async";
    return access_problem(access, "there is no kind '" + access.kind + "'", std::move(hint));
  }
  if (rules_of(architecture.bank_model, *operation, access.width_bytes) == nullptr) {
    return access_problem(access,
                          std::string(architecture.name) + " has no " +
                              std::string(name_of(*operation)) + " of " +
                              std::to_string(access.width_bytes) + " bytes",
                          "loads and stores have 1, 2, 4, 8 or 16; see docs/model.md");
  }
  const std::size_t axes = text.shape.sizes.size();
  if (access.index.size() != axes) {
    return access_problem(access,
                          std::to_string(access.index.size()) + " index expressions for " +
                              std::to_string(axes) + " dimensions",
                          "give one for each");
  }
  for (const LoopText& loop : access.loops) {
    if (instances_of(loop) == 0) {
      return access_problem(access, "the loop " + loop.name + " has no value",
                            "[from, to) goes from `from` to before `to`");
    }
  }
  return std::nullopt;
}

std::optional<Diagnostic> array_problem(const TileShape& shape, const Architecture& architecture) {
  std::uint64_t elements = 1;
  for (const std::uint32_t size : shape.sizes) {
    elements *= size;  // no overflow: below 2^20 before, and a size is below 2^32
    if (elements > kMaxTileElements) break;
  }
  const std::uint64_t most = architecture.shared_bytes_optin;
  if (elements <= kMaxTileElements && elements * shape.element_bytes <= most) return std::nullopt;
  return Diagnostic{
      .code = "problem-array",
      .message = "the array doesn't fit in shared memory: " + std::string(architecture.name) +
                 " has " + std::to_string(most) + " bytes a block",
      .hint = "give the tile that one block holds"};
}

std::optional<Diagnostic> amount_problem(const ProblemText& text) {
  std::uint64_t requests = 0;
  for (const AccessText& access : text.accesses) {
    std::uint64_t instances = 1;
    for (const LoopText& loop : access.loops)
      instances = std::min(instances * std::min(instances_of(loop), kMaxProblemRequests + 1),
                           kMaxProblemRequests + 1);
    requests += instances;
    if (requests > kMaxProblemRequests) {
      return access_problem(
          access,
          "its loops make more than " + std::to_string(kMaxProblemRequests) + " requests in all",
          "leave out loops that repeat the same addresses, and give a weight");
    }
  }
  return std::nullopt;
}

}  // namespace

Expected<LayoutProblem> layout_problem_of(const ProblemText& text,
                                          const Architecture& architecture) {
  if (auto problem = array_problem(text.shape, architecture)) return tl::unexpected(*problem);
  for (const AccessText& access : text.accesses) {
    if (auto problem = shape_problem(text, access, architecture)) return tl::unexpected(*problem);
  }
  if (auto problem = amount_problem(text)) return tl::unexpected(*problem);

  LayoutProblem result{
      .id = text.id, .shape = text.shape, .limits = text.limits, .architecture = &architecture};
  for (const AccessText& access : text.accesses) {
    const Operation operation = operation_of(access).value_or(Operation::kLoad);
    const WeightedAccess weighted{.name = access.name,
                                  .operation = operation,
                                  .bytes = static_cast<std::uint8_t>(access.width_bytes),
                                  .matrices = matrices_of(operation, access.name),
                                  .weight = access.weight};
    const auto number = static_cast<std::uint32_t>(result.accesses.size());
    auto requests = AccessExpander(text, access, number, architecture).expand(weighted);
    if (!requests) return tl::unexpected(std::move(requests.error()));
    result.accesses.push_back(weighted);
    std::ranges::move(*requests, std::back_inserter(result.requests));
  }
  merge_equal_requests(result);
  if (result.requests.empty()) {
    return tl::unexpected(Diagnostic{.code = std::string(kCode),
                                     .message = "no lane of any access is active",
                                     .hint = "look at the conditions in \"active\""});
  }
  return result;
}

}  // namespace smemlens
