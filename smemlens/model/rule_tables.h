#pragma once

// The rules of every hardware generation, from which the rows of architecture.cpp are made.
// Internal to smemlens/model: everybody else asks find_architecture.
//
// Read it from the end: a generation is a BankModel, made of AccessRules, made of ServiceRules.

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens::generations {

// Lanes first … last.
consteval LaneMask lanes(unsigned first, unsigned last) {
  return (~LaneMask{0} >> (63 - (last - first))) << first;
}

// A rule whose phases are these lanes.
consteval ServiceRule by_phases(std::initializer_list<LaneMask> phases) {
  ServiceRule rule;
  for (const LaneMask phase : phases) rule.phases[rule.phase_count++] = {.lanes = phase};
  return rule;
}

// A rule whose phases are runs of `run` consecutive lanes.
consteval ServiceRule by_runs(unsigned warp, unsigned run) {
  ServiceRule rule;
  for (unsigned lane = 0; lane < warp; lane += run) {
    rule.phases[rule.phase_count++] = {.lanes = lanes(lane, lane + run - 1)};
  }
  return rule;
}

// CC 1.x: half-warps, and wide accesses word by word (docs/model.md §8.1).
consteval ServiceRule by_half_warp_words(std::uint8_t words) {
  ServiceRule rule;
  rule.banks = 16;
  for (unsigned lane = 0; lane < 32; lane += 16) {
    for (std::uint8_t word = 0; word < words; ++word) {
      rule.phases[rule.phase_count++] = {lanes(lane, lane + 15), word, 1};
    }
  }
  return rule;
}

// The same rule with one property changed.
consteval ServiceRule counting(ServiceRule rule, Counting counting) {
  rule.counting = counting;
  return rule;
}
consteval ServiceRule pairing(ServiceRule rule, Pairing pairing) {
  rule.pairing = pairing;
  return rule;
}
consteval ServiceRule banks(ServiceRule rule, std::uint32_t banks) {
  rule.banks = banks;
  return rule;
}
consteval ServiceRule if_so(std::string_view condition, ServiceRule rule) {
  rule.condition = condition;
  return rule;
}

consteval AccessRules certain(ServiceRule rule) {
  return {.rules = {rule}};
}

consteval AccessRules open(std::string_view section, std::initializer_list<ServiceRule> rules) {
  AccessRules access{.rule_count = 0, .section = section};
  for (const ServiceRule& rule : rules) access.rules[access.rule_count++] = rule;
  access.differ_by_pairing_only = true;
  for (const ServiceRule& rule : rules) {
    const ServiceRule same = if_so(rule.condition, pairing(*rules.begin(), rule.pairing));
    access.differ_by_pairing_only = access.differ_by_pairing_only && rule == same;
  }
  return access;
}

// cp.async: lane-writes per bank; the rest depends on the source (docs/model.md §6).
consteval AccessRules copy(ServiceRule rule, Exactness exactness, std::string_view section) {
  return {.rules = {counting(rule, Counting::kLanes)}, .exactness = exactness, .section = section};
}

// Atomics: every lane has its turn at the bank, or every word (docs/model.md §7).
consteval AccessRules atomic(ServiceRule rule, Counting by_word = Counting::kDistinctWords) {
  return open("7", {if_so("lanes of one word take turns", counting(rule, Counting::kLanes)),
                    if_so("they are served together", counting(rule, by_word))});
}

using Widths = std::array<const AccessRules*, kWidthCount>;

consteval Widths widths(const AccessRules* narrow, const AccessRules* wide8,
                        const AccessRules* wide16) {
  return {narrow, narrow, narrow, wide8, wide16};
}

// A model made from another by giving `operation` these widths.
consteval BankModel with(BankModel model, Operation operation, const Widths& widths) {
  model.accesses[static_cast<std::size_t>(operation)] = widths;
  return model;
}

// --- NVIDIA, CC 5.0 and newer (docs/model.md §2 to §7) ------------------------------------------

inline constexpr ServiceRule kWarp = by_runs(32, 32);
inline constexpr ServiceRule kHalfWarps = by_runs(32, 16);
inline constexpr ServiceRule kQuarterWarps = by_runs(32, 8);

inline constexpr std::string_view kMerges = "paired lanes merge phases";
inline constexpr std::string_view kMergesWithIdle = "an idle partner counts as paired";
inline constexpr std::string_view kNoIdle = "an idle partner breaks the pairing";
inline constexpr std::string_view kNoMerge = "paired lanes do not merge phases";

consteval AccessRules merging_load(ServiceRule rule) {
  return open("4.2", {if_so(kMergesWithIdle, pairing(rule, Pairing::kActiveOrIdle)),
                      if_so(kNoIdle, pairing(rule, Pairing::kActive))});
}
consteval AccessRules maxwell_load(ServiceRule rule) {
  return open("4.3",
              {if_so(kMerges, pairing(rule, Pairing::kActiveOrIdle)), if_so(kNoMerge, rule)});
}
consteval AccessRules unsure_store(ServiceRule rule) {
  return open("4.4", {if_so(kNoMerge, rule), if_so(kMerges, pairing(rule, Pairing::kActive))});
}

inline constexpr AccessRules kNarrow = certain(kWarp);
inline constexpr AccessRules kLoad8 = merging_load(kHalfWarps);
inline constexpr AccessRules kLoad16 = merging_load(kQuarterWarps);
inline constexpr AccessRules kMaxwellLoad8 = maxwell_load(kHalfWarps);
inline constexpr AccessRules kMaxwellLoad16 = maxwell_load(kQuarterWarps);
inline constexpr AccessRules kUnsureStore8 = unsure_store(kHalfWarps);
inline constexpr AccessRules kUnsureStore16 = unsure_store(kQuarterWarps);
inline constexpr AccessRules kStore8 = certain(kHalfWarps);
inline constexpr AccessRules kStore16 = certain(kQuarterWarps);
inline constexpr AccessRules kMatrix = certain(kQuarterWarps);
inline constexpr AccessRules kAtomic4 = atomic(kWarp);
inline constexpr AccessRules kAtomic8 = atomic(kHalfWarps);
inline constexpr AccessRules kAtomic16 = atomic(kQuarterWarps);
inline constexpr AccessRules kCopy4 = copy(kWarp, Exactness::kLinearSource, "6.2");
inline constexpr AccessRules kCopy8 = copy(kHalfWarps, Exactness::kLinearSource, "6.2");
inline constexpr AccessRules kCopy16 = copy(kQuarterWarps, Exactness::kLinearSource, "6.2");
inline constexpr AccessRules kCopyBypass16 = copy(kQuarterWarps, Exactness::kNever, "6.3");

inline constexpr Widths kUnsureStores = widths(&kNarrow, &kUnsureStore8, &kUnsureStore16);
inline constexpr Widths kMatrices = {nullptr, nullptr, nullptr, nullptr, &kMatrix};

consteval BankModel maxwell() {
  BankModel model;
  model = with(model, Operation::kLoad, widths(&kNarrow, &kMaxwellLoad8, &kMaxwellLoad16));
  model = with(model, Operation::kStore, kUnsureStores);
  return with(model, Operation::kAtomic, {nullptr, nullptr, &kAtomic4, &kAtomic8, nullptr});
}
consteval BankModel volta() {
  const BankModel model = with(maxwell(), Operation::kLoad, widths(&kNarrow, &kLoad8, &kLoad16));
  return with(model, Operation::kAtomic, {nullptr, &kAtomic4, &kAtomic4, &kAtomic8, nullptr});
}
consteval BankModel turing() {
  return with(volta(), Operation::kLdmatrix, kMatrices);
}
consteval BankModel ampere() {
  const BankModel model =
      with(turing(), Operation::kCpAsync, {nullptr, nullptr, &kCopy4, &kCopy8, &kCopy16});
  return with(model, Operation::kCpAsyncBypass,
              {nullptr, nullptr, nullptr, nullptr, &kCopyBypass16});
}
consteval BankModel hopper() {
  const BankModel model = with(ampere(), Operation::kStmatrix, kMatrices);
  return with(model, Operation::kAtomic, {nullptr, &kAtomic4, &kAtomic4, &kAtomic8, &kAtomic16});
}

// --- NVIDIA, older (docs/model.md §8) -----------------------------------------------------------

inline constexpr std::string_view kFirst = "the broadcast word is the lowest lane's";
inline constexpr std::string_view kMost = "it is the one that most lanes wait for";
inline constexpr std::string_view kLeast = "it is the one that fewest lanes wait for";

consteval AccessRules tesla_load(std::uint8_t words) {
  const ServiceRule rule = by_half_warp_words(words);
  return open("8.1", {if_so(kFirst, counting(rule, Counting::kBroadcastFirst)),
                      if_so(kMost, counting(rule, Counting::kBroadcastMostWanted)),
                      if_so(kLeast, counting(rule, Counting::kBroadcastLeastWanted))});
}
consteval AccessRules tesla_store(std::uint8_t words) {
  const ServiceRule rule = by_half_warp_words(words);
  return open("8.2", {if_so("stores to one word take turns", counting(rule, Counting::kLanes)),
                      if_so("one store to a word wins and the others cost nothing", rule)});
}

inline constexpr AccessRules kTeslaLoad4 = tesla_load(1);
inline constexpr AccessRules kTeslaLoad8 = tesla_load(2);
inline constexpr AccessRules kTeslaLoad16 = tesla_load(4);
inline constexpr AccessRules kTeslaStore4 = tesla_store(1);
inline constexpr AccessRules kTeslaStore8 = tesla_store(2);
inline constexpr AccessRules kTeslaStore16 = tesla_store(4);
inline constexpr AccessRules kTeslaAtomic4 = atomic(by_half_warp_words(1));

consteval BankModel tesla10() {
  BankModel model{.banks = 16, .period_words = 16};
  model = with(model, Operation::kLoad, widths(&kTeslaLoad4, &kTeslaLoad8, &kTeslaLoad16));
  return with(model, Operation::kStore, widths(&kTeslaStore4, &kTeslaStore8, &kTeslaStore16));
}

inline constexpr AccessRules kWordPairs = certain(counting(kWarp, Counting::kDistinctWordPairs));
inline constexpr AccessRules kWordPairs16 =
    certain(counting(kHalfWarps, Counting::kDistinctWordPairs));
inline constexpr AccessRules kWordPairAtomic = atomic(kWarp, Counting::kDistinctWordPairs);
inline constexpr AccessRules kWide16 = certain(kHalfWarps);
inline constexpr AccessRules kWideAtomic = atomic(kWarp);

consteval BankModel kepler4() {
  BankModel model{.period_words = 64};
  model = with(model, Operation::kLoad, widths(&kWordPairs, &kWordPairs, &kWordPairs16));
  model = with(model, Operation::kStore, widths(&kWordPairs, &kWordPairs, &kWordPairs16));
  return with(model, Operation::kAtomic,
              {nullptr, nullptr, &kWordPairAtomic, &kWordPairAtomic, nullptr});
}
consteval BankModel kepler8() {
  BankModel model{.word_bytes = 8};
  model = with(model, Operation::kLoad, widths(&kNarrow, &kNarrow, &kWide16));
  model = with(model, Operation::kStore, widths(&kNarrow, &kNarrow, &kWide16));
  return with(model, Operation::kAtomic, {nullptr, nullptr, &kWideAtomic, &kWideAtomic, nullptr});
}

// --- AMD (docs/model.md §9) ---------------------------------------------------------------------

inline constexpr std::string_view kAsReads = "writes have the phases of reads";
inline constexpr std::string_view kWiderWrites = "twice as many lanes share a phase of a write";
inline constexpr std::string_view kInRunsWrites = "the phases of a write are runs of lanes";

// Wave64, 32 banks.
inline constexpr ServiceRule kWave32s = by_runs(64, 32);
inline constexpr ServiceRule kWave16s = by_runs(64, 16);
inline constexpr ServiceRule kWave8s = by_runs(64, 8);
inline constexpr ServiceRule kWave64 = by_runs(64, 64);
inline constexpr ServiceRule kCdna3Read16 = by_phases({
    lanes(0, 3) | lanes(20, 23),
    lanes(32, 35) | lanes(52, 55),
    lanes(4, 7) | lanes(16, 19),
    lanes(36, 39) | lanes(48, 51),
    lanes(8, 11) | lanes(28, 31),
    lanes(40, 43) | lanes(60, 63),
    lanes(12, 15) | lanes(24, 27),
    lanes(44, 47) | lanes(56, 59),
});

inline constexpr AccessRules kCdnaRead4 = certain(kWave32s);
inline constexpr AccessRules kCdnaRead8 = certain(kWave16s);
inline constexpr AccessRules kCdna3Read16Rules = certain(kCdna3Read16);
inline constexpr AccessRules kCdna2Read16Rules =
    open("9.2", {if_so("the phases are those of gfx942", kCdna3Read16),
                 if_so("the phases are runs of 8 lanes", kWave8s)});
inline constexpr AccessRules kCdnaWrite4 =
    open("9.3", {if_so(kAsReads, kWave32s), if_so(kWiderWrites, kWave64)});
inline constexpr AccessRules kCdnaWrite8 =
    open("9.3", {if_so(kAsReads, kWave16s), if_so(kWiderWrites, kWave32s)});
inline constexpr AccessRules kCdna3Write16 = certain(kWave8s);
inline constexpr AccessRules kCdna2Write16 =
    open("9.2", {if_so("the phases are those of gfx942", kWave8s), if_so(kAsReads, kCdna3Read16)});
inline constexpr AccessRules kCdnaAtomic4 = atomic(kWave32s);
inline constexpr AccessRules kCdnaAtomic8 = atomic(kWave16s);

consteval BankModel cdna(const AccessRules* read16, const AccessRules* write16) {
  BankModel model{.lanes_per_warp = 64};
  model = with(model, Operation::kLoad, widths(&kCdnaRead4, &kCdnaRead8, read16));
  model = with(model, Operation::kStore, widths(&kCdnaWrite4, &kCdnaWrite8, write16));
  return with(model, Operation::kAtomic, {nullptr, nullptr, &kCdnaAtomic4, &kCdnaAtomic8, nullptr});
}

// gfx950: 64 banks.
inline constexpr ServiceRule kCdna4Read4 = banks(kWave64, 64);
inline constexpr ServiceRule kCdna4Read8 = banks(kWave32s, 64);
inline constexpr ServiceRule kCdna4Read16 = banks(by_phases({
                                                      lanes(0, 3) | lanes(12, 15) | lanes(20, 27),
                                                      lanes(32, 35) | lanes(44, 47) | lanes(52, 59),
                                                      lanes(4, 11) | lanes(16, 19) | lanes(28, 31),
                                                      lanes(36, 43) | lanes(48, 51) | lanes(60, 63),
                                                  }),
                                                  64);
inline constexpr std::string_view kSixtyFour = "writes see 64 banks and the phases of reads";
inline constexpr std::string_view kThirtyTwo = "writes see the 32 banks and phases of gfx942";

consteval AccessRules cdna4_write(ServiceRule as_read, ServiceRule as_gfx942) {
  return open("9.4", {if_so(kSixtyFour, as_read), if_so(kThirtyTwo, as_gfx942)});
}
consteval AccessRules cdna4_atomic(ServiceRule as_read, ServiceRule as_gfx942) {
  return open("9.4", {if_so("lanes of one word take turns at 64 banks",
                            counting(as_read, Counting::kLanes)),
                      if_so("they are served together", as_read),
                      if_so("they take turns at the 32 banks and in the phases of gfx942",
                            counting(as_gfx942, Counting::kLanes))});
}

inline constexpr AccessRules kCdna4Load4 = certain(kCdna4Read4);
inline constexpr AccessRules kCdna4Load8 = certain(kCdna4Read8);
inline constexpr AccessRules kCdna4Load16 = certain(kCdna4Read16);
inline constexpr AccessRules kCdna4Store4 = cdna4_write(kCdna4Read4, kWave32s);
inline constexpr AccessRules kCdna4Store8 = cdna4_write(kCdna4Read8, kWave16s);
inline constexpr AccessRules kCdna4Store16 = cdna4_write(kCdna4Read16, kWave8s);
inline constexpr AccessRules kCdna4Atomic4 = cdna4_atomic(kCdna4Read4, kWave32s);
inline constexpr AccessRules kCdna4Atomic8 = cdna4_atomic(kCdna4Read8, kWave16s);

consteval BankModel cdna4() {
  BankModel model{.lanes_per_warp = 64, .banks = 64, .period_words = 64};
  model = with(model, Operation::kLoad, widths(&kCdna4Load4, &kCdna4Load8, &kCdna4Load16));
  model = with(model, Operation::kStore, widths(&kCdna4Store4, &kCdna4Store8, &kCdna4Store16));
  return with(model, Operation::kAtomic,
              {nullptr, nullptr, &kCdna4Atomic4, &kCdna4Atomic8, nullptr});
}

// Wave32.
inline constexpr ServiceRule kRdna3Read16 = by_phases({
    lanes(0, 3) | lanes(20, 23),
    lanes(4, 7) | lanes(16, 19),
    lanes(8, 11) | lanes(28, 31),
    lanes(12, 15) | lanes(24, 27),
});
inline constexpr AccessRules kRdna3Load16 = certain(kRdna3Read16);
inline constexpr AccessRules kRdna3Store16 =
    open("9.5", {if_so(kInRunsWrites, kQuarterWarps), if_so(kAsReads, kRdna3Read16)});

consteval BankModel rdna(const AccessRules* read16, const AccessRules* write16) {
  BankModel model;
  model = with(model, Operation::kLoad, widths(&kNarrow, &kStore8, read16));
  model = with(model, Operation::kStore, widths(&kNarrow, &kStore8, write16));
  return with(model, Operation::kAtomic, {nullptr, nullptr, &kAtomic4, &kAtomic8, nullptr});
}

// --- The generations ----------------------------------------------------------------------------

// NVIDIA, named after the first one with these rules and these instructions.
inline constexpr BankModel kTesla10 = tesla10();  // sm_10, sm_11: 16 banks, no shared atomics
// sm_12, sm_13: with shared atomics
inline constexpr BankModel kTesla12 =
    with(tesla10(), Operation::kAtomic, {nullptr, nullptr, &kTeslaAtomic4, nullptr, nullptr});
inline constexpr BankModel kKepler4Byte = kepler4();  // sm_3x, cudaSharedMemBankSizeFourByte
inline constexpr BankModel kKepler8Byte = kepler8();  // sm_3x, cudaSharedMemBankSizeEightByte
inline constexpr BankModel kMaxwell = maxwell();      // sm_5x, sm_6x
inline constexpr BankModel kVolta = volta();          // sm_70, sm_72
inline constexpr BankModel kTuring = turing();        // sm_75: ldmatrix
inline constexpr BankModel kAmpere = ampere();        // sm_80 to sm_89: cp.async
inline constexpr BankModel kHopper = hopper();        // sm_90 to sm_110: stmatrix, 16-byte atomics
// sm_120, sm_121: stores measured
inline constexpr BankModel kBlackwell120 =
    with(hopper(), Operation::kStore, widths(&kNarrow, &kStore8, &kStore16));

// AMD.
inline constexpr BankModel kCdna2 = cdna(&kCdna2Read16Rules, &kCdna2Write16);  // gfx90a
inline constexpr BankModel kCdna3 = cdna(&kCdna3Read16Rules, &kCdna3Write16);  // gfx942
inline constexpr BankModel kCdna4 = cdna4();                                   // gfx950
inline constexpr BankModel kRdna3 = rdna(&kRdna3Load16, &kRdna3Store16);       // gfx110x
inline constexpr BankModel kRdna4 = rdna(&kStore16, &kStore16);                // gfx120x

}  // namespace smemlens::generations
