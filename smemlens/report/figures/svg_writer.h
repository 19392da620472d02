#pragma once

// Writes SVG element by element. Same calls, same bytes.
//
//   SvgWriter svg;
//   svg.open("g", {{"data-lane", 3U}});
//   svg.leaf("rect", {{"x", 1.5}, {"width", 20U}});
//   svg.text({{"x", 4U}}, "a < b");
//   svg.close();
//   svg.take()  →  <g data-lane="3">
//                  <rect x="1.5" width="20"/>
//                  <text x="4">a &lt; b</text>
//                  </g>

#include <initializer_list>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace smemlens::figures {

// An attribute whose value is an empty text is left out.
struct SvgAttribute {
  std::string_view name;
  std::variant<std::string_view, double, int, unsigned> value;
};

using SvgAttributes = std::initializer_list<SvgAttribute>;

class SvgWriter {
 public:
  // `element` is a string literal: it is kept until close().
  SvgWriter& open(std::string_view element, SvgAttributes attributes = {});
  SvgWriter& close();
  // An element without content.
  SvgWriter& leaf(std::string_view element, SvgAttributes attributes);
  // An element with nothing but text in it, escaped.
  SvgWriter& text_element(std::string_view element, SvgAttributes attributes,
                          std::string_view content);
  SvgWriter& text(SvgAttributes attributes, std::string_view content) {
    return text_element("text", attributes, content);
  }

  // `svg` is inserted as it is: whole elements.
  SvgWriter& raw(std::string_view svg);

  std::string take();

 private:
  void start_tag(std::string_view element, SvgAttributes attributes);

  std::string out_;
  std::vector<std::string_view> open_;
};

// Coordinates have at most two decimals: "12", "12.5", "-0.25".
std::string svg_number(double value);

// `text` for XML content and attributes. What XML 1.0 can't hold (control characters, bytes that
// are not UTF-8) becomes U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace smemlens::figures
