// What the core says in English is said in Hindi and Hinglish too: every error that the pattern's
// tests know, with its hint.

#include "smemlens/report/translation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "tests/pattern/error_cases.h"

namespace smemlens {
namespace {

bool is_devanagari(std::string_view text) {
  return text.find("\xe0\xa4") != std::string_view::npos ||
         text.find("\xe0\xa5") != std::string_view::npos;
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char character) { return (character & 0x80) == 0; });
}

TEST(Translation, KnowsEveryErrorOfAPattern) {
  for (const ErrorCase& c : kErrors) {
    for (const std::string_view english : {std::string_view(c.message), std::string_view(c.hint)}) {
      if (english.empty()) continue;
      SCOPED_TRACE(english);
      EXPECT_EQ(translated(english, Language::kEnglish), english);
      EXPECT_TRUE(is_devanagari(translated(english, Language::kHindi)));
      const std::string hinglish = translated(english, Language::kHinglish);
      EXPECT_NE(hinglish, english);
      EXPECT_TRUE(is_ascii(hinglish) || !is_ascii(english)) << hinglish;
    }
  }
}

TEST(Translation, KnowsEveryOpenRule) {
  for (const Architecture& architecture : architectures())
    for (unsigned operation = 0; operation < kOperationCount; ++operation)
      for (const unsigned bytes : {1U, 2U, 4U, 8U, 16U}) {
        const AccessRules* rules =
            rules_of(architecture.bank_model, static_cast<Operation>(operation), bytes);
        if (rules == nullptr || rules->candidates().size() < 2) continue;
        for (const ServiceRule& rule : rules->candidates())
          EXPECT_TRUE(is_devanagari(translated(rule.condition, Language::kHindi)))
              << rule.condition;
      }
}

struct Case {
  const char* english;
  const char* hindi;
  const char* hinglish;
};

constexpr Case kCases[] = {
    {"index 40 is outside s[32] for lane 5",                                    "lane 5 का index 40 है, जो s[32] के बाहर है",
     "lane 5 ka index 40 hai, jo s[32] ke bahar hai"                                                                                                                                                           },
    {"index 64 is outside s[64] for lane 31 of warp 1",
     "warp 1 की lane 31 का index 64 है, जो s[64] के बाहर है",                                                                 "warp 1 ki lane 31 ka index 64 hai, jo s[64] ke bahar hai"                          },
    {"expected ']' after the index but found the end of the pattern",
     "यहाँ ']' चाहिए, पर मिला pattern का अंत",                                                                               "yahan ']' chahiye, par mila pattern ka ant"                                        },
    {"lane 1's address 2 is not a multiple of 16: a 16-byte access needs that",
     "lane 1 का address 2 है, जो 16 का गुणज नहीं: 16 बाइट की पहुँच को यह चाहिए",                                                "lane 1 ka address 2 hai, jo 16 ka multiple nahi: 16 bytes ke access ko yeh chahiye"},
    {"1 wavefront if they are served together, 2 wavefronts if lanes of one word take turns "
     "(docs/model.md §7)",                                                 "1 pass, अगर सबको एक साथ मिलता है, 2 pass, अगर एक ही word की lane बारी-बारी आती हैं "
     "(docs/model.md §7)",                                                                  "1 pass, agar sabko ek saath milta hai, 2 passes, agar ek hi word ki lanes baari-baari aati "
     "hain "
     "(docs/model.md §7)"                                                                                                                             },
    {"a sentence without a row",                                                "a sentence without a row",                "a sentence without a row"                                                          },
    {"",                                                                        "",                                        ""                                                                                  },
};

TEST(Translation, PutsWhatItFindsInItsPlace) {
  for (const Case& c : kCases) {
    EXPECT_EQ(translated(c.english, Language::kHindi), c.hindi);
    EXPECT_EQ(translated(c.english, Language::kHinglish), c.hinglish);
  }
}

// A message quotes what was typed, and that may be made to look like many forms at once.
TEST(Translation, HostileTextTakesNoTime) {
  std::string hostile;
  while (hostile.size() < 300) hostile += "a, 1 if ' is ";
  EXPECT_FALSE(translated(hostile, Language::kHindi).empty());
  const std::string huge(1U << 20U, '{');
  EXPECT_EQ(translated(huge, Language::kHinglish), huge);
}

}  // namespace
}  // namespace smemlens
