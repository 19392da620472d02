#include "smemlens/pattern/index_expression.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/expression_parser.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {
namespace {

Diagnostic unknown_name(const Pattern& nodes, std::size_t name_index,
                        std::span<const std::string> names) {
  const std::string& name = nodes.bound_names[name_index];
  std::vector<std::string_view> known = {"lane"};
  known.insert(known.end(), names.begin(), names.end());
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = R"(give its values: "loops": {")" + name + R"(": [0, 32]})";
  const auto used = std::ranges::find_if(nodes.expressions, [&](const Expression& expression) {
    return expression.kind == ExpressionKind::kBound && expression.value == name_index;
  });
  return located(
      {.code = "pattern-name", .message = name + " has no value", .hint = std::move(hint)},
      nodes.source, used->span);
}

}  // namespace

Expected<std::int64_t> IndexExpression::value_for(std::uint32_t lane, std::uint32_t warp_size,
                                                  std::span<const std::int32_t> values) const {
  // One warp along x: lane, warp, tid, threadIdx, blockDim, warpSize.
  const LaneVariables variables = {lane, 0, lane, lane, 0, 0, warp_size, 1, 1, warp_size};
  Evaluator evaluator(nodes_.expressions, values);
  const std::int64_t value = evaluator.value(root_, variables);
  if (const auto& problem = evaluator.problem()) {
    return tl::unexpected(located(
        {.code = problem->code, .message = problem->message + " for lane " + std::to_string(lane)},
        nodes_.source, problem->span));
  }
  return value;
}

Expected<IndexExpression> parse_index_expression(const SourceText& source,
                                                 std::span<const std::string> names) {
  Pattern nodes{.source = source};
  nodes.bound_names.assign(names.begin(), names.end());
  if (source.text.size() > kMaxPatternBytes) {
    return tl::unexpected(
        located({.code = "pattern-limit", .message = "the expression is longer than 65536 bytes"},
                source, {0, 1}));
  }
  TokenStream tokens(source);
  ExpressionParser parser(tokens, nodes);
  const ExpressionIndex root = parser.parse();
  if (!tokens.error() && !tokens.at_end()) {
    tokens.fail(tokens.peek().span,
                {.code = "pattern-syntax",
                 .message = "expected an operator but found " + described(tokens.peek())});
  }
  if (const auto& error = tokens.error()) return tl::unexpected(*error);
  if (nodes.bound_names.size() > names.size())
    return tl::unexpected(unknown_name(nodes, names.size(), names));
  return IndexExpression(std::move(nodes), root);
}

}  // namespace smemlens
