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
     {"Stride {stride}: how many sectors of 32 bytes?",
      "stride {stride}: 32 बाइट के कितने sector?",
      "Stride {stride}: 32 bytes ke kitne sectors?"}},
    {TextId::kCoalescingSectors, {"sectors", "sector", "sectors"}},
    {TextId::kCoalescingSector, {"sector", "sector", "sector"}},
    {TextId::kCoalescingLine, {"line", "टुकड़ा", "tukda"}},
    {TextId::kCoalescingFetched,
     {"Sectors: {sectors}, in lines: {lines}; {bytes} bytes fetched, {used} of them asked for.",
      "sector: {sectors}, टुकड़े: {lines}; {bytes} बाइट आए, उनमें से {used} माँगे हुए।",
      "Sectors: {sectors}, tukde: {lines}; {bytes} bytes aaye, unmein se {used} maange hue."}},
    {TextId::kCoalescingAssumed,
     {"Global memory, compute capability 6.0 or newer; word 0 begins a line.",
      "global मेमोरी, compute capability 6.0 या नई; word 0 से टुकड़ा शुरू।",
      "Global memory, compute capability 6.0 ya nayi; word 0 se tukda shuru."}},

    // occupancy
    {TextId::kOccupancyTitle,
     {"Rows of {width} words: shared memory holds {blocks} blocks",
      "{width} word की पंक्ति: shared मेमोरी में {blocks} block",
      "{width} words ki row: shared memory mein {blocks} blocks"}},
    {TextId::kOccupancyBlocks, {"blocks", "block", "blocks"}},
    {TextId::kOccupancyRow,
     {"padding {pad}: {bytes} bytes a block, {blocks} blocks",
      "padding {pad}: हर block के {bytes} बाइट, {blocks} block",
      "padding {pad}: har block ke {bytes} bytes, {blocks} blocks"}},
    {TextId::kOccupancyFree,
     {"{free} bytes are left over.", "{free} बाइट बचते हैं।", "{free} bytes bachte hain."}},
    {TextId::kOccupancyAssumed,
     {"A multiprocessor of {arch} has {kib} KiB of shared memory; the system keeps {reserved} KiB of each block, and at most {most} blocks run at once. Counted by shared memory alone, with one tile of 32 rows a block; a block's threads and registers may allow fewer.",
      "{arch} के multiprocessor में {kib} KiB shared मेमोरी है; हर block का {reserved} KiB सिस्टम रखता है, और एक साथ {most} block तक चलते हैं। गिनती सिर्फ़ shared मेमोरी से है, हर block में 32 पंक्तियों की एक tile; thread और register इससे कम भी कर सकते हैं।",
      "{arch} ke multiprocessor mein {kib} KiB shared memory hai; har block ka {reserved} KiB system rakhta hai, aur ek saath {most} blocks tak chalte hain. Ginti sirf shared memory se hai, har block mein 32 rows ki ek tile; threads aur registers isse kam bhi kar sakte hain."}},

    // divergence
    {TextId::kDivergenceTitle,
     {"{active} lanes ask, {dark} are dark", "{active} lane माँगती हैं, {dark} बुझी हैं", "{active} lanes maangti hain, {dark} bujhi hain"}},
    {TextId::kDivergenceWords,
     {"The lanes {first} to {last} took the other branch and ask for no word. All 32 lanes would take {all}; but the other branch pays passes of its own.",
      "lane {first} से {last} दूसरी शाखा में हैं और कोई word नहीं माँगतीं। सब 32 lane को {all} लगते; पर दूसरी शाखा के pass अलग लगेंगे।",
      "Lane {first} se {last} doosri branch mein hain aur koi word nahi maangti. Sab 32 lanes ko {all} lagte, par doosri branch ke pass alag lagenge."}},
});
// clang-format on

}  // namespace smemlens::figures
