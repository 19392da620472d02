#include "smemlens/report/figures/tile_picture.h"

#include <string>
#include <vector>

#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/caption.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {
namespace {

constexpr double kMargin = 28;
constexpr double kTop = 112;
constexpr double kRow = 20;

std::vector<LegendEntry> legend_of(const AccessView& access, const TileView& tile) {
  std::vector<LegendEntry> legend;
  const auto add = [&](bool is_there, LegendMark mark, TextId id) {
    if (is_there) legend.push_back({mark, std::string(text_of(id, access.language))});
  };
  add(true, LegendMark::kChip, TextId::kLegendWord);
  add(access.wavefronts > access.ideal_wavefronts, LegendMark::kHotChip, TextId::kLegendWordWaits);
  add(tile.shape && tile.shape->used_words < tile.shape->row_words, LegendMark::kPadding,
      TextId::kPadding);
  return legend;
}

}  // namespace

std::string tile_picture(const AccessView& access, const TileView& tile, const std::string& id) {
  const TilePlan plan{
      .banks = bank_columns(tile.bank_count), .top = kTop + kStripHeight + 6, .row_height = kRow};
  const double bottom = tile_bottom(plan, tile_lines(tile));
  const Caption caption{.left = kStripGutter,
                        .top = bottom + 18,
                        .width = plan.banks.width(),
                        .legend = legend_of(access, tile),
                        .sentences = access.sentences};
  Canvas canvas{.id = id, .svg = {}, .language = access.language};
  const std::string headline = headline_of(access);
  begin_figure(canvas, {
                           .title = headline + ": " + access.code,
                           .description = text_of(TextId::kAccessMemory, access.language,
                                                  {{"banks", std::to_string(tile.bank_count)}}
                                                     ) +
                                          " " + description_of(access),
                           .width = kStripGutter + plan.banks.width() + kMargin,
                           .height = caption_bottom(caption) + 16
  });
  draw_header(canvas, {.left = kStripGutter,
                       .right = kStripGutter + plan.banks.width(),
                       .title = headline,
                       .code = access.code,
                       .circumstance = access.circumstance,
                       .wavefronts = access.wavefronts,
                       .ideal_wavefronts = access.ideal_wavefronts});
  draw_label(canvas, {.x = kStripGutter - 8, .y = kTop + 16, .style = "sl-label", .anchor = "end"},
             text_of(TextId::kBank, access.language));
  draw_strip(canvas, plan.banks, kTop, drawer_states_of(access));
  draw_tile(canvas, plan, tile);
  draw_caption(canvas, caption);
  return end_figure(canvas);
}

TileView tile_view(const AccessView& access) {
  TileView tile{.bank_count = access.bank_count, .marks = {}, .shape = {}};
  for (const PhaseView& phase : access.phases)
    tile.marks.insert(tile.marks.end(), phase.deliveries.begin(), phase.deliveries.end());
  return tile;
}

}  // namespace smemlens::figures
