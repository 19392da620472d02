#pragma once

// «Did you mean …?» for a misspelt name.
//
//   nearest_name("lnae", {"lane", "warp", "tid"})  →  "lane"

#include <span>
#include <string>
#include <string_view>

namespace smemlens {

// The one of `names` that needs the fewest typing errors (a letter added, dropped, changed, or two
// neighbours swapped) to become `word`; empty if even that one needs more than a third of its
// letters.
std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names);

// «did you mean lane?», or empty if no name is near.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> names);

}  // namespace smemlens
