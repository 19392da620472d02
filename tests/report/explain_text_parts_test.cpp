#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "smemlens/model/cost.h"
#include "smemlens/model/laws.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/bank_grid.h"
#include "smemlens/report/queue_text.h"
#include "smemlens/report/text_style.h"
#include "tests/golden_test.h"
#include "tests/report/figures_cases.h"
#include "tests/report/text_lines.h"

namespace smemlens {
namespace {

using testing::FigureCase;
using testing::kFigureCases;
using testing::model_of;

TEST(TextStyle, AsciiForms) {
  EXPECT_EQ(styled({.utf8 = true}, "a\n\x1b[31m × \xff"), "a  [31m × \xEF\xBF\xBD");
  EXPECT_EQ(styled({.utf8 = false}, "a\x7f\tb"), "a  b");
  EXPECT_EQ(ascii_of("2 × lanes 0–7 … §4 é\xff"), "2 x lanes 0-7 ... section 4 ??");
}

TEST(QueueText, Series) {
  EXPECT_EQ(number_series(std::array{0U, 2U, 4U, 6U, 8U}), "0, 2, 4 … 8");
  EXPECT_EQ(number_series(std::array{0U, 2U, 5U}), "0, 2, 5");
  EXPECT_EQ(lanes_text(0), "no lane");
  EXPECT_EQ(lanes_text(0x10), "lane 4");
  EXPECT_EQ(lanes_text(0xffff0000), "lanes 16–31");
  EXPECT_EQ(lanes_text(0xf00f), "lanes 0–3, 12–15");
  EXPECT_EQ(lanes_text(0x55555555), "lanes 0, 2, 4 … 30");
}

AccessStory story_of(const FigureCase& a_case) {
  const BankModel& model = model_of(a_case.architecture);
  const Request request = testing::request_of(a_case);
  return {.operation = a_case.operation,
          .view = testing::view_of(a_case),
          .shape = {},
          .law = explain_law(model, request),
          .note = note_of(model, request, cost_of(model, request))};
}

TEST(AccessText, Goldens) {
  for (const FigureCase& a_case : kFigureCases) {
    SCOPED_TRACE(a_case.name);
    const std::string name = "explain/access_" + std::string(a_case.name);
    expect_golden(name + ".txt", access_text(story_of(a_case), {.utf8 = true}));
  }
}

TEST(AccessText, FitsItsColumnsInEveryStyle) {
  for (const FigureCase& a_case : kFigureCases) {
    for (const unsigned columns : {40U, 80U, 100U, 200U}) {
      for (const bool utf8 : {false, true}) {
        SCOPED_TRACE(std::string(a_case.name) + " " + std::to_string(columns));
        const AccessStory story = story_of(a_case);
        const std::string text = access_text(story, {.utf8 = utf8, .columns = columns});
        EXPECT_LE(testing::longest_line(text), columns);
        EXPECT_EQ(testing::without_color(
                      access_text(story, {.color = true, .utf8 = utf8, .columns = columns})),
                  text);
        if (utf8) continue;
        EXPECT_TRUE(testing::is_plain_ascii(text));
      }
    }
  }
}

}  // namespace
}  // namespace smemlens
