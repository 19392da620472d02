#pragma once

// The words of the lesson's pictures, figure by figure. A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kLessonTexts = std::to_array<Text>({
    // strip
    {TextId::kStripTitle,
     {"{banks} banks, 32 lanes: {passes}",
      "{banks} bank, 32 lane: {passes}",
      "{banks} banks, 32 lanes: {passes}"}},
    {TextId::kStripSharedMemory, {"shared memory", "shared memory", "shared memory"}},
    {TextId::kStripSlot,
     {"4 bytes · 1 word a pass", "4 bytes · हर pass में 1 word", "4 bytes · har pass mein 1 word"}},
    {TextId::kStripDescription,
     {"Shared memory is cut into {banks} banks. Each hands over one word a pass, so 32 lanes are served in {passes}.",
      "Shared memory {banks} bank में कटी है। हर bank एक pass में एक word देता है, इसलिए 32 lane का काम {passes} में होता है।",
      "Shared memory {banks} banks mein kati hai. Har bank ek pass mein ek word deta hai, isliye 32 lanes ka kaam {passes} mein hota hai."}},

    // words
    {TextId::kWordsOneTitle,
     {"One word for all: broadcast", "सबको एक ही word: broadcast", "Sabko ek hi word: broadcast"}},
    {TextId::kWordsTitle,
     {"{words} different words in bank 0", "bank 0 में {words} अलग word", "Bank 0 mein {words} alag words"}},
    {TextId::kWordsAllTitle,
     {"32 different words, all in bank 0", "32 अलग word, सब bank 0 में", "32 alag words, sab bank 0 mein"}},
    {TextId::kWordsOneRead, {"1 read · 1 pass", "1 read · 1 pass", "1 read · 1 pass"}},
    {TextId::kWordsGcdStruck, {"gcd(0,32) = 32", "gcd(0,32) = 32", "gcd(0,32) = 32"}},
    {TextId::kWordsGets, {"all get it", "सबको मिला", "sabko mila"}},
    {TextId::kWordsOneDescription,
     {"All 32 lanes ask bank 0 for the same word. The bank reads it once and gives it to all of them.",
      "सब 32 lane bank 0 से एक ही word माँगती हैं। Bank उसे एक बार read करके सबको दे देता है।",
      "Sab 32 lanes bank 0 se ek hi word maang rahi hain. Bank ek baar read karke sabko de deta hai."}},
    {TextId::kWordsDescription,
     {"32 lanes ask bank 0 for {words} different words. One word leaves the bank in a pass; the other 31 banks are idle.",
      "32 lane bank 0 से {words} अलग word माँगती हैं। एक pass में एक ही word निकलता है; बाक़ी 31 bank खाली हैं।",
      "32 lanes bank 0 se {words} alag words maang rahi hain. Ek pass mein ek hi word nikalta hai; baaki 31 banks khaali hain."}},
});
// clang-format on

}  // namespace smemlens::figures
