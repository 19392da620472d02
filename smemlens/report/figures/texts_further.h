#pragma once

// The words of the pictures of «where to go on». A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kFurtherTexts = std::to_array<Text>({
    // transpose
    {TextId::kTransposeTitle,
     {"Transpose: {store} + {load} passes", "transpose: {store} + {load} pass", "Transpose: {store} + {load} passes"}},
    {TextId::kTransposeStore, {"row write", "पंक्ति लिखना", "row write"}},
    {TextId::kTransposeLoad, {"column read", "कॉलम पढ़ना", "column read"}},
    {TextId::kTransposeWords,
     {"The tile has rows of {width} words, {pad} of them padding. A row write takes {store}, a column read {load}.",
      "tile की हर पंक्ति {width} word की है, उनमें {pad} padding। पंक्ति लिखने में {store}, कॉलम पढ़ने में {load}।",
      "Tile ki har row {width} words ki hai, unmein {pad} padding. Row write mein {store}, column read mein {load}."}},

    // coalescing
    {TextId::kCoalescingTitle,
     {"Stride {stride}: how many lines of 128 bytes?",
      "stride {stride}: 128 बाइट के कितने टुकड़े?",
      "Stride {stride}: 128 bytes ke kitne tukde?"}},
    {TextId::kCoalescingLines, {"lines", "टुकड़े", "tukde"}},
    {TextId::kCoalescingLine, {"line", "टुकड़ा", "tukda"}},
    {TextId::kCoalescingFetched,
     {"Lines: {lines}; {bytes} bytes fetched, {used} of them asked for.",
      "टुकड़े: {lines}; {bytes} बाइट आए, उनमें से {used} माँगे हुए।",
      "Tukde: {lines}; {bytes} bytes aaye, unmein se {used} maange hue."}},
    {TextId::kCoalescingAssumed,
     {"Global memory, word 0 at the start of a line; whole lines are counted.",
      "global मेमोरी, word 0 टुकड़े के आरंभ में; पूरे टुकड़े गिने हैं।",
      "Global memory, word 0 tukde ki shuruaat mein; poore tukde gine hain."}},

    // occupancy
    {TextId::kOccupancyTitle,
     {"Rows of {width} words: {blocks} blocks fit",
      "{width} word की पंक्ति: {blocks} block समाते हैं",
      "{width} words ki row: {blocks} blocks samaate hain"}},
    {TextId::kOccupancyBlocks, {"blocks", "block", "blocks"}},
    {TextId::kOccupancyRow,
     {"padding {pad}: {bytes} bytes a block, {blocks} blocks",
      "padding {pad}: हर block के {bytes} बाइट, {blocks} block",
      "padding {pad}: har block ke {bytes} bytes, {blocks} blocks"}},
    {TextId::kOccupancyFree,
     {"{free} bytes are left over.", "{free} बाइट बचते हैं।", "{free} bytes bachte hain."}},
    {TextId::kOccupancyAssumed,
     {"A multiprocessor of {arch} has {kib} KiB of shared memory; the system keeps {reserved} KiB of each block, and at most {most} blocks run at once. Assumed: one tile of 32 rows a block, and nothing else limits them.",
      "{arch} के multiprocessor में {kib} KiB shared मेमोरी है; हर block का {reserved} KiB सिस्टम रखता है, और एक साथ {most} block तक चलते हैं। मान लिया: हर block में 32 पंक्तियों की एक tile, और कोई दूसरी सीमा नहीं।",
      "{arch} ke multiprocessor mein {kib} KiB shared memory hai; har block ka {reserved} KiB system rakhta hai, aur ek saath {most} blocks tak chalte hain. Maan liya: har block mein 32 rows ki ek tile, aur koi doosri seema nahi."}},

    // divergence
    {TextId::kDivergenceTitle,
     {"{active} lanes ask, {dark} are dark", "{active} lane माँगती हैं, {dark} बुझी हैं", "{active} lanes maangti hain, {dark} bujhi hain"}},
    {TextId::kDivergenceWords,
     {"The lanes {first} to {last} took the other branch and ask for no word. All 32 lanes would take {all}.",
      "lane {first} से {last} दूसरी शाखा में हैं और कोई word नहीं माँगतीं। सब 32 lane को {all} लगते।",
      "Lane {first} se {last} doosri branch mein hain aur koi word nahi maangti. Sab 32 lanes ko {all} lagte."}},
});
// clang-format on

}  // namespace smemlens::figures
