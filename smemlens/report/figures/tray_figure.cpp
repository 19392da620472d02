#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/expected.h"
#include "smemlens/model/request.h"
#include "smemlens/model/units.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/arrows.h"
#include "smemlens/report/figures/canvas.h"
#include "smemlens/report/figures/engineer_figures.h"
#include "smemlens/report/figures/figure.h"
#include "smemlens/report/figures/lanes.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/lesson_stage.h"
#include "smemlens/report/figures/parameters.h"
#include "smemlens/report/figures/scene_board.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/zip.h"
#include "smemlens/report/scenario.h"

namespace smemlens::figures {
namespace {

constexpr double kGap = 14;        // between trays
constexpr double kBadgeRoom = 12;  // more, where ×8 stands below a queue
constexpr double kClaspRoom = 26;  // above the lanes: their names, and clasps

struct TrayText {
  std::string title;
  std::string words;
  Zip zip;                // only where merging is the subject
  bool has_rows = false;  // lanes point to rows of matrices, wherever these lie
};

// One phase: its lanes, stretched until they fill a row of banks, and its own board.
struct Tray {
  Scene scene;  // of this phase alone
  double lanes_top = 0;
  TimeBoard board;

  double lanes_bottom() const { return lanes_top + kLaneHeight; }
  double bottom() const { return time_bottom(board, scene) + (scene.worst_bank ? kBadgeRoom : 0); }
};

Scene scene_of_phase(const Scene& whole, const PhaseView& phase, unsigned first_pass) {
  Scene scene = whole;
  scene.access.wavefronts = phase.wavefronts;
  scene.access.ideal_wavefronts = 1;
  scene.access.phases = {phase};
  scene.lanes = phase.lanes;
  scene.active = phase.active;
  std::erase_if(scene.chips, [&](const SceneChip& chip) {
    return chip.pass < first_pass || chip.pass >= first_pass + phase.wavefronts;
  });
  for (SceneChip& chip : scene.chips) chip.pass -= first_pass - 1;
  scene.served = whole.served - std::min(whole.served, first_pass - 1);
  scene.worst_bank = worst_bank_of(scene.access);
  return scene;
}

// `arrow_room` lies between the lanes and their board.
std::vector<Tray> trays_of(const Stage& stage, const Scene& whole, double arrow_room) {
  std::vector<Tray> trays;
  double y = heading_bottom(stage) + 4;
  unsigned first_pass = 1;
  for (const PhaseView& phase : whole.access.phases) {
    Tray tray{.scene = scene_of_phase(whole, phase, first_pass), .lanes_top = y + kClaspRoom};
    tray.board = {.banks = stage.banks,
                  .top = tray.lanes_bottom() + arrow_room,
                  .row_height = row_height_of(stage, whole.access.wavefronts, stage.pick(416, 200)),
                  .has_digits = !stage.is_phone(),
                  .has_handle = false};
    y = tray.bottom() + kGap;
    first_pass += phase.wavefronts;
    trays.push_back(std::move(tray));
  }
  return trays;
}

// From a lane to the middle of the banks that its row of a matrix covers; in accent where another
// row is before it there.
void draw_rows(Canvas& canvas, const Tray& tray, const Columns& lanes) {
  std::vector<Arrow> arrows;
  for (LaneMask rest = tray.scene.active; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    std::vector<SceneChip> row = tray.scene.chips;
    std::erase_if(row,
                  [&](const SceneChip& chip) { return (chip.delivery.lanes >> lane & 1U) == 0; });
    const auto [first, last] = std::ranges::minmax_element(
        row, {}, [](const SceneChip& chip) { return chip.delivery.bank; });
    const Delivery& head = first->delivery;
    const double left = tray.board.banks.edge(head.bank.value);
    const double right = tray.board.banks.edge(last->delivery.bank.value + 1);
    arrows.push_back({.from_x = lanes.center(lane_column(tray.scene.lanes, lane)),
                      .to_x = (left + right) / 2,
                      .lane = {lane},
                      .bank = head.bank,
                      .word = head.word,
                      .waits = head.wavefront > 0});
  }
  draw_arrows(canvas, tray.lanes_bottom(), tray.board.top - 1, arrows);
}

// The bracket's words: which lanes the tray takes.
void draw_tray(Canvas& canvas, const Stage& stage, const Tray& tray, const TrayText& text) {
  const LaneMask lanes = tray.scene.lanes;
  draw_label(canvas,
             {
                 .x = stage.left(), .y = tray.lanes_top - 14, .style = "sl-note"
  },
             stage.text(TextId::kTrayLanes, {{"first", std::to_string(std::countr_zero(lanes))},
                                             {"last", std::to_string(std::bit_width(lanes) - 1)}}));
  const Columns columns = lane_columns(stage.left(), stage.lanes.width(), lanes);
  draw_lanes(canvas, columns, tray.lanes_top, lanes, tray.scene.active);
  draw_clasps(canvas, columns, tray.lanes_top, lanes, text.zip);
  if (text.has_rows) draw_rows(canvas, tray, columns);
  draw_time_board(canvas, stage, tray.board, tray.scene);
}

Figure drawn(const FigureOptions& options, const Scene& scene, const TrayText& text) {
  Stage stage = stage_of(options);
  stage.banks.count = scene.access.bank_count;
  stage.banks.pitch = stage.lanes.width() / scene.access.bank_count;
  const double arrow_room = text.has_rows ? stage.pick(44, 36) : 4;
  const std::vector<Tray> trays = trays_of(stage, scene, arrow_room);
  const double bottom = trays.empty() ? heading_bottom(stage) : trays.back().bottom();
  const std::string words =
      text.words + " " +
      cost_sentence(scene.access.wavefronts, scene.access.ideal_wavefronts, options.language);
  Canvas canvas = canvas_of(options);
  begin_figure(
      canvas,
      {.title = text.title, .description = words, .width = stage.width, .height = bottom + 28});
  draw_heading(canvas, stage,
               {.title = text.title,
                .code = scene.access.code,
                .passes = scene.access.wavefronts,
                .ideal = scene.access.ideal_wavefronts,
                .is_exact = scene.access.is_exact});
  for (const Tray& tray : trays) draw_tray(canvas, stage, tray, text);
  draw_axis(canvas, stage, bottom + 18, stage.text(TextId::kBank));
  return finished(canvas, scene.access, words);
}

std::string phases_text(const Scene& scene) {
  return std::to_string(scene.access.phases.size());
}

TrayText tray_text(const Explanation& explanation, const Scene& scene, Language language) {
  const unsigned bytes = explanation.worst_request().request.bytes_per_lane;
  const LaneMask first = scene.access.phases.empty() ? 0 : scene.access.phases.front().lanes;
  return {
      .title = text_of(TextId::kTrayTitle, language,
                       {{"bytes", std::to_string(bytes)}, {"phases", phases_text(scene)}}
                          ),
      .words =
          text_of(TextId::kTrayWords, language, {{"lanes", std::to_string(std::popcount(first))}}
                          )
  };
}

// As `tray_text`, but for rows that meet at their banks.
TrayText ldmatrix_text(const Explanation& explanation, const Scene& scene, Language language) {
  TrayText text = tray_text(explanation, scene, language);
  text.has_rows = true;
  const unsigned rows = scene.access.wavefronts / std::max(1U, scene.access.ideal_wavefronts);
  if (rows > 1)
    text.title = text_of(TextId::kLdmatrixConflictTitle, language,
                         {
                             {"rows", std::to_string(rows)}
    });
  return text;
}

using TextOfTrays = TrayText (*)(const Explanation& explanation, const Scene& scene,
                                 Language language);

Expected<Figure> drawn_trays(const FigureOptions& options, const Expected<Explanation>& explanation,
                             TextOfTrays text_of_trays = tray_text) {
  if (!explanation) return tl::unexpected(explanation.error());
  const Scene scene = scene_of(*explanation, options.pass);
  return drawn(options, scene, text_of_trays(*explanation, scene, options.language));
}

// `apart`: at which distance all lanes have partners that don't count.
TextId merge_title(const Request& request, bool is_merged, unsigned apart) {
  if (is_merged) return TextId::kMergeTitle;
  if (request.operation == Operation::kStore) return TextId::kMergeStoreTitle;
  return apart > 0 ? TextId::kMergeApartTitle : TextId::kMergeOpenTitle;
}

std::string merge_words(const Zip& zip, LaneMask active, Language language) {
  std::string words(text_of(TextId::kMergeWords, language));
  words += " " + text_of(TextId::kMergeClasped, language,
                         {
                             {"lanes", std::to_string(std::popcount(zip.clasped))},
                             {"all",   std::to_string(std::popcount(active))     }
  });
  if (zip.alone == 0) return words;
  const std::string alone = text_of(TextId::kMergeAlone, language,
                                    {
                                        {"lanes", lane_list(zip.alone)}
  });
  return words + " " + sentence(alone, language);
}

}  // namespace

Expected<Figure> tray_figure(const FigureOptions& options, Parameters& parameters) {
  constexpr std::array<std::string_view, 3> kRows = {
      "float v[32]; v[lane]", "float2 v[32]; v[lane]", "float4 v[32]; v[lane]"};
  const unsigned bytes = parameters.number("bytes", {.least = 4, .most = 16, .standard = 16});
  if (!std::has_single_bit(bytes)) parameters.refuse("bytes must be 4, 8 or 16");
  if (parameters.value("pattern") != nullptr)
    return drawn_trays(options, explain_scenario(parameters));
  const auto width = static_cast<std::size_t>(std::bit_width(bytes / 4) - 1);
  return drawn_trays(options, explained(std::string(kRows[std::min(width, kRows.size() - 1)])));
}

Expected<Figure> merge_figure(const FigureOptions& options, Parameters& parameters) {
  const auto explanation = parameters.value("pattern") == nullptr
                               ? explained("float4 v[16]; v[lane / 2]")
                               : explain_scenario(parameters);
  if (!explanation) return tl::unexpected(explanation.error());
  const Scene scene = scene_of(*explanation, options.pass);
  // A request of that many bytes that doesn't merge.
  const Request& request = explanation->worst_request().request;
  const unsigned unmerged = std::max(1U, request.bytes_per_lane / 4U);
  const bool is_merged = scene.access.phases.size() < unmerged;
  const Zip zip = zip_of(request);
  const unsigned apart = stray_distance(request);
  return drawn(
      options, scene,
      {
          .title = text_of(merge_title(request, is_merged, apart), options.language,
                           {{"phases", phases_text(scene)}, {"apart", std::to_string(apart)}}
                                ),
          .words = merge_words(zip, request.active, options.language),
          .zip = zip
  });
}

Expected<Figure> ldmatrix_figure(const FigureOptions& options, Parameters& parameters) {
  const unsigned pitch =
      parameters.number("pitch_bytes", {.least = 16, .most = 272, .standard = 128});
  if (pitch % 16 != 0) parameters.refuse("pitch_bytes must be a multiple of 16");
  const std::string halves = std::to_string(std::max(pitch / 16, 1U) * 8);
  return drawn_trays(options, explained("half h[32][" + halves + "]; ldmatrix.x4(&h[lane][0])"),
                     ldmatrix_text);
}

}  // namespace smemlens::figures
