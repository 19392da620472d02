#include "smemlens/report/figures/fix_picture.h"

#include <algorithm>
#include <optional>
#include <string>

#include "smemlens/base/utf8.h"
#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/caption.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/pareto_plot.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"

namespace smemlens::figures {
namespace {

constexpr double kMargin = 48;
constexpr double kGap = 56;
constexpr double kSide = 480;  // width of one side
constexpr double kHeader = 92;
constexpr double kSideHeader = 74;
constexpr double kTileRow = 13;

// Where one side's parts stand; both sides share all heights, so that they can be compared.
struct SidePlan {
  double left = 0;
  double tile_top = kHeader + kSideHeader;
  double tile_bottom = 0;
  double row_height = 0;  // of the stacks
  double bottom = 0;
};

double tile_height(const FixSide& side) {
  return kTileRow * static_cast<double>(tile_lines(side.tile).size());
}

SidePlan plan_sides(const FixView& view) {
  SidePlan plan{.left = kMargin};
  plan.tile_bottom = plan.tile_top + std::max(tile_height(view.before), tile_height(view.after));
  const unsigned rows = std::max({view.before.access.wavefronts, view.after.access.wavefronts, 1U});
  plan.row_height = std::clamp(280.0 / rows, 5.0, 14.0);
  const auto phases = static_cast<double>(
      std::max(view.before.access.phases.size(), view.after.access.phases.size()));
  plan.bottom = plan.tile_bottom + 44 + plan.row_height * rows + 8 * phases;
  return plan;
}

void draw_side_header(Canvas& canvas, const FixSide& side, const SidePlan& plan,
                      const std::string& name) {
  const AccessView& access = side.access;
  const bool is_hot = access.wavefronts > access.ideal_wavefronts;
  draw_label(canvas, {.x = plan.left, .y = kHeader + 18, .style = "sl-label-ink"}, name);
  draw_label(canvas, {.x = plan.left, .y = kHeader + 42, .style = "sl-code"},
             shortened(access.code, 38));
  draw_label(canvas,
             {.x = plan.left + kSide - 92,
              .y = kHeader + 52,
              .style = is_hot ? "sl-count-hot" : "sl-count",
              .anchor = "end"},
             std::to_string(access.wavefronts));
  draw_label(canvas, {.x = plan.left + kSide - 84, .y = kHeader + 36, .style = "sl-note"},
             text_of(access.wavefronts == 1 ? TextId::kWavefrontLabel : TextId::kWavefrontsLabel,
                     canvas.language));
  draw_label(canvas, {.x = plan.left + kSide - 84, .y = kHeader + 52, .style = "sl-note"},
             std::string(text_of(TextId::kIdeal, canvas.language)) + " " +
                 std::to_string(access.ideal_wavefronts));
}

void draw_axis(Canvas& canvas, const Columns& banks, double y) {
  for (unsigned bank = 0; bank < banks.count; ++bank) {
    if (bank % 8 != 0 && bank + 1 != banks.count) continue;
    draw_label(canvas, {.x = banks.center(bank), .y = y, .style = "sl-label", .anchor = "middle"},
               std::to_string(bank));
  }
}

// Returns where its queues end.
double draw_side(Canvas& canvas, const FixSide& side, const SidePlan& plan,
                 const std::string& name) {
  const Columns banks{
      .left = plan.left, .pitch = kSide / side.access.bank_count, .count = side.access.bank_count};
  draw_side_header(canvas, side, plan, name);
  draw_tile(canvas,
            {.banks = banks, .top = plan.tile_top, .row_height = kTileRow, .has_numbers = false},
            side.tile);
  draw_axis(canvas, banks, plan.tile_bottom + 16);
  draw_label(canvas,
             {.x = plan.left - 8, .y = plan.tile_bottom + 16, .style = "sl-label", .anchor = "end"},
             text_of(TextId::kBank, canvas.language));
  double top = plan.tile_bottom + 26;
  unsigned first_wavefront = 1;
  for (const PhaseView& phase : side.access.phases) {
    const Board board{.banks = banks,
                      .top = top,
                      .row_height = plan.row_height,
                      .rows = phase.wavefronts,
                      .first_wavefront = first_wavefront,
                      .has_numbers = false};
    draw_stacks(canvas, board, phase.deliveries);
    top = board.bottom() + 8;
    first_wavefront += phase.wavefronts;
  }
  return top;
}

// The room that the other side's queues need and this one's don't.
void draw_saved(Canvas& canvas, const FixView& view, const SidePlan& plan, double from) {
  const unsigned before = view.before.access.wavefronts;
  const unsigned after = view.after.access.wavefronts;
  if (before <= after || plan.bottom - from < 60) return;
  canvas.svg.leaf("rect", {
                              {"class",  "sl-ghost"             },
                              {"x",      plan.left              },
                              {"y",      from + 8               },
                              {"width",  kSide                  },
                              {"height", plan.bottom - from - 26},
                              {"rx",     4                      }
  });
  draw_label(canvas,
             {.x = plan.left + (kSide / 2),
              .y = (from + plan.bottom) / 2,
              .style = "sl-say",
              .anchor = "middle"},
             counted(before - after, {TextId::kFixWavefrontSaved, TextId::kFixWavefrontsSaved},
                     canvas.language));
}

// "32 × fewer wavefronts for this access"; a factor only where it is whole.
std::string gain_of(const FixView& view) {
  const unsigned before = view.before.access.wavefronts;
  const unsigned after = view.after.access.wavefronts;
  const Language language = view.before.access.language;
  if (after != 0 && before > after && before % after == 0)
    return text_of(TextId::kFixTimesFewer, language,
                   {
                       {"times", std::to_string(before / after)},
                       {"what", std::string(text_of(TextId::kFixThisAccess, language))}
    });
  return text_of(TextId::kFixFromTo, language,
                 {
                     {"before", std::to_string(before)},
                     {"after",  std::to_string(after) }
  });
}

// From top to bottom, below the two sides.
struct Below {
  Caption key;
  std::optional<ParetoPlot> pareto;
  Caption sentences;
};

Below below(const FixView& view, double top) {
  const Language language = view.before.access.language;
  const auto text = [&](TextId words) { return std::string(text_of(words, language)); };
  constexpr double kRoom = (2 * kSide) + kGap;
  Below parts{
      .key = {.left = kMargin,
              .top = top,
              .width = kRoom,
              .legend = {{LegendMark::kSpot, text(TextId::kLegendWord)},
                         {LegendMark::kHotChip, text(TextId::kLegendTurn)},
                         {LegendMark::kIdle, text(TextId::kLegendIdle)},
                         {LegendMark::kPadding, text(TextId::kPadding)}},
              .sentences = {text(TextId::kFixKey)}},
      .pareto = view.pareto,
      .sentences = {.left = kMargin, .width = kRoom, .legend = {}, .sentences = view.sentences}
  };
  parts.sentences.top = caption_bottom(parts.key);
  if (parts.pareto) {
    parts.pareto->left = kMargin;
    parts.pareto->top = parts.sentences.top + 12;
    parts.pareto->width = kRoom;
    parts.sentences.top = pareto_bottom(*parts.pareto, language);
  }
  return parts;
}

std::string description_of(const FixView& view) {
  const Language language = view.before.access.language;
  const std::string sides = text_of(TextId::kFixDescription, language,
                                    {
                                        {"before", description_of(view.before.access)},
                                        {"after",  description_of(view.after.access) },
                                        {"price",  view.price                        }
  });
  return view.pareto ? sides + " " + words_of(*view.pareto, language) : sides;
}

}  // namespace

std::string fix_picture(const FixView& view, const std::string& id) {
  SidePlan plan = plan_sides(view);
  const Language language = view.before.access.language;
  const Below parts = below(view, plan.bottom + 16);
  Canvas canvas{.id = id, .svg = {}, .language = language};
  begin_figure(canvas, {.title = gain_of(view) + ": " + view.change,
                        .description = description_of(view),
                        .width = (2 * kMargin) + (2 * kSide) + kGap,
                        .height = caption_bottom(parts.sentences) + 16});
  draw_label(canvas, {.x = kMargin, .y = 42, .style = "sl-title"}, gain_of(view));
  draw_label(canvas,
             {
                 .x = kMargin, .y = 68, .style = "sl-say"
  },
             view.change + "; " + text_of(TextId::kFixPrice, language, {{"price", view.price}}));
  draw_side(canvas, view.before, plan, std::string(text_of(TextId::kFixBefore, language)));
  plan.left += kSide + kGap;
  draw_saved(
      canvas, view, plan,
      draw_side(canvas, view.after, plan, std::string(text_of(TextId::kFixAfter, language))));
  draw_caption(canvas, parts.key);
  if (parts.pareto) draw_pareto(canvas, *parts.pareto);
  draw_caption(canvas, parts.sentences);
  return end_figure(canvas);
}

}  // namespace smemlens::figures
