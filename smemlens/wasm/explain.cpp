#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/cost.h"
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

// A page's reader hasn't the file that a reason names.
std::string without_reference(std::string text) {
  return text.substr(0, text.rfind(" (docs/model.md"));
}

// Why a count isn't certain, and what wasn't counted; each once.
void write_doubts(JsonWriter& json, const Explanation& explanation, Language language) {
  std::set<std::string> reasons;
  for (const ExplainedAccess& access : explanation.accesses)
    for (const ExplainedRequest& warp : access.warps)
      if (!warp.cost.is_exact())
        reasons.insert(without_reference(
            note_of(explanation.architecture->bank_model, warp.request, warp.cost)));
  json.key("inexact").begin_array();
  for (const std::string& reason : reasons) json.value(translated(reason, language));
  json.end_array().key("notes").begin_array();
  for (const Diagnostic& note : explanation.pattern.notes)
    json.value(translated(note.message, language));
  json.end_array();
}

void write_story(JsonWriter& json, const Explanation& explanation, Language language) {
  const figures::Scene scene = figures::scene_of(explanation, std::nullopt);
  json.key("story").begin_object().key("headline").value(figures::title_of(scene, language));
  write_law(json, explanation, language);
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
