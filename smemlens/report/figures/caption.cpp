#include "smemlens/report/figures/caption.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/utf8.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr double kCountsWidth = 260;
constexpr double kLegendRow = 24;
constexpr double kSentenceRow = 20;
constexpr double kMarkWidth = 30;

struct Count {
  double right = 0;
  unsigned value = 0;
  std::string_view style;
  std::string_view name;
};

void draw_count(Canvas& canvas, const Count& count) {
  draw_label(canvas, {.x = count.right, .y = 60, .style = count.style, .anchor = "end"},
             std::to_string(count.value));
  draw_label(canvas, {.x = count.right, .y = 80, .style = "sl-note", .anchor = "end"}, count.name);
}

std::string fitting(std::string_view text, double width, double em) {
  return shortened(text, static_cast<std::size_t>(width / em));
}

struct PlacedEntry {
  LegendEntry entry;
  double x = 0;
  double y = 0;
};

std::vector<PlacedEntry> placed(const Caption& caption) {
  std::vector<PlacedEntry> entries;
  double x = caption.left;
  double y = caption.top;
  for (const LegendEntry& entry : caption.legend) {
    const double width = kMarkWidth + 8 + text_width(entry.text, 12) + 16;
    if (x > caption.left && x + width > caption.left + caption.width) {
      x = caption.left;
      y += kLegendRow;
    }
    entries.push_back({entry, x, y});
    x += width;
  }
  return entries;
}

void draw_box_mark(Canvas& canvas, const Box& box, std::string_view style) {
  canvas.svg.leaf("rect", {
                              {"class",  style     },
                              {"x",      box.x     },
                              {"y",      box.y     },
                              {"width",  box.width },
                              {"height", box.height},
                              {"rx",     3         }
  });
}

void draw_line_mark(Canvas& canvas, double x, double y, std::string_view style) {
  const std::string path =
      "M" + svg_number(x) + " " + svg_number(y + 8) + "h" + svg_number(kMarkWidth - 1);
  canvas.svg.leaf("path", {
                              {"class", style},
                              {"d",     path }
  });
}

void draw_mark(Canvas& canvas, LegendMark mark, double x, double y) {
  const Box box{.x = x + 1, .y = y, .width = kMarkWidth - 2, .height = 16};
  switch (mark) {
    case LegendMark::kChip:
      draw_box_mark(canvas, box, "sl-chip");
      break;
    case LegendMark::kSpot:
      draw_box_mark(canvas, box, "sl-spot");
      break;
    case LegendMark::kHotChip:
      draw_box_mark(canvas, box, "sl-hot");
      break;
    case LegendMark::kShared:
      draw_line_mark(canvas, x, y, "sl-arrow sl-shared");
      break;
    case LegendMark::kIdealLine:
      draw_line_mark(canvas, x, y, "sl-ideal");
      break;
    case LegendMark::kIdle:
      draw_idle_box(canvas, box);
      break;
    case LegendMark::kPadding:
      draw_padding_box(canvas, box);
      break;
  }
}

std::vector<std::string> sentence_lines(const Caption& caption) {
  std::vector<std::string> lines;
  const auto columns = static_cast<std::size_t>(caption.width / (0.58 * 13));
  for (const std::string& sentence : caption.sentences) {
    const std::vector<std::string> part = wrapped(sentence, columns);
    lines.insert(lines.end(), part.begin(), part.end());
  }
  return lines;
}

double legend_bottom(const std::vector<PlacedEntry>& entries, const Caption& caption) {
  return entries.empty() ? caption.top : entries.back().y + kLegendRow;
}

}  // namespace

void draw_header(Canvas& canvas, const Header& header) {
  const bool has_excess = header.wavefronts > header.ideal_wavefronts;
  const double room = header.right - header.left - kCountsWidth;
  draw_label(canvas, {.x = header.left, .y = 42, .style = has_excess ? "sl-title-hot" : "sl-title"},
             header.title);
  draw_label(canvas, {.x = header.left, .y = 68, .style = "sl-code"},
             fitting(header.code, room, 15 * kMonospaceEm));
  draw_label(canvas, {.x = header.left, .y = 90, .style = "sl-note"},
             fitting(header.circumstance, room, 12 * 0.62));
  draw_count(canvas, {.right = header.right - 90,
                      .value = header.wavefronts,
                      .style = has_excess ? "sl-count-hot" : "sl-count",
                      .name = text_of(header.wavefronts == 1 ? TextId::kWavefrontLabel
                                                             : TextId::kWavefrontsLabel,
                                      canvas.language)});
  draw_count(canvas, {.right = header.right,
                      .value = header.ideal_wavefronts,
                      .style = has_excess ? "sl-count-calm" : "sl-count",
                      .name = text_of(TextId::kIdeal, canvas.language)});
}

double caption_bottom(const Caption& caption) {
  const auto lines = static_cast<double>(sentence_lines(caption).size());
  return legend_bottom(placed(caption), caption) + (lines > 0 ? 8 + (kSentenceRow * lines) : 0);
}

void draw_caption(Canvas& canvas, const Caption& caption) {
  const std::vector<PlacedEntry> entries = placed(caption);
  for (const PlacedEntry& at : entries) {
    draw_mark(canvas, at.entry.mark, at.x, at.y);
    draw_label(canvas, {.x = at.x + kMarkWidth + 8, .y = at.y + 12.5, .style = "sl-note"},
               at.entry.text);
  }
  double y = legend_bottom(entries, caption) + 8;
  for (const std::string& line : sentence_lines(caption)) {
    draw_label(canvas, {.x = caption.left, .y = y + 14, .style = "sl-say"}, line);
    y += kSentenceRow;
  }
}

}  // namespace smemlens::figures
