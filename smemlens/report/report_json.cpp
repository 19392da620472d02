#include "smemlens/report/report_json.h"

#include <array>
#include <bit>
#include <cstdint>
#include <string>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/selection.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/request.h"
#include "smemlens/report/request_json.h"
#include "smemlens/report/sample_note.h"

namespace smemlens {
namespace {

void write(JsonWriter& json, const std::array<std::uint32_t, 3>& extent) {
  json.begin_array().value(extent[0]).value(extent[1]).value(extent[2]).end_array();
}

void write_place(JsonWriter& json, const Location& where) {
  json.key("file").value(where.file).key("line").value(where.line);
  json.key("column").value(where.column);
}

void write(JsonWriter& json, const Site& site) {
  json.begin_object();
  write_place(json, site.key.where);
  json.key("function").value(site.key.function).key("instruction").value(site.key.instruction);
  json.key("op").value(name_of(site.operation)).key("bytes").value(site.bytes);
  json.key("array").value(site.key.array);
  write_counts(json, site.totals);
  json.key("degree_max").value(site.degrees.empty() ? 0 : site.degrees.rbegin()->first);
  json.key("degrees").begin_object();
  for (const auto& [degree, requests] : site.degrees)
    json.key(std::to_string(degree)).value(requests);
  json.end_object().key("divergent_requests").value(site.divergent_requests);
  json.key("worst").begin_object().key("block");
  write(json, site.worst.block);
  json.key("warp").value(site.worst.warp).key("wavefronts").value(site.worst.wavefronts);
  const Request& worst = site.worst.request;  // without the idle lanes at its end
  write_addresses(json, worst, static_cast<std::uint32_t>(std::bit_width(worst.active)));
  json.end_object().key("exact").value(site.inexact_requests == 0);
  json.key("inexact_requests").value(site.inexact_requests);
  if (!site.inlined_at.empty()) {
    json.key("inlined_at").begin_array();
    for (const Location& frame : site.inlined_at) {
      json.begin_object();
      write_place(json, frame);
      json.end_object();
    }
    json.end_array();
  }
  json.end_object();
}

void write(JsonWriter& json, const KernelAnalysis& kernel) {
  json.begin_object().key("name").value(kernel.name).key("mangled").value(kernel.key.mangled);
  json.key("launches").value(kernel.launches);
  if (kernel.repeated_launches > 0) json.key("repeated_launches").value(kernel.repeated_launches);
  json.key("grid");
  write(json, kernel.key.grid);
  json.key("block");
  write(json, kernel.key.block);
  json.key("shared_bytes").begin_object().key("static").value(kernel.static_bytes);
  json.key("dynamic").value(kernel.key.dynamic_bytes).end_object();
  json.key("blocks_run").value(kernel.blocks_run).key("blocks_total").value(kernel.blocks_total);
  json.key("thread_instructions").value(kernel.thread_instructions).key("sites").begin_array();
  for (const Site& site : kernel.sites) write(json, site);
  json.end_array();
  write_totals(json, kernel.totals());
  json.end_object();
}

void write(JsonWriter& json, const Selection& selection) {
  json.key("selection").begin_object().key("kernel").value(selection.kernel);
  json.key("launch_skip").value(selection.launch_skip);
  json.key("launch_count").value(selection.launch_count);
  json.key("blocks").value(selection.blocks).end_object();
}

void write(JsonWriter& json, const LaunchesNotRun& launches) {
  json.begin_object().key("name").value(launches.name).key("mangled").value(launches.key.mangled);
  json.key("launches").value(launches.launches).key("grid");
  write(json, launches.key.grid);
  json.key("block");
  write(json, launches.key.block);
  json.key("dynamic_bytes").value(launches.key.dynamic_bytes).end_object();
}

void write(JsonWriter& json, const Diagnostic& problem) {
  json.begin_object().key("severity").value(name_of(problem.severity));
  json.key("code").value(problem.code).key("message").value(problem.message);
  write_place(json, problem.where);
  json.key("notes").begin_array();
  for (const std::string& note : problem.notes) json.value(note);
  json.end_array().key("hint").value(problem.hint).end_object();
}

}  // namespace

std::string report_json(const Analysis& analysis, std::string_view version) {
  JsonWriter json;
  json.begin_object().key("schema").value("smemlens.report/1").key("version").value(version);
  json.key("arch").value(analysis.architecture).key("level").value(analysis.level);
  json.key("compiler").value(analysis.compiler).key("partial").value(analysis.is_partial);
  if (!analysis.selection.is_everything()) write(json, analysis.selection);
  json.key("kernels").begin_array();
  for (const KernelAnalysis& kernel : analysis.kernels) write(json, kernel);
  json.end_array();
  if (!analysis.not_run.empty()) {
    json.key("not_run").begin_array();
    for (const LaunchesNotRun& launches : analysis.not_run) write(json, launches);
    json.end_array();
  }
  write_totals(json, analysis.totals());
  json.key("problems").begin_array();
  for (const Diagnostic& problem : analysis.problems) write(json, problem);
  json.end_array().key("notes").begin_array();
  if (const std::string note = sample_note(analysis.selection); !note.empty()) json.value(note);
  for (const std::string& note : analysis.notes) json.value(note);
  json.end_array().end_object().newline();
  return json.take();
}

}  // namespace smemlens
