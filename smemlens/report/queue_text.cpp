#include "smemlens/report/queue_text.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/stack.h"

namespace smemlens {
namespace {

using figures::AccessView;
using figures::Delivery;
using figures::PhaseView;

std::vector<unsigned> numbers_of(LaneMask lanes) {
  std::vector<unsigned> numbers;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1)
    numbers.push_back(static_cast<unsigned>(std::countr_zero(rest)));
  return numbers;
}

bool is_progression(std::span<const unsigned> numbers) {
  for (std::size_t i = 2; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != numbers[1] - numbers[0]) return false;
  return true;
}

std::string joined(std::span<const unsigned> numbers, std::string_view separator) {
  std::string text;
  for (const unsigned number : numbers) {
    if (!text.empty()) text += separator;
    text += std::to_string(number);
  }
  return text;
}

// "0–3", "12", …: neighbours together.
std::vector<std::string> runs_of(std::span<const unsigned> numbers) {
  std::vector<std::string> runs;
  for (std::size_t begin = 0; begin < numbers.size();) {
    std::size_t end = begin + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    std::string run = std::to_string(numbers[begin]);
    if (end > begin + 1) run += "–" + std::to_string(numbers[end - 1]);
    runs.push_back(run);
    begin = end;
  }
  return runs;
}

// The lanes that `bank` serves, wavefront after wavefront.
std::vector<LaneMask> queue_of(const PhaseView& phase, unsigned bank) {
  std::vector<LaneMask> queue;
  for (const Delivery& delivery : phase.deliveries) {
    if (delivery.bank.value != bank) continue;
    queue.resize(std::max<std::size_t>(queue.size(), delivery.wavefront + 1));
    queue[delivery.wavefront] |= delivery.lanes;
  }
  return queue;
}

// "lanes 0, 1, 2 … 31" if one lane is served at a time, else "lanes 0–7, then lanes 8–15".
std::string order_text(std::span<const LaneMask> queue) {
  std::vector<unsigned> lanes;
  for (const LaneMask served : queue)
    if (std::has_single_bit(served))
      lanes.push_back(static_cast<unsigned>(std::countr_zero(served)));
  if (lanes.size() == queue.size() && queue.size() > 3) return "lanes " + number_series(lanes);
  std::string text;
  const std::size_t shown = std::min<std::size_t>(queue.size(), 4);
  for (const LaneMask served : queue.first(shown))
    text += (text.empty() ? "" : ", then ") + lanes_text(served);
  return queue.size() > shown ? text + ", and so on" : text;
}

std::string group_sentence(const PhaseView& phase, unsigned depth,
                           std::span<const unsigned> banks) {
  const std::vector<LaneMask> queue = queue_of(phase, banks[0]);
  const std::string length = std::to_string(depth);
  if (banks.size() == 1)
    return "bank " + std::to_string(banks[0]) + ": " + length +
           " deliveries, one a wavefront, to " + order_text(queue);
  return "banks " + number_series(banks) + ": " + length + " deliveries each; bank " +
         std::to_string(banks[0]) + " serves " + order_text(queue);
}

// Banks by the length of their queue, longest first.
std::map<unsigned, std::vector<unsigned>, std::greater<>> queued_banks(const PhaseView& phase,
                                                                       unsigned bank_count) {
  std::map<unsigned, std::vector<unsigned>, std::greater<>> groups;
  const std::vector<unsigned> depths = figures::queue_depths(phase.deliveries, bank_count);
  for (unsigned bank = 0; bank < bank_count; ++bank)
    if (depths[bank] > 1) groups[depths[bank]].push_back(bank);
  return groups;
}

bool are_alike(const PhaseView& a, const PhaseView& b, unsigned bank_count) {
  return std::popcount(a.active) == std::popcount(b.active) &&
         figures::queue_depths(a.deliveries, bank_count) ==
             figures::queue_depths(b.deliveries, bank_count);
}

// Index past the last phase from `begin` on that is like it.
std::size_t alike_end(const AccessView& view, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < view.phases.size() &&
         are_alike(view.phases[begin], view.phases[end], view.bank_count))
    ++end;
  return end;
}

