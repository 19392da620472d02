#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/base/expected.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/lane_address.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

// A part of the address: some of its bits, and what they say.
struct Field {
  unsigned bits = 0;
  std::string_view style;
  std::string name;
};

struct Ladder {
  Scene scene;
  std::uint32_t lane = 0;
  std::optional<LaneAddress> address;  // none: the lane asks for nothing
  unsigned bank_bits = 0;
  unsigned byte_bits = 0;
  unsigned all_bits = 0;  // enough for every lane's address
  std::string note;
};

unsigned bits_of(std::uint32_t count) {
  return static_cast<unsigned>(std::bit_width(count - 1));
}

Ladder ladder_of(const Explanation& explanation, std::uint32_t lane, const FigureOptions& options) {
  const BankModel& model = explanation.architecture->bank_model;
  const Request& request = explanation.worst_request().request;
  Ladder ladder{.scene = scene_of(explanation, options.pass),
                .lane = lane,
                .address = lane_address(explanation, lane),
                .bank_bits = bits_of(model.banks),
                .byte_bits = bits_of(model.word_bytes)};
  ladder.note = lane_note(lane, ladder.address, options.language);
  ladder.all_bits = ladder.bank_bits + ladder.byte_bits + 1;
  for (LaneMask rest = participants_of(request); rest != 0; rest &= rest - 1) {
    const auto asking = static_cast<std::size_t>(std::countr_zero(rest));
    const auto bits = static_cast<unsigned>(std::bit_width(request.addresses[asking].value));
    ladder.all_bits = std::max(ladder.all_bits, bits);
  }
  return ladder;
}

// From the highest bit down.
std::array<Field, 3> fields_of(const Stage& stage, const Ladder& ladder,
                               const LaneAddress& address) {
  const LaneWord& word = address.words.front();
  const std::uint32_t byte = address.address.value & ((1U << ladder.byte_bits) - 1);
  return {
      {{.bits = ladder.all_bits - ladder.bank_bits - ladder.byte_bits,
        .style = "sl-drawer",
        .name = stage.text(TextId::kLadderRow, {{"row", std::to_string(word.row)}})},
       {.bits = ladder.bank_bits,
        .style = "sl-chip",
        .name = std::string(stage.text(TextId::kBank)) + " " + std::to_string(word.bank.value)},
       {.bits = ladder.byte_bits,
        .style = "sl-slot",
        .name = stage.text(TextId::kLadderByte, {{"byte", std::to_string(byte)}})}}
  };
}

struct Plan {
  double lanes = 0;
  double rungs = 0;
  double rung = 0;  // from one to the next
  double bits = 0;  // upper edge of the address's bits
  double strip = 0;
  TimeBoard time;
  double bottom = 0;

  double rung_at(unsigned index) const { return rungs + (rung * index); }
};

constexpr double kSumLine = 17;

// The rungs: index, byte address and its bits, word, place in the queue. With a sum its two lines,
// and the carry's above them, stand over the bits.
Plan plan_of(const Stage& stage, const Scene& scene, bool has_sum) {
  Plan plan{.lanes = heading_bottom(stage) + stage.pick(4, 16), .rung = stage.pick(26, 22)};
  plan.rungs = plan.lanes + kLaneHeight + stage.pick(34, 36);
  plan.bits = plan.rung_at(1) + 10 + (has_sum ? 3 * kSumLine : 0);
  plan.strip = plan.bits + stage.pick(52, 46) + (2 * plan.rung) + 12;
  plan.time = {.banks = stage.banks,
               .top = plan.strip + strip_height(stage.banks) + 5,
               .row_height = row_height_of(stage, scene.access.wavefronts, stage.pick(200, 120)),
               .has_digits = !stage.is_phone(),
               .has_handle = false};
  plan.bottom = time_bottom(plan.time, scene) + 44;
  return plan;
}

double value_left(const Stage& stage) {
  return stage.left() + stage.pick(140, 124);
}

