#pragma once

// The parameters of a picture or of a call (smemlens/wasm/call.h), read from JSON.
//
//   Parameters parameters(json);
//   parameters.number("banks", {.least = 1, .most = 32, .standard = 32})
//
// A value that is missing is the standard one. So is one that is wrong, and then problem() tells
// the first: a figure reads all its parameters and draws, and draw_figure judges at the end.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/json_value.h"
#include "smemlens/report/figures/language.h"

namespace smemlens::figures {

struct Range {
  unsigned least = 0;
  unsigned most = 0;
  unsigned standard = 0;
};

class Parameters {
 public:
  // `json` must outlive the object.
  explicit Parameters(const JsonValue& json);

  unsigned number(std::string_view key, const Range& range);
  // None if the key is missing.
  std::optional<unsigned> optional_number(std::string_view key, unsigned least, unsigned most);
  bool truth(std::string_view key, bool standard);
  std::string text(std::string_view key, std::string_view standard);
  // A list of texts, or one text alone; none if the key is missing.
  std::vector<std::string> texts(std::string_view key);
  // One of `names`; the first is the standard.
  std::string choice(std::string_view key, std::span<const std::string_view> names);
  // "lang".
  Language language();
  // Of any kind; null pointer if the key is missing.
  const JsonValue* value(std::string_view key) { return find(key); }

  // What a reader finds wrong beyond types and ranges: `message` says it, e.g. "banks must be a
  // power of two". The first problem stays.
  void refuse(std::string message, std::string hint = {});

  // The first problem with what has been asked for.
  const std::optional<Diagnostic>& problem_so_far() const { return problem_; }
  // The same; after all else, a key that nobody asked for.
  std::optional<Diagnostic> problem() const;

 private:
  const JsonValue* find(std::string_view key);

  const JsonValue* json_;
  std::vector<std::string_view> known_;
  std::optional<Diagnostic> problem_;
};

}  // namespace smemlens::figures
