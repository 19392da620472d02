#pragma once

// What the primitives draw on, and the two measures that they share: columns and text.
//
//   Columns banks{.left = 88, .pitch = 30, .count = 32};
//   banks.center(0)  →  103

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "smemlens/model/units.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/svg_writer.h"

namespace smemlens::figures {

struct Canvas {
  std::string id;  // begins every id of the figure: a page may hold several
  SvgWriter svg;
  bool has_style = true;  // false: the page that the figure is for has the theme's rules
  bool is_still = false;  // no data-keys, no handles
  Language language = Language::kEnglish;
  double height = 0;  // set by begin_figure
  std::map<std::string, unsigned> key_uses;

  // A data-key: what has the same key in two states of a figure is the same thing, and moves. `key`
  // itself at first, then "chip-3.1", "chip-3.2": several words of one lane.
  // Empty if the picture is still.
  std::string key(const std::string& name);
};

// The key of the text on a mark with `key`.
std::string text_key(const std::string& key);

struct FigureFrame {
  std::string title;        // for screen readers and as a tooltip
  std::string description;  // what the picture shows, in a few sentences
  double width = 0;
  double height = 0;
  bool has_buttons = false;  // parts that the page lets a reader press: no mere image then
};

// Opens the figure: root, <title>, <desc>, style, hatching, arrow heads, paper.
void begin_figure(Canvas& canvas, const FigureFrame& frame);
std::string end_figure(Canvas& canvas);

// `count` equal columns side by side, e.g. one a bank.
struct Columns {
  double left = 0;
  double pitch = 0;
  unsigned count = 0;

  double edge(unsigned column) const { return left + (pitch * column); }
  double center(unsigned column) const { return left + (pitch * (column + 0.5)); }
  double width() const { return pitch * count; }
};

// Narrower columns have no room for digits; an axis beside them tells the numbers.
inline constexpr double kDigitsPitch = 14;

struct Label {
  double x = 0;
  double y = 0;  // base line
  std::string_view style;
  std::string_view anchor = "start";  // or "middle", "end"
  double size = 0;                    // font size; 0: the style's own
  std::string_view key;               // data-key; empty: none
};

void draw_label(Canvas& canvas, const Label& label, std::string_view text);

// An upper bound for usual system fonts; figures leave that much room.
double text_width(std::string_view text, double font_size);

// A letter of monospaced text, in its size: of DejaVu Sans Mono; others are narrower.
inline constexpr double kMonospaceEm = 0.605;

struct Box {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};

// Hatching says «nothing here»: a bank that idles, or, finer, a word that is padding.
void draw_idle_box(Canvas& canvas, const Box& box);
void draw_padding_box(Canvas& canvas, const Box& box);

// A label on a plate that hides what lies under it; x and y are the plate's centre, and the size
// must be given.
void draw_plate(Canvas& canvas, const Label& label, std::string_view text);

// "0 3 17": for data-lane.
std::string lane_list(LaneMask lanes);

}  // namespace smemlens::figures
