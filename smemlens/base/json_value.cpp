#include "smemlens/base/json_value.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <variant>

#include "smemlens/base/decimal.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/base/json_writer.h"

namespace smemlens {
namespace {

constexpr int kMaxDepth = 64;

// Recursive descent over one text. The first error stops it and stays in `error_`.
class JsonReader {
 public:
  explicit JsonReader(const SourceText& source) : source_(source), text_(source.text) {}

  Expected<JsonValue> read() {
    JsonValue value = read_value(0);
    skip_space();
    if (!error_ && at_ < text_.size()) fail("unexpected text after the JSON value");
    if (error_) return tl::unexpected(*error_);
    return value;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (at_ < text_.size() &&
           std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }

  bool accept(char c) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void fail(std::string message) {
    if (error_) return;
    const auto offset = static_cast<std::uint32_t>(at_);
    error_ = located({.code = "json-syntax", .message = std::move(message)}, source_,
                     {offset, offset + 1});
    at_ = text_.size();
  }

  bool accept_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  JsonValue read_value(int depth) {
    if (depth > kMaxDepth) {
      fail("more than 64 levels of nesting");
      return {};
    }
    skip_space();
    switch (peek()) {
      case '{':
        return read_object(depth);
      case '[':
        return read_array(depth);
      case '"':
        return JsonValue(read_string());
      case 't':
        if (accept_word("true")) return JsonValue(true);
        break;
      case 'f':
        if (accept_word("false")) return JsonValue(false);
        break;
      case 'n':
        if (accept_word("null")) return {};
        break;
      default:
        if (peek() == '-' || (peek() >= '0' && peek() <= '9')) return read_number();
        break;
    }
    fail(at_ >= text_.size() ? "the JSON text ends too early" : "expected a JSON value");
    return {};
  }

  JsonValue read_object(int depth) {
    JsonValue::Object members;
    ++at_;
    if (accept('}')) return JsonValue(std::move(members));
    do {
      skip_space();
      if (peek() != '"') {
        fail("expected a key in double quotes");
        return {};
      }
      std::string key = read_string();
      if (!accept(':')) {
        fail("expected ':' after the key");
        return {};
      }
      members.emplace_back(std::move(key), read_value(depth + 1));
      if (error_) return {};
    } while (accept(','));
    if (!accept('}')) fail("expected ',' or '}'");
    return JsonValue(std::move(members));
  }

  JsonValue read_array(int depth) {
    JsonValue::Array items;
    ++at_;
    if (accept(']')) return JsonValue(std::move(items));
    do {
      items.push_back(read_value(depth + 1));
      if (error_) return {};
    } while (accept(','));
    if (!accept(']')) fail("expected ',' or ']'");
    return JsonValue(std::move(items));
  }

  std::string read_string() {
    std::string result;
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) {
        fail("a control character inside a string");
        return {};
      }
      if (text_[at_] == '\\') {
        read_escape(result);
      } else {
        result += text_[at_++];
      }
      if (error_) return {};
    }
    if (at_ >= text_.size()) {
      fail("the string has no closing quote");
      return {};
    }
    ++at_;
    return result;
  }

  void read_escape(std::string& result) {
    ++at_;
    const char c = peek();
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t i = kNames.find(c); c != '\0' && i != std::string_view::npos) {
      result += kMeanings[i];
      ++at_;
      return;
    }
    if (c != 'u') {
      fail("unknown escape sequence");
      return;
    }
    ++at_;
    append_utf8(result, read_code_point());
  }

  unsigned read_hex4() {
    unsigned code = 0;
    const std::string_view digits = text_.substr(at_, 4);
    const auto [end, problem] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (problem != std::errc{} || end != digits.data() + 4) {
      fail("expected four hexadecimal digits");
      return 0;
    }
    at_ += 4;
    return code;
  }

  unsigned read_code_point() {
    const unsigned high = read_hex4();
    if (high < 0xD800 || high > 0xDFFF) return high;
    if (high > 0xDBFF || !accept_word("\\u")) {
      fail("half of a surrogate pair");
      return 0;
    }
    const unsigned low = read_hex4();
    if (low < 0xDC00 || low > 0xDFFF) {
      fail("half of a surrogate pair");
      return 0;
    }
    return 0x10000 + ((high - 0xD800) << 10U) + (low - 0xDC00);
  }

