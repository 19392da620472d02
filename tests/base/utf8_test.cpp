#include "smemlens/base/utf8.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smemlens {
namespace {

TEST(Utf8, LengthOfSequences) {
  const std::pair<std::string_view, std::size_t> cases[] = {
      {"a",                1},
      {"\xC3\xA9",         2},
      {"\xE2\x80\xA6",     3},
      {"\xF0\x9F\x98\x80", 4},
      {"\xC0\x80",         0},
      {"\x80",             0},
      {"\xE2\x80",         0},
      {"\xED\xA0\x80",     0},
      {"\xF4\x90\x80\x80", 0},
  };
  for (const auto& [text, length] : cases) EXPECT_EQ(utf8_length(text, 0), length) << text;
}

// What aligns the columns of a table; a byte that is not UTF-8 counts as a character.
TEST(Utf8, CharacterCount) {
  EXPECT_EQ(character_count(""), 0U);
  EXPECT_EQ(character_count("2 × 4 …"), 7U);
  EXPECT_EQ(character_count("a\xFF\x80"), 3U);
}

TEST(Utf8, WrapsAtBlanks) {
  EXPECT_EQ(wrapped("one two three", 8), (std::vector<std::string>{"one two", "three"}));
  EXPECT_EQ(wrapped("unbreakable", 4), (std::vector<std::string>{"unbr", "eaka", "ble"}));
  EXPECT_EQ(wrapped("a … b", 5), (std::vector<std::string>{"a … b"}));
  EXPECT_EQ(wrapped("", 5), (std::vector<std::string>{""}));
}

TEST(Utf8, Shortens) {
  EXPECT_EQ(shortened("lane", 4), "lane");
  EXPECT_EQ(shortened("lanes", 4), "lan…");
}

}  // namespace
}  // namespace smemlens
