#pragma once

// What kind of program a file is, before it is started: linked to the shared CUDA runtime that we
// stand in for, or not, and then what to do about it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::cuda {

struct ExecutableFacts {
  std::vector<std::string> needed_libraries;  // "libcudart.so.13"
  bool has_runtime_symbols = false;           // the CUDA runtime is linked in statically
  bool has_device_code = false;               // a section .nv_fatbin
};

// Reads the 64-bit x86 ELF file in `bytes`; nullopt if it is something else. Offsets in it are not
// trusted; what lies outside counts as absent.
std::optional<ExecutableFacts> facts_of(std::span<const std::byte> bytes);

// Why the file at `path` cannot be run and observed; nullopt if it can.
std::optional<Diagnostic> why_unrunnable(const std::string& path);

}  // namespace smemlens::cuda
