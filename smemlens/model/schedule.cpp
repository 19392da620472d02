#include "smemlens/model/schedule.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/broadcast.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {

namespace {

// One lane's need of one word.
struct Ask {
  std::uint32_t lane = 0;
  WordIndex word;
};

std::vector<Ask> asks_of(const BankModel& model, const Phase& phase, const Request& request) {
  const std::uint32_t words = phase.words == 0 ? words_per_lane(model, request) : phase.words;
  std::vector<Ask> asks;
  for (LaneMask rest = phase.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
    const std::uint32_t first = word_of(model, request.addresses[lane]).value + phase.first_word;
    for (std::uint32_t i = 0; i < words; ++i) asks.push_back({lane, {first + i}});
  }
  return asks;
}

void add_word(Wavefront& wavefront, WordIndex word) {
  const auto place = std::lower_bound(wavefront.words.begin(), wavefront.words.end(), word);
  if (place == wavefront.words.end() || *place != word) wavefront.words.insert(place, word);
}

// Asks with the same key and bank are met by the same place of the bank's queue.
std::uint32_t key_of(const BankModel& model, Counting counting, const Ask& ask) {
  switch (counting) {
    case Counting::kDistinctWordPairs:
      return ask.word.value / (2 * model.banks);
    case Counting::kLanes:
      return ask.lane;
    case Counting::kDistinctWords:
    case Counting::kBroadcastFirst:
    case Counting::kBroadcastMostWanted:
    case Counting::kBroadcastLeastWanted:
      break;
  }
  return ask.word.value;
}

std::vector<Wavefront> queue_up(const BankModel& model, Counting counting,
                                const std::vector<Ask>& asks) {
  std::vector<std::vector<std::uint32_t>> queues(model.banks);
  std::vector<std::size_t> served_in(kMaxLanes);
  std::vector<Wavefront> wavefronts;
  for (const Ask& ask : asks) {
    std::vector<std::uint32_t>& queue = queues[bank_of(model, ask.word).value];
    const std::uint32_t key = key_of(model, counting, ask);
    const auto found = std::ranges::find(queue, key);
    const auto place = static_cast<std::size_t>(std::distance(queue.begin(), found));
    if (found == queue.end()) queue.push_back(key);
    if (place == wavefronts.size()) wavefronts.emplace_back();
    add_word(wavefronts[place], ask.word);
    served_in[ask.lane] = std::max(served_in[ask.lane], place);
  }
  for (const Ask& ask : asks) wavefronts[served_in[ask.lane]].lanes |= LaneMask{1} << ask.lane;
  return wavefronts;
}

std::vector<Wavefront> broadcast(const BankModel& model, Counting counting,
                                 const std::vector<Ask>& asks) {
  std::vector<std::uint32_t> words;
  words.reserve(asks.size());
  for (const Ask& ask : asks) words.push_back(ask.word.value);
  const BroadcastSteps steps = broadcast_steps(words, model.banks, counting);
  std::vector<Wavefront> wavefronts(steps.count);
  for (std::uint32_t step = 0; step < steps.count; ++step) {
    for (LaneMask rest = steps.served[step]; rest != 0; rest &= rest - 1) {
      const Ask& ask = asks[static_cast<std::size_t>(std::countr_zero(rest))];
      add_word(wavefronts[step], ask.word);
      wavefronts[step].lanes |= LaneMask{1} << ask.lane;
    }
  }
  return wavefronts;
}

bool is_broadcast_rule(Counting counting) {
  return counting == Counting::kBroadcastFirst || counting == Counting::kBroadcastMostWanted ||
         counting == Counting::kBroadcastLeastWanted;
}

}  // namespace

std::vector<Wavefront> schedule(const BankModel& model, const Request& request) {
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  std::vector<Wavefront> all;
  if (rules == nullptr) return all;
  const ServiceRule& rule = rules->rules[0];
  const PhaseList phases = phases_of(rule, request);
  for (std::uint32_t phase = 0; phase < phases.count; ++phase) {
    const std::vector<Ask> asks = asks_of(model, phases.phases[phase], request);
    std::vector<Wavefront> wavefronts = is_broadcast_rule(rule.counting)
                                            ? broadcast(model, rule.counting, asks)
                                            : queue_up(model, rule.counting, asks);
    for (Wavefront& wavefront : wavefronts) {
      wavefront.phase = phase;
      all.push_back(std::move(wavefront));
    }
  }
  return all;
}

}  // namespace smemlens
