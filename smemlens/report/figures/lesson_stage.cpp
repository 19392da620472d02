#include "smemlens/report/figures/lesson_stage.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/base/sort_few.h"
#include "smemlens/base/utf8.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/arrows.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/chip.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr double kTouch = 44;  // units that a finger needs

LaneMask bit_of(unsigned lane) {
  return LaneMask{1} << lane;
}

void draw_counter(Canvas& canvas, const Stage& stage, const Heading& heading) {
  const double right = stage.width - stage.pick(28, 6);
  const double left = right - stage.pick(76, 50);
  const double y = stage.pick(42, 30);
  const double size = stage.pick(34, 26);
  const unsigned shown = std::min(stage.options.pass.value_or(heading.passes), heading.passes);
  const bool is_running = stage.options.pass.has_value();
  const std::string sign = heading.is_exact ? "" : "~";
  const std::string total = sign + passes_text(heading.passes, stage.options.language);
  const bool is_one = heading.passes == 1 && !stage.options.asks;
  const TextId plain = is_one ? TextId::kPassLabel : TextId::kPassesLabel;
  const bool is_ideal = heading.passes == heading.ideal && !stage.options.asks;
  draw_label(canvas,
             {.x = left,
              .y = y,
              .style = is_ideal ? "sl-count" : "sl-count-ink",
              .anchor = "end",
              .size = size,
              .key = canvas.key("count")},
             stage.options.asks ? "?" : (is_running ? "" : sign) + std::to_string(shown));
  draw_label(canvas,
             {
                 .x = left, .y = y + 17, .style = "sl-note", .anchor = "end"
  },
             is_running && !stage.options.asks ? stage.text(TextId::kOfPasses, {{"passes", total}})
                                               : std::string(stage.text(plain)));
  draw_label(canvas,
             {.x = right,
              .y = y,
              .style = is_ideal ? "sl-count" : "sl-count-calm",
              .anchor = "end",
              .size = size},
             std::to_string(heading.ideal));
  draw_label(canvas, {.x = right, .y = y + 17, .style = "sl-note", .anchor = "end"},
             stage.text(TextId::kIdeal));
}

void draw_own_count(Canvas& canvas, const Stage& stage, const OwnCount& own) {
  const double right = stage.width - stage.pick(28, 6);
  const double y = stage.pick(42, 30);
  draw_label(canvas,
             {.x = right,
              .y = y,
              .style = "sl-count-ink",
              .anchor = "end",
              .size = stage.pick(34, 26),
              .key = canvas.key("count")},
             std::to_string(own.count));
  draw_label(canvas, {.x = right, .y = y + 17, .style = "sl-note", .anchor = "end"}, own.name);
}

// Code that is too long for its line: the declaration, and the access below it where both fit.
std::vector<std::string> code_lines(const std::string& code, std::size_t letters,
                                    bool has_second_line) {
  const std::size_t end = code.find("; ");
  if (code.size() <= letters || !has_second_line || end == std::string::npos)
    return {shortened(code, letters)};
  return {shortened(code.substr(0, end + 1), letters), shortened(code.substr(end + 2), letters)};
}

// Where a chip that waits stands: queues move up as their first chip leaves.
Box place_of(const Stage& stage, const QueuePlan& plan, const Delivery& delivery) {
  const unsigned row =
      delivery.wavefront - std::min(stage.options.pass.value_or(0), delivery.wavefront);
  const double width = std::min(stage.banks.pitch, 2 * stage.lanes.pitch);
  return {.x = stage.banks.center(delivery.bank.value) - (width / 2),
          .y = plan.top + (plan.row_height * row),
          .width = width,
          .height = plan.row_height};
}

// Where a chip that is served stands: on its lane.
Box lane_box(const Stage& stage, const QueuePlan& plan, unsigned lane) {
  const double size = std::min(kLaneHeight, stage.lanes.pitch - 1);
  return {.x = stage.lanes.center(lane) - (size / 2),
          .y = plan.lanes_top + ((kLaneHeight - size) / 2),
          .width = size,
          .height = size};
}

