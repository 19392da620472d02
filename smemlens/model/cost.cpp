#include "smemlens/model/cost.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
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

// The items of one phase.
struct Items {
  std::span<const std::uint32_t> item;
  std::uint32_t slot_bits = 0;  // slots = 1 << slot_bits

  std::uint32_t count() const { return static_cast<std::uint32_t>(item.size()); }
  std::uint32_t slot_mask() const { return (1U << slot_bits) - 1; }
};

struct Busiest {
  std::uint32_t wavefronts = 0;
  std::uint32_t slot = 0;  // the lowest of the busiest
};

std::uint32_t log2_of(std::uint32_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}

// The items of all lanes, active or not, under one rule.
class WarpItems {
 public:
  WarpItems(const BankModel& model, const ServiceRule& rule, const Request& request) {
    // CC 1.x serves wide accesses word by word, so its items are words.
    if (rule.phases[0].words == 0) banks_per_slot_ = words_per_lane(model, request);
    assert(banks_per_slot_ <= rule.banks && rule.banks <= kMaxSlots);
    slot_bits_ = log2_of(rule.banks) - log2_of(banks_per_slot_);
    const std::uint32_t shift = log2_of(banks_per_slot_ * model.word_bytes);
    shift_addresses<0>(request, shift);
    if (model.lanes_per_warp > 32) shift_addresses<32>(request, shift);
    if (rule.counting == Counting::kDistinctWordPairs) join_word_pairs(model.lanes_per_warp);
  }

  // Valid until the next call.
  Items of(const Phase& phase) {
    const auto first = static_cast<std::size_t>(std::countr_zero(phase.lanes));
    const LaneMask run = phase.lanes >> first;
    const std::span all(item_);
    if ((run & (run + 1)) == 0 && phase.first_word == 0) {  // lanes in a row, as they lie
      return {all.subspan(first, static_cast<std::size_t>(std::countr_one(run))), slot_bits_};
    }
    std::size_t count = 0;
    for (LaneMask rest = phase.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<std::size_t>(std::countr_zero(rest));
      gathered_[count++] = item_[lane] + phase.first_word;
    }
    return {std::span(gathered_).first(count), slot_bits_};
  }

  std::uint32_t banks_per_slot() const { return banks_per_slot_; }

 private:
  // Of 32 lanes: a constant, so that the loop is unrolled.
  template <std::uint32_t kFirst>
  void shift_addresses(const Request& request, std::uint32_t shift) {
    for (std::uint32_t lane = kFirst; lane < kFirst + 32; ++lane) {
      item_[lane] = request.addresses[lane].value >> shift;
    }
  }

  // Words i and i + banks of one aligned run are one entry of the bank: give them one item.
  void join_word_pairs(std::uint32_t lanes) {
    const std::uint32_t mask = (1U << slot_bits_) - 1;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      item_[lane] = item_[lane] >> (slot_bits_ + 1) << slot_bits_ | (item_[lane] & mask);
    }
  }

  std::array<std::uint32_t, kMaxLanes> item_;      // one a lane
  std::array<std::uint32_t, kMaxLanes> gathered_;  // of a phase whose lanes are scattered
  std::uint32_t slot_bits_ = 0;
  std::uint32_t banks_per_slot_ = 1;
};

// The lowest slot among the first `count` items. Signed, as SSE2 compares only signed numbers.
std::uint32_t lowest_slot(const Items& items, std::uint32_t count) {
  const auto mask = static_cast<std::int32_t>(items.slot_mask());
  std::int32_t lowest = mask;
  for (std::uint32_t i = 0; i < count; ++i) {
    lowest = std::min(lowest, static_cast<std::int32_t>(items.item[i]) & mask);
  }
  return static_cast<std::uint32_t>(lowest);
}

