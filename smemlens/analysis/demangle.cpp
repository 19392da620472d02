#include "smemlens/analysis/demangle.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace smemlens {

std::string demangled(const std::string& mangled) {
  // The demangler also takes bare types ("i" is int); a name of a function begins with _Z.
  if (!mangled.starts_with("_Z")) return mangled;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? std::string(name.get()) : mangled;
}

std::string with_demangled_names(std::string_view text) {
  constexpr std::string_view kNameBytes =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$.";
  std::string result;
  while (!text.empty()) {
    const std::size_t name = std::min(text.find_first_of(kNameBytes), text.size());
    result += text.substr(0, name);
    text.remove_prefix(name);
    const std::size_t length = std::min(text.find_first_not_of(kNameBytes), text.size());
    result += demangled(std::string(text.substr(0, length)));
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace smemlens
