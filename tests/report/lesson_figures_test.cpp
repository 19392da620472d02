// The lesson's pictures by name: what they cost, what they refuse, and how they look.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/json_value.h"
#include "smemlens/report/figures/figure_table.h"
#include "smemlens/report/figures/walkthrough.h"
#include "tests/golden_test.h"

namespace smemlens::figures {
namespace {

Expected<Figure> draw(std::string_view name, std::string_view parameters) {
  return draw_figure(name, *parse_json({"parameters", std::string(parameters)}));
}

struct CostCase {
  const char* name;
  const char* parameters;
  unsigned passes;
  unsigned ideal;
};

constexpr CostCase kCostCases[] = {
    {"strip",     R"({})",                         1,  1},
    {"strip",     R"({"banks":16})",               2,  1},
    {"strip",     R"({"banks":1})",                32, 1},
    {"dealing",   R"({})",                         0,  0},
    {"dealing",   R"({"dealt":0,"word":1048576})", 0,  0},
    {"fan",       R"({})",                         1,  1},
    {"stride",    R"({})",                         2,  1},
    {"stride",    R"({"stride":0})",               1,  1},
    {"stride",    R"({"stride":3})",               1,  1},
    {"stride",    R"({"stride":24})",              8,  1},
    {"stride",    R"({"stride":32})",              32, 1},
    {"stride",    R"({"stride":32,"lanes":8})",    8,  1},
    {"stride",    R"({"stride":2,"lanes":16})",    1,  1},
    {"stride",    R"({"stride":2,"lanes":17})",    2,  1},
    {"stride",    R"({"stride":199,"lanes":0})",   0,  0},
    {"ruler",     R"({"stride":0})",               1,  1},
    {"ruler",     R"({"stride":33})",              1,  1},
    {"rectangle", R"({"stride":12})",              4,  1},
    {"rectangle", R"({"stride":0})",               1,  1},
    {"ring",      R"({})",                         2,  1},
    {"words",     R"({"different":1})",            1,  1},
    {"words",     R"({"different":5})",            5,  1},
    {"words",     R"({})",                         32, 1},
    {"matrix",    R"({})",                         32, 1},
    {"matrix",    R"({"line":"row","index":31})",  1,  1},
    {"matrix",    R"({"width":33,"index":31})",    1,  1},
    {"matrix",    R"({"width":34})",               2,  1},
    {"matrix",    R"({"width":36})",               4,  1},
    {"matrix",    R"({"width":40})",               8,  1},
    {"poster",    R"({})",                         0,  0},
};

TEST(LessonFigures, CostWhatTheModelSays) {
  for (const CostCase& c : kCostCases) {
    SCOPED_TRACE(std::string(c.name) + " " + c.parameters);
    const auto figure = draw(c.name, c.parameters);
    ASSERT_TRUE(figure.has_value()) << to_text(figure.error());
    EXPECT_EQ(figure->passes, c.passes);
    EXPECT_EQ(figure->ideal, c.ideal);
    EXPECT_FALSE(figure->words.empty());
    EXPECT_GT(figure->height, 0);
  }
}

struct RefusedCase {
  const char* name;
  const char* parameters;
  const char* message;
  const char* hint;
};

constexpr RefusedCase kRefusedCases[] = {
    {"stirp",  R"({})",                    "there is no figure 'stirp'",                       "did you mean strip?" },
    {"",       R"({})",                    "there is no figure ''",                            ""                    },
    {"strip",  R"({"banks":3})",           "banks must be 1, 2, 4, 8, 16 or 32",               ""                    },
    {"strip",  R"({"banks":64})",          "banks must be a whole number from 1 to 32",        ""                    },
    {"stride", R"({"stride":-1})",         "stride must be a whole number from 0 to 199",      ""                    },
    {"stride", R"({"stride":"2"})",        "stride must be a whole number from 0 to 199",      ""                    },
    {"stride", R"({"stride":1.5})",        "stride must be a whole number from 0 to 199",      ""                    },
    {"stride", R"({"stride":null})",       "stride must be a whole number from 0 to 199",      ""                    },
    {"stride", R"({"stridee":2})",         "there is no parameter 'stridee' here",             "did you mean stride?"},
    {"words",  R"({"different":0})",       "different must be a whole number from 1 to 32",    ""                    },
    {"matrix", R"({"line":"rows"})",       "line must be one of: column, row",                 "did you mean row?"   },
    {"matrix", R"({"line":7})",            "line must be a string",                            ""                    },
    {"fan",    R"({"lang":"en-GB"})",      "lang must be one of: en, hi, hi-Latn",             ""                    },
    {"fan",    R"({"layout":"tall"})",     "layout must be one of: wide, phone",               ""                    },
    {"fan",    R"({"style":0})",           "style must be true or false",                      ""                    },
    {"fan",    R"({"pass":65537})",        "pass must be a whole number from 0 to 65536",      ""                    },
    {"fan",    R"({"id":"a\"><script>"})",
     "id must be a letter, then letters, digits, '-' or '_', at most 64 in all",               ""                    },
    {"fan",    R"([1])",                   "the parameters of a figure must be a JSON object", ""                    },
};

