#include "smemlens/report/text_style.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "smemlens/base/utf8.h"

namespace smemlens {
namespace {

struct Substitute {
  std::string_view character;
  std::string_view ascii;
};

constexpr auto kSubstitutes = std::to_array<Substitute>({
    {"×", "x"       },
    {"…", "..."     },
    {"–", "-"       },
    {"·", "-"       },
    {"§", "section "},
    {"→", "->"      },
    {"≤", "<="      },
    {"≥", ">="      },
    {"«", "\""      },
    {"»", "\""      },
    {"’", "'"       },
});

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
}

std::string_view utf8_form(std::string_view character) {
  if (character.size() > 1) return character;
  if (is_control(character[0])) return " ";
  return static_cast<unsigned char>(character[0]) < 0x80 ? character : "\xEF\xBF\xBD";
}

std::string_view ascii_form(std::string_view character) {
  if (character.size() == 1) {
    if (is_control(character[0])) return " ";
    return static_cast<unsigned char>(character[0]) < 0x80 ? character : std::string_view("?");
  }
  for (const Substitute& substitute : kSubstitutes)
    if (substitute.character == character) return substitute.ascii;
  return "?";
}

// `text` with `form` of each of its characters; a byte that is not UTF-8 is one, too.
template <typename Form>
std::string converted(std::string_view text, Form form) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = std::max<std::size_t>(utf8_length(text, at), 1);
    out += form(text.substr(at, length));
    at += length;
  }
  return out;
}

}  // namespace

std::string Ink::dressed(std::string_view code, std::string_view text) const {
  if (!color_ || text.empty()) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

std::string ascii_of(std::string_view text) {
  return converted(text, ascii_form);
}

std::string styled(const TextStyle& style, std::string_view text) {
  return style.utf8 ? converted(text, utf8_form) : ascii_of(text);
}

}  // namespace smemlens
