#include "smemlens/analysis/record.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"

namespace smemlens {
namespace {

// ---------------------------------------------------------------- writing

void write(JsonWriter& json, const Location& where) {
  json.begin_array().value(where.file).value(where.line).value(where.column).end_array();
}

void write(JsonWriter& json, const std::array<std::uint32_t, 3>& extent) {
  json.begin_array().value(extent[0]).value(extent[1]).value(extent[2]).end_array();
}

void write(JsonWriter& json, const Totals& totals) {
  json.begin_array().value(totals.requests).value(totals.wavefronts);
  json.value(totals.ideal_wavefronts).end_array();
}

void write(JsonWriter& json, const WorstRequest& worst) {
  json.begin_object().key("block");
  write(json, worst.block);
  json.key("warp").value(worst.warp).key("wavefronts").value(worst.wavefronts);
  json.key("launch").value(worst.launch).key("order").value(worst.order);
  json.key("matrices").value(worst.request.matrices);
  json.key("source").value(static_cast<unsigned>(worst.request.source));
  json.key("open_cost").value(static_cast<unsigned>(worst.request.open_cost));
  json.key("active").value(worst.request.active).key("addresses").begin_array();
  for (LaneMask rest = worst.request.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    json.value(worst.request.addresses[lane].value);
  }
  json.end_array().end_object();
}

// Each request one array: count, matrices, source, open cost, active lanes, their offsets.
void write(JsonWriter& json, const RecordedRequests& recorded) {
  json.key("left_out").value(recorded.left_out()).key("recorded").begin_array();
  for (const auto& [key, count] : recorded.counts()) {
    const Request& request = key.request;
    json.begin_array().value(count).value(request.matrices);
    json.value(static_cast<unsigned>(request.source))
        .value(static_cast<unsigned>(request.open_cost));
    json.value(request.active);
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1)
      json.value(request.addresses[static_cast<std::size_t>(std::countr_zero(rest))].value);
    json.end_array();
  }
  json.end_array();
}

void write(JsonWriter& json, const RecordedArray& array) {
  json.begin_object().key("symbol").value(array.symbol).key("name").value(array.name);
  json.key("offset").value(array.offset).key("bytes").value(array.bytes);
  json.key("dynamic").value(array.is_dynamic).end_object();
}

void write(JsonWriter& json, const Site& site) {
  json.begin_object().key("where");
  write(json, site.key.where);
  json.key("function").value(site.key.function).key("instruction").value(site.key.instruction);
  json.key("array").value(site.key.array).key("inlined_at").begin_array();
  for (const Location& frame : site.inlined_at) write(json, frame);
  json.end_array().key("operation").value(static_cast<unsigned>(site.operation));
  json.key("bytes").value(site.bytes).key("totals");
  write(json, site.totals);
  json.key("degrees").begin_array();
  for (const auto& [degree, requests] : site.degrees) json.value(degree).value(requests);
  json.end_array().key("divergent").value(site.divergent_requests);
  json.key("inexact").value(site.inexact_requests).key("order").value(site.program_order);
  json.key("worst");
  write(json, site.worst);
  if (!site.recorded.empty()) {
    json.key("recorded_array").value(site.recorded_array);
    write(json, site.recorded);
  }
  json.end_object();
}

void write(JsonWriter& json, const KernelKey& key) {
  json.key("mangled").value(key.mangled).key("grid");
  write(json, key.grid);
  json.key("block");
  write(json, key.block);
  json.key("dynamic").value(key.dynamic_bytes);
}

void write(JsonWriter& json, const LaunchesNotRun& launches) {
  json.begin_object().key("name").value(launches.name);
  write(json, launches.key);
  json.key("launches").value(launches.launches).end_object();
}

void write(JsonWriter& json, const KernelAnalysis& kernel) {
  json.begin_object().key("name").value(kernel.name);
  write(json, kernel.key);
  json.key("static").value(kernel.static_bytes);
  json.key("launches").value(kernel.launches).key("repeated").value(kernel.repeated_launches);
  json.key("blocks_run").value(kernel.blocks_run);
  json.key("blocks_total").value(kernel.blocks_total);
  json.key("thread_instructions").value(kernel.thread_instructions);
  json.key("has_lines").value(kernel.has_line_information).key("sites").begin_array();
  for (const Site& site : kernel.sites) write(json, site);
  json.end_array().key("arrays").begin_array();
  for (const RecordedArray& array : kernel.arrays) write(json, array);
  json.end_array().end_object();
}

void write(JsonWriter& json, const Diagnostic& diagnostic) {
  json.begin_object().key("severity").value(static_cast<unsigned>(diagnostic.severity));
  json.key("code").value(diagnostic.code).key("message").value(diagnostic.message).key("where");
  write(json, diagnostic.where);
  json.key("excerpt").value(diagnostic.excerpt).key("caret").value(diagnostic.caret);
  json.key("width").value(diagnostic.width).key("hint").value(diagnostic.hint);
  json.key("notes").begin_array();
  for (const std::string& note : diagnostic.notes) json.value(note);
  json.end_array().end_object();
}

// ---------------------------------------------------------------- reading

// Walks a parsed record. The first thing that is missing or of the wrong kind is remembered, and
// everything after it reads as zero, so that the code below stays straight.
class RecordReader {
 public:
  Analysis read_analysis(const JsonValue& json) {
    Analysis analysis;
    analysis.architecture = text(json, "architecture");
    analysis.level = text(json, "level");
    analysis.compiler = text(json, "compiler");
    analysis.is_partial = truth(json, "partial");
    for (const JsonValue& note : array(json, "notes")) analysis.notes.push_back(text(note));
    for (const JsonValue& line : array(json, "memory")) analysis.memory.push_back(text(line));
    for (const JsonValue& item : array(json, "problems")) {
      analysis.problems.push_back(read_diagnostic(item));
    }
    for (const JsonValue& item : array(json, "kernels")) {
      analysis.kernels.push_back(read_kernel(item));
    }
    for (const JsonValue& item : array(json, "not_run")) {
      analysis.not_run.push_back({read_key(item), text(item, "name"), count(item, "launches")});
    }
    return analysis;
  }

