#include "tests/oracle/slow_cost.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens::testing {
namespace {

using Lane = std::uint32_t;
using Word = std::uint64_t;
using Bank = std::uint64_t;
using Lanes = std::set<Lane>;

struct Group {
  Lanes lanes;
  std::uint32_t first_word = 0;
  std::uint32_t words = 0;
};

Lanes lanes_in(LaneMask mask) {
  Lanes lanes;
  for (Lane lane = 0; lane < 64; ++lane) {
    if ((mask >> lane & 1) == 1) lanes.insert(lane);
  }
  return lanes;
}

// §5: only the lanes that give a row take part.
Lanes active_lanes(const Request& request) {
  Lanes lanes = lanes_in(request.active);
  if (request.matrices > 0) lanes.erase(lanes.lower_bound(8U * request.matrices), lanes.end());
  return lanes;
}

// §1: the words that the bytes of one lane's access lie in.
std::vector<Word> words_of(const BankModel& model, const Request& request, Lane lane) {
  std::set<Word> words;
  for (std::uint64_t byte = 0; byte < request.bytes_per_lane; ++byte) {
    words.insert((request.addresses[lane].value + byte) / model.word_bytes);
  }
  return {words.begin(), words.end()};
}

// §4.1
bool pairs_by(Lane x, bool idle_counts, const Lanes& active, const Request& request) {
  return std::all_of(active.begin(), active.end(), [&](Lane lane) {
    if (!active.contains(lane ^ x)) return idle_counts;
    return request.addresses[lane] == request.addresses[lane ^ x];
  });
}

bool merges(const ServiceRule& rule, const Lanes& active, const Request& request) {
  if (rule.pairing == Pairing::kNever) return false;
  const bool idle_counts = rule.pairing == Pairing::kActiveOrIdle;
  return pairs_by(1, idle_counts, active, request) || pairs_by(2, idle_counts, active, request);
}

std::vector<Group> groups_of(const ServiceRule& rule, const Request& request) {
  const Lanes active = active_lanes(request);
  std::vector<Group> groups;
  for (std::uint32_t i = 0; i < rule.phase_count; ++i) {
    const Phase& phase = rule.phases[i];
    groups.push_back({lanes_in(phase.lanes), phase.first_word, phase.words});
  }
  if (merges(rule, active, request)) {
    std::vector<Group> merged;
    for (std::size_t i = 0; i < groups.size(); i += 2) {
      Group group = groups[i];
      if (i + 1 < groups.size()) group.lanes.merge(groups[i + 1].lanes);
      merged.push_back(group);
    }
    groups = merged;
  }
  for (Group& group : groups) {
    Lanes both;
    std::set_intersection(group.lanes.begin(), group.lanes.end(), active.begin(), active.end(),
                          std::inserter(both, both.end()));
    group.lanes = both;
  }
  std::erase_if(groups, [](const Group& group) { return group.lanes.empty(); });
  return groups;
}

struct Ask {
  Lane lane = 0;
  Word word = 0;
};

std::vector<Ask> asks_of(const BankModel& model, const Group& group, const Request& request) {
  std::vector<Ask> asks;
  for (const Lane lane : group.lanes) {
    const std::vector<Word> words = words_of(model, request, lane);
    const std::size_t end = group.words == 0 ? words.size() : group.first_word + group.words;
    for (std::size_t i = group.first_word; i < end; ++i) asks.push_back({lane, words[i]});
  }
  return asks;
}

// §8.1: how often each word is waited for decides the order.
Word broadcast_word(const std::vector<Ask>& waiting, Counting counting) {
  std::map<Word, int> demand;
  for (const Ask& ask : waiting) ++demand[ask.word];
  Word chosen = waiting.front().word;
  for (const Ask& ask : waiting) {
    const int gain = demand[ask.word] - demand[chosen];
    if (counting == Counting::kBroadcastMostWanted && gain > 0) chosen = ask.word;
    if (counting == Counting::kBroadcastLeastWanted && gain < 0) chosen = ask.word;
  }
  return chosen;
}

struct Count {
  std::uint32_t wavefronts = 0;
  Bank worst = 0;
};

Count count_broadcast_steps(std::vector<Ask> waiting, std::uint32_t banks, Counting counting) {
  Count count;
  while (!waiting.empty()) {
    const Word word = broadcast_word(waiting, counting);
    std::set<Bank> busy = {word % banks};
    count.worst = banks;
    std::vector<Ask> left;
    for (const Ask& ask : waiting) {
      const bool served = ask.word == word || busy.insert(ask.word % banks).second;
      if (served) count.worst = std::min(count.worst, ask.word % banks);
      if (!served) left.push_back(ask);
    }
    waiting = left;
    ++count.wavefronts;
  }
  return count;
}

// What one bank may deliver in one wavefront, as a pair: asks that give the same pair share it.
std::pair<Word, Lane> share_of(Counting counting, std::uint32_t banks, const Ask& ask) {
  if (counting == Counting::kLanes) return {ask.word, ask.lane};
  if (counting == Counting::kDistinctWordPairs) return {ask.word / 2 / banks, 0};
  return {ask.word, 0};
}

Count count_group(const ServiceRule& rule, const std::vector<Ask>& asks) {
  if (rule.counting != Counting::kDistinctWords && rule.counting != Counting::kDistinctWordPairs &&
      rule.counting != Counting::kLanes) {
    return count_broadcast_steps(asks, rule.banks, rule.counting);
  }
  std::map<Bank, std::set<std::pair<Word, Lane>>> queues;
  for (const Ask& ask : asks) {
    queues[ask.word % rule.banks].insert(share_of(rule.counting, rule.banks, ask));
  }
  Count count;
  for (const auto& [bank, queue] : queues) {
    if (queue.size() > count.wavefronts) {
      count = {static_cast<std::uint32_t>(queue.size()), bank};
    }
  }
  return count;
}

RequestCost cost_by(const BankModel& model, const ServiceRule& rule, const Request& request) {
  RequestCost cost;
  for (const Group& group : groups_of(rule, request)) {
    const Count count = count_group(rule, asks_of(model, group, request));
    PhaseCost& phase = cost.phase_storage.at(cost.phase_count++);
    for (const Lane lane : group.lanes) phase.lanes |= LaneMask{1} << lane;
    phase.wavefronts = count.wavefronts;
    phase.worst_bank = {static_cast<std::uint32_t>(count.worst)};
    cost.wavefronts += count.wavefronts;
    cost.degree = std::max(cost.degree, count.wavefronts);
  }
  cost.ideal_wavefronts = cost.phase_count;
  return cost;
}

}  // namespace

RequestCost slow_cost(const BankModel& model, const Request& request) {
  const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
  if (rules == nullptr || active_lanes(request).empty()) return {};
  std::set<std::uint32_t> numbers;
  for (const ServiceRule& rule : rules->candidates()) {
    numbers.insert(cost_by(model, rule, request).wavefronts);
  }
  RequestCost cost = cost_by(model, rules->rules[0], request);
  cost.lowest_candidate = *numbers.begin();
  cost.highest_candidate = *numbers.rbegin();
  const bool known_source = request.source == CopySource::kLinear;
  const bool bypasses = rules->exactness == Exactness::kNever;
  if (bypasses || (rules->exactness == Exactness::kLinearSource && !known_source)) {
    const auto lanes = static_cast<std::uint32_t>(active_lanes(request).size());
    cost.highest_candidate = std::max(cost.highest_candidate, lanes) + 1;
    if (bypasses) cost.lowest_candidate = 0;
  }
  return cost;
}

}  // namespace smemlens::testing
