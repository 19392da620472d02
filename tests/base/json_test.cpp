#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"

namespace smemlens {
namespace {

TEST(JsonWriter, WritesNestedValuesWithoutSpaces) {
  JsonWriter json;
  json.begin_object().key("a").value(1).key("b").begin_array().value("x").value(true).null();
  json.value(0.5).value(-7).end_array().key("c").begin_object().end_object().end_object();
  EXPECT_EQ(json.text(), R"({"a":1,"b":["x",true,null,0.5,-7],"c":{}})");
}

TEST(JsonWriter, KeepsEveryDigitOfALargeCount) {
  JsonWriter json;
  json.begin_array().value(std::numeric_limits<std::uint64_t>::max()).end_array();
  EXPECT_EQ(json.text(), "[18446744073709551615]");
}

struct QuoteCase {
  const char* text;
  const char* quoted;
};

constexpr QuoteCase kQuoteCases[] = {
    {"plain",           "\"plain\""                               },
    {"a\"b\\c",         "\"a\\\"b\\\\c\""                         },
    {"line\nend\t\x01", "\"line\\nend\\t\\u0001\""                },
    {"हिन्दी",           "\"हिन्दी\""                               },
    {"\xff\xc0\x80",    "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
    {"\xed\xa0\x80",    "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""},
};

TEST(JsonWriter, QuotesAnyBytes) {
  for (const auto& [text, quoted] : kQuoteCases) EXPECT_EQ(json_quoted(text), quoted);
}

TEST(JsonValue, ReadsEveryKind) {
  const auto json =
      parse_json({"t", R"( {"s":"a\n\u00e9\ud83d\ude00","n":-3,"u":18446744073709551615,
                                          "d":2.5e3,"t":true,"z":null,"a":[1,[2]]} )"});
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ(*json->find("s")->as_string(), "a\né😀");
  EXPECT_EQ(json->find("n")->as_signed(), -3);
  EXPECT_EQ(json->find("u")->as_unsigned(), 18446744073709551615U);
  EXPECT_EQ(json->find("d")->as_number(), 2500.0);
  EXPECT_EQ(json->find("d")->as_unsigned(), std::nullopt);
  EXPECT_TRUE(*json->find("t")->as_bool());
  EXPECT_TRUE(json->find("z")->is_null());
  EXPECT_EQ(json->find("a")->as_array()->size(), 2U);
  EXPECT_EQ(json->find("missing"), nullptr);
}

TEST(JsonValue, TheLastOfEqualKeysCounts) {
  EXPECT_EQ(parse_json({"t", R"({"a":1,"a":2})"})->find("a")->as_unsigned(), 2U);
}

struct BadJson {
  const char* text;
  const char* message;
  unsigned column;
};

constexpr BadJson kBadJson[] = {
    {"",            "the JSON text ends too early",         1},
    {"{",           "expected a key in double quotes",      2},
    {"[1,]",        "expected a JSON value",                4},
    {"[1 2]",       "expected ',' or ']'",                  4},
    {"{\"a\" 1}",   "expected ':' after the key",           6},
    {"\"abc",       "the string has no closing quote",      5},
    {"\"\\x\"",     "unknown escape sequence",              3},
    {"\"\\ud800\"", "half of a surrogate pair",             8},
    {"01",          "not a JSON number",                    3},
    {"1.e5",        "not a JSON number",                    3},
    {"1e999",       "the number is out of range",           6},
    {"nul",         "expected a JSON value",                1},
    {"1 x",         "unexpected text after the JSON value", 3},
};

TEST(JsonValue, BadTextIsToldWithItsPlace) {
  for (const auto& [text, message, column] : kBadJson) {
    SCOPED_TRACE(text);
    const auto json = parse_json({"t", text});
    ASSERT_FALSE(json.has_value());
    EXPECT_EQ(json.error().message, message);
    EXPECT_EQ(json.error().where.column, column);
  }
}

TEST(JsonValue, DeepNestingIsAnErrorNotACrash) {
  const auto json = parse_json({"t", std::string(1'000'000, '[')});
  ASSERT_FALSE(json.has_value());
  EXPECT_EQ(json.error().message, "more than 64 levels of nesting");
}

}  // namespace
}  // namespace smemlens