// Bits in which any item differs from a walk at the stride of the first two.
// kCount = 0: any count; else it is known, and the loop is unrolled.
template <std::uint32_t kCount>
std::uint32_t differences_from_walk(const Items& items) {
  const std::uint32_t count = kCount == 0 ? items.count() : kCount;
  const std::uint32_t stride = count > 1 ? items.item[1] - items.item[0] : 0;
  std::uint32_t differences = 0;
  std::uint32_t walk = items.item[0];
  for (std::uint32_t i = 0; i < count; ++i, walk += stride) differences |= items.item[i] ^ walk;
  return differences;
}

bool is_walk(const Items& items) {
  switch (items.count()) {
    case 8:
      return differences_from_walk<8>(items) == 0;
    case 16:
      return differences_from_walk<16>(items) == 0;
    case 32:
      return differences_from_walk<32>(items) == 0;
    default:
      return differences_from_walk<0>(items) == 0;
  }
}

std::uint32_t row_differences(const Items& items) {
  std::uint32_t differences = 0;
  for (const std::uint32_t item : items.item) differences |= item ^ items.item[0];
  return differences >> items.slot_bits;
}

// At a constant stride the items walk through slots / gcd(stride, slots) slots, round and round.
Busiest busiest_of_stride(const Items& items) {
  const std::uint32_t stride = items.count() > 1 ? items.item[1] - items.item[0] : 0;
  if (stride == 0) return {1, items.item[0] & items.slot_mask()};  // a broadcast
  const std::uint32_t gcd_bits = std::min(log2_of(stride), items.slot_bits);
  const std::uint32_t round_bits = items.slot_bits - gcd_bits;
  const std::uint32_t rounds = items.count() >> round_bits;
  const std::uint32_t left = items.count() & ((1U << round_bits) - 1);
  if (left == 0) return {rounds, items.item[0] & ((1U << gcd_bits) - 1)};
  return {rounds + 1, lowest_slot(items, left)};
}

// Not inlined into the loop that hardly ever needs it.
[[gnu::noinline]] bool is_repeated(const Items& items, std::uint32_t index) {
  std::uint32_t equal = 0;
  for (std::uint32_t i = 0; i < index; ++i) equal += items.item[i] == items.item[index] ? 1 : 0;
  return equal != 0;
}

// Counters of slots: the count above the lowest 8 bits, and there the slot, inverted so that of
// equal counts the lowest slot's is the largest number.
template <std::uint32_t kSlots>
constexpr std::array<std::uint32_t, kSlots> kEmptyCounters = [] {
  std::array<std::uint32_t, kSlots> counters{};
  for (std::uint32_t slot = 0; slot < kSlots; ++slot) counters[slot] = kSlots - 1 - slot;
  return counters;
}();
template <std::uint32_t kSlots>
Busiest busiest_from(std::uint32_t largest_counter) {
  return {largest_counter >> 8, kSlots - 1 - (largest_counter & 0xff)};
}

// Counts distinct items by slot. Of each slot, 64 bits remember which rows have been seen; if the
// rows spread wider than that, a bit stands for many rows and a hit is looked up.
template <std::uint32_t kSlots, bool kOneBitARow>
Busiest count_distinct(const Items& items) {
  const std::uint32_t mask = items.slot_mask() & (kSlots - 1);
  std::array<std::uint64_t, kSlots> seen{};
  std::array<std::uint32_t, kSlots> counters = kEmptyCounters<kSlots>;
  std::uint32_t largest = 0;
  for (std::uint32_t i = 0; i < items.count(); ++i) {
    const std::uint32_t slot = items.item[i] & mask;
    const std::uint32_t row = items.item[i] >> items.slot_bits;
    const std::uint64_t before = seen[slot];
    const std::uint64_t after = before | std::uint64_t{1} << (row & 63);
    seen[slot] = after;
    bool is_new = before != after;
    if constexpr (!kOneBitARow) is_new = is_new || !is_repeated(items, i);
    counters[slot] += is_new ? 1U << 8 : 0U;
    largest = std::max(largest, counters[slot]);
  }
  return busiest_from<kSlots>(largest);
}

