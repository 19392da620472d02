#pragma once

// Device printf: a format string and a buffer of packed arguments (vprintf's) → text.
//
//   "%d: %5.2f\n" with an int at 0 and a double at 8  →  "7:  0.50\n"
//
// Each argument lies at the next multiple of its size: 4 bytes for int and char, 8 for long,
// pointers and every floating-point number (CUDA C++ Programming Guide, "Formatted Output").
// Nothing in the format is trusted: %n writes nothing, widths are limited, %s goes through `read`.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace smemlens::simt {

struct PrintfSource {
  // Bytes [offset, offset + bytes) of the argument buffer; false: they can't be read.
  std::function<bool(std::uint32_t offset, std::byte* to, std::uint32_t bytes)> read_argument;
  // The string at a device address; false: it can't be read.
  std::function<bool(std::uint64_t address, std::string& text)> read_string;
};

struct PrintfResult {
  std::string text;
  std::uint32_t arguments = 0;  // what vprintf returns
  bool is_complete = true;      // false: an argument or string could not be read; text ends there
};

PrintfResult format_printf(std::string_view format, const PrintfSource& source);

}  // namespace smemlens::simt
