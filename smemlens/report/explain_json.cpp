#include "smemlens/report/explain_json.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/laws.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/law_text.h"
#include "smemlens/report/request_json.h"
#include "smemlens/solve/fix.h"

namespace smemlens {
namespace {

void write_warp(JsonWriter& json, const BankModel& model, const ExplainedRequest& explained) {
  json.begin_object().key("warp").value(explained.warp);
  write_cost(json, model, explained.request, explained.cost);
  write_addresses(json, explained.request, model.lanes_per_warp);
  write_phases(json, explained.cost);
  write_schedule(json, model, explained.request);
  json.end_object();
}

void write_access(JsonWriter& json, const Explanation& explanation,
                  const ExplainedAccess& explained) {
  const Access& access = explanation.pattern.accesses[explained.access];
  const std::uint32_t bytes = access.bytes;
  json.begin_object().key("text").value(text_of(explanation, explained));
  json.key("op").value(name_of(access.operation)).key("bytes").value(bytes);
  if (access.matrices != 0) json.key("matrices").value(std::uint32_t{access.matrices});
  json.key("let").begin_object();
  for (const Binding& binding : explained.bindings) json.key(binding.name).value(binding.value);
  json.end_object().key("warps").begin_array();
  for (const ExplainedRequest& warp : explained.warps)
    write_warp(json, explanation.architecture->bank_model, warp);
  json.end_array();
  write_totals(json, explained.totals);
  json.end_object();
}

void write_law(JsonWriter& json, const std::optional<Law>& law) {
  json.key("law");
  if (!law) {
    json.null();
    return;
  }
  json.begin_object().key("formula").value(law->formula).key("value").value(law->value);
  json.key("holds_because").value(law_reason(*law, Language::kEnglish)).end_object();
}

void write_option(JsonWriter& json, std::string_view key, const std::optional<FixOption>& option) {
  json.key(key);
  if (!option) {
    json.null();
    return;
  }
  json.begin_object().key("change").value(option->change_text);
  json.key("pattern").value(option->pattern);
  write_totals(json, option->after);
  json.key("extra_bytes").value(option->price.extra_bytes);
  json.key("extra_words").value(option->price.extra_words);
  json.key("extra_percent").value(option->price.extra_percent());
  json.key("address_operations").value(option->price.address_operations);
  json.key("claim").value(option->claim).end_object();
}

void write_fix(JsonWriter& json, const std::optional<Fix>& fix) {
  json.key("fix");
  if (!fix) {
    json.null();
    return;
  }
  json.begin_object().key("verdict").value(name_of(fix->verdict));
  json.key("statement").value(fix->statement).key("array");
  if (fix->array.empty()) {
    json.null();
  } else {
    json.value(fix->array);
  }
  write_option(json, "pad", fix->pad);
  write_option(json, "swizzle", fix->swizzle);
  json.end_object();
}

}  // namespace

std::string explain_json(const Explanation& explanation) {
  JsonWriter json;
  json.begin_object().key("schema").value("smemlens.explain/1");
  json.key("arch").value(explanation.architecture->name);
  json.key("pattern").value(explanation.pattern.source.text);
  json.key("block").begin_array();
  for (const std::uint32_t threads : explanation.geometry.block) json.value(threads);
  json.end_array().key("accesses").begin_array();
  for (const ExplainedAccess& access : explanation.accesses)
    write_access(json, explanation, access);
  json.end_array();
  write_totals(json, explanation.totals);
  write_law(json, explanation.law);
  write_fix(json, explanation.fix);
  json.key("notes").begin_array();
  for (const Diagnostic& note : explanation.pattern.notes) json.value(note.message);
  json.end_array().end_object().newline();
  return json.take();
}

}  // namespace smemlens
