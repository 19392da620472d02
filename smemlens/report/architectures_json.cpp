#include "smemlens/report/architectures_json.h"

#include <span>
#include <string>

#include "smemlens/base/json_writer.h"
#include "smemlens/model/architecture.h"

namespace smemlens {

void write_architectures(JsonWriter& json, std::span<const Architecture> rows) {
  json.key("archs").begin_array();
  for (const Architecture& row : rows) {
    json.begin_object().key("name").value(row.name).key("product").value(row.product);
    json.key("lanes_per_warp").value(row.bank_model.lanes_per_warp);
    json.key("banks").value(row.bank_model.banks);
    json.key("word_bytes").value(row.bank_model.word_bytes);
    json.key("runs_programs").value(row.runs_programs);
    json.key("confidence").value(row.confidence).key("source").value(row.source).end_object();
  }
  json.end_array();
}

std::string architectures_json(std::span<const Architecture> rows) {
  JsonWriter json;
  json.begin_object().key("schema").value("smemlens.archs/1");
  write_architectures(json, rows);
  json.end_object().newline();
  return json.take();
}

}  // namespace smemlens
