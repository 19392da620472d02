#include "smemlens/pattern/bindings.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/pattern/pattern.h"
#include "smemlens/pattern/token.h"

namespace smemlens {
namespace {

constexpr std::string_view kForm = "write a name and its values: k=3 or k=0..31";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::optional<std::int32_t> int_from(std::string_view text) {
  text = trimmed(text);
  std::int32_t value = 0;
  const auto [stop, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = !text.empty() && stop == text.data() + text.size();
  if (!is_whole || problem != std::errc{}) return std::nullopt;
  return value;
}

bool is_name(std::string_view text) {
  const std::vector<Token> tokens = tokens_of({"", std::string(text)});
  return tokens.size() == 2 && tokens[0].kind == TokenKind::kName &&
         tokens[0].span.end - tokens[0].span.begin == text.size();
}

std::uint64_t value_count(const LetRange& range) {
  return static_cast<std::uint64_t>(std::int64_t{range.last} - range.first + 1);
}

Diagnostic too_many(std::uint64_t count) {
  return {.code = "pattern-let",
          .message = "--let asks for " +
                     (count == 0 ? std::string("more than 2^64") : std::to_string(count)) +
                     " combinations of values; the limit is " + std::to_string(kMaxCombinations),
          .hint = "narrow a range: costs repeat with a period of 32 words"};
}

}  // namespace

Expected<LetRange> parse_let(const SourceText& text) {
  const std::string_view all = text.text;
  const auto error = [&](std::size_t begin, std::size_t end, std::string message) {
    const SourceSpan span{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    return tl::unexpected(
        located({.code = "pattern-let", .message = std::move(message), .hint = std::string(kForm)},
                text, span));
  };
  const std::size_t equals = std::min(all.find('='), all.size());
  const std::string_view name = trimmed(all.substr(0, equals));
  if (!is_name(name)) return error(0, equals, "expected a name before '='");
  if (is_reserved_name(name))
    return error(0, equals, std::string(name) + " has a meaning of its own: it can't be bound");
  if (equals == all.size()) return error(equals, equals, "expected '=' after the name");
  const std::size_t dots = std::min(all.find("..", equals), all.size());
  const auto first = int_from(all.substr(equals + 1, dots - equals - 1));
  if (!first) return error(equals + 1, dots, "expected a 32-bit whole number");
  if (dots == all.size()) return LetRange{std::string(name), *first, *first};
  const auto last = int_from(all.substr(dots + 2));
  if (!last) return error(dots + 2, all.size(), "expected a 32-bit whole number");
  if (*last < *first) return error(equals + 1, all.size(), "the range is empty");
  return LetRange{std::string(name), *first, *last};
}

Expected<std::vector<Bindings>> combinations_of(std::span<const LetRange> ranges) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const auto same_name = [&](const LetRange& other) { return other.name == ranges[i].name; };
    if (std::ranges::any_of(ranges.first(i), same_name)) {
      return tl::unexpected(
          Diagnostic{.code = "pattern-let", .message = "--let binds " + ranges[i].name + " twice"});
    }
    count *= value_count(ranges[i]);
    if (count > kMaxCombinations) return tl::unexpected(too_many(count));
  }
  std::vector<Bindings> combinations(1);
  for (const LetRange& range : ranges) {
    std::vector<Bindings> longer;
    longer.reserve(combinations.size() * static_cast<std::size_t>(value_count(range)));
    for (const Bindings& chosen : combinations) {
      for (std::int64_t value = range.first; value <= range.last; ++value) {
        longer.push_back(chosen);
        longer.back().push_back({range.name, static_cast<std::int32_t>(value)});
      }
    }
    combinations = std::move(longer);
  }
  return combinations;
}

}  // namespace smemlens
