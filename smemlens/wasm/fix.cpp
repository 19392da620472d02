#include <cstdint>
#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/solution_words.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/scenario.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/report/translation.h"
#include "smemlens/solve/solution.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

namespace {

//   wavefronts  of each access, as in the solution's "naive"
//   code        lines of CUDA C++
void write_point(JsonWriter& json, const SolvedScenario& solved, const SolutionPoint& point,
                 Language language) {
  json.begin_object().key("change").value(figures::change_of(solved, point, language));
  json.key("price").value(figures::price_of(solved, point, language));
  json.key("blocks").value(figures::blocks_of(solved, point, language));
  json.key("condition").value(figures::condition_of(solved, point, language));
  json.key("code").value(cuda_text(solved.found.problem, point.layout));
  json.key("wavefronts").begin_array();
  for (const std::uint64_t wavefronts : point.by_access) json.value(wavefronts);
  json.end_array().end_object();
}

}  // namespace

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
  for (const SolutionPoint& point : solution.pareto) write_point(json, *solved, point, language);
  json.end_array().key("refused").value(figures::refused_of(*solved, language)).end_object();
  return {};
}

}  // namespace smemlens
