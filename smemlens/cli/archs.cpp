#include <span>
#include <string>

#include "smemlens/cli/arguments.h"
#include "smemlens/cli/commands.h"
#include "smemlens/cli/complain.h"
#include "smemlens/cli/exit_code.h"
#include "smemlens/cli/files.h"
#include "smemlens/model/architecture.h"
#include "smemlens/report/architectures_json.h"
#include "smemlens/report/text_table.h"

namespace smemlens::cli {
namespace {

std::string archs_text(std::span<const Architecture> rows) {
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
  for (const Architecture& row : rows) {
    table.add({std::string(row.name), std::string(row.product),
               std::to_string(row.bank_model.lanes_per_warp), std::to_string(row.bank_model.banks),
               std::to_string(row.bank_model.word_bytes), row.runs_programs ? "yes" : "",
               std::string(row.confidence), std::string(row.source)});
  }
  return table.text(0) +
         "\nlanes: of a warp. bytes: what a bank delivers in one wavefront.\n"
         "run: 'smemlens run' and 'launch' take it, and 'fix' of a program; 'explain', 'cost' and\n"
         "'fix' of a pattern take every row.\n"
         "The rules and their evidence: docs/model.md.\n";
}

}  // namespace

ExitCode archs(const ArchsArguments& arguments) {
  std::span<const Architecture> rows = architectures();
  if (!arguments.only.empty()) {
    const auto row = architecture_named(arguments.only);
    if (!row) return complain(row.error(), ExitCode::kUsage);
    rows = {*row, 1};
  }
  const bool is_json = arguments.common.format == Format::kJson;
  const auto problem =
      write_output(arguments.common.output, is_json ? architectures_json(rows) : archs_text(rows));
  return problem ? complain(*problem) : ExitCode::kDone;
}

}  // namespace smemlens::cli
