#include "smemlens/report/translation.h"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "smemlens/report/figures/language.h"
#include "smemlens/report/solution_translations.h"
#include "smemlens/report/translations.h"

namespace smemlens {
namespace {

// The first row that fits counts: those that begin with words of their own come first.
constexpr std::array kTables = {
    std::span<const Translation>(kSolutionSentences),
    std::span<const Translation>(kTranslations),
    std::span<const Translation>(kSolutionParts),
};

constexpr bool is_complete() {
  for (const std::span<const Translation> table : kTables)
    for (const Translation& row : table)
      for (const std::string_view words : row)
        if (words.empty()) return false;
  return true;
}
static_assert(is_complete(), "a translation is missing in one of the languages");

constexpr std::size_t kPlaces = 5;  // {a} … {e}
using Found = std::array<std::string_view, kPlaces>;

// Which place begins `form`; none if it begins with a letter of its own.
std::optional<std::size_t> place_at(std::string_view form) {
  if (form.size() < 3 || form[0] != '{' || form[2] != '}') return std::nullopt;
  const auto place = static_cast<std::size_t>(form[1] - 'a');
  return place < kPlaces ? std::optional(place) : std::nullopt;
}

constexpr std::size_t kPlaceSize = 3;  // "{a}"

// What stands in the form's places, each the shortest that lets the rest fit. The same place twice
// holds the same.
bool fits(std::string_view form, std::string_view text, Found& found) {
  std::optional<std::size_t> place;
  while (!form.empty() && !(place = place_at(form))) {
    if (text.empty() || text[0] != form[0]) return false;
    text.remove_prefix(1);
    form.remove_prefix(1);
  }
  if (!place) return text.empty();
  const std::string_view rest = form.substr(kPlaceSize);
  const std::string_view before = found[*place];
  if (!before.empty())
    return text.starts_with(before) && fits(rest, text.substr(before.size()), found);
  for (std::size_t size = 1; size <= text.size(); ++size) {
    found[*place] = text.substr(0, size);
    if (fits(rest, text.substr(size), found)) return true;
  }
  found[*place] = {};
  return false;
}

std::string filled(std::string_view form, const Found& found, Language language) {
  std::string text;
  while (!form.empty()) {
    const auto place = place_at(form);
    if (place) {
      text += translated(found[*place], language);
    } else {
      text += form[0];
    }
    form.remove_prefix(place ? kPlaceSize : 1);
  }
  return text;
}

}  // namespace

std::string translated(std::string_view english, Language language) {
  // Longer ones quote what somebody has typed; looking for places in them would take too long.
  constexpr std::size_t kLongest = 300;
  if (language == Language::kEnglish || english.size() > kLongest) return std::string(english);
  for (const std::span<const Translation> table : kTables) {
    for (const Translation& row : table) {
      Found found{};
      if (fits(row[0], english, found))
        return filled(row[static_cast<std::size_t>(language)], found, language);
    }
  }
  return std::string(english);
}

}  // namespace smemlens
