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
     {"No conflict: a shared word is read once", "conflict नहीं: साझा word एक ही बार पढ़ा जाता है", "Conflict nahi: saajha word ek hi baar read hota hai"}},
    {TextId::kSceneWide,
     {"Wide, not conflicted: {phases} phases", "चौड़ा है, टकराया नहीं: {phases} phase", "Chauda hai, conflict nahi: {phases} phases"}},
    {TextId::kSceneConflict,
     {"Bank conflict: {depth} words queue at bank {bank}",
      "bank conflict: bank {bank} पर {depth} word की कतार",
      "Bank conflict: bank {bank} par {depth} words ki line"}},
    {TextId::kScenePhaseConflict,
     {"Bank conflict: {depth} words of one phase at bank {bank}",
      "bank conflict: एक phase के {depth} word bank {bank} पर",
      "Bank conflict: ek phase ke {depth} words bank {bank} par"}},
    {TextId::kSceneTurns,
     {"{depth} lanes take turns at bank {bank}", "bank {bank} पर {depth} lane बारी-बारी से", "Bank {bank} par {depth} lanes baari-baari se"}},
    {TextId::kSceneAsks,
     {"Lanes that ask: {lanes}; different words: {words}; banks in use: {banks}.",
      "माँगने वाली lane: {lanes}; अलग word: {words}; काम में लगे bank: {banks}।",
      "Maangne wali lanes: {lanes}; alag words: {words}; kaam mein lage banks: {banks}."}},
    {TextId::kSceneQueue,
     {"The longest queue is at bank {bank}: one word leaves it in a pass.",
      "सबसे लंबी कतार bank {bank} पर है: एक pass में एक word निकलता है।",
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
    {TextId::kFixLayoutPrice,
     {"Price: {bytes} B more ({percent} %), operations added to each index: {operations}",
      "क़ीमत: {bytes} B अधिक ({percent} %), हर index पर {operations} क्रिया अधिक",
      "Keemat: {bytes} B zyada ({percent} %), har index par {operations} operation zyada"}},
    {TextId::kFixBlocks,
     {"blocks by shared memory alone, {kib} KiB: {before} → {after}",
      "सिर्फ़ shared मेमोरी देखें तो {kib} KiB में block: {before} → {after}",
      "sirf shared memory dekho toh {kib} KiB mein blocks: {before} → {after}"}},
    {TextId::kFixBlocksUnknown,
     {"how many blocks {arch} holds isn't known here",
      "{arch} पर कितने block समाते हैं, यह यहाँ पता नहीं",
      "{arch} par kitne blocks samaate hain, yeh yahan pata nahi"}},
    {TextId::kFixMisaligned,
     {"rows of {rows} elements: no, vectors of {bytes} bytes would begin off a multiple of {bytes}",
      "{rows} element की पंक्तियाँ: नहीं, {bytes} बाइट के vector {bytes} के गुणज से हट जाते",
      "{rows} elements ki rows: nahi, {bytes} bytes ke vector {bytes} ke multiple se hat jaate"}},
    {TextId::kFixRowsToo,
     {"Only if no other access walks along the rows. If one does, write it as the second access: the fix is then for both.",
      "तभी, जब कोई और पहुँच पंक्ति के साथ न चले। चलती हो, तो उसे दूसरी पहुँच में लिखो: इलाज दोनों का होगा।",
      "Tabhi, jab koi aur access row ke saath na chale. Chalta ho, toh use doosre access mein likho: ilaaj dono ka hoga."}},
    {TextId::kFixSaved,
     {"{times} × fewer passes for this access", "इस पहुँच के लिए {times} × कम pass", "is access ke liye {times} × kam pass"}},
    {TextId::kFixWords,
     {"Before: {before}. After, with {pattern}: {after}.",
      "पहले: {before}। बाद में, {pattern} के साथ: {after}।",
      "Pehle: {before}. Baad mein, {pattern} ke saath: {after}."}},

    // tray, ldmatrix
    {TextId::kTrayTitle,
     {"{bytes} bytes a lane: {phases} × 128 bytes",
      "हर lane के {bytes} बाइट: {phases} × 128 बाइट",
      "Har lane ke {bytes} bytes: {phases} × 128 bytes"}},
    {TextId::kTrayLanes, {"lanes {first} to {last}", "lane {first} से {last}", "lanes {first} se {last}"}},
    {TextId::kTrayWords,
     {"Each tray takes the lanes {lanes} at a time; the trays follow each other.",
      "एक थाली में एक बार में {lanes} lane; थालियाँ एक के बाद एक आती हैं।",
      "Ek tray mein ek baar mein {lanes} lanes; trays ek ke baad ek aati hain."}},

    // merge
    {TextId::kMergeTitle,
     {"Every lane has a partner: trays merge to {phases}",
      "हर lane का साथी है: थालियाँ मिलकर {phases}",
      "Har lane ka saathi hai: trays milkar {phases}"}},
    {TextId::kMergeOpenTitle,
     {"Not every lane has a partner: {phases} trays", "हर lane का साथी नहीं: थालियाँ {phases}", "Har lane ka saathi nahi: {phases} trays"}},
    {TextId::kMergeWords,
     {"Two trays are served as one only if every lane reads the address of its neighbour at distance 1, or every one at distance 2; stores never merge.",
      "दो थालियाँ एक साथ तभी जाती हैं जब हर lane अपने 1 दूर (या सब 2 दूर) पड़ोसी का ही पता पढ़े; store कभी नहीं मिलते।",
      "Do trays ek saath tabhi jaati hain jab har lane apne 1 door (ya sab 2 door) padosi ka hi address read kare; stores kabhi nahi milte."}},
    {TextId::kMergeClasped,
     {"A clasp joins two lanes of one address: {lanes} of {all} lanes have one.",
      "एक ही पते वाले पड़ोसी जुड़े दिखते हैं: {all} में से {lanes} lane।",
      "Ek hi address wale padosi jude dikhte hain: {all} mein se {lanes} lanes."}},
    {TextId::kMergeAlone,
     {"Without a partner: lane {lanes}", "बिना साथी: lane {lanes}", "Bina saathi: lane {lanes}"}},

    // swizzle
    {TextId::kSwizzleTitle,
     {"XOR by {bits} of the row's 5 bits: {passes}",
      "पंक्ति के 5 में से {bits} बिट का XOR: {passes}",
      "Row ke 5 mein se {bits} bits ka XOR: {passes}"}},
    {TextId::kSwizzleWritten, {"as written", "जैसा लिखा है", "jaisa likha hai"}},
    {TextId::kSwizzleStored, {"in memory: column = bank", "मेमोरी में: कॉलम = bank", "memory mein: column = bank"}},
    {TextId::kSwizzleBits,
     {"bits of the row's number", "पंक्ति की संख्या के बिट", "row ke number ke bits"}},
    {TextId::kSwizzleWords,
     {"The column index is XORed by the row's bits {mask}. Each bit of them swaps neighbouring blocks of banks. A cell keeps the tint of the column that it was written in.",
      "कॉलम के index का XOR पंक्ति के बिट {mask} से होता है। हर बिट पड़ोसी bank के खंडों की अदला-बदली करता है। खाना जिस कॉलम में लिखा था, उसी का रंग रखता है।",
      "Column ke index ka XOR row ke bits {mask} se hota hai. Har bit padosi bank ke tukde badalta hai. Cell jis column mein likha tha, usi ka rang rakhta hai."}},

    // lunch
    {TextId::kLunchTitle,
     {"No free lunch: each layout has its slow line", "मुफ़्त कुछ नहीं: हर ढाँचे की एक धीमी राह", "Muft kuch nahi: har layout ka ek dheema raasta"}},
    {TextId::kLunchNone, {"as it is", "जैसा है", "jaisa hai"}},
    {TextId::kLunchRow, {"row", "पंक्ति", "row"}},
    {TextId::kLunchColumn, {"column", "कॉलम", "column"}},
    {TextId::kLunchDiagonal, {"diagonal", "तिरछा", "tirchha"}},
    {TextId::kLunchAntidiagonal, {"anti-diagonal", "उलटा तिरछा", "ulta tirchha"}},
    {TextId::kLunchWords,
     {"Passes for row, column, diagonal and anti-diagonal: {none} as it is; {pad} padded to 33; {xor} with XOR.",
      "पंक्ति, कॉलम, तिरछे और उलटे तिरछे के pass: जैसा है {none}; 33 तक padding {pad}; XOR से {xor}।",
      "Row, column, tirchhe aur ulte tirchhe ke pass: jaisa hai {none}; 33 tak padding {pad}; XOR se {xor}."}},

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
