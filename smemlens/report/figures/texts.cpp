#include "smemlens/report/figures/texts.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/report/figures/language.h"
#include "smemlens/report/figures/texts_engineer.h"
#include "smemlens/report/figures/texts_explain.h"
#include "smemlens/report/figures/texts_further.h"
#include "smemlens/report/figures/texts_lesson.h"
#include "smemlens/report/figures/texts_shared.h"

namespace smemlens::figures {
namespace {

constexpr auto kTextCount = static_cast<std::size_t>(TextId::kCount);

constexpr std::array kTables = {
    std::span<const Text>(kSharedTexts),   std::span<const Text>(kLessonTexts),
    std::span<const Text>(kEngineerTexts), std::span<const Text>(kFurtherTexts),
    std::span<const Text>(kExplainTexts),
};

// Every row in its place; texts that no table has stay empty.
constexpr std::array<Text, kTextCount> in_order() {
  std::array<Text, kTextCount> texts{};
  for (const std::span<const Text> table : kTables)
    for (const Text& text : table) texts[static_cast<std::size_t>(text.id)] = text;
  return texts;
}

constexpr std::size_t row_count() {
  std::size_t count = 0;
  for (const std::span<const Text> table : kTables) count += table.size();
  return count;
}

constexpr auto kTexts = in_order();

constexpr bool is_complete() {
  for (const Text& text : kTexts)
    for (const std::string_view words : text.words)
      if (words.empty()) return false;
  return true;
}

static_assert(row_count() == kTextCount, "a text has no row, or two");
static_assert(is_complete(), "a text is missing in one of the languages");

}  // namespace

std::string_view text_of(TextId id, Language language) {
  return kTexts[static_cast<std::size_t>(id)].words[static_cast<std::size_t>(language)];
}

std::string text_of(TextId id, Language language, std::initializer_list<Filling> fillings) {
  std::string text(text_of(id, language));
  for (const Filling& filling : fillings) {
    const std::string place = "{" + std::string(filling.name) + "}";
    for (std::size_t at = text.find(place); at != std::string::npos;
         at = text.find(place, at + filling.value.size()))
      text.replace(at, place.size(), filling.value);
  }
  return text;
}

std::string sentence(std::string_view text, Language language) {
  return std::string(text) + (language == Language::kHindi ? "।" : ".");
}

std::string counted(std::uint64_t count, const Noun& noun, Language language) {
  return count == 1 ? std::string(text_of(noun.one, language))
                    : text_of(noun.many, language,
                              {
                                  {"count", std::to_string(count)}
  });
}

std::string passes_text(unsigned passes, Language language) {
  return counted(passes, kPassNoun, language);
}

std::string cost_sentence(unsigned passes, unsigned ideal, Language language) {
  return text_of(TextId::kCountSentence, language,
                 {
                     {"passes", passes_text(passes, language)},
                     {"ideal", std::to_string(ideal)}
  });
}

}  // namespace smemlens::figures
