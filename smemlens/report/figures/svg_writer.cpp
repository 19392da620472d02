#include "smemlens/report/figures/svg_writer.h"

#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "smemlens/base/utf8.h"

namespace smemlens::figures {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

struct Escape {
  char character;
  std::string_view written;
};

constexpr std::array<Escape, 4> kEscapes = {
    {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}}
};

// What stands for the character of `length` bytes at the start of `text`; 0 bytes: not UTF-8.
std::string_view written_form(std::string_view text, std::size_t length) {
  if (length == 0) return kReplacement;
  if (length > 1) {
    // XML 1.0, production 2: U+FFFE and U+FFFF are no characters.
    const std::string_view wide = text.substr(0, length);
    return wide == "\xEF\xBF\xBE" || wide == "\xEF\xBF\xBF" ? kReplacement : wide;
  }
  for (const Escape& escape : kEscapes)
    if (escape.character == text[0]) return escape.written;
  const bool is_control = static_cast<unsigned char>(text[0]) < 0x20 && text[0] != '\n';
  return is_control ? kReplacement : text.substr(0, 1);
}

bool is_left_out(const SvgAttribute& attribute) {
  const auto* text = std::get_if<std::string_view>(&attribute.value);
  return text != nullptr && text->empty();
}

bool is_plain(char c) {
  return static_cast<unsigned char>(c) - 0x20U < 0x60U && c != '&' && c != '<' && c != '>' &&
         c != '"';
}

// Nearly all characters are plain, and are copied by runs.
void append_escaped(std::string& out, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_plain(text[end])) ++end;
    out += text.substr(at, end - at);
    at = end;
    if (at == text.size()) return;
    const std::size_t length = utf8_length(text, at);
    out += written_form(text.substr(at), length);
    at += length == 0 ? 1 : length;
  }
}

template <typename Whole>
void append_whole(std::string& out, Whole number) {
  std::array<char, 24> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
  out.append(buffer.data(), end);
}

void append_coordinate(std::string& out, double value) {
  const long long hundredths = std::llround(value * 100.0);
  if (hundredths < 0) out += '-';
  const long long size = hundredths < 0 ? -hundredths : hundredths;
  append_whole(out, size / 100);
  const long long rest = size % 100;
  if (rest == 0) return;
  out += '.';
  out += static_cast<char>('0' + (rest / 10));
  if (rest % 10 != 0) out += static_cast<char>('0' + (rest % 10));
}

void append_value(std::string& out, const SvgAttribute& attribute) {
  std::visit(
      [&](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string_view>) {
          append_escaped(out, value);
        } else if constexpr (std::is_same_v<Value, double>) {
          append_coordinate(out, value);
        } else {
          append_whole(out, value);
        }
      },
      attribute.value);
}

}  // namespace

std::string svg_number(double value) {
  std::string text;
  append_coordinate(text, value);
  return text;
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  append_escaped(out, text);
  return out;
}

void SvgWriter::start_tag(std::string_view element, SvgAttributes attributes) {
  out_ += '<';
  out_ += element;
  for (const SvgAttribute& attribute : attributes) {
    if (is_left_out(attribute)) continue;
    out_ += ' ';
    out_ += attribute.name;
    out_ += R"(=")"sv;
    append_value(out_, attribute);
    out_ += '"';
  }
}

SvgWriter& SvgWriter::open(std::string_view element, SvgAttributes attributes) {
  start_tag(element, attributes);
  out_ += ">\n"sv;
  open_.push_back(element);
  return *this;
}

SvgWriter& SvgWriter::close() {
  assert(!open_.empty());
  out_ += "</"sv;
  out_ += open_.back();
  out_ += ">\n"sv;
  open_.pop_back();
  return *this;
}

SvgWriter& SvgWriter::leaf(std::string_view element, SvgAttributes attributes) {
  start_tag(element, attributes);
  out_ += "/>\n"sv;
  return *this;
}

SvgWriter& SvgWriter::text_element(std::string_view element, SvgAttributes attributes,
                                   std::string_view content) {
  start_tag(element, attributes);
  out_ += '>';
  append_escaped(out_, content);
  out_ += "</"sv;
  out_ += element;
  out_ += ">\n"sv;
  return *this;
}

SvgWriter& SvgWriter::raw(std::string_view svg) {
  out_ += svg;
  return *this;
}

std::string SvgWriter::take() {
  assert(open_.empty());
  return std::exchange(out_, {});
}

}  // namespace smemlens::figures
