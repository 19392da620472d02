#include "smemlens/wasm/call.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/json_writer.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/translation.h"
#include "smemlens/wasm/answers.h"

namespace smemlens {
namespace {

struct Call {
  std::string_view name;
  Answered (*answer)(const JsonValue& question, JsonWriter& json);
};

constexpr std::array kCalls = std::to_array<Call>({
    {"architectures", answer_architectures},
    {"count",         answer_count        },
    {"explain",       answer_explain      },
    {"figure",        answer_figure       },
    {"fix",           answer_fix          },
    {"lane",          answer_lane         },
    {"theme",         answer_theme        },
});

Diagnostic unknown_call(const std::string& name) {
  std::array<std::string_view, kCalls.size()> names{};
  std::ranges::transform(kCalls, names.begin(), &Call::name);
  return {.code = "call-unknown",
          .message = "there is no call \"" + name + '"',
          .hint = did_you_mean(name, names)};
}

Expected<std::string> answered(const JsonValue& object) {
  figures::Parameters parameters(object);
  const std::string name = parameters.text("call", "");
  if (const auto problem = parameters.problem_so_far()) return tl::unexpected(*problem);
  const std::span<const Call> calls(kCalls);
  const auto called = std::ranges::find(calls, name, &Call::name);
  if (called == calls.end()) return tl::unexpected(unknown_call(name));
  JsonWriter json;
  json.begin_object().key("ok").value(true);
  const Answered done = called->answer(object, json);
  if (!done) return tl::unexpected(done.error());
  json.end_object();
  return json.take();
}

std::string refused(const Diagnostic& problem, Language language) {
  JsonWriter json;
  json.begin_object().key("ok").value(false).key("error").begin_object();
  json.key("code").value(problem.code);
  json.key("message").value(translated(problem.message, language));
  json.key("hint").value(translated(problem.hint, language));
  if (problem.where.line != 0) {
    json.key("source").value(problem.where.file).key("line").value(problem.where.line);
    json.key("column").value(problem.where.column);
    json.key("end_column").value(problem.where.column + std::max(problem.width, 1U));
  }
  json.end_object().end_object();
  return json.take();
}

}  // namespace

std::string call(std::string_view json) {
  const auto object = parse_json({"call", std::string(json)});
  if (!object) return refused(object.error(), Language::kEnglish);
  const auto answer = answered(*object);
  return answer ? *answer : refused(answer.error(), figures::Parameters(*object).language());
}

}  // namespace smemlens
