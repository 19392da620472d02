#pragma once

// The words of the lesson's pictures, figure by figure. A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kLessonTexts = std::to_array<Text>({
    // strip
    {TextId::kStripTitle,
     {"{banks}, 32 lanes: {passes}",
      "{banks}, 32 lane: {passes}",
      "{banks}, 32 lanes: {passes}"}},
    {TextId::kStripSharedMemory, {"shared memory", "shared मेमोरी", "shared memory"}},
    {TextId::kStripSlot,
     {"4 bytes · 1 word a pass", "4 बाइट · हर pass में 1 word", "4 bytes · har pass mein 1 word"}},
    {TextId::kStripDescription,
     {"Shared memory is cut into {banks}. Each hands over one word a pass, so 32 lanes are served in {passes}.",
      "shared मेमोरी {banks} में कटी है। हर bank एक pass में एक word देता है, इसलिए 32 lane का काम {passes} में होता है।",
      "Shared memory {banks} mein kati hai. Har bank ek pass mein ek word deta hai, isliye 32 lanes ka kaam {passes} mein hota hai."}},

    // dealing
    {TextId::kDealingTitle,
     {"Words are dealt round the banks", "word ताश की तरह बँटते हैं", "Words taash ki tarah baante jaate hain"}},
    {TextId::kDealingDescription,
     {"{dealt} words are dealt to 32 banks like cards round a table: word 0 to bank 0, word 31 to bank 31. Word 32 comes round to bank 0 again.",
      "{dealt} word 32 bank में ताश की तरह बँटे हैं: word 0 bank 0 को, word 31 bank 31 को। word 32 घूमकर फिर bank 0 पर आता है।",
      "{dealt} words 32 banks mein taash ki tarah baante gaye: word 0 bank 0 ko, word 31 bank 31 ko. Word 32 ghoom kar phir bank 0 par aata hai."}},
    {TextId::kDealingTable,
     {"The strip bends into a table: the bank after 31 is bank 0.",
      "पट्टी मुड़कर मेज़ बनती है: bank 31 के बाद फिर bank 0 है।",
      "Patti mud kar table banti hai: bank 31 ke baad phir bank 0 hai."}},

    // fan
    {TextId::kFanTitle,
     {"Stride 1: every lane its own bank", "stride 1: हर lane का अपना bank", "Stride 1: har lane ka apna bank"}},
    {TextId::kFanDescription,
     {"Lane i reads word i, and word i lives in bank i. No two lanes share a bank, so all 32 banks serve at once.",
      "lane i word i पढ़ती है, और word i bank i में रहता है। कोई दो lane एक bank पर नहीं मिलतीं, इसलिए सब 32 bank एक साथ देते हैं।",
      "Lane i word i read karti hai, aur word i bank i mein rehta hai. Koi do lanes ek bank par nahi miltin, isliye sab 32 banks ek saath dete hain."}},

    // stride
    {TextId::kStrideNoneTitle,
     {"Stride {stride}", "stride {stride}", "Stride {stride}"}},
    {TextId::kStrideCleanTitle,
     {"Stride {stride}: every lane its own bank", "stride {stride}: हर lane का अपना bank", "Stride {stride}: har lane ka apna bank"}},
    {TextId::kStrideZeroTitle,
     {"Stride {stride}: one word for all", "stride {stride}: सबको एक ही word", "Stride {stride}: sabko ek hi word"}},
    {TextId::kStrideConflictTitle,
     {"Stride {stride}: up to {passes} lanes at a bank",
      "stride {stride}: एक bank पर {passes} अलग word",
      "Stride {stride}: ek bank par {passes} alag words"}},
    {TextId::kStrideWitness,
     {"lanes {first} and {lane}: bank {bank}, words {first_word} and {word}",
      "lane {first} और {lane}: bank {bank}, word {first_word} और {word}",
      "lanes {first} aur {lane}: bank {bank}, words {first_word} aur {word}"}},
    {TextId::kStridePairs, {"{pairs} pairs", "{pairs} जोड़े", "{pairs} jode"}},
    {TextId::kStrideGroups,
     {"{banks} of 32 banks, up to {lanes} lanes each",
      "32 में से {banks} bank, हर एक पर {lanes} lane तक",
      "32 mein se {banks} bank, har ek par {lanes} lanes tak"}},
    {TextId::kStrideDescription,
     {"Lane i reads word {stride}·i; {lanes} lanes ask.",
      "lane i word {stride}·i पढ़ती है; {lanes} lane माँग रही हैं।",
      "Lane i word {stride}·i read karti hai; {lanes} lanes maang rahi hain."}},

    // ruler
    {TextId::kRulerTitle,
     {"Which strides collide?", "कौन-से stride टकराते हैं?", "Kaun se stride takrate hain?"}},
    {TextId::kRulerZeroNote,
     {"Stride 0: all 32 lanes want one word, so nobody waits",
      "stride 0: सब 32 lane को एक ही word चाहिए, कतार किसी की नहीं",
      "Stride 0: sab 32 lanes ko ek hi word chahiye, koi intezaar nahi karta"}},
    {TextId::kRulerAloneNote,
     {"Lane 0 has its bank to itself", "lane 0 अपने bank पर अकेली है", "Lane 0 apne bank par akeli hai"}},
    {TextId::kRulerGapNote,
     {"At the bank of lane 0: {lanes} lanes, {gap} apart",
      "lane 0 के bank पर {lanes} lane, फ़ासला {gap}",
      "Lane 0 ke bank par {lanes} lanes, gap {gap}"}},
    {TextId::kRulerDescription,
     {"The strides 0 to 33 on a line, under each its passes: 1 for odd ones, 2 to 32 for even ones. Marked: stride {stride}.",
      "stride 0 से 33 का पैमाना, नीचे pass की गिनती: विषम पर 1, सम पर 2 से 32। चुना हुआ: stride {stride}।",
      "Stride 0 se 33 ka scale, neeche pass ki ginti: odd par 1, even par 2 se 32. Chuna hua: stride {stride}."}},

    // rectangle
    {TextId::kRectangleTitle,
     {"Stride {stride}: 32 lanes as a rectangle",
      "stride {stride}: 32 lane का आयत",
      "Stride {stride}: 32 lanes ka rectangle"}},
    {TextId::kRectangleWide,
     {"k = {banks} wide: banks in use", "k = {banks} चौड़ा: इतने bank काम में", "k = {banks} chauda: itne bank kaam mein"}},
    {TextId::kRectangleDeep, {"g = {lanes} deep", "g = {lanes} गहरा", "g = {lanes} gehra"}},
    {TextId::kRectangleOneWord,
     {"All 32 lanes want one word: one read, no queue.",
      "सब 32 lane को एक ही word चाहिए: एक बार पढ़ा, कोई कतार नहीं।",
      "Sab 32 lanes ko ek hi word chahiye: ek read, koi line nahi."}},
    {TextId::kRectangleDescription,
     {"The 32 lanes fall into a rectangle: {banks} banks wide, {lanes} lanes deep at each.",
      "32 lane एक आयत बनाती हैं: {banks} bank चौड़ा, हर bank पर {lanes} lane गहरा।",
      "32 lanes ek rectangle banati hain: {banks} bank chauda, har bank par {lanes} lane gehra."}},

    // ring
    {TextId::kRingTitle,
     {"Stride {stride} round the table", "मेज़ के चारों ओर stride {stride}", "Table ke chaaron taraf stride {stride}"}},
    {TextId::kRingHops,
     {"k = {hops} hops close the star", "k = {hops} छलाँग में तारा पूरा", "k = {hops} chhalaang mein taara poora"}},
    {TextId::kRingLaps,
     {"drawn 32 / k = {laps} times", "वही तारा 32 / k = {laps} बार", "wahi taara 32 / k = {laps} baar"}},

    // words
    {TextId::kWordsOneTitle,
     {"One word for all: broadcast", "सबको एक ही word: broadcast", "Sabko ek hi word: broadcast"}},
    {TextId::kWordsTitle,
     {"{words} different words in bank 0", "bank 0 में {words} अलग word", "Bank 0 mein {words} alag words"}},
    {TextId::kWordsAllTitle,
     {"32 different words, all in bank 0", "32 अलग word, सब bank 0 में", "32 alag words, sab bank 0 mein"}},
    {TextId::kWordsOneRead, {"1 read · 1 pass", "1 बार पढ़ा · 1 pass", "1 read · 1 pass"}},
    {TextId::kWordsGcdStruck, {"gcd(0,32) = 32", "gcd(0,32) = 32", "gcd(0,32) = 32"}},
    {TextId::kWordsGets, {"all get it", "सबको मिला", "sabko mila"}},
    {TextId::kWordsOneDescription,
     {"All 32 lanes ask bank 0 for the same word. The bank reads it once and gives it to all of them.",
      "सब 32 lane bank 0 से एक ही word माँगती हैं। bank उसे एक बार पढ़कर सबको दे देता है।",
      "Sab 32 lanes bank 0 se ek hi word maang rahi hain. Bank ek baar read karke sabko de deta hai."}},
    {TextId::kWordsDescription,
     {"32 lanes ask bank 0 for {words} different words. One word leaves the bank in a pass; the other 31 banks are idle.",
      "32 lane bank 0 से {words} अलग word माँगती हैं। एक pass में एक ही word निकलता है; बाक़ी 31 bank खाली हैं।",
      "32 lanes bank 0 se {words} alag words maang rahi hain. Ek pass mein ek hi word nikalta hai; baaki 31 banks khaali hain."}},

    // matrix
    {TextId::kMatrixRowTitle,
     {"Row {index}: every word its own bank", "पंक्ति {index}: हर word का अपना bank", "Row {index}: har word ka apna bank"}},
    {TextId::kMatrixColumnTitle,
     {"Column {index}: up to {passes} words in a bank",
      "कॉलम {index}: {passes} word एक ही bank में",
      "Column {index}: {passes} words ek hi bank mein"}},
    {TextId::kMatrixCleanTitle,
     {"Column {index}: every word its own bank",
      "कॉलम {index}: हर word का अपना bank",
      "Column {index}: har word ka apna bank"}},
    {TextId::kMatrixArray, {"the array as written", "array जैसा लिखा है", "array jaisa likha hai"}},
    {TextId::kMatrixMemory,
     {"the same words in memory: column = bank", "वही word मेमोरी में: कॉलम = bank", "wahi words memory mein: column = bank"}},
    {TextId::kMatrixPrice,
     {"padding: {words} words, {bytes} B", "padding: {words} word, {bytes} B", "padding: {words} words, {bytes} B"}},
    {TextId::kMatrixRowDescription,
     {"Row {index} of float m[32][{width}]: its 32 words lie side by side, one in each bank.",
      "float m[32][{width}] की पंक्ति {index}: उसके 32 word साथ-साथ हैं, हर bank में एक।",
      "float m[32][{width}] ki row {index}: uske 32 words saath-saath hain, har bank mein ek."}},
    {TextId::kMatrixColumnDescription,
     {"Column {index} of float m[32][{width}]: lane i reads word {width}·i + {index}, and at most {passes} of these words share a bank.",
      "float m[32][{width}] का कॉलम {index}: lane i word {width}·i + {index} पढ़ती है, और एक bank में अधिक से अधिक {passes} word आते हैं।",
      "float m[32][{width}] ka column {index}: lane i word {width}·i + {index} read karti hai, aur ek bank mein zyada se zyada {passes} words aate hain."}},
    {TextId::kMatrixCleanDescription,
     {"Column {index} of float m[32][{width}]: lane i reads word {width}·i + {index}, and no two of these words share a bank.",
      "float m[32][{width}] का कॉलम {index}: lane i word {width}·i + {index} पढ़ती है, और हर word का bank अलग है।",
      "float m[32][{width}] ka column {index}: lane i word {width}·i + {index} read karti hai, aur har word ka bank alag hai."}},
    {TextId::kMatrixPaddingDescription,
     {"The price of padding: {words} words, {bytes} bytes.",
      "padding की क़ीमत: {words} word, {bytes} बाइट।",
      "Padding ki keemat: {words} words, {bytes} bytes."}},

    // poster
    {TextId::kPosterTitle, {"Bank conflicts on one page", "bank conflict, एक पन्ने पर", "Bank conflict, ek page par"}},
    {TextId::kPosterDescription,
     {"Five pictures round one strip of banks: how words are dealt, the ruler of strides, broadcast, the column that piles up, and the padding that spreads it.",
      "bank की एक पट्टी के चारों ओर पाँच तस्वीरें: word कैसे बँटते हैं, stride का पैमाना, broadcast, ढेर बनता कॉलम, और उसे फैलाती padding।",
      "Banks ki ek patti ke chaaron taraf paanch tasveerein: words kaise baante jaate hain, stride ka scale, broadcast, dher banta column, aur use phailati padding."}},
});
// clang-format on

}  // namespace smemlens::figures
