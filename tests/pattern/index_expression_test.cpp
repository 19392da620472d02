// One index expression by itself, as layout problems have them.

#include "smemlens/pattern/index_expression.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens {
namespace {

struct ValueCase {
  const char* text;
  std::vector<std::string> names;
  std::vector<std::int32_t> values;
  std::uint32_t lane;
  std::int64_t value;
};

TEST(IndexExpression, HasTheValueThatCGivesIt) {
  const ValueCase cases[] = {
      {"lane / 16 + 2*k",       {"k"},        {3},     17, 7 },
      {"d - lane",              {"d"},        {2},     5,  -3},
      {"(lane ^ k) & 31",       {"k"},        {5},     6,  3 },
      {"0 <= d-lane && d < 32", {"d"},        {4},     3,  1 },
      {"threadIdx.x + tid",     {},           {},      9,  18},
      // A loop may be called as a lane's own name, and hides it.
      {"ty + 1 + dy",           {"ty", "dy"}, {8, -1}, 3,  8 },
      {"lane % warpSize",       {},           {},      31, 31},
  };
  for (const ValueCase& c : cases) {
    SCOPED_TRACE(c.text);
    const auto expression = parse_index_expression({"index", c.text}, c.names);
    ASSERT_TRUE(expression.has_value()) << to_text(expression.error());
    const auto value = expression->value_for(c.lane, 32, c.values);
    ASSERT_TRUE(value.has_value()) << to_text(value.error());
    EXPECT_EQ(*value, c.value);
  }
}

TEST(IndexExpression, TellsWhatIsWrong) {
  struct ErrorCase {
    const char* text;
    const char* message;
  };
  const ErrorCase cases[] = {
      {"",           "expected a number or a name"},
      {"lane +",     "expected a number or a name"},
      {"lane 3",     "expected an operator"       },
      {"lnae",       "lnae has no value"          },
      {"blockIdx.x", "blockIdx has no value"      },
      {"lane; k",    "expected an operator"       },
  };
  const std::vector<std::string> names = {"k"};
  for (const ErrorCase& c : cases) {
    SCOPED_TRACE(c.text);
    const auto expression = parse_index_expression({"index", c.text}, names);
    ASSERT_FALSE(expression.has_value());
    EXPECT_NE(expression.error().message.find(c.message), std::string::npos)
        << expression.error().message;
  }
  const std::vector<std::int32_t> values = {0};
  const auto quotient = parse_index_expression({"index", "lane / k"}, names);
  ASSERT_TRUE(quotient.has_value());
  EXPECT_FALSE(quotient->value_for(1, 32, values).has_value());
}

}  // namespace
}  // namespace smemlens
