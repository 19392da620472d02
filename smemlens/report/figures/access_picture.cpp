#include "smemlens/report/figures/access_picture.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/sort_few.h"
#include "smemlens/model/units.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/arrows.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/caption.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/stack.h"
#include "smemlens/report/figures/strip.h"
#include "smemlens/report/figures/svg_writer.h"
#include "smemlens/report/figures/texts.h"

namespace smemlens::figures {
namespace {

constexpr double kMargin = 28;   // right of the strip
constexpr double kHeader = 112;  // title, code, counts
constexpr double kArrows = 92;   // from lanes to drawers
constexpr double kLowArrows = 60;
constexpr std::size_t kManyPhases = 4;  // with more the panels are drawn lower
constexpr double kBadges = 22;

// Where the parts of one phase's panel stand.
struct PanelPlan {
  double top = 0;
  double heading = 0;  // its height; 0: none
  double arrows = kArrows;
  double row_height = 0;
  double bottom = 0;

  double lanes() const { return top + heading; }
  double strip() const { return lanes() + kLaneHeight + arrows; }
  double board() const { return strip() + kStripHeight + 6; }
};

PanelPlan plan_panel(const AccessView& view, const PhaseView& phase, double top) {
  const unsigned rows = std::max(phase.wavefronts, 1U);
  PanelPlan plan{.top = top, .heading = view.phases.size() > 1 ? 30.0 : 0.0};
  const bool is_low = view.phases.size() > kManyPhases;
  if (is_low) plan.arrows = kLowArrows;
  plan.row_height = std::clamp(480.0 / rows, 14.0, is_low ? 16.0 : 24.0);
  plan.bottom = plan.board() + plan.row_height * rows + kBadges;
  return plan;
}

// The x of word `index` of `count` words that a lane asks for, below its pill.
double word_x(const Columns& lanes, unsigned column, unsigned index, unsigned count) {
  return lanes.edge(column) + (lanes.pitch * (index + 0.5) / count);
}

// By lane, then word, so that a pill's words leave it from left to right.
std::vector<Arrow> arrows_of(const PhaseView& phase) {
  std::vector<Arrow> arrows;
  for (const Delivery& delivery : phase.deliveries) {
    for (LaneMask rest = delivery.lanes; rest != 0; rest &= rest - 1) {
      arrows.push_back({.lane = {static_cast<unsigned>(std::countr_zero(rest))},
                        .bank = delivery.bank,
                        .word = delivery.word,
                        .waits = delivery.wavefront > 0,
                        .is_shared = !std::has_single_bit(delivery.lanes)});
    }
  }
  sort_few(arrows, [](const Arrow& a, const Arrow& b) {
    return a.lane != b.lane ? a.lane < b.lane : a.word < b.word;
  });
  return arrows;
}

void place(std::vector<Arrow>& arrows, const PhaseView& phase, const Columns& lanes,
           const Columns& banks) {
  for (std::size_t begin = 0; begin < arrows.size();) {
    std::size_t end = begin;
    while (end < arrows.size() && arrows[end].lane == arrows[begin].lane) ++end;
    const unsigned column = lane_column(phase.lanes, arrows[begin].lane.value);
    for (std::size_t i = begin; i < end; ++i) {
      arrows[i].from_x = word_x(lanes, column, static_cast<unsigned>(i - begin),
                                static_cast<unsigned>(end - begin));
      arrows[i].to_x = banks.center(arrows[i].bank.value);
    }
    begin = end;
  }
}

DrawerState state_of(unsigned depth) {
  if (depth == 0) return DrawerState::kIdle;
  return depth == 1 ? DrawerState::kBusy : DrawerState::kQueued;
}

std::vector<DrawerState> drawer_states(std::span<const unsigned> depths) {
  std::vector<DrawerState> states(depths.size());
  std::ranges::transform(depths, states.begin(), state_of);
  return states;
}

// Columns [begin, end) of the widest run of banks that nobody asks.
struct Run {
  unsigned begin = 0;
  unsigned end = 0;

