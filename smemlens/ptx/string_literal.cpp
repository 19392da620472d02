#include "smemlens/ptx/string_literal.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace smemlens::ptx {
namespace {

constexpr std::pair<char, char> kEscapes[] = {
    {'b',  '\b'},
    {'f',  '\f'},
    {'n',  '\n'},
    {'r',  '\r'},
    {'t',  '\t'},
    {'\\', '\\'},
    {'"',  '"' },
};

bool is_octal(char c) {
  return c >= '0' && c <= '7';
}

// Takes the octal digits at the start of `rest`, at most three.
char take_octal(std::string_view& rest) {
  unsigned value = 0;
  std::size_t digits = 0;
  for (; digits < 3 && digits < rest.size() && is_octal(rest[digits]); ++digits) {
    value = (8 * value) + static_cast<unsigned>(rest[digits] - '0');
  }
  rest.remove_prefix(digits);
  return static_cast<char>(value);
}

std::string octal(unsigned char byte) {
  return {'\\', static_cast<char>('0' + (byte >> 6U)), static_cast<char>('0' + (byte >> 3U & 7U)),
          static_cast<char>('0' + (byte & 7U))};
}

}  // namespace

std::string unescaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('\\'), text.size());
    result += text.substr(0, plain);
    text.remove_prefix(plain);
    if (text.empty()) break;
    text.remove_prefix(1);  // the backslash
    const auto* const escape = std::ranges::find(kEscapes, text.empty() ? '\0' : text.front(),
                                                 &std::pair<char, char>::first);
    if (!text.empty() && is_octal(text.front())) {
      result += take_octal(text);
    } else if (escape == std::end(kEscapes)) {
      result += '\\';
    } else {
      result += escape->second;
      text.remove_prefix(1);
    }
  }
  return result;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_plain = c >= ' ' && c <= '~';
    if (c == '"' || c == '\\') result += '\\';
    result += is_plain ? std::string(1, c) : octal(static_cast<unsigned char>(c));
  }
  return result;
}

}  // namespace smemlens::ptx
