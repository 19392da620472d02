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
#include <vector>

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

// «void ns::reduce<256u>(int*)» from its begin, from «ns::» and from «reduce», each also without
// its parameters, and without its template arguments too.
std::vector<std::string> forms_of(const std::string& readable) {
  std::string_view text = readable;
  drop_group(text, '(', ')');
  std::string_view plain = text;
  drop_group(plain, '<', '>');
  std::vector<std::string> forms;
  for (const std::size_t start :  // npos + 1 is 0
       {std::size_t{0}, plain.rfind(' ') + 1, plain.find_last_of(": ") + 1}) {
    forms.emplace_back(readable.substr(start));
    forms.emplace_back(text.substr(start));
    forms.emplace_back(plain.substr(start));
  }
  return forms;
}

}  // namespace

bool KernelPattern::names(const std::string& readable) const {
  return std::ranges::any_of(forms_of(readable), [&](const std::string& form) {
    return expression_ ? regexec(expression_.get(), form.c_str(), 0, nullptr, 0) == 0
                       : name_ == without_spaces(form);
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
  if (!expression_ && (name_.empty() || name_ == mangled)) return true;
  return names(demangled(mangled));
}

}  // namespace smemlens::cuda
