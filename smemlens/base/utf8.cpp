#include "smemlens/base/utf8.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace smemlens {
namespace {

// The bytes that may follow a lead byte directly; later ones are 0x80 … 0xBF (RFC 3629, §4).
struct Lead {
  unsigned first, last;  // lead bytes
  std::size_t length;    // of the whole sequence
  unsigned second_low, second_high;
};

constexpr Lead kLeads[] = {
    {0x00, 0x7F, 1, 0x00, 0xFF},
    {0xC2, 0xDF, 2, 0x80, 0xBF},
    {0xE0, 0xE0, 3, 0xA0, 0xBF},
    {0xE1, 0xEC, 3, 0x80, 0xBF},
    {0xED, 0xED, 3, 0x80, 0x9F},
    {0xEE, 0xEF, 3, 0x80, 0xBF},
    {0xF0, 0xF0, 4, 0x90, 0xBF},
    {0xF1, 0xF3, 4, 0x80, 0xBF},
    {0xF4, 0xF4, 4, 0x80, 0x8F},
};

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool continues(std::string_view text, std::size_t at, const Lead& lead) {
  if (at + lead.length > text.size()) return false;
  for (std::size_t i = 1; i < lead.length; ++i) {
    const unsigned byte = byte_at(text, at + i);
    const unsigned low = i == 1 ? lead.second_low : 0x80;
    const unsigned high = i == 1 ? lead.second_high : 0xBF;
    if (byte < low || byte > high) return false;
  }
  return true;
}

// Where character `index` of `text` begins.
std::size_t byte_of_character(std::string_view text, std::size_t index) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < index && at < text.size(); ++i)
    at += std::max<std::size_t>(utf8_length(text, at), 1);
  return at;
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t at) {
  const unsigned first = byte_at(text, at);
  for (const Lead& lead : kLeads)
    if (first >= lead.first && first <= lead.last)
      return continues(text, at, lead) ? lead.length : 0;
  return 0;
}

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count)
    at += std::max<std::size_t>(utf8_length(text, at), 1);
  return count;
}

std::string shortened(std::string_view text, std::size_t most) {
  if (character_count(text) <= most) return std::string(text);
  return std::string(text.substr(0, byte_of_character(text, most - 1))) + "…";
}

std::vector<std::string> wrapped(std::string_view text, std::size_t columns) {
  std::vector<std::string> lines;
  while (character_count(text) > columns) {
    const std::size_t reach = byte_of_character(text, columns);
    const std::size_t blank = text.rfind(' ', reach);
    const bool has_blank = blank != std::string_view::npos && blank > 0;
    lines.emplace_back(text.substr(0, has_blank ? blank : reach));
    text.remove_prefix(has_blank ? blank + 1 : reach);
  }
  lines.emplace_back(text);
  return lines;
}

}  // namespace smemlens