void draw_rung(Canvas& canvas, const Stage& stage, double y, std::string_view name,
               const std::string& value) {
  draw_label(canvas, {.x = stage.left(), .y = y, .style = "sl-note"}, name);
  draw_label(canvas, {.x = value_left(stage), .y = y, .style = "sl-code", .size = 13}, value);
}

struct Bit {
  unsigned number = 0;
  bool is_set = false;
  bool is_flipped = false;  // by an XOR
};

std::string_view style_of(const Bit& bit) {
  if (bit.is_flipped) return "sl-badge-ink";
  return bit.is_set ? "sl-times" : "sl-idle-ink";
}

void draw_bit(Canvas& canvas, const Box& box, const Field& field, const Bit& bit) {
  const std::string key = canvas.key("bit-" + std::to_string(bit.number));
  canvas.svg.leaf("rect", {
                              {"class",    field.style},
                              {"data-key", key        },
                              {"x",        box.x      },
                              {"y",        box.y      },
                              {"width",    box.width  },
                              {"height",   box.height }
  });
  draw_label(canvas,
             {.x = box.x + (box.width / 2),
              .y = box.y + 16,
              .style = style_of(bit),
              .anchor = "middle",
              .size = 12,
              .key = text_key(key)},
             bit.is_set ? "1" : "0");
}

double bit_width_of(const Stage& stage, const Ladder& ladder) {
  return std::min(stage.pick(30, 21), stage.lanes.width() / ladder.all_bits);
}

// Whether the word's bit is one that an XOR flips.
bool is_flipped(const LaneAddress& address, unsigned word_bit) {
  return address.sum && address.sum->is_xor && (address.sum->other >> word_bit & 1U) != 0;
}

// A number's bits over those of the word, and what they are.
struct SumLine {
  std::uint32_t value = 0;
  bool flips = false;
  std::string text;
};

void draw_sum_line(Canvas& canvas, const Stage& stage, double y, const Ladder& ladder,
                   const SumLine& line) {
  const double width = bit_width_of(stage, ladder);
  for (unsigned bit = ladder.byte_bits; bit < ladder.all_bits; ++bit) {
    const bool is_set = (line.value >> (bit - ladder.byte_bits) & 1U) != 0;
    draw_label(canvas,
               {.x = stage.left() + (width * (ladder.all_bits - bit - 0.5)),
                .y = y,
                .style = style_of({.is_set = is_set, .is_flipped = is_set && line.flips}),
                .anchor = "middle",
                .size = 12},
               is_set ? "1" : "0");
  }
  draw_label(canvas,
             {.x = stage.left() + (width * (ladder.all_bits - ladder.byte_bits)) + 10,
              .y = y,
              .style = "sl-code",
              .size = 12},
             line.text);
}

// From the bank's highest bit over to the row's lowest.
void draw_carry(Canvas& canvas, const Stage& stage, double y, const Ladder& ladder) {
  const double width = bit_width_of(stage, ladder);
  const unsigned row_bit = ladder.bank_bits + ladder.byte_bits;
  const double to = stage.left() + (width * (ladder.all_bits - row_bit - 0.5));
  canvas.svg.leaf("path", {
                              {"class",      "sl-arrow-hot"                                                        },
                              {"data-key",   canvas.key("carry")                                                   },
                              {"d",          "M" + svg_number(to + width) + " " + svg_number(y) + "C" +
                                        svg_number(to + width) + " " + svg_number(y - 14) + " " +
                                        svg_number(to) + " " + svg_number(y - 14) + " " +
                                        svg_number(to) + " " + svg_number(y - 1)},
                              {"marker-end", "url(#" + canvas.id + "-head-hot)"                                    }
  });
  draw_label(
      canvas,
      {.x = to - (width / 2), .y = y - 4, .style = "sl-badge-ink", .anchor = "middle", .size = 12},
      "+1");
}

