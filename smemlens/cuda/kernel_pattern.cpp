#include "smemlens/cuda/kernel_pattern.h"

#include <regex.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "smemlens/analysis/demangle.h"
#include "smemlens/base/diagnostic.h"
#include "smemlens/base/expected.h"

namespace smemlens::cuda {
namespace {

constexpr std::string_view kRegex = "regex:";

// Where the bracket that `close` ends begins; brackets nest. npos: nowhere.
std::size_t opening_of(std::string_view text, std::size_t close, char open_bracket) {
  const char close_bracket = text[close];
  std::size_t depth = 0;
  for (std::size_t i = close + 1; i-- != 0;) {
    if (text[i] == close_bracket) ++depth;
    if (text[i] == open_bracket && --depth == 0) return i;
  }
  return std::string_view::npos;
}

void drop_group(std::string_view& text, char open_bracket, char close_bracket) {
  if (!text.ends_with(close_bracket)) return;
  const std::size_t open = opening_of(text, text.size() - 1, open_bracket);
  if (open != std::string_view::npos) text = text.substr(0, open);
}

// `transpose<float,32>` and `transpose<float, 32>` are one name.
std::string without_spaces(std::string_view text) {
  std::string squeezed;
  std::ranges::copy_if(text, std::back_inserter(squeezed), [](char c) { return c != ' '; });
  return squeezed;
}

}  // namespace

bool KernelPattern::names(const std::string& readable) const {
  std::string_view text = readable;
  drop_group(text, '(', ')');
  std::string_view plain = text;  // without template arguments
  drop_group(plain, '<', '>');
  // What stands before the name: a return type, namespaces.
  const std::array<std::size_t, 3> starts = {0, plain.rfind(' ') + 1, plain.find_last_of(": ") + 1};
  return std::ranges::any_of(starts, [&](std::size_t start) {  // npos + 1 is 0
    return name_ == without_spaces(readable.substr(start)) ||
           name_ == without_spaces(text.substr(start)) ||
           name_ == without_spaces(plain.substr(start));
  });
}

void KernelPattern::Free::operator()(regex_t* expression) const {
  regfree(expression);
  std::default_delete<regex_t>{}(expression);
}

Expected<KernelPattern> KernelPattern::parse(const std::string& text) {
  KernelPattern pattern;
  if (!text.starts_with(kRegex)) {
    if (text.empty()) {
      return tl::unexpected(
          Diagnostic{.code = "kernel-pattern", .message = "the kernel's name is empty"});
    }
    pattern.name_ = without_spaces(text);
    return pattern;
  }
  auto expression = std::make_unique<regex_t>();
  const std::string source = text.substr(kRegex.size());
  const int problem = regcomp(expression.get(), source.c_str(), REG_EXTENDED | REG_NOSUB);
  if (problem != 0) {
    std::array<char, 128> reason{};
    regerror(problem, expression.get(), reason.data(), reason.size());
    return tl::unexpected(
        Diagnostic{.code = "kernel-pattern",
                   .message = "'" + source + "' is no regular expression: " + reason.data(),
                   .hint = "it is POSIX extended: regex:^reduce[0-3]"});
  }
  pattern.expression_.reset(expression.release());
  return pattern;
}

bool KernelPattern::fits(const std::string& mangled) const {
  const std::string readable = demangled(mangled);
  if (expression_) return regexec(expression_.get(), readable.c_str(), 0, nullptr, 0) == 0;
  return name_.empty() || name_ == mangled || names(readable);
}

}  // namespace smemlens::cuda
