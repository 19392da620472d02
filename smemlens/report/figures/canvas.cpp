#include "smemlens/report/figures/canvas.h"

#include <bit>
#include <string>
#include <string_view>

#include "smemlens/base/utf8.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/theme.h"

namespace smemlens::figures {
namespace {

struct Hatch {
  std::string_view suffix;
  int distance;
  std::string_view style;
  std::string_view line;
};

constexpr Hatch kIdleHatch = {"-idle", 7, "sl-hatch", "M0 0V7"};
constexpr Hatch kPaddingHatch = {"-padding", 4, "sl-pad", "M0 0V4"};

void define_hatch(Canvas& canvas, const Hatch& hatch) {
  const std::string id = canvas.id + std::string(hatch.suffix);
  canvas.svg.open("pattern", {
                                 {"id",               id              },
                                 {"width",            hatch.distance  },
                                 {"height",           hatch.distance  },
                                 {"patternUnits",     "userSpaceOnUse"},
                                 {"patternTransform", "rotate(45)"    }
  });
  canvas.svg.leaf("path", {
                              {"class", hatch.style},
                              {"d",     hatch.line }
  });
  canvas.svg.close();
}

void draw_hatched(Canvas& canvas, const Box& box, const Hatch& hatch) {
  const std::string fill = "url(#" + canvas.id + std::string(hatch.suffix) + ")";
  canvas.svg.leaf("rect", {
                              {"x",      box.x     },
                              {"y",      box.y     },
                              {"width",  box.width },
                              {"height", box.height},
                              {"fill",   fill      }
  });
}

void define_arrow_head(Canvas& canvas, std::string_view suffix, std::string_view style) {
  const std::string id = canvas.id + std::string(suffix);
  canvas.svg.open("marker", {
                                {"id",           id              },
                                {"viewBox",      "0 0 8 8"       },
                                {"refX",         7               },
                                {"refY",         4               },
                                {"markerWidth",  7               },
                                {"markerHeight", 7               },
                                {"markerUnits",  "userSpaceOnUse"},
                                {"orient",       "auto"          }
  });
  canvas.svg.leaf("path", {
                              {"class", style             },
                              {"d",     "M0 .8L8 4L0 7.2z"}
  });
  canvas.svg.close();
}

}  // namespace

std::string Canvas::key(const std::string& name) {
  if (is_still) return {};
  const unsigned uses = key_uses[name]++;
  return uses == 0 ? name : name + "." + std::to_string(uses);
}

std::string text_key(const std::string& key) {
  return key.empty() ? key : key + "-text";
}

void begin_figure(Canvas& canvas, const FigureFrame& frame) {
  canvas.height = frame.height;
  const std::string title_id = canvas.id + "-title";
  const std::string description_id = canvas.id + "-desc";
  const std::string labels = title_id + " " + description_id;
  const std::string view = "0 0 " + svg_number(frame.width) + " " + svg_number(frame.height);
  canvas.svg.open("svg", {
                             {"xmlns",           "http://www.w3.org/2000/svg"       },
                             {"id",              canvas.id                          },
                             {"class",           "smemlens sl-figure"               },
                             {"role",            frame.has_buttons ? "group" : "img"},
                             {"aria-labelledby", labels                             },
                             {"viewBox",         view                               },
                             {"width",           frame.width                        },
                             {"height",          frame.height                       }
  });
  canvas.svg.text_element("title",
                          {
                              {"id", title_id}
  },
                          frame.title);
  canvas.svg.text_element("desc",
                          {
                              {"id", description_id}
  },
                          frame.description);
  if (canvas.has_style) canvas.svg.text_element("style", {}, stylesheet());
  canvas.svg.open("defs");
  define_hatch(canvas, kIdleHatch);
  define_hatch(canvas, kPaddingHatch);
  define_arrow_head(canvas, "-head", "sl-head");
  define_arrow_head(canvas, "-head-hot", "sl-head-hot");
  canvas.svg.close();
  canvas.svg.leaf(
      "rect",
      {
          {"class",  "sl-paper"  },
          {"width",  frame.width },
          {"height", frame.height},
          {"rx",     10          }
  });
}

std::string end_figure(Canvas& canvas) {
  canvas.svg.close();
  return canvas.svg.take();
}

void draw_label(Canvas& canvas, const Label& label, std::string_view text) {
  // An attribute would lose against the style's own font-size.
  const std::string size =
      label.size > 0 ? "font-size:" + svg_number(label.size) + "px" : std::string();
  canvas.svg.text(
      {
          {"class",       label.style                                },
          {"data-key",    label.key                                  },
          {"x",           label.x                                    },
          {"y",           label.y                                    },
          {"text-anchor", label.anchor == "start" ? "" : label.anchor},
          {"style",       size                                       }
  },
      text);
}

double text_width(std::string_view text, double font_size) {
  // DejaVu Sans, the widest of the usual ones, averages 0.6 em a character.
  return 0.62 * font_size * static_cast<double>(character_count(text));
}

void draw_idle_box(Canvas& canvas, const Box& box) {
  draw_hatched(canvas, box, kIdleHatch);
}

void draw_padding_box(Canvas& canvas, const Box& box) {
  draw_hatched(canvas, box, kPaddingHatch);
}

void draw_plate(Canvas& canvas, const Label& label, std::string_view text) {
  const double width = text_width(text, label.size) + 16;
  const double height = label.size + 10;
  canvas.svg.leaf("rect", {
                              {"class",  "sl-plate"            },
                              {"x",      label.x - (width / 2) },
                              {"y",      label.y - (height / 2)},
                              {"width",  width                 },
                              {"height", height                },
                              {"rx",     height / 2            }
  });
  Label centred = label;
  centred.y += 0.35 * label.size;
  centred.anchor = "middle";
  draw_label(canvas, centred, text);
}

std::string lane_list(LaneMask lanes) {
  std::string text;
  for (LaneMask rest = lanes; rest != 0; rest &= rest - 1) {
    if (!text.empty()) text += ' ';
    text += std::to_string(std::countr_zero(rest));
  }
  return text;
}

}  // namespace smemlens::figures
