#include "smemlens/base/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "smemlens/base/decimal.h"
#include "smemlens/base/utf8.h"

namespace smemlens {
namespace {

void append_escape(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  switch (c) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  const auto code = static_cast<unsigned char>(c);
  out += "\\u00";
  out += kHex[code >> 4U];
  out += kHex[code & 15U];
}

bool is_plain(char c) {
  return static_cast<unsigned char>(c) - 0x20U < 0x5fU && c != '"' && c != '\\';
}

// Appends the character at `at`, which can't stand for itself or isn't ASCII; returns its bytes.
std::size_t append_special(std::string& out, std::string_view text, std::size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x80) {
    append_escape(out, text[at]);
    return 1;
  }
  const std::size_t length = utf8_length(text, at);
  out += length == 0 ? "\xEF\xBF\xBD" : text.substr(at, length);
  return length == 0 ? 1 : length;
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) ++end;
    out += text.substr(at, end - at);
    at = end;
    if (at < text.size()) at += append_special(out, text, at);
  }
  out += '"';
}

template <typename Number>
void append_number(std::string& out, Number number) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  out.append(buffer.data(), end);
}

// The shortest digits that read back to `number`: written plainly, or with an exponent where that
// is shorter.
void append_double(std::string& out, double number) {
  const std::string scientific = shortest_decimal(number);
  const std::size_t e = scientific.find('e');
  const std::size_t sign = scientific.front() == '-' ? 1 : 0;
  std::string digits = scientific.substr(sign, e - sign);
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  int exponent = 0;
  std::from_chars(scientific.data() + e + (scientific[e + 1] == '+' ? 2 : 1),
                  scientific.data() + scientific.size(), exponent);
  constexpr int kMostZeros = 32;  // beyond, the exponent is shorter by far
  if (exponent < -kMostZeros || exponent > kMostZeros) {
    out += scientific;
    return;
  }
  if (exponent < 0) digits.insert(0, static_cast<std::size_t>(-exponent), '0');
  const auto whole = static_cast<std::size_t>(exponent < 0 ? 1 : exponent + 1);
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  if (digits.size() > whole) digits.insert(whole, 1, '.');
  if (sign != 0) digits.insert(0, 1, '-');
  out += digits.size() <= scientific.size() ? digits : scientific;
}

}  // namespace

void JsonWriter::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

JsonWriter& JsonWriter::begin_object() {
  separate();
  text_ += '{';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  text_ += '}';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  separate();
  text_ += '[';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  text_ += ']';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(text_, name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_quoted(text_, text);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) {
  return raw(truth ? "true" : "false");
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  separate();
  append_double(text_, number);
  return *this;
}

JsonWriter& JsonWriter::null() {
  return raw("null");
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::newline() {
  text_ += '\n';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::signed_number(std::int64_t number) {
  separate();
  append_number(text_, number);
  return *this;
}

JsonWriter& JsonWriter::unsigned_number(std::uint64_t number) {
  separate();
  append_number(text_, number);
  return *this;
}

std::string JsonWriter::take() {
  needs_comma_ = false;
  return std::exchange(text_, {});
}

std::string json_quoted(std::string_view text) {
  std::string out;
  append_quoted(out, text);
  return out;
}

}  // namespace smemlens
