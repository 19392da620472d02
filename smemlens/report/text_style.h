#pragma once

// How text for a terminal is dressed: the caller knows the terminal, this code doesn't look.
//
//   Ink ink({.color = true});
//   ink.hot("32")  →  "\x1b[1;31m32\x1b[0m"

#include <string>
#include <string_view>

namespace smemlens {

struct TextStyle {
  bool color = false;
  bool utf8 = true;        // otherwise plain ASCII only
  unsigned columns = 100;  // at least 40
};

// Colours say nothing that a character beside them doesn't say too.
class Ink {
 public:
  explicit Ink(const TextStyle& style) : color_(style.color) {}

  std::string hot(std::string_view text) const { return dressed("1;31", text); }   // waits
  std::string calm(std::string_view text) const { return dressed("36", text); }    // served at once
  std::string shared(std::string_view text) const { return dressed("32", text); }  // broadcast
  std::string good(std::string_view text) const { return dressed("1;32", text); }
  std::string strong(std::string_view text) const { return dressed("1", text); }
  std::string faint(std::string_view text) const { return dressed("2", text); }

 private:
  std::string dressed(std::string_view code, std::string_view text) const;

  bool color_;
};

// `text` in ASCII: «×» becomes "x", «…» "...", «–» "-"; what has no such form becomes "?".
std::string ascii_of(std::string_view text);

// `text` in the characters that `style` allows. Control characters, with which a text could steer
// the terminal, become blanks.
std::string styled(const TextStyle& style, std::string_view text);

}  // namespace smemlens