  const std::optional<std::string>& problem() const { return problem_; }

 private:
  void fail(std::string_view what) {
    if (!problem_) problem_ = std::string(what);
  }

  const JsonValue& member(const JsonValue& json, std::string_view key) {
    const JsonValue* value = json.find(key);
    if (value == nullptr) fail(key);
    return value == nullptr ? null_ : *value;
  }

  std::uint64_t number(const JsonValue& json, std::string_view what, std::uint64_t most) {
    const auto value = json.as_unsigned();
    if (!value || *value > most) fail(what);
    return value && *value <= most ? *value : 0;
  }

  std::uint64_t count(const JsonValue& json, std::string_view key) {
    return number(member(json, key), key, ~std::uint64_t{0});
  }

  std::uint32_t number32(const JsonValue& json, std::string_view key) {
    return static_cast<std::uint32_t>(number(member(json, key), key, ~std::uint32_t{0}));
  }

  bool truth(const JsonValue& json, std::string_view key) {
    const bool* value = member(json, key).as_bool();
    if (value == nullptr) fail(key);
    return value != nullptr && *value;
  }

  std::string text(const JsonValue& json) {
    const std::string* value = json.as_string();
    if (value == nullptr) fail("text");
    return value == nullptr ? std::string() : *value;
  }

  std::string text(const JsonValue& json, std::string_view key) { return text(member(json, key)); }

  const JsonValue::Array& array(const JsonValue& json) {
    const JsonValue::Array* value = json.as_array();
    if (value == nullptr) fail("array");
    return value == nullptr ? empty_ : *value;
  }

  const JsonValue::Array& array(const JsonValue& json, std::string_view key) {
    return array(member(json, key));
  }

  // An array of exactly `size` items; of nulls if the text says something else.
  const JsonValue::Array& items(const JsonValue& json, std::size_t size) {
    const JsonValue::Array& value = array(json);
    if (value.size() == size) return value;
    fail("array size");
    return nulls_;
  }

  std::uint32_t item32(const JsonValue& json) {
    return static_cast<std::uint32_t>(number(json, "number", ~std::uint32_t{0}));
  }