std::string phase_range(std::size_t begin, std::size_t end) {
  if (end == begin + 1) return std::to_string(end);
  return std::to_string(begin + 1) + "–" + std::to_string(end);
}

std::string like_text(std::size_t begin, std::size_t end) {
  std::string first = "phase " + std::to_string(begin + 1);
  if (end == begin + 1) return first;
  return first + " (" + std::to_string(begin + 2) +
         (end == begin + 2 ? "" : "–" + std::to_string(end)) + " alike)";
}

// The lanes that get their last word in each wavefront of `phase`.
std::vector<LaneMask> served_lanes(const PhaseView& phase) {
  std::vector<LaneMask> served(phase.wavefronts);
  LaneMask later = 0;
  for (std::size_t i = phase.deliveries.size(); i-- > 0;) {
    const Delivery& delivery = phase.deliveries[i];
    served[delivery.wavefront] |= delivery.lanes & ~later;
    later |= delivery.lanes;
  }
  return served;
}

}  // namespace

std::vector<std::string> queue_sentences(const AccessView& view) {
  std::vector<std::string> sentences;
  for (std::size_t begin = 0; begin < view.phases.size();) {
    const std::size_t end = alike_end(view, begin);
    const PhaseView& phase = view.phases[begin];
    const std::string where = view.phases.size() == 1 ? "" : like_text(begin, end) + ": ";
    for (const auto& [depth, banks] : queued_banks(phase, view.bank_count))
      sentences.push_back(where + group_sentence(phase, depth, banks));
    begin = end;
  }
  return sentences;
}

std::vector<std::string> phase_sentences(const AccessView& view) {
  std::vector<std::string> sentences;
  if (view.phases.size() < 2) return sentences;
  for (std::size_t begin = 0; begin < view.phases.size();) {
    const std::size_t end = alike_end(view, begin);
    std::string text = phase_range(begin, end) + ": ";
    for (std::size_t i = begin; i < end; ++i)
      text += (i == begin ? "" : "; ") + lanes_text(view.phases[i].active);
    const unsigned wavefronts = view.phases[begin].wavefronts;
    text += ": " + std::to_string(wavefronts) + (wavefronts == 1 ? " wavefront" : " wavefronts");
    sentences.push_back(end == begin + 1 ? text : text + " each");
    begin = end;
  }
  return sentences;
}

std::string wavefront_sentence(const AccessView& view) {
  constexpr std::size_t kFirst = 3;
  std::vector<LaneMask> served;
  for (const PhaseView& phase : view.phases) {
    const std::vector<LaneMask> part = served_lanes(phase);
    served.insert(served.end(), part.begin(), part.end());
  }
  std::string text;
  for (std::size_t i = 0; i < served.size(); ++i) {
    if (served.size() > kFirst + 2 && i == kFirst) {
      text += "; … ";
      i = served.size() - 1;
    } else if (i > 0) {
      text += "; ";
    }
    text += std::to_string(i + 1) + ": " + lanes_text(served[i]);
  }
  return text;
}

std::string number_series(std::span<const unsigned> numbers) {
  constexpr std::size_t kMost = 12;
  if (numbers.size() > 4 && is_progression(numbers))
    return joined(numbers.first(3), ", ") + " … " + std::to_string(numbers.back());
  if (numbers.size() <= kMost) return joined(numbers, ", ");
  return joined(numbers.first(kMost), ", ") + " and " + std::to_string(numbers.size() - kMost) +
         " more";
}

std::string lanes_text(LaneMask lanes) {
  const std::vector<unsigned> numbers = numbers_of(lanes);
  if (numbers.empty()) return "no lane";
  if (numbers.size() == 1) return "lane " + std::to_string(numbers[0]);
  const std::vector<std::string> runs = runs_of(numbers);
  if (runs.size() > 4) return "lanes " + number_series(numbers);
  std::string text = "lanes ";
  for (std::size_t i = 0; i < runs.size(); ++i) text += (i == 0 ? "" : ", ") + runs[i];
  return text;
}

}  // namespace smemlens
