#pragma once

// Reads what a generic address of one lane points to, as printf and assert do with their strings.

#include <cstddef>
#include <cstdint>
#include <string>

namespace smemlens::simt {

struct ExecutionState;

// False, and `to` is unspecified, if any of the bytes may not be read.
bool read_generic(const ExecutionState& state, unsigned lane, std::uint64_t address, std::byte* to,
                  std::uint32_t bytes);

// The characters before the first NUL, at most `most` of them. False if there is memory before it
// that may not be read.
bool read_string(const ExecutionState& state, unsigned lane, std::uint64_t address,
                 std::string& text, std::uint32_t most);

}  // namespace smemlens::simt
