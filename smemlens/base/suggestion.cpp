#include "smemlens/base/suggestion.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace smemlens {
namespace {

constexpr std::size_t kLongestName = 64;  // the table below grows with the square

// Optimal string alignment distance: one row of the table for each letter of `a`.
std::size_t typing_errors(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + changed});
      const bool is_swap = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swap) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view word, std::span<const std::string_view> names) {
  std::string_view nearest;
  if (word.size() > kLongestName) return nearest;
  std::size_t fewest = word.size() + 1;
  for (const std::string_view name : names) {
    if (name.size() > kLongestName) continue;
    const std::size_t errors = typing_errors(word, name);
    const std::size_t allowed = std::max<std::size_t>(1, name.size() / 3);
    if (errors >= fewest || errors > allowed || errors >= word.size()) continue;
    fewest = errors;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> names) {
  const std::string_view nearest = nearest_name(word, names);
  return nearest.empty() ? std::string() : "did you mean " + std::string(nearest) + '?';
}

}  // namespace smemlens
