#include <algorithm>
#include <string>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/base/sort_few.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// The banks that are asked, side by side, in the order of the lanes that ask first.
std::vector<unsigned> asked_banks(const AccessView& view) {
  std::vector<Delivery> firsts;
  for (const Delivery& delivery : deliveries_of(view))
    if (delivery.wavefront == 0) firsts.push_back(delivery);
  sort_few(firsts, {}, [](const Delivery& d) { return d.lanes & (~d.lanes + 1); });
  std::vector<unsigned> banks;
  banks.reserve(firsts.size());
  for (const Delivery& delivery : firsts) banks.push_back(delivery.bank.value);
  return banks;
}

struct Grid {
  Columns columns;
  double top = 0;
  double row_height = 0;
  unsigned rows = 0;

  double bottom() const { return top + (row_height * rows); }
};

Grid grid_of(const Stage& stage, unsigned columns, unsigned rows) {
  const double pitch = stage.lanes.pitch;
  const double width = pitch * columns;
  return {
      .columns = {.left = stage.left() + ((stage.lanes.width() - width) / 2),
                  .pitch = pitch,
                  .count = columns},
      .top = heading_bottom(stage) + stage.pick(52, 50),
      .row_height = row_height_of(stage, rows, stage.pick(288, 160)),
      .rows = rows
  };
}

void draw_chips(Canvas& canvas, const Stage& stage, const Grid& grid, const AccessView& view,
                const std::vector<unsigned>& banks) {
  for (const Delivery& delivery : deliveries_of(view)) {
    const auto column =
        static_cast<unsigned>(std::ranges::find(banks, delivery.bank.value) - banks.begin());
    draw_chip(canvas,
              {.x = grid.columns.edge(column),
               .y = grid.top + (grid.row_height * delivery.wavefront),
               .width = grid.columns.pitch,
               .height = grid.row_height},
              {.key = chip_key(delivery.lanes),
               .lanes = delivery.lanes,
               .bank = delivery.bank.value,
               .words = {delivery.word.value},
               .wavefront = delivery.wavefront + 1,
               .has_label = !stage.is_phone() && grid.row_height >= kLeastDigitRow &&
                            view.wavefronts * banks.size() > 1});
  }
}

// The two sides: k banks along the top, g lanes down the left.
void draw_sides(Canvas& canvas, const Stage& stage, const Grid& grid) {
  const double left = grid.columns.left;
  const double right = left + grid.columns.width();
  const double y = grid.top - 8;
  canvas.svg.leaf("path", {
                              {"class",    "sl-bracket"                                                },
                              {"data-key", canvas.key("wide")                                          },
                              {"d",        "M" + svg_number(left + 1) + " " + svg_number(y) + "v-6H" +
                                        svg_number(right - 1) + "v6"}
  });
  const std::string banks = std::to_string(grid.columns.count);
  draw_label(canvas,
             {
                 .x = stage.left() + (stage.lanes.width() / 2),
                 .y = y - 12,
                 .style = "sl-say",
                 .anchor = "middle"
  },
             stage.text(TextId::kRectangleWide, {{"banks", banks}}));
  const double x = left - 8;
  const bool has_room = x - 6 > stage.pick(40, 60);
  if (!has_room) return;
  canvas.svg.leaf("path", {
                              {"class",    "sl-bracket"                                                        },
                              {"data-key", canvas.key("deep")                                                  },
                              {"d",        "M" + svg_number(x) + " " + svg_number(grid.top + 1) + "h-6V" +
                                        svg_number(grid.bottom() - 1) + "h6"}
  });
  draw_label(canvas,
             {
                 .x = x - 12,
                 .y = ((grid.top + grid.bottom()) / 2) + 4,
                 .style = "sl-say",
                 .anchor = "end"
  },
             stage.text(TextId::kRectangleDeep, {{"lanes", std::to_string(grid.rows)}}));
}

void draw_bank_numbers(Canvas& canvas, const Stage& stage, const Grid& grid,
                       const std::vector<unsigned>& banks) {
  for (unsigned column = 0; column < banks.size(); ++column) {
    const bool is_told = !stage.is_phone() || banks.size() <= 8 || column % 8 == 0;
    if (!is_told) continue;
    draw_label(canvas,
               {.x = grid.columns.center(column),
                .y = grid.bottom() + 15,
                .style = "sl-label",
                .anchor = "middle",
                .size = banks.size() > 1 && stage.is_phone() && banks.size() <= 8 ? 8.0 : 11.0},
               std::to_string(banks[column]));
  }
  draw_label(
      canvas,
      {.x = grid.columns.left - 8, .y = grid.bottom() + 15, .style = "sl-note", .anchor = "end"},
      stage.is_phone() && grid.columns.left < 40 ? "" : stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> rectangle_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned stride = parameters.number("stride", {.least = 0, .most = 199, .standard = 2});
  const AccessView view = lesson_view(strided_words(stride), kAllLanes);
  const std::vector<unsigned> banks = asked_banks(view);
  const Stage stage = stage_of(options);
  const Grid grid = grid_of(stage, static_cast<unsigned>(banks.size()), view.wavefronts);
  const std::string wide = std::to_string(banks.size());
  const std::string deep = std::to_string(view.wavefronts);
  const bool is_one_word = deliveries_of(view).size() == 1;
  const std::string title =
      stage.text(TextId::kRectangleTitle, {
                                              {"stride", std::to_string(stride)}
  });
  const std::string what = is_one_word ? std::string(stage.text(TextId::kRectangleOneWord))
                                       : stage.text(TextId::kRectangleDescription,
                                                    {
                                                        {"banks", wide},
                                                        {"lanes", deep}
  });
  const std::string words =
      what + " " + cost_sentence(view.wavefronts, view.ideal_wavefronts, options.language);
  const double bottom = grid.bottom() + stage.pick(52, 50);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = is_one_word ? "" : "k × g = " + wide + " × " + deep + " = 32",
                .passes = view.wavefronts,
                .ideal = view.ideal_wavefronts});
  if (!is_one_word) draw_sides(canvas, stage, grid);
  draw_chips(canvas, stage, grid, view, banks);
  draw_bank_numbers(canvas, stage, grid, banks);
  if (is_one_word)
    draw_label(canvas,
               {.x = stage.left() + (stage.lanes.width() / 2),
                .y = bottom - 14,
                .style = "sl-say",
                .anchor = "middle"},
               what);
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
