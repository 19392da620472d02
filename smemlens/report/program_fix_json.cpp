#include "smemlens/report/program_fix_json.h"

#include <string>
#include <string_view>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/report/program_fix.h"
#include "smemlens/report/solution_json.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/solution.h"

namespace smemlens {
namespace {

void write_totals(JsonWriter& json, std::string_view key, const Totals& totals) {
  json.key(key).begin_object().key("requests").value(totals.requests);
  json.key("wavefronts").value(totals.wavefronts);
  json.key("ideal_wavefronts").value(totals.ideal_wavefronts);
  json.key("excess_wavefronts").value(totals.excess_wavefronts()).end_object();
}

void write_array(JsonWriter& json, const ArrayFix& array) {
  json.begin_object().key("array").value(array.array).key("function").value(array.function);
  json.key("file").value(array.where.file).key("line").value(array.where.line);
  json.key("kernels").begin_array();
  for (const std::string& kernel : array.kernels) json.value(kernel);
  json.end_array();
  write_totals(json, "totals", array.totals);
  json.key("left_out_requests").value(array.left_out);
  json.key("outcome").value(name_of(array.outcome)).key("written");
  if (array.outcome == FixOutcome::kWritten) {
    const SolutionPoint& point = array.solution.pareto[array.written];
    json.begin_object().key("family").value(name_of(point.family));
    json.key("wavefronts").value(point.wavefronts);
    json.key("extra_bytes").value(point.extra_bytes);
    json.key("description").value(described(point, array.problem.shape)).end_object();
  } else {
    json.null();
  }
  json.key("reason").value(array.reason).key("solution");
  if (array.is_solved) {
    json.raw(solution_json(array.problem, array.solution));
  } else {
    json.null();
  }
  json.end_object();
}

void write_proof(JsonWriter& json, const ProgramFix& fix) {
  json.key("proof");
  if (!fix.has_change()) {
    json.null();
    return;
  }
  json.begin_object().key("output_lines").value(fix.proof.output_lines);
  json.key("output_lines_left_out").value(fix.proof.output_left_out);
  json.key("memory_ranges").value(fix.proof.memory_ranges);
  json.key("memory_ranges_left_out").value(fix.proof.memory_left_out).end_object();
}

void write_line(JsonWriter& json, const LineFix& line) {
  json.begin_object().key("kernel").value(line.kernel).key("file").value(line.file);
  json.key("line").value(line.line);
  write_totals(json, "before", line.before);
  write_totals(json, "after", line.after);
  json.end_object();
}

}  // namespace

std::string program_fix_json(const ProgramFix& fix, std::string_view version) {
  JsonWriter json;
  json.begin_object().key("schema").value("smemlens.fix_program/1").key("version").value(version);
  json.key("arch").value(fix.architecture).key("compiler").value(fix.compiler);
  json.key("sources").begin_array();
  for (const std::string& source : fix.sources) json.value(source);
  json.end_array().key("sample").value(fix.is_sample).key("arrays").begin_array();
  for (const ArrayFix& array : fix.arrays) write_array(json, array);
  json.end_array();
  write_totals(json, "before", fix.before);
  write_totals(json, "after", fix.after);
  json.key("lines").begin_array();
  for (const LineFix& line : fix.lines) write_line(json, line);
  json.end_array();
  write_proof(json, fix);
  json.key("diff").value(fix.diff).key("applied").value(fix.is_applied);
  json.key("notes").begin_array();
  for (const std::string& note : fix.notes) json.value(note);
  json.end_array().end_object().newline();
  return json.take();
}

}  // namespace smemlens
