#pragma once

// What tests ask of a text for terminals.

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "smemlens/base/utf8.h"

namespace smemlens::testing {

inline std::string without_color(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      out += text[at];
    }
  }
  return out;
}

// In characters.
inline std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    longest = std::max(longest, character_count(line));
  return longest;
}

inline bool is_plain_ascii(const std::string& text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= ' ' && c < '\x7f'); });
}

// The words of the first line that begins with `word`.
inline std::vector<std::string> words_of_line(const std::string& text, std::string_view word) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(word)) continue;
    std::istringstream words(line);
    std::vector<std::string> found;
    for (std::string part; words >> part;) found.push_back(part);
    return found;
  }
  return {};
}

}  // namespace smemlens::testing
