#include "smemlens/report/explain_text.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/base/rounding.h"
#include "smemlens/base/utf8.h"
#include "smemlens/model/architecture.h"
#include "smemlens/model/bank_model.h"
#include "smemlens/model/cost.h"
#include "smemlens/model/request.h"
#include "smemlens/pattern/bindings.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/text_style.h"
#include "smemlens/report/text_table.h"

namespace smemlens {
namespace {

constexpr std::size_t kMostTableRows = 40;

std::string bindings_text(const Bindings& bindings) {
  std::string text;
  for (const Binding& binding : bindings) {
    if (!text.empty()) text += ", ";
    text += binding.name + " = " + std::to_string(binding.value);
  }
  return text;
}

std::size_t request_count(const Explanation& explanation) {
  std::size_t count = 0;
  for (const ExplainedAccess& access : explanation.accesses) count += access.warps.size();
  return count;
}

// "sm_80 (A100): load, 4 bytes a lane, 32 active lanes, warp 0, k = 3".
std::string circumstance_of(const Explanation& explanation, Language language) {
  using figures::TextId;
  const ExplainedAccess& worst = explanation.worst();
  const ExplainedRequest& explained = explanation.worst_request();
  const Access& access = explanation.pattern.accesses[worst.access];
  const Architecture& architecture = *explanation.architecture;
  constexpr figures::Noun kActive = {TextId::kAccessActiveLane, TextId::kAccessActiveLanes};
  const auto active = static_cast<std::uint64_t>(std::popcount(explained.request.active));
  std::string text = figures::text_of(
      TextId::kAccessCircumstance, language,
      {
          {"arch", std::string(architecture.name) + " (" + std::string(architecture.product) + ")"},
          {"operation", std::string(name_of(access.operation))},
          {"bytes", figures::counted(access.bytes, figures::kByteNoun, language)},
          {"lanes", figures::counted(active, kActive, language)},
          {"warp", std::to_string(explained.warp)}
  });
  if (!worst.bindings.empty()) text += ", " + bindings_text(worst.bindings);
  return text;
}

// The words of an array: they have no padding that this code knows of.
figures::ArrayShape shape_of(const SharedArray& array, std::uint32_t word_bytes) {
  const std::uint32_t first = array.offset_bytes / word_bytes;
  const auto end = static_cast<std::uint32_t>(
      divided_up(std::uint64_t{array.offset_bytes} + array.bytes, word_bytes));
  return {.first_word = first, .rows = 1, .row_words = end - first, .used_words = end - first};
}

// Warps side by side with the same numbers are one row of the table.
struct TableRow {
  std::size_t access = 0;  // index into explanation.accesses
  std::uint32_t first_warp = 0;
  std::uint32_t last_warp = 0;
  Totals totals;
  std::uint32_t degree = 0;
  bool is_exact = true;
};

bool is_like(const RequestCost& a, const RequestCost& b) {
  return a.wavefronts == b.wavefronts && a.ideal_wavefronts == b.ideal_wavefronts &&
         a.degree == b.degree && a.is_exact() == b.is_exact();
}

std::vector<TableRow> rows_of(const ExplainedAccess& access, std::size_t index) {
  std::vector<TableRow> rows;
  for (std::size_t i = 0; i < access.warps.size(); ++i) {
    const ExplainedRequest& warp = access.warps[i];
    if (i == 0 || !is_like(warp.cost, access.warps[i - 1].cost))
      rows.push_back({.access = index,
                      .first_warp = warp.warp,
                      .degree = warp.cost.degree,
                      .is_exact = warp.cost.is_exact()});
    TableRow& row = rows.back();
    row.last_warp = warp.warp;
    row.totals.requests += warp.request.active == 0 ? 0 : 1;
    row.totals.wavefronts += warp.cost.wavefronts;
    row.totals.ideal_wavefronts += warp.cost.ideal_wavefronts;
  }
  return rows;
}

std::vector<TableRow> all_rows(const Explanation& explanation) {
  std::vector<TableRow> rows;
  for (std::size_t i = 0; i < explanation.accesses.size(); ++i) {
    const std::vector<TableRow> part = rows_of(explanation.accesses[i], i);
    rows.insert(rows.end(), part.begin(), part.end());
  }
  return rows;
}

std::string warps_text(const TableRow& row) {
  const std::string first = std::to_string(row.first_warp);
  return row.first_warp == row.last_warp ? first : first + "-" + std::to_string(row.last_warp);
}

// `text` in the style's characters, no wider than `most`.
std::string fitted(const TextStyle& style, std::string_view text, std::size_t most) {
  std::string plain = styled(style, text);
  if (character_count(plain) <= most) return plain;
  return style.utf8 ? shortened(plain, most) : plain.substr(0, most - 3) + "...";
}

std::vector<std::string> number_cells(const Totals& totals) {
  return {std::to_string(totals.requests), std::to_string(totals.wavefronts),
          std::to_string(totals.ideal_wavefronts), std::to_string(totals.excess_wavefronts())};
}

std::string table_text(const Explanation& explanation, const TextStyle& style) {
  TextTable table({
      {"access"},
      {"with"},
      {"warps", Align::kRight},
      {"requests", Align::kRight},
      {"wavefronts", Align::kRight},
      {"ideal", Align::kRight},
      {"excess", Align::kRight},
      {"degree", Align::kRight}
  });
  const std::size_t room = std::max(style.columns, 80U) - 66;
  const std::vector<TableRow> rows = all_rows(explanation);
  for (const TableRow& row : std::span(rows).first(std::min(rows.size(), kMostTableRows))) {
    const ExplainedAccess& access = explanation.accesses[row.access];
    std::vector<std::string> cells = {fitted(style, text_of(explanation, access), room),
                                      fitted(style, bindings_text(access.bindings), 10),
                                      warps_text(row)};
    for (std::string& cell : number_cells(row.totals)) cells.push_back(std::move(cell));
    cells.push_back(std::to_string(row.degree) + (row.is_exact ? "" : "~"));
    table.add(std::move(cells));
  }
  std::vector<std::string> cells = {"total", "", ""};
  for (std::string& cell : number_cells(explanation.totals)) cells.push_back(std::move(cell));
  cells.emplace_back();
  table.add(std::move(cells));
  std::string text = table.text(0);
  if (rows.size() > kMostTableRows)
    text += "(" + std::to_string(rows.size() - kMostTableRows) +
            " rows more: --format json has them all)\n";
  if (std::ranges::any_of(rows, [](const TableRow& row) { return !row.is_exact; }))
    text += "~ not exact: the rule is an open question, and its candidates differ here\n";
  return text + "\n";
}

// Which request of several the picture shows.
std::string shown_text(const Explanation& explanation) {
  const bool has_excess = explanation.totals.excess_wavefronts() > 0;
  std::string text = has_excess ? "The worst: " : "For example: ";
  text += text_of(explanation, explanation.worst());
  return text;
}

std::string paragraph(const TextStyle& style, std::string_view text) {
  std::string out;
  for (const std::string& line : wrapped(styled(style, text), std::max(style.columns, 40U)))
    out += line + "\n";
  return out;
}

}  // namespace

AccessStory worst_story(const Explanation& explanation, Language language) {
  const BankModel& model = explanation.architecture->bank_model;
  const ExplainedRequest& worst = explanation.worst_request();
  const Access& access = explanation.pattern.accesses[explanation.worst().access];
  AccessStory story{
      .operation = access.operation,
      .view = figures::view_of(model, worst.request),
      .shape = shape_of(explanation.pattern.arrays[access.place.array], model.word_bytes),
      .law = explanation.law,
      .note = note_of(model, worst.request, worst.cost)};
  story.view.code = explanation.pattern.source.text;
  story.view.circumstance = circumstance_of(explanation, language);
  story.view.language = language;
  return story;
}

std::string explain_text(const Explanation& explanation, const TextStyle& style,
                         Language language) {
  const Ink ink(style);
  const AccessStory story = worst_story(explanation, language);
  std::string out;
  for (const std::string& line :
       wrapped(styled(style, story.view.code), std::max(style.columns, 40U)))
    out += ink.strong(line) + "\n";
  if (request_count(explanation) > 1) {
    out += "\n" + table_text(explanation, style);
    out += paragraph(style, shown_text(explanation));
  }
  out += paragraph(style, story.view.circumstance) + "\n";
  out += access_text(story, style);
  if (!story.view.phases.empty()) out += "\n";
  if (!explanation.fix) return out;
  return out + sayings_text(sayings_of(*explanation.fix, language), style);
}

}  // namespace smemlens
