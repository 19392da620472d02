#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/architectures_json.h"
#include "smemlens/report/figures/theme.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {

Answered answer_architectures(const JsonValue& /*question*/, JsonWriter& json) {
  write_architectures(json, architectures());
  return {};
}

Answered answer_theme(const JsonValue& /*question*/, JsonWriter& json) {
  json.key("css").value(figures::stylesheet());
  return {};
}

}  // namespace smemlens
