#include <string>

#include "smemlens/base/json_writer.h"
#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/text_table.h"

namespace smemlens::cli {
namespace {

std::string archs_text() {
  TextTable table({
      {"arch",       Align::kLeft },
      {"product",    Align::kLeft },
      {"lanes",      Align::kRight},
      {"banks",      Align::kRight},
      {"bytes",      Align::kRight},
      {"run",        Align::kLeft },
      {"confidence", Align::kLeft },
      {"source",     Align::kLeft }
  });
  for (const Architecture& row : architectures()) {
    table.add({std::string(row.name), std::string(row.product),
               std::to_string(row.bank_model.lanes_per_warp), std::to_string(row.bank_model.banks),
               std::to_string(row.bank_model.word_bytes), row.runs_programs ? "yes" : "",
               std::string(row.confidence), std::string(row.source)});
  }
  return table.text(0) +
         "\nlanes: of a warp. bytes: what a bank delivers in one wavefront.\n"
         "run: 'smemlens run' and 'launch' take it; 'explain' and 'cost' take every row.\n"
         "The rules and their evidence: docs/model.md.\n";
}

std::string archs_json() {
  JsonWriter json;
  json.begin_object().key("schema").value("smemlens.archs/1").key("archs").begin_array();
  for (const Architecture& row : architectures()) {
    json.begin_object().key("name").value(row.name).key("product").value(row.product);
    json.key("lanes_per_warp").value(row.bank_model.lanes_per_warp);
    json.key("banks").value(row.bank_model.banks);
    json.key("word_bytes").value(row.bank_model.word_bytes);
    json.key("runs_programs").value(row.runs_programs);
    json.key("confidence").value(row.confidence).key("source").value(row.source).end_object();
  }
  json.end_array().end_object().newline();
  return json.take();
}

}  // namespace

ExitCode archs(const ArchsArguments& arguments) {
  const bool is_json = arguments.common.format == Format::kJson;
  const auto problem = write_output(arguments.common.output, is_json ? archs_json() : archs_text());
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
