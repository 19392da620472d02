// The words of the pictures: the same places to fill in every language, and no stray letters.

#include "smemlens/report/figures/texts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/utf8.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {
namespace {

// "{banks} banks" → {"banks"}
std::set<std::string> places_of(std::string_view text) {
  std::set<std::string> places;
  for (std::size_t at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1))
    places.emplace(text.substr(at + 1, text.find('}', at) - at - 1));
  return places;
}

// The code point of a well-formed sequence of `length` bytes.
std::uint32_t code_point(std::string_view text, std::size_t length) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::uint32_t value = length == 1 ? first : first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i)
    value = value << 6U | (static_cast<unsigned char>(text[i]) & 0x3FU);
  return value;
}

bool is_devanagari(std::uint32_t letter) {
  return letter >= 0x900 && letter < 0x980;
}

// Latin letters with marks, and signs: ×, ·, …, ≠, arrows.
bool is_latin_or_sign(std::uint32_t letter) {
  return letter < 0x250 || (letter >= 0x2000 && letter < 0x2300);
}

void expect_letters(std::string_view text, Language language) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    ASSERT_NE(length, 0U) << text;
    const std::uint32_t letter = code_point(text.substr(at), length);
    const bool is_fine =
        is_latin_or_sign(letter) || (language == Language::kHindi && is_devanagari(letter));
    EXPECT_TRUE(is_fine) << "U+" << std::hex << letter << " in «" << text << "»";
    at += length;
  }
}

TEST(Texts, AllLanguagesHaveTheSamePlacesAndTheirOwnLetters) {
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(TextId::kCount); ++i) {
    const auto id = static_cast<TextId>(i);
    const std::string_view english = text_of(id, Language::kEnglish);
    SCOPED_TRACE(english);
    for (const Language language : kLanguages) {
      const std::string_view text = text_of(id, language);
      EXPECT_EQ(places_of(text), places_of(english)) << text;
      expect_letters(text, language);
    }
  }
}

// Latin letters in a row, outside of {places}.
std::set<std::string> latin_words_of(std::string_view text) {
  std::set<std::string> words;
  std::string word;
  int depth = 0;
  for (const char letter : std::string(text) + " ") {
    if (letter == '{') ++depth;
    const bool is_latin = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
    if (depth == 0 && is_latin) {
      word += letter;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, ""));
    }
    if (letter == '}') --depth;
  }
  return words;
}

// As the page's prose: code words stay Latin and small, whatever has a settled Hindi word has it.
TEST(Texts, HindiSpeaksAsThePageDoes) {
  const std::set<std::string> strange = {"memory", "row",  "rows",  "column", "columns", "queue",
                                         "line",   "byte", "bytes", "bit",    "bits",    "address",
                                         "tray",   "read", "words", "banks",  "lanes",   "passes"};
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(TextId::kCount); ++i) {
    const std::string_view hindi = text_of(static_cast<TextId>(i), Language::kHindi);
    for (const std::string& word : latin_words_of(hindi)) {
      EXPECT_FALSE(strange.contains(word)) << word << " in «" << hindi << "»";
      const bool is_capitalised = word.size() > 1 && word[0] < 'a' && word[1] >= 'a';
      EXPECT_FALSE(is_capitalised && word != "KiB") << word << " in «" << hindi << "»";
    }
  }
}

TEST(Texts, HinglishLeavesTheQueueToHindi) {
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(TextId::kCount); ++i) {
    const std::string_view text = text_of(static_cast<TextId>(i), Language::kHinglish);
    for (const std::string& word : latin_words_of(text))
      EXPECT_FALSE(word == "queue" || word == "slow" || word == "pad") << text;
  }
}

TEST(Texts, FillsEachPlace) {
  EXPECT_EQ(text_of(TextId::kStridePairs, Language::kEnglish,
                    {
                        {"pairs", "16"}
  }),
            "16 pairs");
  EXPECT_EQ(text_of(TextId::kRingLaps, Language::kEnglish,
                    {
                        {"other", "x"}
  }),
            text_of(TextId::kRingLaps, Language::kEnglish));
  EXPECT_EQ(text_of(TextId::kStridePairs, Language::kEnglish,
                    {
                        {"pairs", "{pairs}"}
  }),
            "{pairs} pairs")
      << "what was filled in isn't searched again";
}

TEST(Texts, CountsPasses) {
  EXPECT_EQ(passes_text(1, Language::kEnglish), "1 pass");
  EXPECT_EQ(passes_text(32, Language::kHinglish), "32 passes");
  EXPECT_EQ(cost_sentence(2, 1, Language::kEnglish), "2 passes, ideal 1.");
  EXPECT_EQ(sentence("bank 0", Language::kHindi), "bank 0।");
}

TEST(Language, HasATag) {
  for (const Language language : kLanguages) EXPECT_EQ(language_from(name_of(language)), language);
  EXPECT_EQ(language_from("hi-latn"), std::nullopt);
  EXPECT_EQ(language_from(""), std::nullopt);
}

}  // namespace
}  // namespace smemlens::figures