  static void append_utf8(std::string& out, unsigned code) {
    const auto tail = [&](unsigned shift) {
      out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
    };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0U | (code >> 6U));
      tail(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0U | (code >> 12U));
      tail(6);
      tail(0);
    } else {
      out += static_cast<char>(0xF0U | (code >> 18U));
      tail(12);
      tail(6);
      tail(0);
    }
  }

  std::size_t skip_digits() {
    const std::size_t start = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ - start;
  }

  JsonValue read_number() {
    const std::size_t start = at_;
    const bool is_negative = peek() == '-';
    if (is_negative) ++at_;
    const bool leading_zero = peek() == '0';
    const std::size_t digits = skip_digits();
    if (digits == 0 || (leading_zero && digits > 1)) {
      fail("not a JSON number");
      return {};
    }
    bool is_integer = true;
    if (peek() == '.') {
      is_integer = false;
      ++at_;
      if (skip_digits() == 0) fail("not a JSON number");
    }
    if (peek() == 'e' || peek() == 'E') {
      is_integer = false;
      ++at_;
      if (peek() == '+' || peek() == '-') ++at_;
      if (skip_digits() == 0) fail("not a JSON number");
    }
    if (error_) return {};
    return number_from(text_.substr(start, at_ - start), is_integer, is_negative);
  }

  JsonValue number_from(std::string_view digits, bool is_integer, bool is_negative) {
    const char* begin = digits.data();
    const char* end = begin + digits.size();
    if (is_integer && is_negative) {
      std::int64_t number = 0;
      if (std::from_chars(begin, end, number).ec == std::errc{}) return JsonValue(number);
    } else if (is_integer) {
      std::uint64_t number = 0;
      if (std::from_chars(begin, end, number).ec == std::errc{}) return JsonValue(number);
    }
    const std::optional<double> number = double_from(digits);
    if (!number) fail("the number is out of range");
    return JsonValue(number.value_or(0));
  }

  const SourceText& source_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::optional<Diagnostic> error_;
};

void write_any(JsonWriter& json, const JsonValue& value) {
  if (const bool* truth = value.as_bool()) {
    json.value(*truth);
  } else if (const std::string* text = value.as_string()) {
    json.value(*text);
  } else if (const auto whole = value.as_unsigned()) {
    json.value(*whole);
  } else if (const auto signed_whole = value.as_signed()) {
    json.value(*signed_whole);
  } else if (const auto number = value.as_number()) {
    json.value(*number);
  } else if (const auto* items = value.as_array()) {
    json.begin_array();
    for (const JsonValue& item : *items) write_any(json, item);
    json.end_array();
  } else if (const auto* members = value.as_object()) {
    json.begin_object();
    for (const auto& [key, member] : *members) write_any(json.key(key), member);
    json.end_object();
  } else {
    json.null();
  }
}

}  // namespace

std::optional<std::uint64_t> JsonValue::as_unsigned() const {
  if (const auto* number = std::get_if<std::uint64_t>(&content_)) return *number;
  return std::nullopt;
}

std::optional<std::int64_t> JsonValue::as_signed() const {
  if (const auto* number = std::get_if<std::int64_t>(&content_)) return *number;
  const auto* number = std::get_if<std::uint64_t>(&content_);
  if (number == nullptr || *number > std::numeric_limits<std::int64_t>::max()) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

std::optional<double> JsonValue::as_number() const {
  if (const auto* number = std::get_if<double>(&content_)) return *number;
  if (const auto* number = std::get_if<std::int64_t>(&content_))
    return static_cast<double>(*number);
  if (const auto* number = std::get_if<std::uint64_t>(&content_))
    return static_cast<double>(*number);
  return std::nullopt;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  const Object* object = as_object();
  if (object == nullptr) return nullptr;
  for (const auto& [name, value] : std::views::reverse(*object)) {
    if (name == key) return &value;
  }
  return nullptr;
}

Expected<JsonValue> parse_json(const SourceText& source) {
  return JsonReader(source).read();
}

std::string json_text(const JsonValue& value) {
  JsonWriter json;
  write_any(json, value);
  return json.take();
}

}  // namespace smemlens