TEST(LessonFigures, RefuseWhatTheyDoNotKnow) {
  for (const RefusedCase& c : kRefusedCases) {
    SCOPED_TRACE(std::string(c.name) + " " + c.parameters);
    const auto figure = draw(c.name, c.parameters);
    ASSERT_FALSE(figure.has_value());
    EXPECT_EQ(figure.error().message, c.message);
    EXPECT_EQ(figure.error().hint, c.hint);
  }
}

// The values of an attribute, in the picture's order.
std::vector<std::string> values_of(std::string_view svg, std::string_view attribute) {
  const std::string before = " " + std::string(attribute) + "=\"";
  std::vector<std::string> values;
  for (std::size_t at = svg.find(before); at != std::string_view::npos; at = svg.find(before, at)) {
    at += before.size();
    values.emplace_back(svg.substr(at, svg.find('"', at) - at));
  }
  return values;
}

TEST(LessonFigures, KeysAreUniqueAndKeepTheirMeaningBetweenStates) {
  for (const CostCase& c : kCostCases) {
    SCOPED_TRACE(std::string(c.name) + " " + c.parameters);
    const std::vector<std::string> keys = values_of(draw(c.name, c.parameters)->svg, "data-key");
    EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), keys.size());
  }
  const auto before = values_of(draw("matrix", R"({"width":32})")->svg, "data-key");
  const auto after = values_of(draw("matrix", R"({"width":33})")->svg, "data-key");
  for (const char* key : {"cell-31", "chip-31", "arrow-31", "array-31"}) {
    EXPECT_EQ(std::ranges::count(before, key), 1) << key;
    EXPECT_EQ(std::ranges::count(after, key), 1) << key;
  }
}

TEST(LessonFigures, APassTakesAChipFromEachQueueToItsLane) {
  const std::string svg = draw("stride", R"({"stride":32,"pass":31})")->svg;
  EXPECT_EQ(std::ranges::count(values_of(svg, "data-key"), "chip-31"), 1);
  EXPECT_EQ(std::ranges::count(values_of(svg, "data-key"), "arrow-31"), 1);
  EXPECT_EQ(std::ranges::count(values_of(svg, "data-key"), "arrow-30"), 0) << "it has its word";
  EXPECT_NE(svg.find("of 32 passes"), std::string::npos);
}

// The reader guesses first: the picture holds back what would tell, in marks and in words.
TEST(LessonFigures, APictureThatAsksTellsNothing) {
  constexpr CostCase kAsked[] = {
      {"stride", R"({"asks":true,"stride":8})",    8,  1},
      {"ruler",  R"({"asks":true,"stride":12})",   4,  1},
      {"words",  R"({"asks":true,"different":1})", 1,  1},
      {"words",  R"({"asks":true})",               32, 1},
      {"matrix", R"({"asks":true,"pass":0})",      32, 1},
      {"matrix", R"({"asks":true,"width":33})",    1,  1},
  };
  for (const CostCase& c : kAsked) {
    SCOPED_TRACE(std::string(c.name) + " " + c.parameters);
    const auto figure = draw(c.name, c.parameters);
    ASSERT_TRUE(figure.has_value()) << to_text(figure.error());
    EXPECT_EQ(figure->passes, c.passes) << "what the guess is judged by";
    EXPECT_EQ(figure->words.find("ideal"), std::string::npos);
    EXPECT_NE(figure->svg.find(">How many passes?</title>"), std::string::npos);
    EXPECT_NE(figure->svg.find(">?</text>"), std::string::npos);
    for (const char* mark : {"data-pass", "data-key=\"arrow", "data-key=\"chip", "data-key=\"tick",
                             "data-key=\"back", "class=\"sl-hot\"", "×", "gcd", "mod 32"})
      EXPECT_EQ(figure->svg.find(mark), std::string::npos) << mark;
  }
  EXPECT_EQ(draw("stride", R"({"asks":1})").error().message, "asks must be true or false");
}

TEST(LessonFigures, StyleIdAndLayoutAreTheCallers) {
  const std::string svg = draw("fan", R"({"style":false,"id":"step-3","layout":"phone"})")->svg;
  EXPECT_EQ(svg.find("<style"), std::string::npos);
  EXPECT_NE(svg.find("id=\"step-3-title\""), std::string::npos);
  EXPECT_NE(svg.find("viewBox=\"0 0 360 "), std::string::npos);
}