template <std::uint32_t kSlots>
Busiest busiest_of_distinct(const Items& items) {
  return row_differences(items) < 64 ? count_distinct<kSlots, true>(items)
                                     : count_distinct<kSlots, false>(items);
}

// False if the first and the last items already exclude a walk, one row and a broadcast.
bool may_be_regular(const Items& items) {
  const std::uint32_t count = items.count();
  if (count < 4) return true;
  const std::uint32_t stride = items.item[1] - items.item[0];
  const bool may_walk = items.item[2] - items.item[1] == stride &&
                        items.item[count - 1] - items.item[count - 2] == stride;
  const std::uint32_t differences =
      (items.item[0] ^ items.item[1]) | (items.item[0] ^ items.item[count - 1]);
  return may_walk || differences >> items.slot_bits == 0;
}

// Counts nothing if the items are neither a broadcast, nor a walk, nor in one row.
Busiest busiest_of_regular(const Items& items) {
  if (is_walk(items)) return busiest_of_stride(items);
  if (row_differences(items) != 0) return {};
  return {1, lowest_slot(items, items.count())};
}

Busiest busiest_of_words(const Items& items) {
  if (may_be_regular(items)) {
    const Busiest busiest = busiest_of_regular(items);
    if (busiest.wavefronts != 0) return busiest;
  }
  if (items.slot_bits <= 3) return busiest_of_distinct<8>(items);
  if (items.slot_bits <= 5) return busiest_of_distinct<32>(items);
  return busiest_of_distinct<kMaxSlots>(items);
}

Busiest busiest_of_lanes(const Items& items) {
  std::array<std::uint32_t, kMaxSlots> counters = kEmptyCounters<kMaxSlots>;
  std::uint32_t largest = 0;
  for (const std::uint32_t item : items.item) {
    const std::uint32_t slot = item & items.slot_mask();
    counters[slot] += 1U << 8;
    largest = std::max(largest, counters[slot]);
  }
  return busiest_from<kMaxSlots>(largest);
}

// The busiest bank is the one that is still asked in the last step.
Busiest busiest_of_broadcasts(const Items& items, Counting counting) {
  const std::uint32_t slots = 1U << items.slot_bits;
  const BroadcastSteps steps = broadcast_steps(items.item, slots, counting);
  std::uint32_t lowest = slots - 1;
  for (LaneMask rest = steps.served[steps.count - 1]; rest != 0; rest &= rest - 1) {
    const std::uint32_t item = items.item[static_cast<unsigned>(std::countr_zero(rest))];
    lowest = std::min(lowest, item & (slots - 1));
  }
  return {steps.count, lowest};
}

Busiest busiest_of(const Items& items, Counting counting) {
  switch (counting) {
    case Counting::kDistinctWords:
    case Counting::kDistinctWordPairs:
      return busiest_of_words(items);
    case Counting::kLanes:
      return busiest_of_lanes(items);
    case Counting::kBroadcastFirst:
    case Counting::kBroadcastMostWanted:
    case Counting::kBroadcastLeastWanted:
      break;
  }
  return busiest_of_broadcasts(items, counting);
}

// Calls `visit(PhaseCost)` for every phase that has an active lane.
template <typename Visit>
void for_each_phase(const BankModel& model, const ServiceRule& rule, const Request& request,
                    bool merged, Visit visit) {
  const LaneMask active = participants_of(request);
  WarpItems items(model, rule, request);
  for (std::uint32_t i = 0; i < rule.phase_count; i += merged ? 2 : 1) {
    const Phase phase = phase_at(rule, i, merged, active);
    if (phase.lanes == 0) continue;
    const Busiest busiest = busiest_of(items.of(phase), rule.counting);
    const BankIndex bank{busiest.slot * items.banks_per_slot()};
    visit(PhaseCost{phase.lanes, busiest.wavefronts, bank});
  }
}

