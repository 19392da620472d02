#include <bit>
#include <map>
#include <optional>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_scene.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

// The first lane that finds its bank taken, and who stands there.
struct Collision {
  unsigned lane = 0;
  unsigned first = 0;
  unsigned bank = 0;
  unsigned word = 0;
  unsigned first_word = 0;
};

std::optional<Collision> first_collision(const AccessView& view) {
  std::map<BankIndex, const Delivery*> heads;
  std::optional<Collision> found;
  for (const Delivery& delivery : deliveries_of(view)) {  // by time: heads come first
    const auto [head, is_head] = heads.try_emplace(delivery.bank, &delivery);
    const auto lane = static_cast<unsigned>(std::countr_zero(delivery.lanes));
    if (is_head || (found && found->lane < lane)) continue;
    found = Collision{.lane = lane,
                      .first = static_cast<unsigned>(std::countr_zero(head->second->lanes)),
                      .bank = delivery.bank.value,
                      .word = delivery.word.value,
                      .first_word = head->second->word.value};
  }
  return found;
}

struct Story {
  unsigned stride = 0;
  unsigned lanes = 0;
  AccessView view;
  std::optional<Collision> collision;
};

TextId conflict_title_of(const Spread& spread) {
  if (spread.banks == 1) return TextId::kStrideOneBankTitle;
  return spread.is_even ? TextId::kStrideEvenTitle : TextId::kStrideConflictTitle;
}

std::string title_of(const Stage& stage, const Story& story) {
  const std::string stride = std::to_string(story.stride);
  const std::string passes = std::to_string(story.view.wavefronts);
  const Spread spread = spread_of(story.view);
  if (story.lanes == 0)
    return stage.text(TextId::kStrideNoneTitle, {
                                                    {"stride", stride}
    });
  if (story.collision)
    return stage.text(
        conflict_title_of(spread),
        {
            {"stride", stride                      },
            {"passes", passes                      },
            {"banks",  std::to_string(spread.banks)}
    });
  const bool is_broadcast = story.stride == 0 && story.lanes > 1;
  return stage.text(is_broadcast ? TextId::kStrideZeroTitle : TextId::kStrideCleanTitle,
                    {
                        {"stride", stride}
  });
}

std::string witness_of(const Stage& stage, const Collision& collision) {
  return stage.text(TextId::kStrideWitness,
                    {
                        {"first",      std::to_string(collision.first)     },
                        {"lane",       std::to_string(collision.lane)      },
                        {"bank",       std::to_string(collision.bank)      },
                        {"first_word", std::to_string(collision.first_word)},
                        {"word",       std::to_string(collision.word)      }
  });
}

// Of all 32 lanes: "16 pairs", "8 of 32 banks, 4 lanes each"; at one bank the title has said it.
std::string groups_of(const Stage& stage, const AccessView& view) {
  const unsigned busy = spread_of(view).banks;
  const std::string banks = std::to_string(busy);
  if (busy == 1)
    return stage.text(TextId::kIdleBanks, {
                                              {"banks", std::to_string(kLessonLanes - busy)}
    });
  if (view.wavefronts == 2)
    return stage.text(TextId::kStridePairs, {
                                                {"pairs", banks}
    });
  return stage.text(TextId::kStrideGroups,
                    {
                        {"banks", banks                          },
                        {"lanes", std::to_string(view.wavefronts)}
  });
}

std::string words_of(const Stage& stage, const Story& story) {
  std::string text = stage.text(
      TextId::kStrideDescription,
      {
          {"stride", std::to_string(story.stride)},
          {"lanes",  std::to_string(story.lanes) }
  });
  if (story.collision)
    text += " " + sentence(witness_of(stage, *story.collision), stage.options.language);
  return text + " " +
         cost_sentence(story.view.wavefronts, story.view.ideal_wavefronts, stage.options.language);
}

// Under the queues: how many groups there are, and the first that met.
void draw_bracket(Canvas& canvas, const Stage& stage, double y, const std::string& text) {
  const std::string path = "M" + svg_number(stage.left() + 1) + " " + svg_number(y) + "v6H" +
                           svg_number(stage.right() - 1) + "v-6";
  canvas.svg.leaf("path", {
                              {"class", "sl-bracket"},
                              {"d",     path        }
  });
  draw_plate(canvas,
             {.x = stage.left() + (stage.lanes.width() / 2),
              .y = y + 6,
              .style = "sl-say",
              .size = stage.pick(13, 12)},
             text);
}

}  // namespace

Expected<Figure> stride_figure(const FigureOptions& options, Parameters& parameters) {
  Story story{.stride = parameters.number("stride", {.least = 0, .most = 199, .standard = 2}),
              .lanes = parameters.number("lanes", {.least = 0, .most = 32, .standard = 32})};
  const LaneMask active = (LaneMask{1} << story.lanes) - 1;
  story.view = lesson_view(strided_words(story.stride), active);
  if (!options.asks) story.collision = first_collision(story.view);
  const Stage stage = stage_of(options);
  const ScenePlan plan = plan_scene(stage, story.view.wavefronts);
  const std::string code = "s[" + std::to_string(story.stride) + " * lane]";
  const auto [title, words] = telling_or_question(
      stage, code, {.title = title_of(stage, story), .words = words_of(stage, story)});
  const double bottom = plan.bottom + stage.pick(54, 64);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = code,
                .passes = story.view.wavefronts,
                .ideal = story.view.ideal_wavefronts});
  const LaneMask look = story.collision ? LaneMask{1} << story.collision->lane : 0;
  draw_scene(canvas, stage, plan, story.view, {.active = active, .look = look, .handle = "lanes"});
  draw_touch_zone(
      canvas, {.x = stage.left(), .y = plan.strip - 7, .width = stage.lanes.width(), .height = 44},
      {.name = "stride", .unit = stage.banks.pitch});
  if (story.collision) {
    // Lanes that are still to come would change its number.
    if (story.lanes == kLessonLanes)
      draw_bracket(canvas, stage, plan.bottom, groups_of(stage, story.view));
    draw_label(canvas,
               {.x = stage.left(),
                .y = plan.bottom + 36,
                .style = "sl-badge-ink",
                .size = stage.pick(13, 12)},
               witness_of(stage, *story.collision));
  }
  if (stage.is_phone()) draw_axis(canvas, stage, bottom - 8, stage.text(TextId::kBank));
  return finished(canvas, story.view, words);
}

}  // namespace smemlens::figures
