#include <optional>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/lane_address.h"
#include "smemlens/report/scenario.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {
namespace {

void write_address(JsonWriter& json, const LaneAddress& address) {
  json.key("index").value(address.index).key("element").value(address.element);
  json.key("address").value(address.address.value);
  const auto write = [&](std::string_view key, auto value_of) {
    json.key(key).begin_array();
    for (const LaneWord& word : address.words) json.value(value_of(word));
    json.end_array();
  };
  write("words", [](const LaneWord& word) { return word.word.value; });
  write("banks", [](const LaneWord& word) { return word.bank.value; });
  write("rows", [](const LaneWord& word) { return word.row; });
  json.key("pass").value(address.pass);
}

}  // namespace

Answered answer_lane(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  const unsigned lanes = explanation->architecture->bank_model.lanes_per_warp;
  const unsigned lane = parameters.number("lane", {.most = lanes - 1});
  const Language language = parameters.language();
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  const std::optional<LaneAddress> address = lane_address(*explanation, lane);
  json.key("lane").value(lane).key("active").value(address.has_value());
  if (address) write_address(json, *address);
  json.key("note").value(lane_note(lane, address, language));
  return {};
}

}  // namespace smemlens
