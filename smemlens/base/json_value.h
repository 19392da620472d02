#pragma once

// Reads JSON (RFC 8259) into a tree of plain values. Integers that fit keep all their digits.
//
//   const auto json = parse_json({"stdin", R"({"op":"load","addresses":[0,null]})"});
//   json->find("op")->as_string()  →  "load"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens {

class JsonValue {
 public:
  using Array = std::vector<JsonValue>;
  using Member = std::pair<std::string, JsonValue>;
  using Object = std::vector<Member>;  // in the text's order; of equal keys the last one counts

  JsonValue() = default;  // null
  template <typename T>
  explicit JsonValue(T content) : content_(std::move(content)) {}

  bool is_null() const { return std::holds_alternative<std::monostate>(content_); }
  // Null pointer (or nullopt) when the value is of another kind.
  const bool* as_bool() const { return std::get_if<bool>(&content_); }
  const std::string* as_string() const { return std::get_if<std::string>(&content_); }
  const Array* as_array() const { return std::get_if<Array>(&content_); }
  const Object* as_object() const { return std::get_if<Object>(&content_); }
  std::optional<std::uint64_t> as_unsigned() const;  // an integer in 0 … 2^64-1
  std::optional<std::int64_t> as_signed() const;     // an integer in -2^63 … 2^63-1
  std::optional<double> as_number() const;           // any number

  // The member `key` of an object; null pointer if there is none or this is no object.
  const JsonValue* find(std::string_view key) const;

  bool operator==(const JsonValue&) const = default;

 private:
  std::variant<std::monostate, bool, std::uint64_t, std::int64_t, double, std::string, Array,
               Object>
      content_;
};

// The one value that `source` holds. Errors carry the place: bad syntax, text after the value,
// more than 64 levels of nesting, a number out of double's range.
Expected<JsonValue> parse_json(const SourceText& source);

// `value` as JSON text, without blanks.
std::string json_text(const JsonValue& value);

}  // namespace smemlens
