#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/cost_json.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

Answered answer_cost(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto architecture = architecture_named(parameters.text("arch", kDefaultArchitecture));
  if (!architecture) return tl::unexpected(architecture.error());
  const JsonValue* value = parameters.value("line");
  if (value == nullptr)
    parameters.refuse("\"line\" is missing", "one line of what `smemlens cost` reads");
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  const auto line = parse_cost_line(json_text(*value), **architecture);
  if (!line) {
    Diagnostic problem = line.error();
    problem.where.file = "line";
    return tl::unexpected(problem);
  }
  write_verdict(json, (*architecture)->bank_model, *line, true);
  return {};
}

}  // namespace smemlens
