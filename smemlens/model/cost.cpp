#include "smemlens/model/cost.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/broadcast.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

// All lanes of a request have one width and are aligned to it, so what a lane asks for is one
// *item*: an aligned run of words that lies in one *slot*, an aligned run of as many banks. Two
// items collide in all banks of a slot or in none, so counting items by slot counts words by bank:
//
//   float4, 32 banks:  item = address / 16, slot = item mod 8 (banks 4 * slot … 4 * slot + 3)

namespace smemlens {

namespace {

constexpr std::uint32_t kMaxSlots = 64;

struct Items {
  std::array<std::uint32_t, kMaxLanes> items;  // the first `count` are set
  std::uint32_t count;
  std::uint32_t slot_bits;  // slots = 1 << slot_bits
  std::uint32_t banks_per_slot;
};

struct Busiest {
  std::uint32_t wavefronts = 0;
  std::uint32_t slot = 0;  // the lowest of the busiest
};

struct Range {
  std::uint32_t low;
  std::uint32_t high;
};

std::uint32_t log2_of(std::uint32_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}

// addresses >> shift, of the lanes in `lanes`.
void gather(const Request& request, LaneMask lanes, std::uint32_t shift, Items& out) {
  const auto first = static_cast<std::uint32_t>(std::countr_zero(lanes));
  const LaneMask run = lanes >> first;
  out.count = static_cast<std::uint32_t>(std::popcount(lanes));
  if ((run & (run + 1)) == 0) {  // lanes in a row: this loop is vectorised
    const ByteAddress* address = request.addresses.data() + first;
    for (std::uint32_t i = 0; i < out.count; ++i) out.items[i] = address[i].value >> shift;
    return;
  }
  std::uint32_t i = 0;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    out.items[i++] =
        request.addresses[static_cast<unsigned>(std::countr_zero(rest))].value >> shift;
  }
}

// Words i and i + banks of one aligned run are one entry of the bank: give them one item.
void join_word_pairs(Items& items) {
  const std::uint32_t slot_mask = (1U << items.slot_bits) - 1;
  for (std::uint32_t i = 0; i < items.count; ++i) {
    const std::uint32_t item = items.items[i];
    items.items[i] = (item >> (items.slot_bits + 1) << items.slot_bits) | (item & slot_mask);
  }
}

Items items_of(const BankModel& model, const ServiceRule& rule, const Phase& phase,
               const Request& request) {
  Items items;  // NOLINT(cppcoreguidelines-pro-type-member-init): gather sets what is read
  items.banks_per_slot = phase.words == 0 ? words_per_lane(model, request) : 1;
  assert(items.banks_per_slot <= rule.banks && rule.banks <= kMaxSlots);
  items.slot_bits = log2_of(rule.banks) - log2_of(items.banks_per_slot);
  gather(request, phase.lanes, log2_of(items.banks_per_slot * model.word_bytes), items);
  if (phase.words != 0) {
    for (std::uint32_t i = 0; i < items.count; ++i) items.items[i] += phase.first_word;
  }
  if (rule.counting == Counting::kDistinctWordPairs) join_word_pairs(items);
  return items;
}

Range range_of(const Items& items) {
  Range range{items.items[0], items.items[0]};
  for (std::uint32_t i = 1; i < items.count; ++i) {
    range.low = std::min(range.low, items.items[i]);
    range.high = std::max(range.high, items.items[i]);
  }
  return range;
}

// The lowest slot among the first `count` items.
std::uint32_t lowest_slot(const Items& items, std::uint32_t count) {
  const std::uint32_t slot_mask = (1U << items.slot_bits) - 1;
  std::uint32_t lowest = slot_mask;
  for (std::uint32_t i = 0; i < count; ++i) lowest = std::min(lowest, items.items[i] & slot_mask);
  return lowest;
}

bool has_constant_stride(const Items& items) {
  const std::uint32_t stride = items.items[1] - items.items[0];
  std::uint32_t difference = 0;
  for (std::uint32_t i = 1; i < items.count; ++i) {
    difference |= (items.items[i] - items.items[i - 1]) ^ stride;
  }
  return difference == 0;
}

// At a constant stride the items walk through slots / gcd(stride, slots) slots, round and round.
Busiest busiest_of_stride(const Items& items) {
  const std::uint32_t stride = items.items[1] - items.items[0];
  const std::uint32_t gcd_bits =
      std::min(static_cast<std::uint32_t>(std::countr_zero(stride)), items.slot_bits);
  const std::uint32_t round = 1U << (items.slot_bits - gcd_bits);
  const std::uint32_t rounds = items.count / round;
  const std::uint32_t left = items.count % round;
  if (left == 0) return {rounds, items.items[0] & ((1U << gcd_bits) - 1)};
  return {rounds + 1, lowest_slot(items, left)};
}

Busiest busiest_of_counts(std::span<const std::uint8_t> counts) {
  const std::uint8_t most = *std::max_element(counts.begin(), counts.end());
  const auto slot =
      static_cast<std::uint32_t>(std::find(counts.begin(), counts.end(), most) - counts.begin());
  return {most, slot};
}

bool is_repeated(const Items& items, std::uint32_t index) {
  bool repeated = false;
  for (std::uint32_t i = 0; i < index; ++i) repeated |= items.items[i] == items.items[index];
  return repeated;
}

// Counts distinct items by slot. Of each slot, 64 bits remember which rows have been seen; if the
// rows spread wider than that, a bit stands for many rows and a hit is looked up.
Busiest busiest_of_distinct(const Items& items, Range range) {
  const std::uint32_t slot_mask = (1U << items.slot_bits) - 1;
  const std::uint32_t first_row = range.low >> items.slot_bits;
  const bool one_bit_a_row = (range.high >> items.slot_bits) - first_row < 64;
  std::array<std::uint64_t, kMaxSlots> seen{};
  std::array<std::uint8_t, kMaxSlots> counts{};
  for (std::uint32_t i = 0; i < items.count; ++i) {
    const std::uint32_t item = items.items[i];
    const std::uint32_t slot = item & slot_mask;
    const std::uint32_t row = (item >> items.slot_bits) - first_row;
    const std::uint32_t bit = one_bit_a_row ? row : (row * 0x9e3779b1U) >> 26;
    const bool hit = ((seen[slot] >> bit) & 1) != 0;
    seen[slot] |= std::uint64_t{1} << bit;
    const bool is_new = !hit || (!one_bit_a_row && !is_repeated(items, i));
    counts[slot] = static_cast<std::uint8_t>(counts[slot] + (is_new ? 1 : 0));
  }
  return busiest_of_counts(std::span(counts).first(slot_mask + 1));
}

Busiest busiest_of_words(const Items& items) {
  const Range range = range_of(items);
  const std::uint32_t slots = 1U << items.slot_bits;
  if (range.high - range.low < slots) return {1, lowest_slot(items, items.count)};
  if (has_constant_stride(items)) return busiest_of_stride(items);
  return busiest_of_distinct(items, range);
}

Busiest busiest_of_lanes(const Items& items) {
  const std::uint32_t slot_mask = (1U << items.slot_bits) - 1;
  std::array<std::uint8_t, kMaxSlots> counts{};
  for (std::uint32_t i = 0; i < items.count; ++i) {
    const std::uint32_t slot = items.items[i] & slot_mask;
    counts[slot] = static_cast<std::uint8_t>(counts[slot] + 1);
  }
  return busiest_of_counts(std::span(counts).first(slot_mask + 1));
}

// The busiest bank is the one that is still asked in the last step.
Busiest busiest_of_broadcasts(const Items& items, Counting counting) {
  const std::uint32_t slots = 1U << items.slot_bits;
  const BroadcastSteps steps =
      broadcast_steps(std::span(items.items).first(items.count), slots, counting);
  std::uint32_t lowest = slots - 1;
  for (LaneMask rest = steps.served[steps.count - 1]; rest != 0; rest &= rest - 1) {
    const std::uint32_t item = items.items[static_cast<unsigned>(std::countr_zero(rest))];
    lowest = std::min(lowest, item & (slots - 1));
  }
  return {steps.count, lowest};
}

PhaseCost cost_of_phase(const BankModel& model, const ServiceRule& rule, const Phase& phase,
                        const Request& request) {
  const Items items = items_of(model, rule, phase, request);
  Busiest busiest;
  switch (rule.counting) {
    case Counting::kDistinctWords:
    case Counting::kDistinctWordPairs:
      busiest = busiest_of_words(items);
      break;
    case Counting::kLanes:
      busiest = busiest_of_lanes(items);
      break;
    case Counting::kBroadcastFirst:
    case Counting::kBroadcastMostWanted:
    case Counting::kBroadcastLeastWanted:
      busiest = busiest_of_broadcasts(items, rule.counting);
      break;
  }
  return {phase.lanes, busiest.wavefronts, {busiest.slot * items.banks_per_slot}};
}

void add_phases(const BankModel& model, const ServiceRule& rule, const PhaseList& phases,
                const Request& request, RequestCost& cost) {
  for (const Phase& phase : phases.all()) {
    const PhaseCost phase_cost = cost_of_phase(model, rule, phase, request);
    cost.phase_storage[cost.phase_count++] = phase_cost;
    cost.wavefronts += phase_cost.wavefronts;
    cost.degree = std::max(cost.degree, phase_cost.wavefronts);
  }
  cost.ideal_wavefronts = cost.phase_count;
}

std::uint32_t wavefronts_of(const BankModel& model, const ServiceRule& rule,
                            const PhaseList& phases, const Request& request) {
  std::uint32_t wavefronts = 0;
  for (const Phase& phase : phases.all()) {
    wavefronts += cost_of_phase(model, rule, phase, request).wavefronts;
  }
  return wavefronts;
}

// Lowers and raises the candidates of `cost` by the rules that no evidence excludes.
void compare_candidates(const BankModel& model, const AccessRules& rules, const PhaseList& phases,
                        const Request& request, RequestCost& cost) {
  const ServiceRule& reported = rules.rules[0];
  for (const ServiceRule& rule : rules.candidates().subspan(1)) {
    const PhaseList other = phases_of(rule, request);
    if (rule.counting == reported.counting && rule.banks == reported.banks && other == phases) {
      continue;
    }
    const std::uint32_t wavefronts = wavefronts_of(model, rule, other, request);
    cost.lowest_candidate = std::min(cost.lowest_candidate, wavefronts);
    cost.highest_candidate = std::max(cost.highest_candidate, wavefronts);
  }
}

// cp.async: the global source may add wavefronts, at most one a lane and one for a base that is
// off a 512-byte boundary, and the bypassing form is not counted at all (docs/model.md §6).
void widen_for_source(const AccessRules& rules, const Request& request, RequestCost& cost) {
  if (rules.exactness == Exactness::kByRules) return;
  const bool bypasses = rules.exactness == Exactness::kNever;
  if (!bypasses && request.source == CopySource::kLinear) return;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(request.active));
  cost.highest_candidate = std::max(cost.highest_candidate, lanes) + 1;
  if (bypasses) cost.lowest_candidate = 0;
}

}  // namespace

std::uint32_t wavefronts_under(const BankModel& model, const ServiceRule& rule,
                               const Request& request) {
  return wavefronts_of(model, rule, phases_of(rule, request), request);
}

RequestCost cost_of(const BankModel& model, const Request& request) {
  RequestCost cost;
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  if (rules == nullptr || participants_of(request) == 0) return cost;
  const PhaseList phases = phases_of(rules->rules[0], request);
  add_phases(model, rules->rules[0], phases, request, cost);
  cost.lowest_candidate = cost.wavefronts;
  cost.highest_candidate = cost.wavefronts;
  if (rules->rule_count > 1) compare_candidates(model, *rules, phases, request, cost);
  widen_for_source(*rules, request, cost);
  return cost;
}

}  // namespace smemlens
