#pragma once

// Programs from outside that a test can do without.

#include <cstdlib>
#include <string>

namespace smemlens::testing {

inline bool is_installed(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

}  // namespace smemlens::testing
