#pragma once

// Words that many pictures use. A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kSharedTexts = std::to_array<Text>({
    {TextId::kLane, {"lane", "lane", "lane"}},
    {TextId::kBank, {"bank", "bank", "bank"}},
    {TextId::kWord, {"word", "word", "word"}},
    {TextId::kStride, {"stride", "stride", "stride"}},
    {TextId::kIdle, {"idle", "खाली", "khaali"}},
    {TextId::kIdleBanks, {"{banks} banks idle", "{banks} bank खाली", "{banks} banks khaali"}},
    {TextId::kPadding, {"padding", "padding", "padding"}},
    {TextId::kIdeal, {"ideal", "ideal", "ideal"}},
    {TextId::kPassLabel, {"pass", "pass", "pass"}},
    {TextId::kPassesLabel, {"passes", "pass", "passes"}},
    {TextId::kOfPasses, {"of {passes}", "कुल {passes}", "kul {passes}"}},
    {TextId::kOnePass, {"1 pass", "1 pass", "1 pass"}},
    {TextId::kManyPasses, {"{count} passes", "{count} pass", "{count} passes"}},
    {TextId::kRowLeftOut,
     {"… 1 row without an access", "… 1 पंक्ति, जिसे कोई नहीं छूता", "… 1 row, jise koi nahi chhoota"}},
    {TextId::kRowsLeftOut,
     {"… {rows} rows without an access", "… {rows} पंक्तियाँ, जिन्हें कोई नहीं छूता", "… {rows} rows, jinhe koi nahi chhoota"}},
    {TextId::kAskTitle, {"How many passes?", "कितने pass लगेंगे?", "Kitne pass lagenge?"}},
    {TextId::kAskWords,
     {"The warp carries out {code}. How many passes does it take? The queues show after your guess.",
      "warp {code} चलाता है। कितने pass लगेंगे? कतारें तुम्हारे अंदाज़े के बाद दिखेंगी।",
      "Warp {code} chalata hai. Kitne pass lagenge? Line tumhare andaze ke baad dikhegi."}},
    {TextId::kCountSentence, {"{passes}, ideal {ideal}.", "{passes}, ideal {ideal}।", "{passes}, ideal {ideal}."}},
});
// clang-format on

}  // namespace smemlens::figures
