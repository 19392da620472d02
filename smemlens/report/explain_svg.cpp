#include "smemlens/report/explain_svg.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "smemlens/model/request.h"
#include "smemlens/pattern/evaluate.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/report/access_text.h"
#include "smemlens/report/explain_text.h"
#include "smemlens/report/explanation.h"
#include "smemlens/report/figures/access_picture.h"
#include "smemlens/report/figures/access_view.h"
#include "smemlens/report/figures/fix_picture.h"
#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts.h"
#include "smemlens/report/figures/tile.h"
#include "smemlens/report/figures/tile_picture.h"
#include "smemlens/report/law_text.h"
#include "smemlens/solve/fix.h"
#include "smemlens/solve/layout.h"

namespace smemlens {
namespace {

using figures::ArrayShape;

// A sentence a fix: the text has room for more.
void add_option(std::vector<std::string>& sentences, const std::string& topic, const Fix& fix,
                const FixOption& option, Language language) {
  const std::string price = figures::text_of(figures::TextId::kFixPrice, language,
                                             {
                                                 {"price", price_text(option.price, language)}
  });
  sentences.push_back(topic + ": " + option.pattern + ": " +
                      gain_text(fix.before, option.after, language) + "; " + price);
}

std::vector<std::string> sentences_of(const AccessStory& story, const Fix& fix, Language language) {
  std::vector<std::string> sentences;
  if (story.law)
    sentences.push_back(
        figures::sentence(story.law->formula + ": " + law_reason(*story.law, language), language));
  if (!story.note.empty())
    sentences.push_back(figures::text_of(figures::TextId::kNotExact, language,
                                         {
                                             {"note", story.note}
    }));
  if (fix.pad) add_option(sentences, "Pad", fix, *fix.pad, language);
  if (fix.swizzle) add_option(sentences, "XOR", fix, *fix.swizzle, language);
  return sentences;
}

const FixOption* best_option(const Fix& fix) {
  if (!fix.pad) return fix.swizzle ? &*fix.swizzle : nullptr;
  if (!fix.swizzle) return &*fix.pad;
  return fix.swizzle->after.wavefronts < fix.pad->after.wavefronts ? &*fix.swizzle : &*fix.pad;
}

// Elements up to the next padding, and the padding; none if the change pads no rows.
struct PaddedRow {
  std::uint32_t elements = 0;
  std::uint32_t padding = 0;
};

std::optional<PaddedRow> padded_row(const SharedArray& array, const Layout& change) {
  if (const auto* rows = std::get_if<AxisLayout>(&change);
      rows != nullptr && array.dimensions.size() >= 2) {
    const std::uint32_t columns = array.dimensions.back().size;
    return PaddedRow{columns, rows->strides.end()[-2] - columns};
  }
  if (const auto* blocks = std::get_if<BlockPad>(&change))
    return PaddedRow{1U << blocks->log2_every, blocks->elements};
  return std::nullopt;
}

// Where the array's rows and their padding lie; none if they don't begin on words.
std::optional<ArrayShape> shape_after(const Explanation& explanation, const SharedArray& array,
                                      const Layout& change) {
  const std::uint32_t element_bytes = explanation.pattern.types[array.type.value].bytes;
  const std::uint32_t word = explanation.architecture->bank_model.word_bytes;
  const std::optional<PaddedRow> row = padded_row(array, change);
  if (!row) return std::nullopt;
  const std::uint32_t used = row->elements * element_bytes;
  const std::uint32_t padding = row->padding * element_bytes;
  if (used % word != 0 || padding % word != 0 || array.offset_bytes % word != 0)
    return std::nullopt;
  const std::uint64_t rows = ((array.bytes / element_bytes) + row->elements - 1) / row->elements;
  return ArrayShape{.first_word = array.offset_bytes / word,
                    .rows = static_cast<std::uint32_t>(rows),
                    .row_words = (used + padding) / word,
                    .used_words = used / word};
}

// The request to look at, in the pattern `text`.
std::optional<Request> request_in(const Explanation& explanation, const std::string& text) {
  const auto pattern = parse_pattern({explanation.pattern.source.name, text});
  if (!pattern) return std::nullopt;
  const ExplainedAccess& worst = explanation.worst();
  const auto warps = evaluate(*pattern, worst.access, *explanation.architecture,
                              explanation.geometry, worst.bindings);
  if (!warps || explanation.worst_warp >= warps->size()) return std::nullopt;
  return (*warps)[explanation.worst_warp].request;
}

figures::FixSide side_of(const figures::AccessView& view, const std::optional<ArrayShape>& shape) {
  figures::TileView tile = figures::tile_view(view);
  tile.shape = shape;
  return {view, tile};
}

}  // namespace

std::string explain_svg(const Explanation& explanation, Language language) {
  AccessStory story = worst_story(explanation, language);
  if (explanation.accesses.size() > 1)
    story.view.circumstance =
        std::string(text_of(explanation, explanation.worst())) + " · " + story.view.circumstance;
  story.view.sentences = sentences_of(story, explanation.fix, language);
  return figures::access_picture(story.view, "smemlens-access");
}

std::optional<std::string> fix_svg(const Explanation& explanation, Language language) {
  const FixOption* option = best_option(explanation.fix);
  const std::uint32_t index = explanation.pattern.accesses[explanation.worst().access].place.array;
  const SharedArray& array = explanation.pattern.arrays[index];
  if (option == nullptr || array.name != explanation.fix.array) return std::nullopt;
  const std::optional<Request> request = request_in(explanation, option->pattern);
  if (!request) return std::nullopt;
  const AccessStory before = worst_story(explanation, language);
  figures::AccessView after = figures::view_of(explanation.architecture->bank_model, *request);
  after.code = option->pattern;
  after.circumstance = before.view.circumstance;
  after.language = language;
  // The change is described in English only; elsewhere its new text speaks for itself.
  return figures::fix_picture(
      {.change = language == Language::kEnglish ? option->change_text : option->pattern,
       .price = price_text(option->price, language),
       .before = side_of(before.view, before.shape),
       .after = side_of(after, shape_after(explanation, array, option->change))},
      "smemlens-fix");
}

}  // namespace smemlens