Chip chip_of(const Delivery& delivery, LaneMask lanes) {
  return {.key = chip_key(lanes),
          .lanes = lanes,
          .bank = delivery.bank.value,
          .words = {delivery.word.value},
          .wavefront = delivery.wavefront + 1};
}

void draw_served(Canvas& canvas, const Stage& stage, const QueuePlan& plan,
                 const Delivery& delivery) {
  for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    Chip chip = chip_of(delivery, bit_of(lane));
    chip.waits = (plan.look & bit_of(lane)) != 0;
    chip.has_label = stage.lanes.pitch >= kDigitsPitch;
    draw_chip(canvas, lane_box(stage, plan, lane), chip);
  }
}

void draw_waiting(Canvas& canvas, const Stage& stage, const QueuePlan& plan,
                  const Delivery& delivery) {
  Chip chip = chip_of(delivery, delivery.lanes);
  chip.waits = (plan.look & delivery.lanes) != 0;
  chip.has_label = stage.lanes.pitch >= kDigitsPitch && plan.row_height >= kLeastDigitRow &&
                   std::has_single_bit(delivery.lanes);
  draw_chip(canvas, place_of(stage, plan, delivery), chip);
}

// Chips of the waiting rows, by bank.
std::vector<unsigned> waiting_depths(const Stage& stage, const AccessView& view) {
  std::vector<unsigned> depths = queue_depths(deliveries_of(view), view.bank_count);
  for (unsigned& depth : depths) depth -= std::min(depth, stage.options.pass.value_or(0));
  return depths;
}

// Runs of banks whose queues are equally deep are hatched as one.
void draw_idle_places(Canvas& canvas, const Stage& stage, const QueuePlan& plan,
                      std::span<const unsigned> depths) {
  for (unsigned bank = 0; bank < depths.size();) {
    unsigned end = bank + 1;
    while (end < depths.size() && depths[end] == depths[bank]) ++end;
    if (depths[bank] < plan.rows) {
      draw_idle_box(canvas, {.x = stage.banks.edge(bank) + 1,
                             .y = plan.top + (plan.row_height * depths[bank]) + 1,
                             .width = (stage.banks.pitch * (end - bank)) - 2,
                             .height = (plan.row_height * (plan.rows - depths[bank])) - 2});
    }
    bank = end;
  }
}

void draw_times(Canvas& canvas, const Stage& stage, const QueuePlan& plan,
                std::span<const unsigned> depths) {
  for (unsigned bank = 0; bank < depths.size(); ++bank) {
    if (depths[bank] < 2) continue;
    const std::string text = "×" + std::to_string(depths[bank]);
    const bool has_neighbour =
        (bank > 0 && depths[bank - 1] > 1) || (bank + 1 < depths.size() && depths[bank + 1] > 1);
    if (has_neighbour && stage.is_phone()) continue;
    const double room = stage.banks.pitch / text_width(text, 1);
    draw_label(canvas,
               {.x = std::max(stage.banks.center(bank), stage.left() + (text_width(text, 12) / 2)),
                .y = plan.top + (plan.row_height * depths[bank]) + 13,
                .style = "sl-times",
                .anchor = "middle",
                .size = has_neighbour ? std::min(12.0, room) : 12.0,
                .key = canvas.key("badge-" + std::to_string(bank))},
               text);
  }
}

// Where the queues will be.
void draw_question_mark(Canvas& canvas, const Stage& stage, const QueuePlan& plan) {
  draw_label(canvas,
             {.x = stage.banks.left + (stage.banks.width() / 2),
              .y = plan.top + stage.pick(62, 34),
              .style = "sl-count-calm",
              .anchor = "middle",
              .size = stage.pick(48, 30)},
             "?");
}

}  // namespace

Request lesson_request(const LaneWords& words, LaneMask active) {
  Request request{.operation = Operation::kLoad, .bytes_per_lane = 4, .active = active};
  for (unsigned lane = 0; lane < kLessonLanes; ++lane) request.addresses[lane] = {words[lane] * 4};
  return request;
}

