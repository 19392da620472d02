#include "smemlens/report/figures/tile_picture.h"

#include <string>
#include <vector>

#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/caption.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {
namespace {

constexpr double kMargin = 28;
constexpr double kTop = 112;
constexpr double kRow = 20;

std::vector<LegendEntry> legend_of(const AccessView& access, const TileView& tile) {
  std::vector<LegendEntry> legend = {
      {LegendMark::kChip, "word of a lane, served at once"}
  };
  if (access.wavefronts > access.ideal_wavefronts)
    legend.push_back({LegendMark::kHotChip, "word that waits for its bank"});
  if (tile.shape && tile.shape->used_words < tile.shape->row_words)
    legend.push_back({LegendMark::kPadding, "padding"});
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
  Canvas canvas{.id = id, .svg = {}};
  const std::string headline = headline_of(access);
  begin_figure(canvas,
               {.title = headline + ": " + access.code,
                .description = "Memory as rows of " + std::to_string(tile.bank_count) +
                               " words; a word's column is its bank. " + description_of(access),
                .width = kStripGutter + plan.banks.width() + kMargin,
                .height = caption_bottom(caption) + 16});
  draw_header(canvas, {.left = kStripGutter,
                       .right = kStripGutter + plan.banks.width(),
                       .title = headline,
                       .code = access.code,
                       .circumstance = access.circumstance,
                       .wavefronts = access.wavefronts,
                       .ideal_wavefronts = access.ideal_wavefronts});
  draw_label(canvas, {.x = kStripGutter - 8, .y = kTop + 16, .style = "sl-label", .anchor = "end"},
             "bank");
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
