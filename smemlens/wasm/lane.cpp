#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/base/json_writer.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/schedule.h"
#include "smemlens/model/units.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/scenario.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {
namespace {

// "s[17][0]": the element of `array` with this index in memory order.
std::string element_text(const SharedArray& array, std::uint32_t index) {
  std::string subscripts;
  for (auto dimension = array.dimensions.rbegin(); dimension != array.dimensions.rend();
       ++dimension) {
    subscripts = '[' + std::to_string(index % dimension->size) + ']' + subscripts;
    index /= dimension->size;
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

void write_words(JsonWriter& json, const BankModel& model, const Request& request,
                 std::uint32_t first) {
  const std::uint32_t count = words_per_lane(model, request);
  const auto write = [&](std::string_view key, auto value_of) {
    json.key(key).begin_array();
    for (std::uint32_t i = 0; i < count; ++i) json.value(value_of(WordIndex{first + i}));
    json.end_array();
  };
  write("words", [](WordIndex word) { return word.value; });
  write("banks", [&](WordIndex word) { return bank_of(model, word).value; });
  write("rows", [&](WordIndex word) { return word.value / model.banks; });
}

void write_lane(JsonWriter& json, const Explanation& explanation, std::uint32_t lane,
                Language language) {
  const BankModel& model = explanation.architecture->bank_model;
  const Request& request = explanation.worst_request().request;
  const bool is_active = (participants_of(request) >> lane & 1) != 0;
  json.key("lane").value(lane).key("active").value(is_active);
  if (!is_active) {
    json.key("note").value(text_of(figures::TextId::kSceneLaneIdle, language,
                                   {
                                       {"lane", std::to_string(lane)}
    }));
    return;
  }
  const Access& access = explanation.pattern.accesses[explanation.worst().access];
  const SharedArray& array = explanation.pattern.arrays[access.place.array];
  const ByteAddress address = request.addresses[lane];
  const std::uint32_t element_bytes = explanation.pattern.types[array.type.value].bytes;
  const std::uint32_t index = (address.value - array.offset_bytes) / element_bytes;
  const WordIndex word = word_of(model, address);
  const std::uint32_t pass = pass_of(model, request, lane);
  json.key("index").value(index).key("element").value(element_text(array, index));
  json.key("address").value(address.value);
  write_words(json, model, request, word.value);
  json.key("pass").value(pass);
  json.key("note").value(text_of(figures::TextId::kSceneLane, language,
                                 {
                                     {"lane", std::to_string(lane)},
                                     {"word", std::to_string(word.value)},
                                     {"bank", std::to_string(bank_of(model, word).value)},
                                     {"pass", std::to_string(pass)}
  }));
}

}  // namespace

Answered answer_lane(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto explanation = explain_scenario(parameters, FixSearch::kNo);
  if (!explanation) return tl::unexpected(explanation.error());
  const unsigned lanes = explanation->architecture->bank_model.lanes_per_warp;
  const unsigned lane = parameters.number("lane", {.most = lanes - 1});
  const Language language = *language_from(parameters.choice("lang", kLanguageNames));
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  write_lane(json, *explanation, lane, language);
  return {};
}

}  // namespace smemlens
