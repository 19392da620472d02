#include "smemlens/report/figures/figure.h"

#include <string>
#include <tl/expected.hpp>

#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/figures/figure_table.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

Answered answer_figure(const JsonValue& question, JsonWriter& json) {
  const std::string name = figures::Parameters(question).text("figure", "");
  const auto figure = figures::draw_figure(name, question);
  if (!figure) return tl::unexpected(figure.error());
  json.key("svg").value(figure->svg).key("words").value(figure->words);
  json.key("passes").value(figure->passes).key("ideal").value(figure->ideal);
  return {};
}

}  // namespace smemlens
