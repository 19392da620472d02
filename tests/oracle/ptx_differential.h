#pragma once

// One random program on both executors: the warp executor of smemlens/simt with each instruction
// set of the host, and the interpreter of single threads here.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "tests/oracle/ptx_program.h"

namespace smemlens::testing {

struct Comparison {
  std::string ptx;
  std::uint64_t shared_requests = 0;      // of the slow interpreter
  std::optional<std::string> difference;  // nullopt: same memory, same shared accesses
};

//   seed  of the input
Comparison compare_executors(const RandomProgram& program, std::uint32_t seed);
// The program and its input come from `bytes`.
Comparison compare_executors(std::span<const std::uint8_t> bytes);

}  // namespace smemlens::testing
