#pragma once

// What kind of program a file is, before it is started: linked to the shared CUDA runtime that we
// stand in for, with the static one inside, whose functions we redirect
// (runtime/static_runtime.cpp), or neither, and then what to do about it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "smemlens/base/diagnostic.h"

namespace smemlens::cuda {

// The CUDA runtime that is linked in, if its symbols are there to tell.
enum class StaticRuntime : std::uint8_t { kNone, kSupported, kOther };

struct ExecutableFacts {
  std::vector<std::string> needed_libraries;  // "libcudart.so.13"
  StaticRuntime static_runtime = StaticRuntime::kNone;
  bool has_device_code = false;  // a section .nv_fatbin
};

// Reads the 64-bit x86 ELF file in `bytes`; nullopt if it is something else. Offsets in it are not
// trusted; what lies outside counts as absent.
std::optional<ExecutableFacts> facts_of(std::span<const std::byte> bytes);

// True if the file's own CUDA runtime must be redirected to ours.
bool has_static_runtime(const std::string& path);

// Why the file at `path` cannot be run and observed; nullopt if it can.
std::optional<Diagnostic> why_unrunnable(const std::string& path);

}  // namespace smemlens::cuda
