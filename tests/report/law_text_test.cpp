#include "smemlens/report/law_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/report/figures/language.h"
#include "tests/model/requests.h"

namespace smemlens {
namespace {

using testing::load_of;
using testing::model_of;
using testing::strided_load;

struct Reasoned {
  std::string_view name;
  Request request;
  std::string_view english;  // a part of it
  std::string_view hindi;
  std::string_view hinglish;
};

TEST(LawText, SaysWhyInEveryLanguage) {
  const Reasoned cases[] = {
      {"column", strided_load(128),
       "lane i reads word 32 * i, so lanes 0, 1, 2, 3, … share bank 0 with different words", "lane i word 32 * i पढ़ती है, इसलिए lane 0, 1, 2, 3, … अलग word के लिए bank 0 पर मिलती हैं",
       "lane i word 32 * i read karti hai, isliye lanes 0, 1, 2, 3, …"},
      {"stride 12", strided_load(48), "lanes 0, 8, 16 and 24 share bank 0",
       "lane 0, 8, 16 और 24 अलग word", "lanes 0, 8, 16 aur 24 alag words"},
      {"padded column", strided_load(132), "no two of a phase's 32 lanes share",
       "साथ जाने वाली 32 lane में कोई दो", "saath jaane wali 32 lanes mein koi do"},
      {"stride 0", strided_load(0), "the gcd law is about different words and does not apply",
       "gcd का नियम अलग word का है", "gcd ka law alag words ka hai"},
      {"doubles", strided_load(16, 8),
       "lane i reads 8-byte element 2 * i, so lanes 0 and 8 share banks 0 to 1", "bank 0 से 1 पर",
       "banks 0 se 1 par"},
      {"row of chars", strided_load(1, 1), "within 128 consecutive bytes", "128 बाइट", "128 bytes"},
      {"xor column", load_of(4, [](std::uint32_t lane) { return 4 * (32 * lane + (5 ^ lane)); }),
       "XORed by the low 5 bits of the row, which takes 32 different values", "निचले 5 बिट",
       "5 bits se XOR"},
      {"triangle", load_of(4, [](std::uint32_t lane) { return 2 * lane * (lane + 1); }),
       "triangular numbers", "त्रिकोणीय", "triangular numbers"},
      {"padded stride 8",
       load_of(4, [](std::uint32_t lane) { return 4 * (8 * lane + 8 * lane / 32); }),
       "one pad word every 32", "हर 32 के बाद", "har 32 ke baad"},
      {"8 x 4 block of rows of 24",
       load_of(4, [](std::uint32_t lane) { return 4 * (24 * (lane / 8) + lane % 8); }),
       "8 consecutive words of each of 4 rows", "4 पंक्तियों", "4 rows"},
      {"one lane", testing::request_of(Operation::kStore, 4, 2, [](std::uint32_t) { return 12U; }),
       "lane 1 writes word 3 in bank 3", "lane 1 bank 3 में word 3 लिखती है",
       "lane 1 bank 3 mein word 3 write karti hai"},
  };
  for (const Reasoned& c : cases) {
    SCOPED_TRACE(c.name);
    const std::optional<Law> law = explain_law(model_of("sm_80"), c.request);
    ASSERT_TRUE(law);
    const auto expect = [&](Language language, std::string_view part) {
      const std::string reason = law_reason(*law, language);
      EXPECT_NE(reason.find(part), std::string::npos) << reason;
      EXPECT_EQ(reason.find('{'), std::string::npos) << reason;
    };
    expect(Language::kEnglish, c.english);
    expect(Language::kHindi, c.hindi);
    expect(Language::kHinglish, c.hinglish);
  }
}

}  // namespace
}  // namespace smemlens
