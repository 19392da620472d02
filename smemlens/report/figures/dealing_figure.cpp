#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/bent_strip.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr unsigned kCards = 64;
constexpr unsigned kWrapCard = 32;  // the first that comes round to bank 0 again
constexpr unsigned kMostWord = 1U << 20U;

// Where a word lives, by the standard architecture.
unsigned bank_of_word(unsigned word) {
  return bank_of(find_architecture(kDefaultArchitecture)->bank_model, WordIndex{word}).value;
}

constexpr unsigned kBends = 8;  // steps from the strip to the table

struct Plan {
  BentStrip strip;
  Point deck;       // the pile of those that wait
  double card = 0;  // height
  double card_width = 0;
  std::array<double, 2> rounds{};  // how far under the drawers each round of cards lies
  double bottom = 0;

  bool is_table() const { return strip.bend == 1; }
  Point place(unsigned card_index) const {
    return strip.seat(bank_of_word(card_index), rounds[card_index / kWrapCard]);
  }
};

// How far the seats and their cards reach above and below the strip's lowest line.
struct Reach {
  double above = 0;
  double below = 0;
};

Reach reach_of(const Plan& plan) {
  Reach reach;
  for (const double round : {0.0, plan.rounds[0], plan.rounds[1]}) {
    for (unsigned bank = 0; bank < kLessonLanes; ++bank) {
      const double y = plan.strip.seat(bank, round).y - plan.strip.middle;
      reach.above = std::max(reach.above, -y);
      reach.below = std::max(reach.below, y);
    }
  }
  return {.above = reach.above + (plan.card / 2), .below = reach.below + (plan.card / 2)};
}

// A strip with the pile above it; a poster, where all is dealt, needs no room for the pile.
Plan plan_of(const Stage& stage, double bend) {
  Plan plan{
      .strip = {.banks = stage.banks, .bend = bend, .radius = stage.pick(150, 112)},
      .card = stage.pick(22 - (6 * bend), 14 - (4 * bend)),
      .card_width = stage.banks.pitch - 2
  };
  const double drawer = strip_height(stage.banks);
  plan.rounds[0] = (drawer / 2) + 6 + (plan.card / 2);
  plan.rounds[1] = plan.rounds[0] + plan.card + (stage.pick(26, 22) * (1 - bend)) + (8 * bend);
  const Reach reach = reach_of(plan);
  const double pile = stage.options.is_still ? 0 : stage.pick(60, 44) * (1 - bend);
  const double top = heading_bottom(stage) - 4;
  plan.strip.middle = top + pile + std::max(reach.above, drawer / 2) + (12 * bend);
  plan.bottom = plan.strip.middle + reach.below + stage.pick(22, 34);
  const Point table = plan.strip.center();
  plan.deck = plan.is_table()
                  ? Point{.x = table.x - 20, .y = table.y}
                  : Point{.x = stage.left() + (stage.banks.pitch / 2), .y = top + (plan.card / 2)};
  return plan;
}

Box box_of(const Plan& plan, unsigned card, unsigned dealt) {
  // Of the pile each lies a little further to the right.
  const double shift = card < dealt ? 0 : 0.6 * (card - dealt);
  const Point at = card < dealt ? plan.place(card) : plan.deck;
  return {.x = at.x + shift - (plan.card_width / 2),
          .y = at.y - (plan.card / 2),
          .width = plan.card_width,
          .height = plan.card};
}

void draw_card(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned card,
               unsigned dealt) {
  const Box box = box_of(plan, card, dealt);
  const bool is_dealt = card < dealt;
  const bool is_look = card == kWrapCard && is_dealt;
  const std::string key = canvas.key("cell-" + std::to_string(card));
  const std::string bank = is_dealt ? std::to_string(bank_of_word(card)) : "";
  canvas.svg.leaf("rect", {
                              {"class",     is_look ? "sl-hot" : "sl-chip"},
                              {"data-key",  key                           },
                              {"data-word", card                          },
                              {"data-bank", bank                          },
                              {"x",         box.x                         },
                              {"y",         box.y                         },
                              {"width",     box.width                     },
                              {"height",    box.height                    },
                              {"rx",        2                             }
  });
  if (stage.is_phone() || (!is_dealt && card != dealt)) return;
  draw_label(canvas,
             {.x = box.x + (box.width / 2),
              .y = box.y + (box.height / 2) + 4,
              .style = is_look ? "sl-hot-ink" : "sl-chip-ink",
              .anchor = "middle",
              .size = 11,
              .key = text_key(key)},
             std::to_string(card));
}

std::string point(Point at) {
  return svg_number(at.x) + " " + svg_number(at.y);
}

