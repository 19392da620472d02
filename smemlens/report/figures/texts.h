#pragma once

// Every word in a picture, in every language.
//
//   text_of(TextId::kIdle, Language::kHindi)                              →  खाली
//   text_of(TextId::kStridePairs, Language::kEnglish, {{"pairs", "16"}})  →  16 pairs
//
// The texts stand in the tables texts_*.h, a row each; texts.cpp refuses to compile if a row is
// missing, doubled or has an empty place.

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "smemlens/report/figures/language.h"

namespace smemlens::figures {

enum class TextId : std::uint8_t {
  // Words that many pictures use: texts_shared.h.
  kLane,
  kBank,
  kWord,
  kStride,
  kIdle,
  kIdleBanks,
  kPadding,
  kIdeal,
  kPassLabel,
  kPassesLabel,
  kOfPasses,
  kOnePass,
  kManyPasses,
  kCountSentence,
  kRowLeftOut,
  kRowsLeftOut,
  kAskTitle,
  kAskWords,

  // The lesson's pictures: texts_lesson.h.
  kStripTitle,
  kStripSharedMemory,
  kStripSlot,
  kStripDescription,

  kDealingTitle,
  kDealingDescription,
  kDealingTable,

  kFanTitle,
  kFanDescription,

  kStrideNoneTitle,
  kStrideCleanTitle,
  kStrideZeroTitle,
  kStrideConflictTitle,
  kStrideEvenTitle,
  kStrideOneBankTitle,
  kStrideWitness,
  kStridePairs,
  kStrideGroups,
  kStrideDescription,

  kRulerTitle,
  kRulerZeroNote,
  kRulerAloneNote,
  kRulerGapNote,
  kRulerDescription,

  kRectangleTitle,
  kRectangleWide,
  kRectangleDeep,
  kRectangleOneWord,
  kRectangleDescription,

  kRingTitle,
  kRingHops,
  kRingLaps,

  kWordsOneTitle,
  kWordsTitle,
  kWordsAllTitle,
  kWordsOneRead,
  kWordsGcdStruck,
  kWordsGets,
  kWordsOneDescription,
  kWordsDescription,

  kMatrixRowTitle,
  kMatrixColumnTitle,
  kMatrixOneBankTitle,
  kMatrixCleanTitle,
  kMatrixArray,
  kMatrixMemory,
  kMatrixPrice,
  kMatrixRowDescription,
  kMatrixColumnDescription,
  kMatrixCleanDescription,
  kMatrixPaddingDescription,

  kPosterTitle,
  kPosterDescription,
  kPosterWhen,

  kSceneNone,
  kSceneClean,
  kSceneShared,
  kSceneSharedStore,
  kSceneWide,
  kSceneHalves,
  kSceneConflict,
  kScenePhaseConflict,
  kSceneTurns,
  kSceneAsks,
  kSceneQueue,
  kSceneLane,
  kSceneLaneIdle,

  kFixTitle,
  kFixBefore,
  kFixAfter,
  kFixLayoutPrice,
  kFixLayoutFree,
  kFixBlocks,
  kFixBlocksSame,
  kFixBlocksUnknown,
  kFixMisaligned,
  kFixRowsToo,
  kFixSaved,
  kFixWords,

  kTrayTitle,
  kTrayLanes,
  kTrayWords,
  kLdmatrixConflictTitle,
  kMergeTitle,
  kMergeOpenTitle,
  kMergeStoreTitle,
  kMergeApartTitle,
  kMergeWords,
  kMergeClasped,
  kMergeAlone,
  kSwizzleTitle,
  kSwizzleNoneTitle,
  kSwizzleWritten,
  kSwizzleStored,
  kSwizzleBits,
  kSwizzleWords,
  kSwizzleNoneWords,
  kLunchTitle,
  kLunchNone,
  kLunchRow,
  kLunchColumn,
  kLunchDiagonal,
  kLunchAntidiagonal,
  kLunchWords,

  kLadderIndex,
  kLadderAddress,
  kLadderByte,
  kLadderRow,
  kLadderQueue,
  kLadderWords,

