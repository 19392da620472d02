#pragma once

// As much of UTF-8 as JSON and text with columns need.
//
//   character_count("2 × 4")  →  5

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens {

// Length of the UTF-8 sequence that starts at `text[at]`, or 0 if it is not one (RFC 3629, §4).
//   at  below text.size()
std::size_t utf8_length(std::string_view text, std::size_t at);

// How many characters `text` has; a byte that is not UTF-8 counts as one.
std::size_t character_count(std::string_view text);

// `text`, or its first `most - 1` characters and «…» if it has more than `most`.
std::string shortened(std::string_view text, std::size_t most);

// `text` broken at blanks into lines of at most `columns` characters; a longer word is cut.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

}  // namespace smemlens