  std::array<std::uint32_t, 3> extent(const JsonValue& json) {
    const JsonValue::Array& value = items(json, 3);
    return {item32(value[0]), item32(value[1]), item32(value[2])};
  }

  Location location(const JsonValue& json) {
    const JsonValue::Array& value = items(json, 3);
    return {text(value[0]), item32(value[1]), item32(value[2])};
  }

  Totals totals(const JsonValue& json) {
    const JsonValue::Array& value = items(json, 3);
    constexpr auto kMost = ~std::uint64_t{0};
    return {number(value[0], "requests", kMost), number(value[1], "wavefronts", kMost),
            number(value[2], "ideal", kMost)};
  }

  OpenCost open_cost(const JsonValue& json) {
    constexpr auto kLast = static_cast<std::uint64_t>(OpenCost::kCluster);
    return static_cast<OpenCost>(number(json, "open_cost", kLast));
  }

  WorstRequest read_worst(const JsonValue& json) {
    WorstRequest worst;
    worst.block = extent(member(json, "block"));
    worst.warp = number32(json, "warp");
    worst.wavefronts = number32(json, "wavefronts");
    worst.launch = count(json, "launch");
    worst.order = count(json, "order");
    worst.request.matrices =
        static_cast<std::uint8_t>(number(member(json, "matrices"), "matrices", 4));
    worst.request.source = static_cast<CopySource>(number(member(json, "source"), "source", 2));
    worst.request.open_cost = open_cost(member(json, "open_cost"));
    worst.request.active = count(json, "active");
    const JsonValue::Array& addresses = array(json, "addresses");
    if (addresses.size() != static_cast<std::size_t>(std::popcount(worst.request.active))) {
      fail("addresses");
      return worst;
    }
    std::size_t next = 0;
    for (LaneMask rest = worst.request.active; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      worst.request.addresses[lane] = {item32(addresses[next++])};
    }
    return worst;
  }

  Request read_recorded(const JsonValue::Array& items, const Site& site) {
    Request request{.operation = site.operation,
                    .bytes_per_lane = static_cast<std::uint8_t>(site.bytes)};
    request.matrices = static_cast<std::uint8_t>(number(items[1], "matrices", 4));
    request.source = static_cast<CopySource>(number(items[2], "source", 2));
    request.open_cost = open_cost(items[3]);
    request.active = number(items[4], "active", ~std::uint64_t{0});
    if (items.size() != kRecordedHead + static_cast<std::size_t>(std::popcount(request.active))) {
      fail("recorded");
      return request;
    }
    std::size_t next = kRecordedHead;
    for (LaneMask rest = request.active; rest != 0; rest &= rest - 1)
      request.addresses[static_cast<std::size_t>(std::countr_zero(rest))] = {item32(items[next++])};
    return request;
  }

  RecordedRequests read_recordings(const JsonValue& json, const Site& site) {
    RecordedRequests recorded;
    recorded.leave_out(count(json, "left_out"));
    for (const JsonValue& item : array(json, "recorded")) {
      const JsonValue::Array& items = array(item);
      if (items.size() < kRecordedHead) {
        fail("recorded");
        break;
      }
      const std::uint64_t times = number(items[0], "count", ~std::uint64_t{0});
      recorded.add(read_recorded(items, site), 0, times);
    }
    return recorded;
  }

  RecordedArray read_array(const JsonValue& json) {
    return {.symbol = text(json, "symbol"),
            .name = text(json, "name"),
            .offset = number32(json, "offset"),
            .bytes = number32(json, "bytes"),
            .is_dynamic = truth(json, "dynamic")};
  }

