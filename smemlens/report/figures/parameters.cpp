#include "smemlens/report/figures/parameters.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/base/suggestion.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {
namespace {

Diagnostic diagnostic_of(std::string message, std::string hint) {
  return {.code = "parameter", .message = std::move(message), .hint = std::move(hint)};
}

std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

}  // namespace

// The members that say what is called (smemlens/wasm/call.h) are nobody's parameters.
Parameters::Parameters(const JsonValue& json) : json_(&json), known_{"call", "figure"} {
  if (json.as_object() == nullptr) refuse("the parameters of a figure must be a JSON object");
}

const JsonValue* Parameters::find(std::string_view key) {
  known_.push_back(key);
  return json_->find(key);
}

unsigned Parameters::number(std::string_view key, const Range& range) {
  return optional_number(key, range.least, range.most).value_or(range.standard);
}

std::optional<unsigned> Parameters::optional_number(std::string_view key, unsigned least,
                                                    unsigned most) {
  const JsonValue* value = find(key);
  if (value == nullptr) return std::nullopt;
  const auto number = value->as_unsigned();
  if (number && *number >= least && *number <= most) return static_cast<unsigned>(*number);
  refuse(std::string(key) + " must be a whole number from " + std::to_string(least) + " to " +
         std::to_string(most));
  return std::nullopt;
}

bool Parameters::truth(std::string_view key, bool standard) {
  const JsonValue* value = find(key);
  if (value == nullptr) return standard;
  if (const bool* truth = value->as_bool()) return *truth;
  refuse(std::string(key) + " must be true or false");
  return standard;
}

std::string Parameters::text(std::string_view key, std::string_view standard) {
  const JsonValue* value = find(key);
  if (value == nullptr) return std::string(standard);
  if (const std::string* text = value->as_string()) return *text;
  refuse(std::string(key) + " must be a string");
  return std::string(standard);
}

std::vector<std::string> Parameters::texts(std::string_view key) {
  const JsonValue* value = find(key);
  if (value == nullptr) return {};
  if (const std::string* text = value->as_string()) return {*text};
  std::vector<std::string> texts;
  const JsonValue::Array* items = value->as_array();
  if (items == nullptr) refuse(std::string(key) + " must be a string or a list of strings");
  for (const JsonValue& item : items != nullptr ? *items : JsonValue::Array{}) {
    const std::string* text = item.as_string();
    if (text == nullptr) refuse(std::string(key) + " must be a string or a list of strings");
    texts.push_back(text != nullptr ? *text : "");
  }
  return texts;
}

std::string Parameters::choice(std::string_view key, std::span<const std::string_view> names) {
  std::string chosen = text(key, names.front());
  if (std::ranges::find(names, chosen) != names.end()) return chosen;
  refuse(std::string(key) + " must be one of: " + listed(names), did_you_mean(chosen, names));
  return std::string(names.front());
}

Language Parameters::language() {
  return language_from(choice("lang", kLanguageNames)).value_or(Language::kEnglish);
}

void Parameters::refuse(std::string message, std::string hint) {
  if (!problem_) problem_ = diagnostic_of(std::move(message), std::move(hint));
}

std::optional<Diagnostic> Parameters::problem() const {
  if (problem_) return problem_;
  for (const auto& [key, value] : *json_->as_object()) {
    if (std::ranges::find(known_, key) != known_.end()) continue;
    return diagnostic_of("there is no parameter '" + key + "' here",
                         did_you_mean(key, std::span(known_).subspan(2)));
  }
  return std::nullopt;
}

}  // namespace smemlens::figures
