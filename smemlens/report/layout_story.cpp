#include "smemlens/report/layout_story.h"

#include <cstdint>
#include <optional>
#include <variant>

#include "smemlens/base/rounding.h"
#include "smemlens/model/request.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/layout_text.h"
#include "smemlens/solve/layout.h"
#include "smemlens/solve/layout_problem.h"
#include "smemlens/solve/moved_request.h"
#include "smemlens/solve/tile_shape.h"

namespace smemlens {
namespace {

// Elements up to the next padding, and the padding; none if the layout pads no rows.
struct PaddedRow {
  std::uint32_t elements = 0;
  std::uint32_t padding = 0;
};

std::optional<PaddedRow> padded_row(const TileShape& shape, const Layout& layout) {
  if (const auto* axes = std::get_if<AxisLayout>(&layout);
      axes != nullptr && shape.sizes.size() >= 2 && axes->strides.back() == 1 &&
      axes->strides.end()[-2] >= shape.columns())
    return PaddedRow{shape.columns(), axes->strides.end()[-2] - shape.columns()};
  if (const auto* blocks = std::get_if<BlockPad>(&layout))
    return PaddedRow{blocks->every, blocks->elements};
  return std::nullopt;
}

// Where the rows and their padding lie; none if they don't begin on words.
std::optional<figures::ArrayShape> rows_of(const LayoutProblem& problem, const Layout& layout) {
  const std::optional<PaddedRow> row = padded_row(problem.shape, layout);
  if (!row) return std::nullopt;
  const std::uint32_t word = problem.architecture->bank_model.word_bytes;
  const std::uint32_t used = row->elements * problem.shape.element_bytes;
  const std::uint32_t padding = row->padding * problem.shape.element_bytes;
  if (used % word != 0 || padding % word != 0 || problem.base_bytes % word != 0)
    return std::nullopt;
  const std::uint64_t rows = divided_up(problem.shape.elements(), row->elements);
  return figures::ArrayShape{.first_word = problem.base_bytes / word,
                             .rows = static_cast<std::uint32_t>(rows),
                             .row_words = (used + padding) / word,
                             .used_words = used / word};
}

}  // namespace

AccessStory layout_story(const LayoutProblem& problem, const Request& declared,
                         const Layout& layout, Language language) {
  const Request request = moved(problem, declared, layout);
  AccessStory story{.operation = request.operation,
                    .view = figures::view_of(problem.architecture->bank_model, request),
                    .shape = rows_of(problem, layout),
                    .law = {},
                    .note = {}};
  story.view.code = code_text(problem, layout);
  story.view.language = language;
  return story;
}

}  // namespace smemlens
