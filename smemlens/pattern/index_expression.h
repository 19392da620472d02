#pragma once

// One index expression by itself, with names of its own: `(lane ^ k) & 31`, k a loop.
//
//   const auto index = parse_index_expression({"index[0] of ld", "lane / 16 + 2*k"}, {"k"});
//   index->value_for(3, values)  →  its value in lane 3, with values[0] for k
//
// The expressions are those of patterns (docs/patterns.md), for a block of one warp. A name in
// `names` hides what it means elsewhere: a loop may be called ty.

#include <cstdint>
#include <span>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/pattern/expression.h"
#include "smemlens/pattern/pattern.h"

namespace smemlens {

class IndexExpression {
 public:
  IndexExpression(Pattern nodes, ExpressionIndex root) : nodes_(std::move(nodes)), root_(root) {}

  // Its value for lane `lane` of a warp of `warp_size`, where name i has the value values[i].
  // An error names the operator: a division by zero, a shift count outside 0 … 31.
  Expected<std::int64_t> value_for(std::uint32_t lane, std::uint32_t warp_size,
                                   std::span<const std::int32_t> values) const;

  const SourceText& source() const { return nodes_.source; }

 private:
  Pattern nodes_;  // only source, expressions and bound_names
  ExpressionIndex root_;
};

// An error has place and caret in `source`: bad syntax, text behind the expression, a name that is
// neither in `names` nor known to every pattern.
Expected<IndexExpression> parse_index_expression(const SourceText& source,
                                                 std::span<const std::string> names);

}  // namespace smemlens
