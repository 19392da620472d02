#pragma once

// The words of the playground's and the engineers' pictures. A row: English, Hindi, Hinglish.

#include <array>

#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {

// clang-format off
inline constexpr auto kEngineerTexts = std::to_array<Text>({
    // scene, memory, time
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
    {TextId::kSceneMemory, {"memory: column = bank", "memory: column = bank", "memory: column = bank"}},
    {TextId::kSceneTime, {"time: row = pass", "समय: row = pass", "samay: row = pass"}},
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
});
// clang-format on

}  // namespace smemlens::figures
