#include "smemlens/report/lane_address.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens {
namespace {

// "s[17][0]": the element of `array` with this index in memory order.
std::string element_text(const SharedArray& array, std::uint32_t index) {
  std::string subscripts;
  for (const Dimension& dimension : std::views::reverse(array.dimensions)) {
    subscripts.insert(0, '[' + std::to_string(index % dimension.size) + ']');
    index /= dimension.size;
  }
  return array.name + subscripts;
}

// The wavefront that serves `lane`, from 1.
std::uint32_t pass_of(const BankModel& model, const Request& request, std::uint32_t lane) {
  const std::vector<Wavefront> wavefronts = schedule(model, request);
  const auto served = std::ranges::find_if(wavefronts, [lane](const Wavefront& wavefront) {
    return (wavefront.lanes >> lane & 1) != 0;
  });
  return static_cast<std::uint32_t>(std::distance(wavefronts.begin(), served)) + 1;
}

std::vector<LaneWord> words_of(const BankModel& model, const Request& request,
                               ByteAddress address) {
  std::vector<LaneWord> words;
  const std::uint32_t first = word_of(model, address).value;
  for (std::uint32_t i = 0; i < words_per_lane(model, request); ++i) {
    const WordIndex word{first + i};
    words.push_back({.word = word, .bank = bank_of(model, word), .row = word.value / model.banks});
  }
  return words;
}

}  // namespace

std::optional<LaneAddress> lane_address(const Explanation& explanation, std::uint32_t lane) {
  const BankModel& model = explanation.architecture->bank_model;
  const Request& request = explanation.worst_request().request;
  if ((participants_of(request) >> lane & 1) == 0) return std::nullopt;
  const Access& access = explanation.pattern.accesses[explanation.worst().access];
  const SharedArray& array = explanation.pattern.arrays[access.place.array];
  const ByteAddress address = request.addresses[lane];
  const std::uint32_t element_bytes = explanation.pattern.types[array.type.value].bytes;
  const std::uint32_t index = (address.value - array.offset_bytes) / element_bytes;
  return LaneAddress{.index = index,
                     .element = element_text(array, index),
                     .address = address,
                     .words = words_of(model, request, address),
                     .pass = pass_of(model, request, lane)};
}

std::string lane_note(std::uint32_t lane, const std::optional<LaneAddress>& address,
                      Language language) {
  using figures::TextId;
  const std::string number = std::to_string(lane);
  if (!address)
    return figures::text_of(TextId::kSceneLaneIdle, language,
                            {
                                {"lane", number}
    });
  return figures::text_of(TextId::kSceneLane, language,
                          {
                              {"lane", number                                           },
                              {"word", std::to_string(address->words.front().word.value)},
                              {"bank", std::to_string(address->words.front().bank.value)},
                              {"pass", std::to_string(address->pass)                    }
  });
}

}  // namespace smemlens
