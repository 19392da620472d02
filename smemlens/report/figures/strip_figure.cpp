#include <cstddef>
#include <cstdint>
#include <string>

#include "smemlens/base/expected.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_figures.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr double kBarHeight = 40;

// The standard architecture, but with `banks` banks.
class NarrowModel {
 public:
  explicit NarrowModel(std::uint32_t banks)
      : model_(find_architecture(kDefaultArchitecture)->bank_model),
        rules_(*rules_of(model_, Operation::kLoad, 4)) {
    for (ServiceRule& rule : rules_.rules) rule.banks = banks;
    model_.banks = banks;
    model_.period_words = banks;
  }

  AccessView view(const Request& request) {
    constexpr std::size_t kFourBytes = 2;  // its logarithm
    model_.accesses[static_cast<std::size_t>(Operation::kLoad)][kFourBytes] = &rules_;
    return view_of(model_, request);
  }

 private:
  BankModel model_;
  AccessRules rules_;
};

struct Plan {
  double lanes = 0;
  double bar = 0;
  double numbers = 0;  // base line
  double note = 0;
  double queues = 0;
  double row_height = 0;
  double bottom = 0;
};

Plan plan_of(const Stage& stage, unsigned passes) {
  Plan plan{.lanes = heading_bottom(stage) + stage.pick(4, 16)};
  plan.bar = plan.lanes + kLaneHeight + 40;
  plan.numbers = plan.bar + kBarHeight + 14;
  plan.note = plan.numbers + 18;
  plan.queues = plan.note + 14;
  plan.row_height = row_height_of(stage, passes, stage.pick(256, 128));
  plan.bottom = plan.queues + (plan.row_height * passes) + 24;
  return plan;
}

// A brace over the bar with the name of the whole.
void draw_bracket(Canvas& canvas, const Stage& stage, double bar) {
  const double y = bar - 8;
  const std::string path = "M" + svg_number(stage.left() + 1) + " " + svg_number(y) + "v-6H" +
                           svg_number(stage.right() - 1) + "v6";
  canvas.svg.leaf("path", {
                              {"class", "sl-bracket"},
                              {"d",     path        }
  });
  draw_plate(canvas,
             {.x = stage.left() + (stage.lanes.width() / 2),
              .y = y - 6,
              .style = "sl-say",
              .size = stage.pick(13, 12)},
             stage.text(TextId::kStripSharedMemory));
}

void draw_slot(Canvas& canvas, const Stage& stage, const Plan& plan, unsigned bank) {
  const double gap = stage.pick(1, 0.5);
  const std::string key = canvas.key("bank-" + std::to_string(bank));
  canvas.svg.leaf("rect", {
                              {"class",     bank == 0 ? "sl-drawer-hot" : "sl-drawer"},
                              {"data-key",  key                                      },
                              {"data-bank", bank                                     },
                              {"x",         stage.banks.edge(bank) + gap             },
                              {"y",         plan.bar                                 },
                              {"width",     stage.banks.pitch - (2 * gap)            },
                              {"height",    kBarHeight                               },
                              {"rx",        3                                        }
  });
  const bool has_room = stage.banks.pitch >= kDigitsPitch || bank % 8 == 0 || bank == 31;
  if (!has_room) return;
  draw_label(canvas,
             {.x = stage.banks.center(bank),
              .y = plan.numbers,
              .style = bank == 0 ? "sl-badge-ink" : "sl-label",
              .anchor = "middle",
              .size = 11,
              .key = text_key(key)},
             std::to_string(bank));
}

void draw_bar(Canvas& canvas, const Stage& stage, const Plan& plan) {
  draw_bracket(canvas, stage, plan.bar);
  for (unsigned bank = stage.banks.count; bank-- > 0;) draw_slot(canvas, stage, plan, bank);
  draw_row_name(canvas, stage, plan.numbers - 4, stage.text(TextId::kBank));
  draw_label(canvas, {.x = stage.left() + 2, .y = plan.note, .style = "sl-badge-ink", .size = 12},
             std::string(stage.text(TextId::kBank)) +
                 " 0: " + std::string(stage.text(TextId::kStripSlot)));
}

}  // namespace

Expected<Figure> strip_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned banks = parameters.number("banks", {.least = 1, .most = 32, .standard = 32});
  if ((banks & (banks - 1)) != 0) parameters.refuse("banks must be 1, 2, 4, 8, 16 or 32");
  const unsigned count = (banks & (banks - 1)) != 0 ? 32 : banks;
  const AccessView view = NarrowModel(count).view(lesson_request(strided_words(1), kAllLanes));
  Stage stage = stage_of(options);
  stage.banks = {.left = stage.left(), .pitch = stage.lanes.width() / count, .count = count};
  const Plan plan = plan_of(stage, view.wavefronts);
  const std::string passes = passes_text(view.wavefronts, options.language);
  const std::string number = std::to_string(count);
  const std::string named = counted(count, kBankNoun, options.language);
  const std::string title =
      stage.text(TextId::kStripTitle, {
                                          {"banks",  named },
                                          {"passes", passes}
  });
  const std::string words = stage.text(TextId::kStripDescription,
                                       {
                                           {"banks",  named },
                                           {"passes", passes}
  }) +
                            " " +
                            cost_sentence(view.wavefronts, view.ideal_wavefronts, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(canvas,
               {.title = title, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = title,
                .code = "bank = word mod " + number,
                .passes = view.wavefronts,
                .ideal = view.ideal_wavefronts});
  draw_stage_lanes(canvas, stage, plan.lanes, kAllLanes);
  draw_bar(canvas, stage, plan);
  draw_queues(canvas, stage,
              {.top = plan.queues,
               .row_height = plan.row_height,
               .rows = view.wavefronts,
               .lanes_top = plan.lanes},
              view);
  draw_touch_zone(
      canvas, {.x = stage.left(), .y = plan.bar - 2, .width = stage.lanes.width(), .height = 44},
      {.name = "banks", .unit = stage.banks.pitch});
  return finished(canvas, view, words);
}

}  // namespace smemlens::figures