AccessView lesson_view(const LaneWords& words, LaneMask active) {
  const Architecture& architecture = *find_architecture(kDefaultArchitecture);
  return view_of(architecture.bank_model, lesson_request(words, active));
}

LaneWords strided_words(std::uint32_t stride) {
  LaneWords words{};
  for (std::uint32_t lane = 0; lane < kLessonLanes; ++lane) words[lane] = stride * lane;
  return words;
}

std::span<const Delivery> deliveries_of(const AccessView& view) {
  if (view.phases.empty()) return {};
  return view.phases.front().deliveries;
}

Spread spread_of(const AccessView& view) {
  return spread_of(queue_depths(deliveries_of(view), view.bank_count));
}

Stage stage_of(const FigureOptions& options) {
  constexpr Columns kWide = {.left = 64, .pitch = 22, .count = kLessonLanes};
  constexpr Columns kPhone = {.left = 4, .pitch = 11, .count = kLessonLanes};
  if (options.is_phone())
    return {.options = options, .lanes = kPhone, .banks = kPhone, .width = 360};
  return {.options = options, .lanes = kWide, .banks = kWide, .width = 800};
}

Canvas canvas_of(const FigureOptions& options) {
  return {.id = options.id,
          .svg = {},
          .has_style = options.has_style,
          .is_still = options.is_still,
          .language = options.language};
}

double heading_bottom(const Stage& stage) {
  return stage.pick(82, 74);
}

void draw_heading(Canvas& canvas, const Stage& stage, const Heading& heading) {
  const double left = stage.pick(28, 6);
  const double size = stage.pick(19, 15);
  const bool has_count = heading.passes > 0 || heading.own;
  const double room = stage.width - left - (has_count ? stage.pick(230, 128) : 12);
  const auto columns = static_cast<std::size_t>(room / (0.58 * size));
  double y = stage.pick(34, 22);
  const std::vector<std::string> lines = wrapped(heading.title, columns);
  for (const std::string& line : lines) {
    draw_label(canvas, {.x = left, .y = y, .style = "sl-title", .size = size}, line);
    y += size + 3;
  }
  // Below a title of two lines the code has the counter's room too.
  const bool is_below_counter = lines.size() > 1;
  const double code_size = stage.pick(14, 12);
  const double code_room = is_below_counter ? stage.width - (2 * left) : room;
  const auto letters = static_cast<std::size_t>(code_room / (kMonospaceEm * code_size));
  y += is_below_counter ? stage.pick(2, 6) : stage.pick(3, 0);
  for (const std::string& line :
       code_lines(heading.code, letters, stage.is_phone() && !is_below_counter)) {
    draw_label(canvas, {.x = left, .y = y, .style = "sl-code", .size = code_size}, line);
    y += code_size + 3;
  }
  if (heading.passes > 0) draw_counter(canvas, stage, heading);
  if (heading.own) draw_own_count(canvas, stage, *heading.own);
}

Telling telling_or_question(const Stage& stage, std::string_view code, Telling telling) {
  if (!stage.options.asks) return telling;
  return {
      .title = std::string(stage.text(TextId::kAskTitle)),
      .words = stage.text(TextId::kAskWords, {{"code", std::string(code)}}
         )
  };
}

void draw_row_name(Canvas& canvas, const Stage& stage, double middle, std::string_view name) {
  if (stage.is_phone()) return;
  draw_label(canvas,
             {.x = stage.lanes.left - 8, .y = middle + 4, .style = "sl-note", .anchor = "end"},
             name);
}

void draw_axis(Canvas& canvas, const Stage& stage, double y, std::string_view name) {
  for (const unsigned column : {0U, 8U, 16U, 24U, 31U}) {
    const std::string number = std::to_string(column);
    const bool is_first = column == 0;
    draw_label(canvas,
               {.x = is_first ? stage.lanes.left : stage.lanes.center(column),
                .y = y,
                .style = "sl-label",
                .anchor = is_first ? "start" : "middle",
                .size = stage.pick(0, 12)},
               is_first ? std::string(name) + " " + number : number);
  }
}

