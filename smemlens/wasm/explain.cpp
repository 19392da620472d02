#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/json_writer.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explain_json.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/scenario.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {
namespace {

std::string_view without_line_end(std::string_view text) {
  return text.substr(0, text.find_last_not_of('\n') + 1);
}

void write_story(JsonWriter& json, const Explanation& explanation) {
  const AccessStory story = worst_story(explanation);
  json.key("story").begin_object().key("headline").value(verdict_of(story.view)).key("law");
  if (story.law) {
    json.value(story.law->formula + ": " + story.law->holds_because);
  } else {
    json.null();
  }
  json.key("fix").begin_array();
  for (const Saying& saying : sayings_of(explanation.fix)) json.value(saying.text);
  json.end_array().end_object();
}

}  // namespace

Answered answer_explain(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto explanation = explain_scenario(parameters, FixSearch::kYes);
  if (!explanation) return tl::unexpected(explanation.error());
  parameters.choice("lang", kLanguageNames);
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  json.key("explanation").raw(without_line_end(explain_json(*explanation)));
  write_story(json, *explanation);
  return {};
}

}  // namespace smemlens
