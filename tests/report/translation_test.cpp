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

// What the solver says, clause by clause; tests/golden/fix has them in their sentences.
constexpr std::string_view kSolverClauses[] = {
    "nothing to gain: no layout takes fewer than 63 wavefronts, because each phase takes at least "
    "one "
    "wavefront, which delivers at most 128 bytes",
    "optimal: no layout takes fewer than 64 wavefronts, because a phase of s[lane] touches 256 "
    "bytes, "
    "and one wavefront delivers at most 128 bytes",
    "optimal: no layout takes fewer than 98 wavefronts, because rows, columns and wrapped "
    "diagonals "
    "of a 32 x 32 square can't all be free of conflicts: at least two lines take a second "
    "wavefront",
    "without that, each phase takes at least one wavefront, which delivers at most 128 bytes",
    "optimal in this family (searched all 137 swizzles): 160 wavefronts",
    "optimal in this family (searched all linear maps over GF(2) of whole 16-byte granules): 132 "
    "wavefronts",
    "the best that was found: 1 wavefront",
    "no layout that was tried takes fewer than 8 wavefronts",
    "no linear map over GF(2) does better (searched all)",
    "no linear map over GF(2) of whole 16-byte granules does better (searched all)",
    "of the layouts searched none does that with fewer than 128 bytes more",
    "but for linear maps, of the layouts searched none does that with fewer than 128 bytes more",
    "the axis orders, padded or not were not searched",
    "the search of the linear maps was cut after 4194400 steps",
    "2000 exchanges found no better table, which proves nothing",
    "of the swizzles only 12 were tried",
    "the lower bound is 130, so at most 30 wavefronts could still be saved, because lanes of s[0] "
    "take "
    "turns: 4 lanes at one address, and a bank serves one lane a wavefront",
    "the lower bound is 4, so at most 1 wavefront could still be saved, because while vectors of "
    "16 "
    "bytes stay whole, the words at one place in them share 8 banks, and a phase of s[lane] needs "
    "32 "
    "of those",
    "the lower bound is 8, so at most 1 wavefront could still be saved, because 4 words are asked "
    "for "
    "together two by two, and there are 2 banks: at least 2 pairs share a bank",
    "layouts that make an access dearer were left out",
    "other layouts were ruled out by the limits",
    "layouts that fit in no block's shared memory were left out",
    "the usual pad, rows of 33 elements, would take if (0 <= d-lane && d-lane < 32) "
    "s[lane][d-lane] "
    "from 63 to 1024 wavefronts",
    "this layout takes s[ty][tx] = 0 from 8 to 16 wavefronts",
    "other arrays have conflicts too: a, b",
    "as declared",
    "another order of the axes: strides of 1, 18",
    "1 element unused after every 32",
    "rows turned by 3 times their number, in chunks of 4",
    "XOR 5 bits of col with row",
    "XOR 3 index bits with those 5 higher",
    "XOR index bit 5 into 5 lower ones",
    "a linear map of the index bits",
    "rows turned by a table of 2 x 32",
    "a table of places",
};

TEST(Translation, KnowsWhatTheSolverSays) {
  constexpr std::string_view kEnglishOnly[] = {"layout takes", "because",    "wavefront",
                                               "searched",     "fewer than", "could still",
                                               "unused",       "would take"};
  for (const std::string_view english : kSolverClauses) {
    SCOPED_TRACE(english);
    const std::string hindi = translated(english, Language::kHindi);
    const std::string hinglish = translated(english, Language::kHinglish);
    EXPECT_TRUE(is_devanagari(hindi));
    EXPECT_TRUE(is_ascii(hinglish));
    for (const std::string_view word : kEnglishOnly) {
      EXPECT_EQ(hindi.find(word), std::string::npos) << hindi;
      EXPECT_EQ(hinglish.find(word), std::string::npos) << hinglish;
    }
  }
}

struct Case {
  const char* english;
  const char* hindi;
  const char* hinglish;
};

constexpr Case kCases[] = {
    {"index 40 is outside s[32] for lane 5",                                    "lane 5 का index 40 है, जो s[32] के बाहर है",
     "lane 5 ka index 40 hai, jo s[32] ke bahar hai"                                                                                                                                                                                                   },
    {"index 64 is outside s[64] for lane 31 of warp 1",
     "warp 1 की lane 31 का index 64 है, जो s[64] के बाहर है",                                                                                                         "warp 1 ki lane 31 ka index 64 hai, jo s[64] ke bahar hai"                          },
    {"expected ']' after the index but found the end of the pattern",
     "यहाँ ']' चाहिए था, लेकिन pattern ख़त्म हो गया",                                                                                                                  "yahan ']' chahiye tha, lekin pattern khatam ho gaya"                               },
    {"expected an operator but found 'x'",                                      "यहाँ कोई चिह्न चाहिए था, लेकिन मिला 'x'",
     "yahan operator chahiye tha, lekin mila 'x'"                                                                                                                                                                                                      },
    {"2 * 1 for stride 0",                                                      "stride 0 पर 2 * 1",                                                               "stride 0 par 2 * 1"                                                                },
    {"lane 1's address 2 is not a multiple of 16: a 16-byte access needs that",
     "lane 1 का address 2 है, जो 16 का गुणज नहीं: 16 बाइट के access को यह चाहिए",                                                                                      "lane 1 ka address 2 hai, jo 16 ka multiple nahi: 16 bytes ke access ko yeh chahiye"},
    {"1 wavefront if they are served together, 2 wavefronts if lanes of one word take turns "
     "(docs/model.md §7)",                                                 "1 pass, अगर सबको एक साथ मिलता है, 2 pass, अगर एक ही word की lane बारी-बारी आती हैं",
     "1 pass, agar sabko ek saath milta hai, 2 passes, agar ek hi word ki lanes baari-baari aati "
     "hain"                                                                                                                                                                                                                                            },
    {"a sentence without a row",                                                "a sentence without a row",                                                        "a sentence without a row"                                                          },
    {"",                                                                        "",                                                                                ""                                                                                  },
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
