#pragma once

// Sorts a few items in a tenth of the code that std::sort becomes for each type, and that the page
// would carry along. The time grows with the square of their number.

#include <algorithm>
#include <functional>
#include <vector>

namespace smemlens {

// Equal items keep their order.
template <typename Item, typename Less = std::ranges::less, typename Key = std::identity>
void sort_few(std::vector<Item>& items, Less less = {}, Key key = {}) {
  for (auto next = items.begin(); next != items.end(); ++next) {
    const auto place =
        std::ranges::upper_bound(items.begin(), next, std::invoke(key, *next), less, key);
    std::rotate(place, next, next + 1);
  }
}

}  // namespace smemlens
