#pragma once

// The languages of pictures and of the page: English, Hindi, and Hinglish, which is Hindi as it is
// typed, in Latin letters.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace smemlens {

enum class Language : std::uint8_t { kEnglish, kHindi, kHinglish };

inline constexpr std::array kLanguages = {Language::kEnglish, Language::kHindi,
                                          Language::kHinglish};

// Their tags (BCP 47), in the order of kLanguages.
inline constexpr std::array<std::string_view, kLanguages.size()> kLanguageNames = {"en", "hi",
                                                                                   "hi-Latn"};

constexpr std::string_view name_of(Language language) {
  return kLanguageNames[static_cast<std::size_t>(language)];
}

constexpr std::optional<Language> language_from(std::string_view name) {
  for (const Language language : kLanguages)
    if (name_of(language) == name) return language;
  return std::nullopt;
}

}  // namespace smemlens
