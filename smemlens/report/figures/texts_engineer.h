#pragma once

// The words of the playground's and the engineers' pictures. A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kEngineerTexts = std::to_array<Text>({
    // scene, memory, time, and the call «lane»
    {TextId::kSceneNone, {"No lane asks", "कोई lane नहीं माँगती", "Koi lane nahi maangti"}},
    {TextId::kSceneClean,
     {"No bank conflict", "कोई bank conflict नहीं", "Koi bank conflict nahi"}},
    {TextId::kSceneShared,
     {"No conflict: a shared word is read once", "Conflict नहीं: साझा word एक ही बार पढ़ा जाता है", "Conflict nahi: saajha word ek hi baar read hota hai"}},
    {TextId::kSceneWide,
     {"Wide, not conflicted: {phases} phases", "चौड़ा है, conflict नहीं: {phases} phase", "Chauda hai, conflict nahi: {phases} phases"}},
    {TextId::kSceneConflict,
     {"Bank conflict: {depth} words queue at bank {bank}",
      "Bank conflict: bank {bank} पर {depth} word की लाइन",
      "Bank conflict: bank {bank} par {depth} words ki line"}},
    {TextId::kSceneTurns,
     {"{depth} lanes take turns at bank {bank}", "bank {bank} पर {depth} lane बारी-बारी से", "Bank {bank} par {depth} lanes baari-baari se"}},
    {TextId::kSceneAsks,
     {"Lanes that ask: {lanes}; different words: {words}; banks in use: {banks}.",
      "माँगने वाली lane: {lanes}; अलग word: {words}; काम में bank: {banks}।",
      "Maangne wali lanes: {lanes}; alag words: {words}; kaam mein banks: {banks}."}},
    {TextId::kSceneQueue,
     {"The longest queue is at bank {bank}: one word leaves it in a pass.",
      "सबसे लंबी लाइन bank {bank} पर है: एक pass में एक word निकलता है।",
      "Sabse lambi line bank {bank} par hai: ek pass mein ek word nikalta hai."}},
    {TextId::kSceneLane,
     {"lane {lane}: word {word}, bank {bank}, pass {pass}",
      "lane {lane}: word {word}, bank {bank}, pass {pass}",
      "lane {lane}: word {word}, bank {bank}, pass {pass}"}},
    {TextId::kSceneLaneIdle,
     {"lane {lane}: inactive", "lane {lane}: कुछ नहीं माँगती", "lane {lane}: kuch nahi maangti"}},

    // fix
    {TextId::kFixTitle, {"{before} → {after}", "{before} → {after}", "{before} → {after}"}},
    {TextId::kFixBefore, {"before", "पहले", "pehle"}},
    {TextId::kFixAfter, {"after", "बाद में", "baad mein"}},
    {TextId::kFixPadPrice,
     {"Price: {words} words, {bytes} B, {percent} %",
      "क़ीमत: {words} word, {bytes} B, {percent} %",
      "Keemat: {words} words, {bytes} B, {percent} %"}},
    {TextId::kFixXorPrice,
     {"Price: 0 B, one XOR an index", "क़ीमत: 0 B, हर index पर एक XOR", "Keemat: 0 B, har index par ek XOR"}},
    {TextId::kFixWords,
     {"Before: {before}. After, with {pattern}: {after}.",
      "पहले: {before}। बाद में, {pattern} के साथ: {after}।",
      "Pehle: {before}. Baad mein, {pattern} ke saath: {after}."}},

    // tray, ldmatrix
    {TextId::kTrayTitle,
     {"{bytes} bytes a lane: {phases} × 128 bytes",
      "हर lane के {bytes} bytes: {phases} × 128 bytes",
      "Har lane ke {bytes} bytes: {phases} × 128 bytes"}},
    {TextId::kTrayLanes, {"lanes {first} to {last}", "lane {first} से {last}", "lanes {first} se {last}"}},
    {TextId::kTrayWords,
     {"Each tray takes the lanes {lanes} at a time; the trays follow each other.",
      "एक tray में एक बार में {lanes} lane; tray एक के बाद एक आती हैं।",
      "Ek tray mein ek baar mein {lanes} lanes; trays ek ke baad ek aati hain."}},

    // merge
    {TextId::kMergeTitle,
     {"Every lane has a partner: trays merge to {phases}",
      "हर lane का साथी है: tray मिलकर {phases}",
      "Har lane ka saathi hai: trays milkar {phases}"}},
    {TextId::kMergeOpenTitle,
     {"Not every lane has a partner: {phases} trays", "हर lane का साथी नहीं: {phases} tray", "Har lane ka saathi nahi: {phases} trays"}},
    {TextId::kMergeWords,
     {"Two trays are served as one only if every lane reads the address of its neighbour at distance 1, or every one at distance 2; stores never merge.",
      "दो tray एक साथ तभी जाती हैं जब हर lane अपने 1 दूर (या सब 2 दूर) पड़ोसी का ही address पढ़े; store कभी नहीं मिलते।",
      "Do trays ek saath tabhi jaati hain jab har lane apne 1 door (ya sab 2 door) padosi ka hi address read kare; stores kabhi nahi milte."}},

    // swizzle
    {TextId::kSwizzleTitle,
     {"XOR by {bits} of the row's 5 bits: {passes}",
      "Row के 5 में से {bits} bits का XOR: {passes}",
      "Row ke 5 mein se {bits} bits ka XOR: {passes}"}},
    {TextId::kSwizzleWords,
     {"The column index is XORed by the row's bits {mask}. Each bit of them swaps neighbouring blocks of banks.",
      "Column index का XOR row के bits {mask} से होता है। हर bit पड़ोसी bank के blocks बदलता है।",
      "Column index ka XOR row ke bits {mask} se hota hai. Har bit padosi banks ke blocks badalta hai."}},

    // lunch
    {TextId::kLunchTitle,
     {"No free lunch: each layout has its slow line", "मुफ़्त कुछ नहीं: हर layout की एक धीमी लाइन", "Muft kuch nahi: har layout ki ek slow line"}},
    {TextId::kLunchNone, {"as it is", "जैसा है", "jaisa hai"}},
    {TextId::kLunchRow, {"row", "row", "row"}},
    {TextId::kLunchColumn, {"column", "column", "column"}},
    {TextId::kLunchDiagonal, {"diagonal", "diagonal", "diagonal"}},
    {TextId::kLunchAntidiagonal, {"anti-diagonal", "anti-diagonal", "anti-diagonal"}},
    {TextId::kLunchWords,
     {"Passes for row, column, diagonal and anti-diagonal: {none} as it is; {pad} padded to 33; {xor} with XOR.",
      "Row, column, diagonal और anti-diagonal के pass: जैसा है {none}; 33 तक padding {pad}; XOR से {xor}।",
      "Row, column, diagonal aur anti-diagonal ke passes: jaisa hai {none}; 33 tak padding {pad}; XOR se {xor}."}},

    // ladder
    {TextId::kLadderIndex, {"index", "index", "index"}},
    {TextId::kLadderAddress, {"byte address", "बाइट का पता", "byte address"}},
    {TextId::kLadderByte, {"byte {byte}", "बाइट {byte}", "byte {byte}"}},
    {TextId::kLadderRow, {"row {row}", "पंक्ति {row}", "row {row}"}},
    {TextId::kLadderQueue, {"place in the queue", "कतार में स्थान", "line mein jagah"}},
    {TextId::kLadderWords,
     {"{element}: index {index}, byte address {address}: row {row}, bank {bank}, byte {byte}.",
      "{element}: index {index}, बाइट का पता {address}: पंक्ति {row}, bank {bank}, बाइट {byte}।",
      "{element}: index {index}, byte address {address}: row {row}, bank {bank}, byte {byte}."}},
});
// clang-format on

}  // namespace smemlens::figures
