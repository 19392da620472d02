#include "smemlens/report/figures/svg_writer.h"

#include <array>
#include <cassert>
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

std::string attribute_text(const SvgAttribute& attribute) {
  return std::visit(
      [](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, std::string_view>) {
          return xml_escaped(value);
        } else if constexpr (std::is_same_v<Value, double>) {
          return svg_number(value);
        } else {
          return std::to_string(value);
        }
      },
      attribute.value);
}

}  // namespace

std::string svg_number(double value) {
  const long long hundredths = std::llround(value * 100.0);
  const long long size = hundredths < 0 ? -hundredths : hundredths;
  std::string text = (hundredths < 0 ? "-" : "") + std::to_string(size / 100);
  const long long rest = size % 100;
  if (rest == 0) return text;
  text += '.';
  text += static_cast<char>('0' + (rest / 10));
  if (rest % 10 != 0) text += static_cast<char>('0' + (rest % 10));
  return text;
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = utf8_length(text, at);
    out += written_form(text.substr(at), length);
    at += length == 0 ? 1 : length;
  }
  return out;
}

void SvgWriter::start_tag(std::string_view element, SvgAttributes attributes) {
  out_ += '<';
  out_ += element;
  for (const SvgAttribute& attribute : attributes) {
    if (is_left_out(attribute)) continue;
    out_ += ' ';
    out_ += attribute.name;
    out_ += "=\"";
    out_ += attribute_text(attribute);
    out_ += '"';
  }
}

SvgWriter& SvgWriter::open(std::string_view element, SvgAttributes attributes) {
  start_tag(element, attributes);
  out_ += ">\n";
  open_.push_back(element);
  return *this;
}

SvgWriter& SvgWriter::close() {
  assert(!open_.empty());
  out_ += "</";
  out_ += open_.back();
  out_ += ">\n";
  open_.pop_back();
  return *this;
}

SvgWriter& SvgWriter::leaf(std::string_view element, SvgAttributes attributes) {
  start_tag(element, attributes);
  out_ += "/>\n";
  return *this;
}

SvgWriter& SvgWriter::text_element(std::string_view element, SvgAttributes attributes,
                                   std::string_view content) {
  start_tag(element, attributes);
  out_ += '>';
  out_ += xml_escaped(content);
  out_ += "</";
  out_ += element;
  out_ += ">\n";
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