// The two numbers whose sum, or XOR, the word is; and the carry from the bank's bits into the
// row's.
void draw_sum(Canvas& canvas, const Stage& stage, double bottom, const Ladder& ladder,
              const LaneSum& sum) {
  const double lower = bottom - 7;
  draw_sum_line(canvas, stage, lower - kSumLine, ladder,
                {.value = sum.place, .text = sum.place_text});
  draw_sum_line(canvas, stage, lower, ladder,
                {.value = sum.other,
                 .flips = sum.is_xor,
                 .text = (sum.is_xor ? "^ " : "+ ") + sum.other_text});
  const std::uint32_t banks = 1U << ladder.bank_bits;
  const bool carries = !sum.is_xor && (sum.place % banks) + (sum.other % banks) >= banks;
  if (carries) draw_carry(canvas, stage, lower - kSumLine - 12, ladder);
}

// The address in its fields, each with its name below.
void draw_bits(Canvas& canvas, const Stage& stage, double top, const Ladder& ladder,
               const LaneAddress& address) {
  const double width = bit_width_of(stage, ladder);
  double x = stage.left();
  unsigned bit = ladder.all_bits;
  for (const Field& field : fields_of(stage, ladder, address)) {
    const double middle = x + (width * field.bits / 2);
    for (unsigned i = 0; i < field.bits; ++i, x += width) {
      --bit;
      draw_bit(
          canvas, {.x = x, .y = top, .width = width, .height = 24}, field,
          {.number = bit,
           .is_set = (address.address.value >> bit & 1U) != 0,
           .is_flipped = bit >= ladder.byte_bits && is_flipped(address, bit - ladder.byte_bits)});
    }
    draw_label(canvas, {.x = middle, .y = top + 39, .style = "sl-label-ink", .anchor = "middle"},
               field.name);
  }
}

// Around what the lane is handed over.
void draw_look(Canvas& canvas, const Plan& plan, const Ladder& ladder) {
  for (const SceneChip& placed : ladder.scene.chips) {
    if ((placed.delivery.lanes >> ladder.lane & 1) == 0) continue;
    const Box box = time_cell(plan.time, placed);
    const std::string key = canvas.key("look");
    canvas.svg.leaf("rect", {
                                {"class",    "sl-look" },
                                {"data-key", key       },
                                {"x",        box.x     },
                                {"y",        box.y     },
                                {"width",    box.width },
                                {"height",   box.height}
    });
  }
}

// "s[lane][0] = s[17][0] · 561"; on a phone, where the head tells what was typed, the element
// alone.
std::string index_text(const Stage& stage, const LaneAddress& address) {
  const std::string index = address.element + " · " + std::to_string(address.index);
  const double room = stage.right() - value_left(stage);
  const std::string whole = address.typed + " = " + index;
  const bool has_room = static_cast<double>(whole.size()) * kMonospaceEm * 13 < room;
  return has_room && address.typed != address.element ? whole : index;
}

void draw_ladder(Canvas& canvas, const Stage& stage, const Plan& plan, const Ladder& ladder,
                 const LaneAddress& address) {
  const LaneWord& word = address.words.front();
  draw_rung(canvas, stage, plan.rung_at(0), stage.text(TextId::kLadderIndex),
            index_text(stage, address));
  draw_rung(canvas, stage, plan.rung_at(1), stage.text(TextId::kLadderAddress),
            std::to_string(address.address.value));
  if (address.sum) draw_sum(canvas, stage, plan.bits, ladder, *address.sum);
  draw_bits(canvas, stage, plan.bits, ladder, address);
  const double lower = plan.bits + stage.pick(60, 56);
  draw_rung(canvas, stage, lower, stage.text(TextId::kWord),
            std::to_string(word.word.value) + " = " +
                std::to_string(ladder.scene.access.bank_count) + " × " + std::to_string(word.row) +
                " + " + std::to_string(word.bank.value));
  draw_rung(canvas, stage, lower + plan.rung, stage.text(TextId::kLadderQueue),
            std::string(stage.text(TextId::kPassLabel)) + " " + std::to_string(address.pass) +
                " / " + std::to_string(ladder.scene.access.wavefronts));
}

