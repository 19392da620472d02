#include "smemlens/report/lane_address.h"

#include <algorithm>
#include <bit>
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
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/expression.h"
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

// What a row has over a multiple of the banks, if less than half of them, is taken for its padding.
std::optional<LaneSum> sum_of_padding(const BankModel& model, std::uint32_t width,
                                      const LanePlace& at) {
  const std::uint32_t pad = width % model.banks;
  const std::uint32_t plain = width - pad;
  if (pad == 0 || pad >= model.banks / 2 || plain == 0) return std::nullopt;
  const std::string row = std::to_string(at.row);
  return LaneSum{
      .place = (at.row * plain) + at.column,
      .other = at.row * pad,
      .place_text = row + "·" + std::to_string(plain) + " + " + std::to_string(at.column),
      .other_text = row + "·" + std::to_string(pad)};
}

// Of a column `a ^ b` whose bits lie beside the row's.
std::optional<LaneSum> sum_of_xor(const Explanation& explanation, std::uint32_t width,
                                  const LanePlace& at, std::uint32_t lane) {
  const Pattern& pattern = explanation.pattern;
  const ExpressionIndex last = pattern.accesses[explanation.worst().access].place.subscripts.back();
  const Expression& column = pattern.expressions[last.value];
  if (column.kind != ExpressionKind::kBitXor || !pattern.bound_names.empty()) return std::nullopt;
  const LaneVariables variables =
      variables_of(explanation.geometry, explanation.architecture->bank_model.lanes_per_warp,
                   explanation.worst_request().warp, lane);
  Evaluator evaluator(pattern.expressions, {});
  const std::uint32_t from = evaluator.bits(column.operands[0], variables);
  const std::uint32_t flips = evaluator.bits(column.operands[1], variables);
  if (!std::has_single_bit(width) || from >= width || flips >= width) return std::nullopt;
  return LaneSum{.is_xor = true,
                 .place = (at.row * width) + from,
                 .other = flips,
                 .place_text = std::to_string(at.row) + "·" + std::to_string(width) + " + " +
                               std::to_string(from),
                 .other_text = std::to_string(flips)};
}

std::optional<LaneSum> sum_of(const Explanation& explanation, std::uint32_t index,
                              std::uint32_t lane) {
  const BankModel& model = explanation.architecture->bank_model;
  const Access& access = explanation.pattern.accesses[explanation.worst().access];
  const SharedArray& array = explanation.pattern.arrays[access.place.array];
  const bool is_matrix = array.dimensions.size() == 2 && access.place.subscripts.size() == 2;
  const bool is_one_word = access.bytes == model.word_bytes && access.place.further.empty() &&
                           explanation.pattern.types[array.type.value].bytes == model.word_bytes;
  if (!is_matrix || !is_one_word || array.offset_bytes != 0) return std::nullopt;
  const std::uint32_t width = array.dimensions.back().size;
  const LanePlace at{.row = index / width, .column = index % width};
  if (auto sum = sum_of_padding(model, width, at)) return sum;
  return sum_of_xor(explanation, width, at, lane);
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
                     .typed = std::string(text_of(explanation.pattern, access.place.span)),
                     .element = element_text(array, index),
                     .address = address,
                     .words = words_of(model, request, address),
                     .sum = sum_of(explanation, index, lane),
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
