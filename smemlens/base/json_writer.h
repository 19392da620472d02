#pragma once

// Writes JSON text piece by piece. Same calls, same bytes; counts stay integers.
//
//   JsonWriter json;
//   json.begin_object().key("wavefronts").value(32).key("lanes").begin_array().value(0).end_array();
//   json.end_object();
//   json.text()  →  {"wavefronts":32,"lanes":[0]}

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace smemlens {

class JsonWriter {
 public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(bool truth);
  JsonWriter& value(std::integral auto number) {
    if constexpr (std::signed_integral<decltype(number)>) {
      return signed_number(number);
    } else {
      return unsigned_number(number);
    }
  }
  // Shortest form that reads back to the same double; not a number becomes null.
  JsonWriter& value(double number);
  JsonWriter& null();
  // `json` is inserted as it is: it must be one valid JSON value.
  JsonWriter& raw(std::string_view json);
  // A line end between the values of a JSON Lines stream.
  JsonWriter& newline();

  const std::string& text() const { return text_; }
  std::string take();

 private:
  JsonWriter& signed_number(std::int64_t number);
  JsonWriter& unsigned_number(std::uint64_t number);
  void separate();

  std::string text_;
  bool needs_comma_ = false;
};

// `text` in JSON's quotes. Bytes that are not UTF-8 become U+FFFD, so the result is always JSON.
std::string json_quoted(std::string_view text);

}  // namespace smemlens