// Behind the last drawer and back between the rounds: what mod 32 does. At a table card 32 simply
// comes after card 31.
std::string wrap_path(const Stage& stage, const Plan& plan) {
  const Point from = plan.place(kWrapCard - 1);
  const Point to = plan.place(kWrapCard);
  if (plan.is_table())
    return "M" + svg_number(from.x - (plan.card_width / 2)) + " " + svg_number(from.y) + "Q" +
           svg_number(from.x) + " " + svg_number(to.y) + " " +
           svg_number(to.x + (plan.card_width / 2) + 1) + " " + svg_number(to.y);
  const double between = (plan.rounds[0] + plan.rounds[1]) / 2;
  const double last = kLessonLanes - 0.5;  // the last drawer's right edge
  const double out = last + (stage.pick(24, 4) / stage.banks.pitch);
  std::string path = "M" + point(plan.strip.seat(last, plan.rounds[0])) + "C" +
                     point(plan.strip.seat(out, plan.rounds[0])) + " " +
                     point(plan.strip.seat(out, between)) + " " +
                     point(plan.strip.seat(last - 0.3, between));
  for (unsigned bank = kLessonLanes - 1; bank > 0; --bank)
    path += "L" + point(plan.strip.seat(bank, between));
  const double end = plan.rounds[1] - (plan.card / 2) - 1;
  return path + "Q" + point(plan.strip.seat(0, between)) + " " + point(plan.strip.seat(0, end));
}

void draw_wrap(Canvas& canvas, const Stage& stage, const Plan& plan) {
  const std::string path = wrap_path(stage, plan);
  const std::string head = "url(#" + canvas.id + "-head-hot)";
  canvas.svg.leaf("path", {
                              {"class",      "sl-look"         },
                              {"data-key",   canvas.key("wrap")},
                              {"data-word",  kWrapCard         },
                              {"data-bank",  0                 },
                              {"d",          path              },
                              {"marker-end", head              }
  });
}

// "word 37 = 32 · 1 + 5  →  bank 5"
std::string sum_of(const Stage& stage, unsigned word) {
  const std::string bank = std::to_string(bank_of_word(word));
  return std::string(stage.text(TextId::kWord)) + " " + std::to_string(word) + " = 32 · " +
         std::to_string(word / 32) + " + " + bank + " → " + std::string(stage.text(TextId::kBank)) +
         " " + bank;
}

void draw_banks(Canvas& canvas, const Stage& stage, const Plan& plan,
                std::optional<unsigned> word) {
  std::vector<DrawerState> states(kLessonLanes, DrawerState::kBusy);
  if (word) states[bank_of_word(*word)] = DrawerState::kQueued;
  draw_bent_strip(canvas, stage, plan.strip, states);
  if (plan.strip.bend > 0) return;
  draw_row_name(canvas, stage, plan.strip.middle + plan.rounds[0], stage.text(TextId::kWord));
  if (stage.is_phone()) draw_axis(canvas, stage, plan.bottom - 8, stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> dealing_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned dealt = parameters.number("dealt", {.least = 0, .most = kCards, .standard = 64});
  const auto word = parameters.optional_number("word", 0, kMostWord);
  const unsigned bend = parameters.number("bend", {.least = 0, .most = kBends, .standard = 0});
  const Stage stage = stage_of(options);
  const Plan plan = plan_of(stage, static_cast<double>(bend) / kBends);
  const std::string title(stage.text(TextId::kDealingTitle));
  std::string words =
      stage.text(TextId::kDealingDescription, {
                                                  {"dealt", std::to_string(dealt)}
  });
  if (word) words += " " + sentence(sum_of(stage, *word), options.language);
  if (bend > 0) words += " " + std::string(stage.text(TextId::kDealingTable));
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = title, .code = word ? sum_of(stage, *word) : "bank = word mod 32"});
  draw_banks(canvas, stage, plan, word);
  for (unsigned card = kCards; card-- > dealt;) draw_card(canvas, stage, plan, card, dealt);
  if (dealt > kWrapCard) draw_wrap(canvas, stage, plan);
  for (unsigned card = 0; card < dealt; ++card) draw_card(canvas, stage, plan, card, dealt);
  if (bend == 0)
    draw_touch_zone(canvas,
                    {.x = stage.left(),
                     .y = plan.strip.middle + plan.rounds[0] - (plan.card / 2) - 4,
                     .width = stage.lanes.width(),
                     .height = plan.rounds[1] - plan.rounds[0] + plan.card + 8},
                    {.name = "dealt", .unit = stage.banks.pitch});
  return finished(canvas, {}, words);
}

}  // namespace smemlens::figures