  unsigned length() const { return end - begin; }
};

Run widest_idle_run(std::span<const unsigned> depths) {
  Run widest;
  for (unsigned bank = 0; bank < depths.size();) {
    unsigned end = bank;
    while (end < depths.size() && depths[end] == 0) ++end;
    if (end - bank > widest.length()) widest = {.begin = bank, .end = end};
    bank = std::max(end, bank + 1);
  }
  return widest;
}

// What the hatching means, said where there is room for it.
void draw_idle_note(Canvas& canvas, const Board& board, std::span<const unsigned> depths) {
  const Run run = widest_idle_run(depths);
  const auto idle = static_cast<unsigned>(std::ranges::count(depths, 0U));
  const Language language = canvas.language;
  const std::string banks = idle == 1 ? std::string(text_of(TextId::kAccessIdleBank, language))
                                      : text_of(TextId::kIdleBanks, language,
                                                {
                                                    {"banks", std::to_string(idle)}
  });
  const std::string text =
      board.rows == 1 ? banks
                      : text_of(TextId::kAccessIdleInAll, language,
                                {
                                    {"idle", banks},
                                    {"wavefronts", counted(board.rows, kWavefrontNoun, language)}
  });
  const double room = board.banks.pitch * run.length();
  const double height = board.row_height * board.rows;
  if (room < text_width(text, 12) + 40 || height < 24) return;
  const bool is_large = room > 2 * text_width(text, 18) && height > 200;
  draw_plate(canvas,
             {.x = board.banks.edge(run.begin) + (room / 2),
              .y = board.top + (height / 2),
              .style = "sl-note",
              .size = is_large ? 18.0 : 12.0},
             text);
}

// Banks [begin, end) with a queue, side by side.
std::vector<Run> queued_runs(std::span<const unsigned> depths) {
  std::vector<Run> runs;
  for (unsigned bank = 0; bank < depths.size(); ++bank) {
    if (depths[bank] < 2) continue;
    if (runs.empty() || runs.back().end != bank) runs.push_back({.begin = bank, .end = bank});
    runs.back().end = bank + 1;
  }
  return runs;
}

// "word 32", "words 32–33", "words 0, 32", or nothing if they are too many to name.
std::string word_note(const PhaseView& phase, const Run& run, unsigned wavefront,
                      Language language) {
  std::vector<unsigned> words;
  for (const Delivery& delivery : phase.deliveries) {
    const bool is_here = delivery.bank.value >= run.begin && delivery.bank.value < run.end;
    if (is_here && delivery.wavefront == wavefront) words.push_back(delivery.word.value);
  }
  sort_few(words);
  if (words.empty()) return {};
  const std::string first = std::to_string(words.front());
  const std::string last = std::to_string(words.back());
  if (words.size() == 1) return std::string(text_of(TextId::kWord, language)) + " " + first;
  const bool is_run = words.back() - words.front() == words.size() - 1;
  if (!is_run && words.size() > 2) return {};
  return text_of(TextId::kAccessWords, language,
                 {
                     {"words", first + (is_run ? "–" : ", ") + last}
  });
}

constexpr double kWordNote = 96;  // its width

bool has_room_for_words(const Run& run, const Columns& banks, std::span<const unsigned> depths) {
  const auto columns = static_cast<unsigned>(kWordNote / banks.pitch) + 1;
  if (run.end + columns > banks.count) return false;
  return std::ranges::all_of(depths.subspan(run.end, columns), [](unsigned d) { return d == 0; });
}

// The words of a queue beside its chips, if the banks to the right leave room.
void draw_word_notes(Canvas& canvas, const Board& board, const PhaseView& phase,
                     std::span<const unsigned> depths) {
  for (const Run& run : queued_runs(depths)) {
    const bool is_short = !word_note(phase, run, 0, canvas.language).empty();
    if (!is_short || !has_room_for_words(run, board.banks, depths)) continue;
    const double x = board.banks.edge(run.end) + 1;
    canvas.svg.leaf("rect", {
                                {"class",  "sl-paper"                   },
                                {"x",      x                            },
                                {"y",      board.top                    },
                                {"width",  kWordNote                    },
                                {"height", board.row_height * board.rows}
    });
    for (unsigned row = 0; row < board.rows; ++row) {
      const double y = board.row_top(row) + (board.row_height / 2) + 4;
      draw_label(canvas, {.x = x + 6, .y = y, .style = "sl-label"},
                 word_note(phase, run, row, canvas.language));
    }
  }
}

// Under the first row: what lies below is excess.
void draw_ideal_line(Canvas& canvas, const Board& board) {
  const double y = board.row_top(1);
  const std::string path = "M" + svg_number(board.banks.left - 6) + " " + svg_number(y) + "H" +
                           svg_number(board.banks.left + board.banks.width() + 6);
  canvas.svg.leaf("path", {
                              {"class", "sl-ideal"},
                              {"d",     path      }
  });
}

void draw_panel_heading(Canvas& canvas, const AccessView& view, std::size_t index,
                        const PanelPlan& plan) {
  if (plan.heading == 0) return;
  const PhaseView& phase = view.phases[index];
  const std::string text =
      text_of(TextId::kAccessPhase, view.language,
              {
                  {"phase", std::to_string(index + 1)},
                  {"phases", std::to_string(view.phases.size())},
                  {"wavefronts", counted(phase.wavefronts, kWavefrontNoun, view.language)}
  });
  draw_label(canvas, {.x = kStripGutter, .y = plan.top + 17, .style = "sl-label-ink"}, text);
}

void draw_panel(Canvas& canvas, const AccessView& view, std::size_t index, const PanelPlan& plan,
                unsigned first_wavefront) {
  const PhaseView& phase = view.phases[index];
  const Columns banks = bank_columns(view.bank_count);
  const Columns lanes = lane_columns(banks.left, banks.width(), phase.lanes);
  const std::vector<unsigned> depths = queue_depths(phase.deliveries, view.bank_count);
  draw_panel_heading(canvas, view, index, plan);
  draw_label(canvas,
             {.x = kStripGutter - 8, .y = plan.lanes() + 15, .style = "sl-label", .anchor = "end"},
             text_of(TextId::kLane, view.language));
  draw_label(canvas,
             {.x = kStripGutter - 8, .y = plan.strip() + 16, .style = "sl-label", .anchor = "end"},
             text_of(TextId::kBank, view.language));
  std::vector<Arrow> arrows = arrows_of(phase);
  place(arrows, phase, lanes, banks);
  draw_arrows(canvas, plan.lanes() + kLaneHeight, plan.strip() - 1, arrows);
  draw_lanes(canvas, lanes, plan.lanes(), phase.lanes, phase.active);
  draw_strip(canvas, banks, plan.strip(), drawer_states(depths));
  const Board board{.banks = banks,
                    .top = plan.board(),
                    .row_height = plan.row_height,
                    .rows = phase.wavefronts,
                    .first_wavefront = first_wavefront};
  draw_stacks(canvas, board, phase.deliveries);
  draw_word_notes(canvas, board, phase, depths);
  draw_idle_note(canvas, board, depths);
  if (phase.wavefronts > 1) draw_ideal_line(canvas, board);
}

std::vector<LegendEntry> legend_of(const AccessView& view) {
  bool has_idle = false;
  bool has_wait = false;
  bool has_shared = false;
  for (const PhaseView& phase : view.phases) {
    for (const Delivery& delivery : phase.deliveries) {
      has_wait |= delivery.wavefront > 0;
      has_shared |= !std::has_single_bit(delivery.lanes);
    }
    has_idle |= phase.deliveries.size() < std::size_t{view.bank_count} * phase.wavefronts;
  }
  std::vector<LegendEntry> legend;
  const auto add = [&](bool is_there, LegendMark mark, TextId id) {
    if (is_there) legend.push_back({mark, std::string(text_of(id, view.language))});
  };
  add(true, LegendMark::kChip, TextId::kLegendServed);
  add(has_wait, LegendMark::kHotChip, TextId::kLegendWaits);
  add(has_shared, LegendMark::kShared, TextId::kLegendShared);
  add(has_idle, LegendMark::kIdle, TextId::kLegendIdle);
  add(has_wait, LegendMark::kIdealLine, TextId::kLegendExcess);
  return legend;
}

// True if one word is delivered more than once: to lanes that don't share it, as atomics.
bool takes_turns(const AccessView& view) {
  for (const PhaseView& phase : view.phases) {
    std::set<WordIndex> words;
    for (const Delivery& delivery : phase.deliveries)
      if (!words.insert(delivery.word).second) return true;
  }
  return false;
}

}  // namespace

std::string description_of(const AccessView& view) {
  const Language language = view.language;
  std::string text = sentence(view.code, language) + " " + sentence(view.circumstance, language) +
                     " " + sentence(cost_text(view), language);
  for (std::size_t i = 0; i < view.phases.size(); ++i) {
    const PhaseView& phase = view.phases[i];
    const std::vector<unsigned> depths = queue_depths(phase.deliveries, view.bank_count);
    const auto busy = view.bank_count - static_cast<unsigned>(std::ranges::count(depths, 0U));
    text += " ";
    if (view.phases.size() > 1)
      text += text_of(TextId::kAccessPhaseName, language,
                      {
                          {"phase", std::to_string(i + 1)}
      }) +
              " ";
    const auto lanes = static_cast<unsigned>(std::popcount(phase.active));
    text += text_of(TextId::kAccessAsks, language,
                    {
                        {"lanes", counted(lanes,            kLaneNoun, language)},
                        {"banks", counted(busy,             kBankNoun, language)},
                        {"words", counted(phase.wavefronts, kWordNoun, language)}
    });
  }
  for (const std::string& sentence : view.sentences) text += " " + sentence;
  return text;
}

std::vector<DrawerState> drawer_states_of(const AccessView& view) {
  std::vector<unsigned> deepest(view.bank_count);
  for (const PhaseView& phase : view.phases) {
    const std::vector<unsigned> depths = queue_depths(phase.deliveries, view.bank_count);
    for (unsigned bank = 0; bank < view.bank_count; ++bank)
      deepest[bank] = std::max(deepest[bank], depths[bank]);
  }
  return drawer_states(deepest);
}

std::string headline_of(const AccessView& view) {
  const auto text = [&](TextId id) { return std::string(text_of(id, view.language)); };
  if (view.wavefronts == 0) return text(TextId::kSceneNone);
  unsigned degree = 0;
  bool is_shared = false;
  for (const PhaseView& phase : view.phases) {
    degree = std::max(degree, phase.wavefronts);
    for (const Delivery& delivery : phase.deliveries)
      is_shared |= !std::has_single_bit(delivery.lanes);
  }
  if (degree > 1)
    return text_of(takes_turns(view) ? TextId::kAccessTurns : TextId::kAccessConflict,
                   view.language,
                   {
                       {"degree", std::to_string(degree)}
    });
  if (comes_in_halves(view)) return text(TextId::kAccessHalves);
  if (view.phases.size() > 1) return text(TextId::kAccessWide);
  return text(is_shared ? TextId::kAccessShared : TextId::kSceneClean);
}

std::string cost_text(const AccessView& view) {
  return text_of(TextId::kAccessVerdict, view.language,
                 {
                     {"wavefronts", counted(view.wavefronts, kWavefrontNoun, view.language)},
                     {"ideal", std::to_string(view.ideal_wavefronts)}
  });
}

std::string access_picture(const AccessView& view, const std::string& id) {
  const Columns banks = bank_columns(view.bank_count);
  const double width = banks.left + banks.width() + kMargin;
  std::vector<PanelPlan> plans;
  double y = kHeader;
  for (const PhaseView& phase : view.phases) {
    plans.push_back(plan_panel(view, phase, y));
    y = plans.back().bottom + 6;
  }
  const Caption caption{.left = kStripGutter,
                        .top = y + 8,
                        .width = banks.width(),
                        .legend = legend_of(view),
                        .sentences = view.sentences};
  Canvas canvas{.id = id, .svg = {}, .language = view.language};
  const std::string headline = headline_of(view);
  begin_figure(canvas, {.title = headline + ": " + view.code,
                        .description = description_of(view),
                        .width = width,
                        .height = caption_bottom(caption) + 16});
  draw_header(canvas, {.left = kStripGutter,
                       .right = banks.left + banks.width(),
                       .title = headline,
                       .code = view.code,
                       .circumstance = view.circumstance,
                       .wavefronts = view.wavefronts,
                       .ideal_wavefronts = view.ideal_wavefronts});
  unsigned first_wavefront = 1;
  for (std::size_t i = 0; i < plans.size(); ++i) {
    draw_panel(canvas, view, i, plans[i], first_wavefront);
    first_wavefront += view.phases[i].wavefronts;
  }
  draw_caption(canvas, caption);
  return end_figure(canvas);
}

}  // namespace smemlens::figures
