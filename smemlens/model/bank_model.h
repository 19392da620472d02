#pragma once

// One architecture's rule for serving shared-memory requests, as data.
//
//   sm_80, a 16-byte load:  4 phases of lanes 0-7, 8-15, 16-23, 24-31
//                           → 2 phases of 16 lanes, if the lanes pair up
//   gfx942, a 16-byte read: 8 phases, the first of lanes 0-3 and 20-23
//
// cost_of interprets these tables; no other code knows an architecture. Where the hardware's rule
// is an open question, the table holds each candidate, and cost_of compares them.
// Rules and evidence: docs/model.md.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

// What a bank delivers in one wavefront (docs/model.md §2, §6 to §8).
enum class Counting : std::uint8_t {
  kDistinctWords,         // one word, to any number of lanes
  kDistinctWordPairs,     // words i and i + banks of one aligned run of 2 * banks words together
  kLanes,                 // one word of one lane: no broadcast
  kBroadcastFirst,        // one word of one lane, but one word of the warp goes to all who ask:
  kBroadcastMostWanted,   // … that of the first lane, that which most or fewest lanes wait for
  kBroadcastLeastWanted,  // (CC 1.x leaves the choice unspecified)
};

// Whether paired lanes let phases be served two by two (docs/model.md §4). Lanes are paired by x,
// 1 or 2, if every active lane l has lane l ^ x at the same address.
enum class Pairing : std::uint8_t {
  kNever,
  kActiveOrIdle,  // an inactive partner counts as paired
  kActive,        // an inactive partner breaks the pairing
};

// Lanes served together, and which words of each lane's access: all of them if `words` is 0.
struct Phase {
  LaneMask lanes = 0;
  std::uint8_t first_word = 0;
  std::uint8_t words = 0;

  bool operator==(const Phase&) const = default;
};

// Most phases that one request can have: 16-byte accesses of 64 lanes, 8 lanes each.
inline constexpr unsigned kMaxPhases = 8;

// One way of serving a request, in words that complete "N wavefronts if …".
struct ServiceRule {
  std::string_view condition;
  Counting counting = Counting::kDistinctWords;
  Pairing pairing = Pairing::kNever;
  std::uint32_t banks = 32;  // a power of two
  std::uint32_t phase_count = 0;
  std::array<Phase, kMaxPhases> phases{};

  bool operator==(const ServiceRule&) const = default;
};

// What the number depends on beside the shared addresses (docs/model.md §6).
enum class Exactness : std::uint8_t {
  kByRules,       // exact wherever the candidate rules agree
  kLinearSource,  // cp.async.ca: and the global source must be linear
  kNever,         // cp.async.cg
};

inline constexpr unsigned kMaxRules = 3;

// How one operation of one width is served: rules[0] gives the numbers that are reported, the
// others are candidates that no evidence excludes.
struct AccessRules {
  std::uint32_t rule_count = 1;
  std::array<ServiceRule, kMaxRules> rules{};
  Exactness exactness = Exactness::kByRules;
  std::string_view section;  // of docs/model.md, where the open question is told: "4.3"
  // The candidates are one rule but for its pairing: they agree wherever they merge alike.
  bool differ_by_pairing_only = false;

  std::span<const ServiceRule> candidates() const { return {rules.data(), rule_count}; }
};

inline constexpr unsigned kOperationCount = 7;
inline constexpr unsigned kWidthCount = 5;  // 1, 2, 4, 8 and 16 bytes a lane

struct BankModel {
  std::uint32_t lanes_per_warp = 32;  // at most kMaxLanes
  std::uint32_t banks = 32;           // a power of two
  std::uint32_t word_bytes = 4;       // a power of two
  // Adding a multiple of this to every address changes no cost.
  std::uint32_t period_words = 32;
  // [operation][log2 of the width]; null: the architecture has no such access.
  std::array<std::array<const AccessRules*, kWidthCount>, kOperationCount> accesses{};

  constexpr std::uint32_t period_bytes() const { return period_words * word_bytes; }
};

// The rules for `operation` at `bytes_per_lane`; null pointer if the model lacks it.
inline const AccessRules* rules_of(const BankModel& model, Operation operation,
                                   std::uint32_t bytes_per_lane) {
  const bool is_power = bytes_per_lane != 0 && (bytes_per_lane & (bytes_per_lane - 1)) == 0;
  if (!is_power || bytes_per_lane > 16) return nullptr;
  const auto width = static_cast<std::size_t>(std::countr_zero(bytes_per_lane));
  return model.accesses[static_cast<std::size_t>(operation)][width];
}

inline WordIndex word_of(const BankModel& model, ByteAddress address) {
  return {address.value >> std::countr_zero(model.word_bytes)};
}

inline BankIndex bank_of(const BankModel& model, WordIndex word) {
  return {word.value & (model.banks - 1)};
}

// Words that one lane's access covers: 1 for sub-word accesses.
inline std::uint32_t words_per_lane(const BankModel& model, const Request& request) {
  const std::uint32_t bytes = request.bytes_per_lane;
  return bytes <= model.word_bytes ? 1 : bytes >> std::countr_zero(model.word_bytes);
}

// The active lanes that take part: for ldmatrix and stmatrix those that give a row.
inline LaneMask participants_of(const Request& request) {
  if (request.matrices == 0 || request.matrices >= 8) return request.active;
  return request.active & ((LaneMask{1} << (8U * request.matrices)) - 1);
}

// True if the active lanes pair up, so that phases may be served two by two.
bool lanes_are_paired(Pairing pairing, LaneMask active, const Request& request);

// True if `rule` serves its phases two by two for this request.
inline bool is_merged(const ServiceRule& rule, LaneMask active, const Request& request) {
  return rule.pairing != Pairing::kNever && lanes_are_paired(rule.pairing, active, request);
}

// Phase `index` of the rule, joined with the next one if `merged`; active lanes only, maybe none.
inline Phase phase_at(const ServiceRule& rule, std::uint32_t index, bool merged, LaneMask active) {
  Phase phase = rule.phases[index];
  if (merged && index + 1 < rule.phase_count) phase.lanes |= rule.phases[index + 1].lanes;
  phase.lanes &= active;
  return phase;
}

// The phases of `request` under `rule` in service order, after merging; those with no active lane
// are left out, and `lanes` holds active lanes only.
struct PhaseList {
  std::uint32_t count = 0;
  std::array<Phase, kMaxPhases> phases{};

  std::span<const Phase> all() const { return {phases.data(), count}; }
};
PhaseList phases_of(const ServiceRule& rule, const Request& request);

}  // namespace smemlens