  // The pictures of «where to go on»: texts_further.h.
  kTransposeTitle,
  kTransposeStore,
  kTransposeLoad,
  kTransposeWords,
  kCoalescingTitle,
  kCoalescingSectors,
  kCoalescingSector,
  kCoalescingLine,
  kCoalescingFetched,
  kCoalescingAssumed,
  kOccupancyTitle,
  kOccupancyBlocks,
  kOccupancyRow,
  kOccupancyFree,
  kOccupancyAssumed,
  kDivergenceTitle,
  kDivergenceWords,

  // What `explain` says of any access: texts_explain.h.
  kLawReads,
  kLawWrites,
  kLawUpdates,
  kLawElement,
  kLawBank,
  kLawBanks,
  kLawAnd,
  kLawWalk,
  kLawOneLane,
  kLawBroadcast,
  kLawApart,
  kLawTogether,
  kLawOneRow,
  kLawXor,
  kLawBlock,
  kLawTriangular,
  kLawPadded,

  kCountLane,
  kCountLanes,
  kCountBank,
  kCountBanks,
  kCountWord,
  kCountWords,
  kCountByte,
  kCountBytes,
  kCountOperation,
  kCountOperations,
  kCountWavefront,
  kCountWavefronts,
  kWavefrontLabel,
  kWavefrontsLabel,
  kAccessVerdict,
  kAccessTurns,
  kAccessConflict,
  kAccessWide,
  kAccessHalves,
  kAccessShared,
  kAccessCircumstance,
  kAccessActiveLane,
  kAccessActiveLanes,
  kAccessIdleBank,
  kAccessIdleInAll,
  kAccessWords,
  kAccessPhase,
  kAccessPhaseName,
  kAccessAsks,
  kAccessMemory,
  kLegendServed,
  kLegendWaits,
  kLegendShared,
  kLegendIdle,
  kLegendExcess,
  kLegendWord,
  kLegendWordWaits,
  kLegendTurn,
  kFixTimesFewer,
  kFixThisAccess,
  kFixThisPattern,
  kFixFor,
  kFixFromTo,
  kFixWavefrontSaved,
  kFixWavefrontsSaved,
  kFixKey,
  kFixDescription,
  kFixPrice,
  kFixPriceXor,
  kFixPriceBytes,
  kParetoTitle,
  kParetoBytes,
  kParetoLogarithmic,
  kParetoBound,
  kParetoPrice,
  kParetoNumbers,
  kParetoSolid,
  kParetoDashed,
  kNotExact,

  kCount,  // how many there are; no text
};

struct Text {
  TextId id = TextId::kCount;
  std::array<std::string_view, kLanguages.size()> words;  // in the order of Language
};

// `value` takes the place of `{name}`.
struct Filling {
  std::string_view name;
  std::string value;
};

std::string_view text_of(TextId id, Language language);
std::string text_of(TextId id, Language language, std::initializer_list<Filling> fillings);

// With its full stop: "No bank conflict.", "कोई bank conflict नहीं।".
std::string sentence(std::string_view text, Language language);

// "1 lane", "32 lanes"; what is counted comes with its two forms.
struct Noun {
  TextId one;
  TextId many;  // with {count}
};
inline constexpr Noun kLaneNoun = {TextId::kCountLane, TextId::kCountLanes};
inline constexpr Noun kBankNoun = {TextId::kCountBank, TextId::kCountBanks};
inline constexpr Noun kWordNoun = {TextId::kCountWord, TextId::kCountWords};
inline constexpr Noun kByteNoun = {TextId::kCountByte, TextId::kCountBytes};
inline constexpr Noun kOperationNoun = {TextId::kCountOperation, TextId::kCountOperations};
inline constexpr Noun kPassNoun = {TextId::kOnePass, TextId::kManyPasses};
inline constexpr Noun kWavefrontNoun = {TextId::kCountWavefront, TextId::kCountWavefronts};
std::string counted(std::uint64_t count, const Noun& noun, Language language);

// "1 pass", "32 passes".
std::string passes_text(unsigned passes, Language language);

// "2 passes, ideal 1.": how a text twin tells the cost.
std::string cost_sentence(unsigned passes, unsigned ideal, Language language);

}  // namespace smemlens::figures
