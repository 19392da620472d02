#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/solution_words.h"
#include "smemlens/report/scenario.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/report/translation.h"
#include "smemlens/solve/solution.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

Answered answer_fix(const JsonValue& question, JsonWriter& json) {
  figures::Parameters parameters(question);
  const auto solved = solve_scenario(parameters);
  if (!solved) return tl::unexpected(solved.error());
  const Language language = parameters.language();
  if (const auto problem = parameters.problem()) return tl::unexpected(*problem);
  const Solution& solution = solved->solution;
  json.key("solution").raw(solution_json(solved->found.problem, solution));
  json.key("story").begin_object();
  json.key("statement").value(figures::statement_of(solution, language));
  json.key("warnings").begin_array();
  for (const std::string& warning : solution.warnings) json.value(translated(warning, language));
  json.end_array().key("points").begin_array();
  for (const SolutionPoint& point : solution.pareto) {
    json.begin_object().key("change").value(figures::change_of(*solved, point, language));
    json.key("price").value(figures::price_of(*solved, point, language));
    json.key("blocks").value(figures::blocks_of(*solved, point, language)).end_object();
  }
  json.end_array().end_object();
  return {};
}

}  // namespace smemlens
