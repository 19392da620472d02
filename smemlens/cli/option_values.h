#pragma once

// The values of options, read from their text.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "smemlens/simt/launch.h"

namespace smemlens::cli {

// "32", "32,8" or "32,8,4", into `extent`: missing extents are 1. Empty, or what is wrong with it.
std::string parse_extent(const std::string& text, simt::Extent& extent);

// The whole of `text` as a number of at most `most`; none if it is something else.
template <typename Number>
std::optional<Number> number_from(std::string_view text, Number most) {
  Number number{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = problem == std::errc{} && end == text.data() + text.size();
  // "nan" is not equal to itself.
  const bool is_inside = std::clamp(number, Number{}, most) == number;
  return is_whole && is_inside ? std::optional(number) : std::nullopt;
}

}  // namespace smemlens::cli
