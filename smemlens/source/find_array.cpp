#include "smemlens/source/find_array.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "smemlens/analysis/analysis.h"
#include "smemlens/analysis/recorded_requests.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"
#include "smemlens/solve/tile_shape.h"
#include "smemlens/source/code_token.h"
#include "smemlens/source/constants.h"
#include "smemlens/source/refusal.h"
#include "smemlens/source/shared_array.h"

namespace smemlens::source {
namespace {

Diagnostic note_at(const CodeFile& file, const CodeToken& token, std::string message) {
  return located({.severity = Severity::kNote, .code = "fix-source", .message = std::move(message)},
                 file.text, token.span);
}

// Where the bracket at the end of `text` is opened; npos if it isn't.
std::size_t opening_of_last(std::string_view text, char open, char close) {
  std::size_t depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == close) ++depth;
    if (text[i] == open && --depth == 0) return i;
  }
  return std::string_view::npos;
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> arguments;
  std::string argument;
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '(' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      arguments.push_back(std::move(argument));
      argument.clear();
    } else if (c != ' ' || !argument.empty()) {
      argument += c;
    }
  }
  arguments.push_back(std::move(argument));
  return arguments;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return std::string(text.substr(begin));
}

std::uint32_t line_of(const CodeFile& file, std::size_t token) {
  if (file.tokens.empty()) return 0;
  const std::size_t last = file.tokens.size() - 1;
  return location_of(file.text, file.tokens[std::min(token, last)].span.begin).line;
}

bool is_within(const CodeFile& file, const SharedArrayCode& code, const Site& site) {
  const Location& where = site.key.where;
  return where.file == file.text.name && where.line >= line_of(file, code.name_token) &&
         where.line <= line_of(file, code.scope.end);
}

// The demangler writes template arguments as "34", "34u" or "(short)34".
std::optional<std::int64_t> number_from(std::string_view text) {
  if (text.starts_with('(')) text.remove_prefix(std::min(text.find(')') + 1, text.size()));
  while (!text.empty() && (text.back() == 'u' || text.back() == 'l')) text.remove_suffix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  return is_number ? std::optional(value) : std::nullopt;
}

// Sizes as far as they are understood.
std::vector<std::optional<std::uint32_t>> sizes_of(const CodeFile& file,
                                                   const SharedArrayCode& code,
                                                   const Constants& constants,
                                                   const NamedValues& own) {
  std::vector<std::optional<std::uint32_t>> sizes;
  for (const TokenRange& dimension : code.dimensions) {
    const auto value = constants.value_of(text_of(file, dimension), own);
    const bool is_size = value && *value > 0 && *value <= INT32_MAX;
    sizes.push_back(is_size ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt);
  }
  return sizes;
}

}  // namespace

ScopedName scoped_name_of(const std::string& demangled) {
  constexpr std::string_view kAnonymous = "(anonymous namespace)::";
  std::string text = demangled;
  for (std::size_t at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous))
    text.erase(at, kAnonymous.size());
  ScopedName result;
  const std::size_t scope = text.rfind("::");
  if (scope == std::string::npos) {
    result.name = text;
    return result;
  }
  result.name = text.substr(scope + 2);
  std::string_view function = std::string_view(text).substr(0, scope);
  if (!function.ends_with(')')) return result;  // a namespace's or a class's
  const std::size_t parameters = opening_of_last(function, '(', ')');
  function = function.substr(0, parameters == std::string_view::npos ? 0 : parameters);
  if (function.ends_with('>')) {
    const std::size_t open = opening_of_last(function, '<', '>');
    if (open == std::string_view::npos) return result;
    result.template_arguments =
        split_arguments(function.substr(open + 1, function.size() - open - 2));
    function = function.substr(0, open);
  }
  result.function = last_word(function);
  return result;
}