  Site read_site(const JsonValue& json) {
    Site site;
    site.key = {location(member(json, "where")), text(json, "function"), text(json, "instruction"),
                text(json, "array")};
    for (const JsonValue& frame : array(json, "inlined_at"))
      site.inlined_at.push_back(location(frame));
    site.operation = static_cast<Operation>(number(
        member(json, "operation"), "operation", static_cast<unsigned>(Operation::kCpAsyncBypass)));
    site.bytes = number32(json, "bytes");
    site.totals = totals(member(json, "totals"));
    const JsonValue::Array& degrees = array(json, "degrees");
    for (std::size_t i = 0; i + 1 < degrees.size(); i += 2) {
      site.degrees[item32(degrees[i])] = number(degrees[i + 1], "degrees", ~std::uint64_t{0});
    }
    site.divergent_requests = count(json, "divergent");
    site.inexact_requests = count(json, "inexact");
    site.program_order = number32(json, "order");
    site.worst = read_worst(member(json, "worst"));
    site.worst.request.operation = site.operation;
    site.worst.request.bytes_per_lane = static_cast<std::uint8_t>(site.bytes);
    if (json.find("recorded") != nullptr) {
      site.recorded_array = number32(json, "recorded_array");
      site.recorded = read_recordings(json, site);
    }
    return site;
  }

  KernelKey read_key(const JsonValue& json) {
    return {text(json, "mangled"), extent(member(json, "grid")), extent(member(json, "block")),
            number32(json, "dynamic")};
  }

  KernelAnalysis read_kernel(const JsonValue& json) {
    KernelAnalysis kernel;
    kernel.key = read_key(json);
    kernel.name = text(json, "name");
    kernel.static_bytes = number32(json, "static");
    kernel.launches = count(json, "launches");
    kernel.repeated_launches = count(json, "repeated");
    kernel.blocks_run = count(json, "blocks_run");
    kernel.blocks_total = count(json, "blocks_total");
    kernel.thread_instructions = count(json, "thread_instructions");
    kernel.has_line_information = truth(json, "has_lines");
    for (const JsonValue& item : array(json, "sites")) kernel.sites.push_back(read_site(item));
    for (const JsonValue& item : array(json, "arrays")) kernel.arrays.push_back(read_array(item));
    return kernel;
  }

  Diagnostic read_diagnostic(const JsonValue& json) {
    Diagnostic diagnostic;
    diagnostic.severity = static_cast<Severity>(number(member(json, "severity"), "severity", 2));
    diagnostic.code = text(json, "code");
    diagnostic.message = text(json, "message");
    diagnostic.where = location(member(json, "where"));
    diagnostic.excerpt = text(json, "excerpt");
    diagnostic.caret = number32(json, "caret");
    diagnostic.width = number32(json, "width");
    diagnostic.hint = text(json, "hint");
    for (const JsonValue& note : array(json, "notes")) diagnostic.notes.push_back(text(note));
    return diagnostic;
  }

  static constexpr std::size_t kRecordedHead = 5;  // before the offsets

  JsonValue null_;
  JsonValue::Array empty_;
  JsonValue::Array nulls_ = JsonValue::Array(3);
  std::optional<std::string> problem_;
};

}  // namespace

std::string to_record(const Analysis& analysis) {
  JsonWriter json;
  json.begin_object().key("architecture").value(analysis.architecture);
  json.key("level").value(analysis.level).key("compiler").value(analysis.compiler);
  json.key("partial").value(analysis.is_partial).key("notes").begin_array();
  for (const std::string& note : analysis.notes) json.value(note);
  json.end_array().key("memory").begin_array();
  for (const std::string& line : analysis.memory) json.value(line);
  json.end_array().key("problems").begin_array();
  for (const Diagnostic& problem : analysis.problems) write(json, problem);
  json.end_array().key("kernels").begin_array();
  for (const KernelAnalysis& kernel : analysis.kernels) write(json, kernel);
  json.end_array().key("not_run").begin_array();
  for (const LaunchesNotRun& launches : analysis.not_run) write(json, launches);
  json.end_array().end_object().newline();
  return json.take();
}

Expected<Analysis> from_record(std::string_view line) {
  const Expected<JsonValue> json = parse_json({"record", std::string(line)});
  if (!json) return tl::unexpected(json.error());
  RecordReader reader;
  Analysis analysis = reader.read_analysis(*json);
  if (const std::optional<std::string>& problem = reader.problem()) {
    return tl::unexpected(
        Diagnostic{.code = "record-malformed",
                   .message = "a launch's record is malformed at «" + *problem + "»"});
  }
  return analysis;
}

}  // namespace smemlens