void draw_sentence(Canvas& canvas, const Stage& stage, double y, std::string_view sentence) {
  const double size = stage.pick(13, 12);
  const auto columns = static_cast<std::size_t>((stage.right() - stage.left()) / (0.58 * size));
  for (const std::string& line : wrapped(sentence, columns)) {
    draw_label(canvas, {.x = stage.left(), .y = y, .style = "sl-say", .size = size}, line);
    y += size + 4;
  }
}

void draw_stage_lanes(Canvas& canvas, const Stage& stage, double top, LaneMask active,
                      std::string_view handle) {
  draw_row_name(canvas, stage, top + (kLaneHeight / 2), stage.text(TextId::kLane));
  if (stage.is_phone()) draw_axis(canvas, stage, top - 2, stage.text(TextId::kLane));
  draw_lanes(canvas, stage.lanes, top, kAllLanes, active);
  draw_touch_zone(canvas,
                  {.x = stage.lanes.left,
                   .y = top + (kLaneHeight / 2) - (kTouch / 2),
                   .width = stage.lanes.width(),
                   .height = kTouch},
                  {.name = handle, .unit = stage.lanes.pitch});
}

double row_height_of(const Stage& stage, unsigned rows, double most) {
  const double least = stage.pick(4, 2.5);
  return std::clamp(most / std::max(rows, 1U), least, stage.pick(22, 11));
}

void draw_queues(Canvas& canvas, const Stage& stage, const QueuePlan& plan,
                 const AccessView& view) {
  if (stage.options.asks) {
    draw_question_mark(canvas, stage, plan);
    return;
  }
  const std::vector<unsigned> depths = waiting_depths(stage, view);
  draw_idle_places(canvas, stage, plan, depths);
  for (const Delivery& delivery : deliveries_of(view)) {
    if (is_served(stage, delivery)) {
      draw_served(canvas, stage, plan, delivery);
    } else {
      draw_waiting(canvas, stage, plan, delivery);
    }
  }
  draw_times(canvas, stage, plan, depths);
}

std::vector<DrawerState> drawer_states(const Stage& stage, const AccessView& view) {
  std::vector<DrawerState> states(view.bank_count, DrawerState::kIdle);
  if (stage.options.asks) return states;
  for (const Delivery& delivery : deliveries_of(view))
    states[delivery.bank.value] = DrawerState::kBusy;
  return states;
}

void draw_requests(Canvas& canvas, const Stage& stage, Gap gap, const AccessView& view,
                   LaneMask look) {
  if (stage.options.asks) return;
  std::vector<Arrow> arrows;
  for (const Delivery& delivery : deliveries_of(view)) {
    if (is_served(stage, delivery)) continue;
    for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(rest));
      arrows.push_back({.from_x = stage.lanes.center(lane),
                        .to_x = stage.banks.center(delivery.bank.value),
                        .lane = {lane},
                        .bank = delivery.bank,
                        .word = delivery.word,
                        .waits = (look & bit_of(lane)) != 0});
    }
  }
  sort_few(arrows, {}, &Arrow::lane);
  draw_arrows(canvas, gap.top, gap.bottom, arrows);
}

bool is_served(const Stage& stage, const Delivery& delivery) {
  return delivery.wavefront < stage.options.pass.value_or(0);
}

void draw_touch_zone(Canvas& canvas, const Box& box, const Handle& handle) {
  if (canvas.is_still) return;
  canvas.svg.leaf("rect", {
                              {"class",       "sl-touch" },
                              {"data-handle", handle.name},
                              {"data-unit",   handle.unit},
                              {"x",           box.x      },
                              {"y",           box.y      },
                              {"width",       box.width  },
                              {"height",      box.height }
  });
}

Figure finished(Canvas& canvas, const AccessView& view, std::string sentences) {
  return {.svg = end_figure(canvas),
          .words = std::move(sentences),
          .passes = view.wavefronts,
          .ideal = view.ideal_wavefronts,
          .height = canvas.height};
}

}  // namespace smemlens::figures