Expected<FoundArray> find_array(std::span<const std::unique_ptr<CodeFile>> files,
                                const RecordedArray& array, std::span<const Site* const> sites) {
  const ScopedName name = scoped_name_of(array.name);
  std::vector<FoundArray> found;
  bool is_elsewhere = false;
  for (std::size_t number = 0; number < files.size(); ++number) {
    for (SharedArrayCode& code : shared_arrays_of(*files[number])) {
      const bool is_same = code.name == name.name && code.is_dynamic == array.is_dynamic &&
                           (name.function.empty() || code.function == name.function);
      if (!is_same) continue;
      const auto is_in_scope = [&](const Site* s) { return is_within(*files[number], code, *s); };
      if (std::ranges::all_of(sites, is_in_scope)) {
        found.push_back({number, std::move(code)});
      } else {
        is_elsewhere = is_elsewhere || std::ranges::any_of(sites, is_in_scope);
      }
    }
  }
  if (found.size() == 1) return std::move(found.front());
  if (found.size() > 1) return refusal("there are several declarations of it in one place");
  if (is_elsewhere)
    return refusal(
        "it is also accessed outside of the function that declares it, through a pointer");
  return refusal(
      "no declaration of it as an array is to be seen: a macro, a typedef or a struct may hold it, "
      "or a file that was not found");
}

bool has_fixed_sizes(const CodeFile& file, const SharedArrayCode& code,
                     const Constants& constants) {
  return std::ranges::all_of(code.dimensions, [&](const TokenRange& dimension) {
    return constants.is_fixed(text_of(file, dimension));
  });
}

std::optional<Diagnostic> shares_memory(std::span<const std::unique_ptr<CodeFile>> files,
                                        const FoundArray& found) {
  if (!found.code.is_dynamic) return std::nullopt;
  for (std::size_t number = 0; number < files.size(); ++number) {
    const CodeFile& file = *files[number];
    for (const CodeToken& token : file.tokens) {
      if (token.kind == CodeTokenKind::kDirective &&
          token.text.find("__shared__") != std::string_view::npos)
        return note_at(file, token, "a macro declares shared memory too");
    }
    for (const SharedArrayCode& other : shared_arrays_of(file)) {
      const bool is_same = number == found.file && other.name_token == found.code.name_token;
      const bool is_apart = other.is_in_kernel && other.function != found.code.function;
      if (other.is_dynamic && !is_same && !is_apart)
        return note_at(file, file.tokens[other.name_token],
                       "the same dynamic memory is also called " + other.name);
    }
  }
  return std::nullopt;
}

NamedValues template_values_of(const SharedArrayCode& code, const RecordedArray& array) {
  NamedValues values;
  const ScopedName name = scoped_name_of(array.name);
  const std::size_t count =
      std::min(name.template_arguments.size(), code.template_parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = number_from(name.template_arguments[i]);
    if (value) values[code.template_parameters[i]] = *value;
  }
  return values;
}

Expected<TileShape> shape_of(const CodeFile& file, const SharedArrayCode& code,
                             const RecordedArray& array, const Constants& constants) {
  const NamedValues own = template_values_of(code, array);
  auto sizes = sizes_of(file, code, constants, own);
  auto element = bytes_of_type(code.type);
  const auto unknown =
      std::ranges::count_if(sizes, [](const auto& size) { return !size.has_value(); });
  std::uint64_t product = 1;
  for (const auto& size : sizes) product *= size.value_or(1);
  if (!element && unknown == 0 && product > 0 && array.bytes % product == 0)
    element = static_cast<std::uint32_t>(array.bytes / product);
  if (element && unknown == 1 && array.bytes % (product * *element) == 0) {
    for (auto& size : sizes)
      if (!size) size = static_cast<std::uint32_t>(array.bytes / (product * *element));
  }
  TileShape shape{.sizes = {}, .element_bytes = element.value_or(0)};
  for (const auto& size : sizes) shape.sizes.push_back(size.value_or(0));
  if (shape.element_bytes == 0 || shape.bytes() != array.bytes || array.bytes == 0) {
    return refusal("the sizes in its declaration are not understood: they don't make the " +
                   std::to_string(array.bytes) + " bytes that it has");
  }
  return shape;
}

}  // namespace smemlens::source
