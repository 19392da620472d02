#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/report/explain_json.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/scene_words.h"
#include "smemlens/report/law_text.h"
#include "smemlens/report/scenario.h"
#include "smemlens/report/translation.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {
namespace {

std::string_view without_line_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

void write_law(JsonWriter& json, const Explanation& explanation, Language language) {
  json.key("law");
  if (!explanation.law) {
    json.null();
    return;
  }
  json.value(translated(explanation.law->formula, language) + ": " +
             law_reason(*explanation.law, language));
}

// The busiest bank of the request that the picture shows, where passes are its different words: in
// one phase, by lanes that don't take turns, and not on hardware that delivers words in pairs or
// shares only one.
void write_busiest(JsonWriter& json, const Explanation& explanation) {
  const auto& [warp, request, cost] = explanation.worst_request();
  const AccessRules* rules =
      rules_of(explanation.architecture->bank_model, request.operation, request.bytes_per_lane);
  const bool counts_words = rules != nullptr && request.open_cost == OpenCost::kNone &&
                            rules->rules[0].counting == Counting::kDistinctWords;
  json.key("busiest");
  if (!counts_words || cost.phase_count != 1) {
    json.null();
    return;
  }
  json.begin_object().key("bank").value(cost.phases()[0].worst_bank.value);
  json.key("words").value(cost.wavefronts).key("ideal").value(cost.ideal_wavefronts).end_object();
}

// A page of one file has no documents to refer to.
std::string without_reference(std::string text) {
  const std::size_t begin = text.find(" (docs/");
  if (begin == std::string::npos) return text;
  return text.erase(begin, text.find(')', begin) + 1 - begin);
}

// Why a count isn't certain, and what wasn't counted; each once.
void write_doubts(JsonWriter& json, const Explanation& explanation, Language language) {
  std::set<std::string> reasons;
  for (const ExplainedAccess& access : explanation.accesses)
    for (const ExplainedRequest& warp : access.warps)
      if (!warp.cost.is_exact())
        reasons.insert(note_of(explanation.architecture->bank_model, warp.request, warp.cost));
  json.key("inexact").begin_array();
  for (const std::string& reason : reasons)
    json.value(without_reference(translated(reason, language)));
  json.end_array().key("notes").begin_array();
  for (const Diagnostic& note : explanation.pattern.notes)
    json.value(translated(note.message, language));
  json.end_array();
}

void write_story(JsonWriter& json, const Explanation& explanation, Language language) {
  const figures::Scene scene = figures::scene_of(explanation, std::nullopt);
  json.key("story").begin_object().key("headline").value(figures::title_of(scene, language));
  write_law(json, explanation, language);
  write_busiest(json, explanation);
  write_doubts(json, explanation, language);
  json.end_object();
}

}  // namespace

Answered answer_explain(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  const Language language = parameters.language();
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  json.key("explanation").raw(without_line_end(explain_json(*explanation)));
  write_story(json, *explanation, language);
  return {};
}

}  // namespace smemlens
