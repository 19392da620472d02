#include "smemlens/solve/phase_words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/solve/layout_problem.h"

namespace smemlens {
namespace {

// Bytes of a lane's access that belong to a phase, from the access's begin.
struct ByteRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

ByteRange range_of(const Phase& phase, std::uint32_t bytes_per_lane, std::uint32_t word_bytes) {
  if (phase.words == 0) return {0, bytes_per_lane};
  const std::uint32_t begin = phase.first_word * word_bytes;
  return {begin, std::min(bytes_per_lane, begin + (phase.words * word_bytes))};
}

std::uint32_t distinct_bytes(std::vector<ByteRange> ranges) {
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  std::uint32_t bytes = 0;
  std::uint32_t seen = 0;
  for (const ByteRange& range : ranges) {
    const std::uint32_t begin = std::max(range.begin, seen);
    if (range.end > begin) bytes += range.end - begin;
    seen = std::max(seen, range.end);
  }
  return bytes;
}

PhaseWords words_of(const Phase& phase, const Request& request, const BankModel& model,
                    Counting counting) {
  PhaseWords result{.counting = counting};
  const std::uint32_t word_bytes = model.word_bytes;
  const ByteRange part = range_of(phase, request.bytes_per_lane, word_bytes);
  std::vector<ByteRange> ranges;
  for (LaneMask rest = phase.lanes; rest != 0; rest &= rest - 1) {
    const std::uint32_t address =
        request.addresses[static_cast<std::size_t>(std::countr_zero(rest))].value;
    ranges.push_back({address + part.begin, address + part.end});
    for (std::uint32_t word = ranges.back().begin / word_bytes;
         word <= (ranges.back().end - 1) / word_bytes; ++word)
      result.words.push_back(word);
  }
  std::ranges::sort(result.words);
  if (counting != Counting::kLanes)
    result.words.erase(std::unique(result.words.begin(), result.words.end()), result.words.end());
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  for (std::size_t i = 0, first = 0; i < ranges.size(); ++i) {
    if (ranges[i].begin != ranges[first].begin) first = i;
    result.most_sharers = std::max(result.most_sharers, static_cast<std::uint32_t>(i - first + 1));
  }
  result.bytes = distinct_bytes(std::move(ranges));
  return result;
}

// The request as declared, from the word on that holds the array's begin: what lies in one word of
// the memory, and what in two, stays so.
Request natural_request(const LayoutProblem& problem, const ElementRequest& request) {
  std::array<std::uint32_t, kMaxLanes> places{};
  for (std::size_t lane = 0; lane < kMaxLanes; ++lane) places[lane] = request.lanes[lane].element;
  Request natural = request_at(problem, request, places);
  const std::uint32_t word_bytes = problem.architecture->bank_model.word_bytes;
  const std::uint32_t first_word_byte = problem.base_bytes / word_bytes * word_bytes;
  for (ByteAddress& address : natural.addresses) address.value -= first_word_byte;
  return natural;
}

}  // namespace

std::vector<PhaseWords> phase_words_of(const LayoutProblem& problem) {
  const BankModel& model = problem.architecture->bank_model;
  std::vector<PhaseWords> phases;
  for (std::size_t i = 0; i < problem.requests.size(); ++i) {
    const ElementRequest& counted = problem.requests[i];
    const Request request = natural_request(problem, counted);
    const AccessRules* rules = rules_of(model, request.operation, request.bytes_per_lane);
    const ServiceRule& rule = rules->rules[0];
    const PhaseList served = phases_of(rule, request);
    for (const Phase& phase : served.all()) {
      PhaseWords words = words_of(phase, request, model, rule.counting);
      words.request = i;
      words.weight = counted.count * problem.accesses[counted.access].weight;
      phases.push_back(std::move(words));
    }
  }
  return phases;
}

WordWidths log2_widths_of_words(const LayoutProblem& problem) {
  const std::uint32_t word_bytes = problem.architecture->bank_model.word_bytes;
  WordWidths widths;
  for (const ElementRequest& request : problem.requests) {
    const std::uint32_t bytes = problem.accesses[request.access].bytes;
    if (bytes <= word_bytes) continue;
    const auto log2_bytes = static_cast<std::uint8_t>(std::countr_zero(bytes));
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1) {
      const ElementPlace& place = request.lanes[static_cast<std::size_t>(std::countr_zero(rest))];
      const std::uint32_t begin = (place.element * problem.shape.element_bytes) + place.inner_bytes;
      for (std::uint32_t word = begin / word_bytes; word <= (begin + bytes - 1) / word_bytes;
           ++word) {
        std::uint8_t& width = widths[word];
        width = std::max(width, log2_bytes);
      }
    }
  }
  return widths;
}

}  // namespace smemlens