std::string words_of(const Stage& stage, const Ladder& ladder) {
  const AccessView& access = ladder.scene.access;
  const std::string cost =
      cost_sentence(access.wavefronts, access.ideal_wavefronts, stage.options.language);
  const std::string note = sentence(ladder.note, stage.options.language);
  if (!ladder.address) return note + " " + cost;
  const LaneWord& word = ladder.address->words.front();
  const std::uint32_t byte = ladder.address->address.value & ((1U << ladder.byte_bits) - 1);
  return stage.text(TextId::kLadderWords,
                    {
                        {"element", ladder.address->element                      },
                        {"index",   std::to_string(ladder.address->index)        },
                        {"address", std::to_string(ladder.address->address.value)},
                        {"row",     std::to_string(word.row)                     },
                        {"bank",    std::to_string(word.bank.value)              },
                        {"byte",    std::to_string(byte)                         }
  }) +
         " " + note + " " + cost;
}

// As many columns as the architecture has banks, and as many dots as its warp has lanes.
Stage ladder_stage(const FigureOptions& options, const Scene& scene) {
  Stage stage = stage_of(options);
  stage.banks.count = scene.access.bank_count;
  stage.banks.pitch = stage.lanes.width() / scene.access.bank_count;
  return stage;
}

void draw_ladder_lanes(Canvas& canvas, const Stage& stage, double top, const Ladder& ladder,
                       unsigned lanes) {
  const LaneMask all = ~LaneMask{0} >> (kMaxLanes - lanes);
  const Columns columns = lane_columns(stage.left(), stage.lanes.width(), all);
  draw_row_name(canvas, stage, top + (kLaneHeight / 2), stage.text(TextId::kLane));
  if (stage.is_phone() && lanes == kLessonLanes)
    draw_axis(canvas, stage, top - 4, stage.text(TextId::kLane));
  draw_lanes(canvas, columns, top, all, ladder.scene.active);
  canvas.svg.leaf("rect", {
                              {"class",    "sl-ideal"                   },
                              {"data-key", canvas.key("lane-look")      },
                              {"x",        columns.edge(ladder.lane) - 1},
                              {"y",        top - 3                      },
                              {"width",    columns.pitch + 2            },
                              {"height",   kLaneHeight + 6              },
                              {"rx",       4                            }
  });
  draw_touch_zone(
      canvas,
      {.x = stage.left(), .y = top - 11, .width = stage.lanes.width(), .height = kLaneHeight + 22},
      {.name = "lane", .unit = columns.pitch});
}

}  // namespace

Expected<Figure> ladder_figure(const FigureOptions& options, Parameters& parameters) {
  const auto explanation = explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  const unsigned lanes = explanation->architecture->bank_model.lanes_per_warp;
  const unsigned lane = parameters.number("lane", {.least = 0, .most = lanes - 1, .standard = 0});
  const Ladder ladder = ladder_of(*explanation, lane, options);
  const Stage stage = ladder_stage(options, ladder.scene);
  const bool has_sum = ladder.address && ladder.address->sum;
  const Plan plan = plan_of(stage, ladder.scene, has_sum);
  const std::string words = words_of(stage, ladder);
  Canvas canvas = canvas_of(options);
  begin_figure(
      canvas,
      {.title = ladder.note, .description = words, .width = stage.width, .height = plan.bottom});
  draw_heading(canvas, stage,
               {.title = ladder.note,
                .code = ladder.scene.access.code,
                .passes = ladder.scene.access.wavefronts,
                .ideal = ladder.scene.access.ideal_wavefronts});
  draw_ladder_lanes(canvas, stage, plan.lanes, ladder, lanes);
  if (ladder.address) draw_ladder(canvas, stage, plan, ladder, *ladder.address);
  draw_scene_strip(canvas, stage.banks, plan.strip, ladder.scene);
  draw_time_board(canvas, stage, plan.time, ladder.scene);
  draw_look(canvas, plan, ladder);
  draw_axis(canvas, stage, plan.bottom - 10, stage.text(TextId::kBank));
  return finished(canvas, ladder.scene.access, words);
}

}  // namespace smemlens::figures
