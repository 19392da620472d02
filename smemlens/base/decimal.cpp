#include "smemlens/base/decimal.h"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace smemlens {

std::optional<double> double_from(std::string_view digits) {
  double number = 0;
  const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return end.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

std::string shortest_decimal(double number) {
  std::array<char, 32> buffer{};
  auto* const end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number,
                                  std::chars_format::scientific)
                        .ptr;
  return {buffer.data(), end};
}

}  // namespace smemlens
