#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/units.h"
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

struct Plan {
  double deck = 0;
  double strip = 0;
  double first_row = 0;
  double row = 0;   // from row to row: between them the wrap-around runs
  double card = 0;  // height
  double bottom = 0;

  double row_top(unsigned card_index) const {
    const unsigned round = card_index / 32U;
    return first_row + (row * round);
  }
};

Plan plan_of(const Stage& stage) {
  Plan plan{.deck = heading_bottom(stage) - stage.pick(4, 0), .card = stage.pick(22, 14)};
  plan.strip = plan.deck + stage.pick(64, 44);
  plan.first_row = plan.strip + strip_height(stage.banks) + 6;
  plan.row = plan.card + stage.pick(26, 22);
  plan.bottom = plan.first_row + plan.row + plan.card + stage.pick(22, 34);
  return plan;
}

Box box_of(const Stage& stage, const Plan& plan, unsigned card, unsigned dealt) {
  if (card < dealt)
    return {.x = stage.banks.edge(bank_of_word(card)) + 1,
            .y = plan.row_top(card),
            .width = stage.banks.pitch - 2,
            .height = plan.card};
  // The pile of those that wait, each a little further to the right.
  const double shift = 0.6 * (card - dealt);
  return {.x = stage.left() + 1 + shift,
          .y = plan.deck,
          .width = stage.banks.pitch - 2,
          .height = plan.card};
}

void draw_card(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned card,
               unsigned dealt) {
  const Box box = box_of(stage, plan, card, dealt);
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

// From behind the last drawer back to the first: what mod 32 does.
void draw_wrap(Canvas& canvas, const Stage& stage, const Plan& plan) {
  const double from = plan.first_row + (plan.card / 2);
  const double between = plan.first_row + ((plan.card + plan.row) / 2);
  const double out = stage.right() + stage.pick(24, 4);
  const double x = stage.banks.center(0);
  const std::string path = "M" + svg_number(stage.right()) + " " + svg_number(from) + "C" +
                           svg_number(out) + " " + svg_number(from) + " " + svg_number(out) + " " +
                           svg_number(between) + " " + svg_number(stage.right() - 6) + " " +
                           svg_number(between) + "H" + svg_number(x + 12) + "Q" + svg_number(x) +
                           " " + svg_number(between) + " " + svg_number(x) + " " +
                           svg_number(plan.row_top(kWrapCard) - 1);
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
  std::vector<DrawerState> states(32, DrawerState::kBusy);
  if (word) states[bank_of_word(*word)] = DrawerState::kQueued;
  draw_row_name(canvas, stage, plan.strip + (strip_height(stage.banks) / 2),
                stage.text(TextId::kBank));
  draw_strip(canvas, stage.banks, plan.strip, states);
  draw_row_name(canvas, stage, plan.first_row + (plan.card / 2), stage.text(TextId::kWord));
  if (stage.is_phone()) draw_axis(canvas, stage, plan.bottom - 8, stage.text(TextId::kBank));
}

}  // namespace

Expected<Figure> dealing_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned dealt = parameters.number("dealt", {.least = 0, .most = kCards, .standard = 64});
  const auto word = parameters.optional_number("word", 0, kMostWord);
  const Stage stage = stage_of(options);
  const Plan plan = plan_of(stage);
  const std::string title(stage.text(TextId::kDealingTitle));
  std::string words =
      stage.text(TextId::kDealingDescription, {
                                                  {"dealt", std::to_string(dealt)}
  });
  if (word) words += " " + sum_of(stage, *word) + ".";
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = title, .code = word ? sum_of(stage, *word) : "bank = word mod 32"});
  draw_banks(canvas, stage, plan, word);
  for (unsigned card = kCards; card-- > dealt;) draw_card(canvas, stage, plan, card, dealt);
  if (dealt > kWrapCard) draw_wrap(canvas, stage, plan);
  for (unsigned card = 0; card < dealt; ++card) draw_card(canvas, stage, plan, card, dealt);
  draw_touch_zone(canvas,
                  {.x = stage.left(),
                   .y = plan.first_row - 4,
                   .width = stage.lanes.width(),
                   .height = plan.row + plan.card + 8},
                  {.name = "dealt", .unit = stage.banks.pitch});
  return finished(canvas, {}, words);
}

}  // namespace smemlens::figures
