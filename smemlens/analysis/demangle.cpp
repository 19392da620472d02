#include "smemlens/analysis/demangle.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace smemlens {

std::string demangled(const std::string& mangled) {
  // The demangler also takes bare types ("i" is int); a name of a function begins with _Z.
  if (!mangled.starts_with("_Z")) return mangled;
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> name(
      abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? std::string(name.get()) : mangled;
}

}  // namespace smemlens
