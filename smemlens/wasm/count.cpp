#include <tl/expected.hpp>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/request_json.h"
#include "smemlens/report/scenario.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

Answered answer_count(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  parameters.language();
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  write_totals(json, explanation->totals);
  json.key("accesses").begin_array();
  for (const ExplainedAccess& access : explanation->accesses) {
    json.begin_object();
    write_counts(json, access.totals);
    json.end_object();
  }
  json.end_array();
  return {};
}

}  // namespace smemlens