TEST(LessonFigures, TheStripBendsUntilItsEndsMeet) {
  const auto reach = [](unsigned bend) {
    const std::string svg =
        draw("dealing", "{\"bend\":" + std::to_string(bend) + ",\"layout\":\"phone\"}")->svg;
    const auto left_of = [&](std::string_view bank) {
      const std::string key = "data-key=\"bank-" + std::string(bank) + "\"";
      const std::size_t at = svg.find(" x=\"", svg.find(key)) + 4;
      return std::stod(svg.substr(at, svg.find('"', at) - at));
    };
    return left_of("31") - left_of("0");
  };
  EXPECT_GT(reach(0), reach(4));
  EXPECT_GT(reach(4), reach(7));
  EXPECT_LT(reach(8), 25) << "neighbours at the table";
}

TEST(LessonFigures, APaddedColumnSaysItsSums) {
  const std::string one = draw("matrix", R"({"width":33,"index":5})")->svg;
  for (const char* sum : {"(0 + 5) mod 32 = 5", "(24 + 5) mod 32 = 29", "(31 + 5) mod 32 = 4"})
    EXPECT_NE(one.find(sum), std::string::npos) << sum;
  const std::string two = draw("matrix", R"({"width":34,"index":5})")->svg;
  for (const char* sum : {"(2·0 + 5) mod 32 = 5", "(2·8 + 5) mod 32 = 21", "(2·31 + 5) mod 32 = 3"})
    EXPECT_NE(two.find(sum), std::string::npos) << sum;
  for (const char* state : {R"({"width":32})", R"({"width":34,"line":"row"})"})
    EXPECT_EQ(draw("matrix", state)->svg.find("mod 32"), std::string::npos) << state;
}

TEST(LessonFigures, TitlesSayNoMoreThanIsTrue) {
  const auto has = [](const char* name, const char* parameters, std::string_view text) {
    return draw(name, parameters)->svg.find(">" + std::string(text) + "<") != std::string::npos;
  };
  EXPECT_TRUE(has("matrix", R"({"width":32})", "Column 0: 32 words in one bank"));
  EXPECT_TRUE(has("matrix", R"({"width":36})", "Column 0: 4 words in each of 8 banks"));
  EXPECT_TRUE(has("stride", R"({"stride":32})", "Stride 32: 32 lanes at one bank"));
  EXPECT_TRUE(has("stride", R"({"stride":2})", "Stride 2: 2 lanes at each of 16 banks"));
  EXPECT_TRUE(has("stride", R"({"stride":2,"lanes":17})", "Stride 2: up to 2 lanes at a bank"));
  EXPECT_TRUE(has("stride", R"({"stride":2})", "16 pairs"));
  EXPECT_FALSE(has("stride", R"({"stride":2,"lanes":17})", "16 pairs")) << "one so far";
  EXPECT_TRUE(has("stride", R"({"stride":8})", "4 of 32 banks, 8 lanes each"));
  EXPECT_TRUE(has("stride", R"({"stride":32})", "31 banks idle"));
  EXPECT_TRUE(has("words", R"({"different":1})", "s[0]"));
  EXPECT_TRUE(has("words", R"({"different":5})", "s[32 * (lane % 5)]"));
  EXPECT_TRUE(has("words", R"({"different":32})", "s[32 * lane]"));
}

TEST(LessonFigures, HandlesAreThereForTheFinger) {
  const auto handles = [](std::string_view name, std::string_view parameters) {
    const auto values = values_of(draw(name, parameters)->svg, "data-handle");
    return std::set(values.begin(), values.end());
  };
  EXPECT_EQ(handles("stride", "{}"), (std::set<std::string>{"lanes", "stride"}));
  EXPECT_EQ(handles("matrix", R"({"layout":"phone"})"), (std::set<std::string>{"index", "lane"}));
  EXPECT_EQ(handles("matrix", R"({"layout":"phone","handle":"pad"})"),
            (std::set<std::string>{"index", "lane", "pad"}));
  EXPECT_EQ(draw("matrix", "{}")->svg.find("sl-grip\""), std::string::npos)
      << "no grip where nothing can be pulled";
  EXPECT_EQ(handles("poster", "{}"), std::set<std::string>{}) << "a poster is paper";
}

TEST(Walkthrough, Goldens) {
  for (const Illustration& illustration : walkthrough()) {
    SCOPED_TRACE(illustration.name);
    const std::string name(illustration.name);
    expect_golden("figures/lesson_" + name + ".svg", draw_illustration(illustration, {})->svg);
    expect_golden("figures/lesson_" + name + "_phone_hi.svg",
                  draw_illustration(illustration, {Language::kHindi, Layout::kPhone})->svg);
  }
}

TEST(LessonFigures, GoldensOfTheDerivation) {
  expect_golden("figures/lesson_rectangle.svg", draw("rectangle", R"({"stride":12})")->svg);
  expect_golden("figures/lesson_ring.svg", draw("ring", R"({"stride":12,"lang":"hi-Latn"})")->svg);
  expect_golden("figures/lesson_dealing_table.svg", draw("dealing", R"({"bend":8})")->svg);
  expect_golden("figures/lesson_words_5.svg", draw("words", R"({"different":5})")->svg);
}

}  // namespace
}  // namespace smemlens::figures