std::uint32_t wavefronts_if(const BankModel& model, const ServiceRule& rule, const Request& request,
                            bool merged) {
  std::uint32_t wavefronts = 0;
  for_each_phase(model, rule, request, merged,
                 [&](const PhaseCost& phase) { wavefronts += phase.wavefronts; });
  return wavefronts;
}

// Lowers and raises the candidates of `cost` by the rules that no evidence excludes.
void compare_candidates(const BankModel& model, const AccessRules& rules, const Request& request,
                        bool merged, RequestCost& cost) {
  for (const ServiceRule& rule : rules.candidates().subspan(1)) {
    const bool would_merge = is_merged(rule, participants_of(request), request);
    if (rules.differ_by_pairing_only && would_merge == merged) continue;
    const std::uint32_t wavefronts = wavefronts_if(model, rule, request, would_merge);
    cost.lowest_candidate = std::min(cost.lowest_candidate, wavefronts);
    cost.highest_candidate = std::max(cost.highest_candidate, wavefronts);
  }
}

// cp.async: the global source may add wavefronts, at most one a lane and one for a base that is
// off a 512-byte boundary, and the bypassing form is not counted at all (docs/model.md §6).
void widen_for_source(const AccessRules& rules, const Request& request, RequestCost& cost) {
  const bool bypasses = rules.exactness == Exactness::kNever;
  if (!bypasses && request.source == CopySource::kLinear) return;
  const auto lanes = static_cast<std::uint32_t>(std::popcount(request.active));
  cost.highest_candidate = std::max(cost.highest_candidate, lanes) + 1;
  if (bypasses) cost.lowest_candidate = 0;
}

// At most one wavefront for each word of each lane; wmma at least one (docs/model.md §5.1), an
// access of .shared::cluster perhaps none on the counted path (§10.1). Out of line, as few requests
// need it.
[[gnu::noinline]] void widen_for_open_cost(const BankModel& model, const Request& request,
                                           RequestCost& cost) {
  const auto lanes = static_cast<std::uint32_t>(std::popcount(request.active));
  cost.lowest_candidate = request.open_cost == OpenCost::kCluster ? 0 : 1;
  cost.highest_candidate = std::max(
      {cost.highest_candidate, lanes * words_per_lane(model, request), cost.lowest_candidate + 1});
}

}  // namespace

std::uint32_t wavefronts_under(const BankModel& model, const ServiceRule& rule,
                               const Request& request) {
  const bool merged = is_merged(rule, participants_of(request), request);
  return wavefronts_if(model, rule, request, merged);
}

RequestCost cost_of(const BankModel& model, const Request& request) {
  RequestCost cost;
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  const LaneMask active = participants_of(request);
  if (rules == nullptr || active == 0) return cost;
  const ServiceRule& rule = rules->rules[0];
  const bool merged = is_merged(rule, active, request);
  std::uint32_t wavefronts = 0;  // locals, so that they stay in registers
  std::uint32_t degree = 0;
  std::uint32_t phases = 0;
  for_each_phase(model, rule, request, merged, [&](const PhaseCost& phase) {
    cost.phase_storage[phases++] = phase;
    wavefronts += phase.wavefronts;
    degree = std::max(degree, phase.wavefronts);
  });
  cost.wavefronts = cost.lowest_candidate = cost.highest_candidate = wavefronts;
  cost.ideal_wavefronts = cost.phase_count = phases;
  cost.degree = degree;
  if (rules->rule_count > 1) compare_candidates(model, *rules, request, merged, cost);
  if (rules->exactness != Exactness::kByRules) widen_for_source(*rules, request, cost);
  if (request.open_cost != OpenCost::kNone) widen_for_open_cost(model, request, cost);
  return cost;
}

}  // namespace smemlens
