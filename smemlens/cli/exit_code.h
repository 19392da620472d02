#pragma once

// What the program's end tells a script (documented in README.md; the numbers are promised).

#include <cstdint>

namespace smemlens::cli {

enum class ExitCode : std::uint8_t {
  kDone = 0,
  // 1 is kept for conflicts where a policy allows none
  kUsage = 2,     // the command line is wrong
  kContent = 3,   // the content is: pattern, file, PTX, compile error, kernel fault, a limit
  kInternal = 4,  // a fault of smemlens
  kInterrupted = 130,
};

}  // namespace smemlens::cli
