#pragma once

// A number with its noun, for sentences: 1 byte, 2 bytes, 3 launches.

#include <cstdint>
#include <string>
#include <string_view>

namespace smemlens {

inline std::string counted(std::uint64_t count, std::string_view noun) {
  const std::string_view plural = noun.ends_with("ch") ? "es" : "s";
  std::string text = std::to_string(count) + ' ' + std::string(noun);
  return count == 1 ? text : text.append(plural);
}

}  // namespace smemlens
