#include "smemlens/solve/pattern_weights.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/solve/problem_text.h"

namespace smemlens {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

Diagnostic weight_problem(const SourceText& source, std::size_t begin, std::size_t end,
                          std::string message) {
  return located({.code = "pattern-weight",
                  .message = std::move(message),
                  .hint = "e.g. s[lane][k] @4 for an access that is executed four times as often"},
                 source, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
}

}  // namespace

Expected<WeightedText> without_weights(const SourceText& source) {
  WeightedText result{.written = source, .source = source, .weights = {}};
  std::string& text = result.source.text;
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    std::size_t begin = at + 1;
    while (begin < text.size() && text[begin] == ' ') ++begin;
    std::size_t end = begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    std::uint64_t weight = 0;
    const auto [last, problem] = std::from_chars(text.data() + begin, text.data() + end, weight);
    const std::size_t next = text.find_first_not_of(' ', end);
    const bool ends_statement = next == std::string::npos || text[next] == ';' || text[next] == '}';
    if (problem != std::errc{} || weight == 0 || weight > kMaxAccessWeight || !ends_statement) {
      return tl::unexpected(weight_problem(source, at, std::max(end, at + 1),
                                           "a weight is @ and a whole number from 1 to " +
                                               std::to_string(kMaxAccessWeight) +
                                               ", at the end of an access"));
    }
    result.weights.push_back({static_cast<std::uint32_t>(at), weight});
    std::fill(text.begin() + static_cast<std::ptrdiff_t>(at),
              text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
  }
  return result;
}

Expected<std::vector<std::uint64_t>> weights_of(const Pattern& pattern, const WeightedText& text) {
  std::vector<std::uint64_t> result(pattern.accesses.size(), 1);
  for (const WrittenWeight& written : text.weights) {
    // The statement that ends last before the `@`; an update, s[i] += 1, is two accesses of one.
    std::uint32_t begin = 0;
    bool is_found = false;
    for (const Access& access : pattern.accesses) {
      if (access.span.begin >= written.at) continue;
      begin = is_found ? std::max(begin, access.span.begin) : access.span.begin;
      is_found = true;
    }
    const std::string& blanked = text.source.text;
    // Nothing but the rest of that statement may stand between, nor may a block end, which could
    // hold other accesses too.
    if (!is_found ||
        blanked.substr(begin, written.at - begin).find_first_of(";}") != std::string::npos) {
      return tl::unexpected(weight_problem(text.written, written.at, written.at + 1,
                                           "this weight stands behind no access"));
    }
    for (std::size_t i = 0; i < result.size(); ++i)
      if (pattern.accesses[i].span.begin == begin) result[i] = written.weight;
  }
  return result;
}

}  // namespace smemlens
