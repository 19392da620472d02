#pragma once

// The colours of every figure: CSS variables with a light and a dark value.
//
//   --sl-accent   #b80f2a   #ff8086     what waits: a wavefront more than the ideal
//
// A page overrides them on the figure's root element, class "smemlens": the built-in rule has no
// specificity. A renderer without CSS variables (librsvg, Inkscape) shows the light values.
// Colour never carries a meaning alone: what waits also lies deeper, broadcast is dashed, idle is
// hatched, and lanes, words and counts are written.

#include <span>
#include <string>
#include <string_view>

namespace smemlens::figures {

struct ThemeColor {
  std::string_view variable;  // "--sl-ink"
  std::string_view light;     // "#rrggbb"
  std::string_view dark;
};

std::span<const ThemeColor> theme_colors();

// Two colours that meet, and the contrast that WCAG 2.2 AA asks of them: 4.5 for text (1.4.3), 3
// for graphics (1.4.11).
struct ContrastPair {
  std::string_view foreground;  // variables
  std::string_view background;
  double least = 4.5;
};

std::span<const ContrastPair> contrast_pairs();

// The content of a figure's <style> element; a page that draws figures without one has it once.
std::string stylesheet();

}  // namespace smemlens::figures
