// Doubles as decimals, by the browser: JavaScript's are the same doubles, and it reads and writes
// them as exactly. libc++ would bring 21 kB along for it, or 115 kB of tables.

#include "smemlens/base/decimal.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

extern "C" {

[[clang::import_module("host"), clang::import_name("read_decimal")]] double read_decimal(
    const char* digits, std::size_t size);

// Writes at most 32 characters; returns how many.
[[clang::import_module("host"), clang::import_name("write_decimal")]] std::size_t write_decimal(
    double number, char* digits);
}

namespace smemlens {

std::optional<double> double_from(std::string_view digits) {
  const double number = read_decimal(digits.data(), digits.size());
  const std::string_view mantissa = digits.substr(0, digits.find_first_of("eE"));
  const bool is_zero = mantissa.find_first_of("123456789") == std::string_view::npos;
  return std::isinf(number) || (number == 0 && !is_zero) ? std::nullopt : std::optional(number);
}

std::string shortest_decimal(double number) {
  std::array<char, 32> digits{};
  std::string text(digits.data(), write_decimal(number, digits.data()));
  const bool has_one_digit = text.find_last_of("+-") == text.size() - 2;
  if (has_one_digit) text.insert(text.size() - 1, 1, '0');  // C++ writes e+01
  return text;
}

}  // namespace smemlens
